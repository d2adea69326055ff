"""R2: the kinds of monsters of one game: strengths are cut into bands, each with a race."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from undertide_server.content.records.monsters import Behaviour, Family, MonsterRules, RosterRules
from undertide_server.content.records.population import FixedKind
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.tricks import Tricks, together
from undertide_server.content.schema.fields import DamageType
from undertide_server.util.rng import Rng, derive
from undertide_server.worldgen.creatures.curve import Curve
from undertide_server.worldgen.creatures.stats import (
    Anchor,
    added,
    build_anchors,
    experience_of,
    figures_of,
)

EVEN = 100
"""Percent of a family's weight that counts without a lean."""
LEAN_SHARE = 18
"""Percent that one level of lean adds at one end of the bands and takes away at the other. The
strongest lean, 5, leaves a tenth, so that a family can still come in any band.
"""


@dataclass(frozen=True, slots=True)
class Race:
    """One tier of one family. `tier` counts from 0."""

    family: str
    tier: int


def cut_into_bands(strengths: Sequence[int], rules: RosterRules) -> list[tuple[int, ...]]:
    """Return rising strengths cut into bands from the lowest, each as long as R2 allows."""
    bands: list[list[int]] = []
    for strength in strengths:
        band = bands[-1] if bands else None
        if band and len(band) < rules.band_values and _fits(band[0], strength, rules):
            band.append(strength)
        else:
            bands.append([strength])
    return [tuple(band) for band in bands]


def draw_races(families: Mapping[str, Family], count: int, rng: Rng) -> list[Race]:
    """Return a race, drawn for each of `count` bands, from the lowest.

    A family's higher tier only comes after its lower one. When every race has been drawn, all start
    again from their lowest tier: content with fewer races than bands still fills a game.
    """
    tiers = dict.fromkeys(sorted(families), 0)
    races: list[Race] = []
    for band in range(count):
        if not _open(families, tiers):
            tiers = dict.fromkeys(tiers, 0)
        names = _open(families, tiers)
        weights = [_weight(families[name], band, count) for name in names]
        family = rng.weighted(names, weights)
        races.append(Race(family, tiers[family]))
        tiers[family] += 1
    return races


def _fits(smallest: int, strength: int, rules: RosterRules) -> bool:
    return strength * 100 <= smallest * rules.band_stretch_percent


def _open(families: Mapping[str, Family], tiers: Mapping[str, int]) -> list[str]:
    """Return the families that can be drawn and have a tier left, in order."""
    return [
        name
        for name, tier in tiers.items()
        if families[name].weight and tier < len(families[name].tiers)
    ]


def _weight(family: Family, band: int, count: int) -> int:
    """Return a family's weight for a band: its lean counts most at the ends, not in the middle."""
    last = max(1, count - 1)
    place = 2 * band - last  # from -last at the lowest band to last at the highest
    return family.weight * (EVEN * last + LEAN_SHARE * family.lean * place)


@dataclass(frozen=True, slots=True)
class Band:
    """Neighbouring strengths of a game and their race. `tier` counts from 0."""

    strengths: tuple[int, ...]
    family: str
    tier: int
    race: str
    """The tier's name."""


@dataclass(frozen=True, slots=True)
class MonsterKind:
    """One kind of monster in one game."""

    id: str
    """Unique among the kinds of a game; the same for the same content and seed."""
    strength: int
    name: str
    glyph: str
    colour: int
    family: str
    description: str
    behaviour: Behaviour
    mods: tuple[tuple[str, int], ...]
    """Levels of family and class together, by name, without those that are 0."""
    life: int
    attack: int
    speed: int
    """Energy a tick."""
    absorb: int
    """Damage taken off every hit."""
    regen: int
    """Life that comes back each tick, in thousandths."""
    resistances: tuple[int, ...]
    """In the order of DAMAGE_TYPES."""
    extra_attacks: tuple[tuple[DamageType, int], ...]
    """Damage besides that of the physical attack, by type."""
    experience: int
    """Experience for killing it (R4)."""
    boss: bool
    """Whether its strength occurs only as that of a boss."""

    def __hash__(self) -> int:
        """Return the hash of its id: kinds are keys, and a hash of all fields costs much more."""
        return hash(self.id)


@dataclass(frozen=True, slots=True)
class MonsterRoster:
    """All kinds of a game, from weakest to strongest, and their bands."""

    bands: tuple[Band, ...]
    kinds: tuple[MonsterKind, ...]

    def by_strength(self) -> Mapping[int, MonsterKind]:
        """Return the kind of each strength; if several have it, the last."""
        return {kind.strength: kind for kind in self.kinds}


def build_roster(ruleset: Ruleset, curve: Curve, seed: bytes) -> MonsterRoster:
    """Return the roster of a game. With tables as source, it holds the kinds that they state."""
    anchors = build_anchors(curve, ruleset.heroes.levels)
    if ruleset.population.source == "tables":
        return MonsterRoster((), _fixed_kinds(ruleset, anchors))
    cut = cut_into_bands(curve.strengths, ruleset.roster)
    races = draw_races(ruleset.families, len(cut), derive(seed, "races"))
    bands = tuple(
        Band(strengths, race.family, race.tier, _race_name(ruleset, race))
        for strengths, race in zip(cut, races, strict=True)
    )
    regular = {strength for floor in curve.floors for strength in floor.strengths}
    kinds = tuple(
        kind
        for band in bands
        for kind in _kinds_of(
            ruleset, band, _classes_of(ruleset, band, curve), anchors, seed, regular
        )
    )
    return MonsterRoster(bands, kinds)


def _race_name(ruleset: Ruleset, race: Race) -> str:
    return ruleset.families[race.family].tiers[race.tier].name


def _classes_of(ruleset: Ruleset, band: Band, curve: Curve) -> list[str]:
    """Return the keys of the classes that a band may have, in order.

    A class with a first floor comes only above all strengths of the floors before it, so that the
    tide doesn't bring it there either.
    """
    classes = ruleset.families[band.family].classes
    return [
        key
        for key in sorted(classes)
        if band.strengths[0] > _strongest(curve, classes[key].floor - 1)
    ]


def _strongest(curve: Curve, floors: int) -> int:
    """Return the greatest strength of the first floors; 0 without any."""
    return max((max(each.strengths + each.bosses) for each in curve.floors[:floors]), default=0)


def _kinds_of(
    ruleset: Ruleset,
    band: Band,
    classes: Sequence[str],
    anchors: tuple[Anchor, ...],
    seed: bytes,
    regular: set[int],
) -> list[MonsterKind]:
    """Return the kinds of a band: its strengths get classes of its race, in a drawn order."""
    drawn = derive(seed, "classes", band.strengths[0]).sample(classes, len(band.strengths))
    drafts = [
        _of_class(ruleset, band, member, strength, boss=strength not in regular)
        for member, strength in zip(drawn, band.strengths, strict=True)
    ]
    return [make_kind(draft, ruleset.monsters, anchors) for draft in drafts]


def _fixed_kinds(ruleset: Ruleset, anchors: tuple[Anchor, ...]) -> tuple[MonsterKind, ...]:
    drafts = [_of_table(name, fixed) for name, fixed in ruleset.population.kinds.items()]
    drafts.sort(key=lambda draft: (draft.strength, draft.id))
    return tuple(make_kind(draft, ruleset.monsters, anchors) for draft in drafts)


@dataclass(frozen=True, slots=True)
class KindDraft:
    """A kind before its figures are computed."""

    id: str
    strength: int
    name: str
    glyph: str
    colour: int
    family: str
    description: str
    behaviour: Behaviour
    mods: Mapping[str, int]
    boss: bool = False


def _of_class(
    ruleset: Ruleset, band: Band, class_name: str, strength: int, *, boss: bool
) -> KindDraft:
    family = ruleset.families[band.family]
    tier, member = family.tiers[band.tier], family.classes[class_name]
    more = (member.tricks, family.boss) if boss else (member.tricks,)
    return KindDraft(
        id=f"{band.family}.{band.tier}.{class_name}.{strength}",
        strength=strength,
        name=member.name.replace("{0}", tier.name),
        glyph=tier.glyph,
        colour=member.colour,
        family=band.family,
        description=family.description.replace("{0}", tier.name),
        behaviour=add_tricks(family.behaviour, more),
        mods=added(family.mods, member.mods),
        boss=boss,
    )


def add_tricks(behaviour: Behaviour, more: Sequence[Tricks]) -> Behaviour:
    """Return a behaviour with additional tricks, if there are any."""
    if not any(tricks.model_fields_set for tricks in more):
        return behaviour
    return behaviour.model_copy(update={"tricks": together(behaviour.tricks, *more)})


def _of_table(name: str, fixed: FixedKind) -> KindDraft:
    return KindDraft(
        id=name,
        strength=fixed.strength,
        name=name,
        glyph=fixed.glyph,
        colour=fixed.colour,
        family=name,
        description=fixed.description,
        behaviour=fixed.behaviour,
        mods=added(fixed.mods),
    )


def make_kind(draft: KindDraft, rules: MonsterRules, anchors: Sequence[Anchor]) -> MonsterKind:
    """Return a kind with the figures that follow from its strength and mods."""
    figures = figures_of(draft.strength, draft.mods, rules)
    return MonsterKind(
        id=draft.id,
        strength=draft.strength,
        name=draft.name,
        glyph=draft.glyph,
        colour=draft.colour,
        family=draft.family,
        description=draft.description,
        behaviour=draft.behaviour,
        mods=tuple((name, level) for name, level in sorted(draft.mods.items()) if level),
        life=figures.life,
        attack=figures.attack,
        speed=figures.speed,
        absorb=figures.absorb,
        regen=figures.regen,
        resistances=figures.resistances,
        extra_attacks=figures.extra_attacks,
        experience=experience_of(draft.strength, anchors),
        boss=draft.boss,
    )
