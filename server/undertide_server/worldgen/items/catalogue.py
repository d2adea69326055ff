"""All items of a game, by key."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from undertide_server.content.records.gear import SLOTS, Affix, GearBase, GearSort, QualityLook
from undertide_server.content.records.gearing import levels_of
from undertide_server.content.records.items import ItemEffect
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.util.rounding import divided
from undertide_server.worldgen.creatures.curve import Curve
from undertide_server.worldgen.items.errors import BadItemKeyError
from undertide_server.worldgen.items.figures import figures_of, tenths_of, worth_at
from undertide_server.worldgen.items.keys import ESSENCE, Piece, essence_of, is_piece, piece_of
from undertide_shared.messages import Slot

Foretold = tuple[tuple[tuple[str, int], ...], ...]
"""Figures of a piece forged plain, then with each level of an affix from 1; empty if impossible."""


GROWS = " It grows with its bearer, floor by floor."
"""What the description of gear that grows adds."""


@dataclass(frozen=True, slots=True)
class GearFigures:
    """A piece of gear and its figures."""

    piece: Piece
    base: str
    """Key of its base; artifacts have one too."""
    sort: GearSort
    slots: tuple[Slot, ...]
    """Slots in which it can be worn, the usual one first."""
    figures: Mapping[str, int]
    """The figures that it gives when it is worn, by stat."""
    tenths: Mapping[str, int]
    """The tenths, from -5 to 4, that small figures are above those whole points, by stat."""
    affixes: tuple[tuple[str, int], ...]
    """Key and level of each, by key; artifacts have them too."""
    quality: str
    """Name of its quality."""
    artifact: bool
    grows: bool
    """Whether it grows with the deepest floor of its bearer (R8)."""
    two_handed: bool
    range: int
    """Cells that it shoots; 0: it strikes adjacent cells only."""
    close_percent: int
    """R6: percent of its damage beside an enemy."""


@dataclass(frozen=True, slots=True)
class ItemKind:
    """An item."""

    key: str
    name: str
    """Name of one, without an article."""
    plural: str
    glyph: str
    colour: int
    description: str
    stack: int
    """Most items in a stack; gear is never stacked."""
    price: int
    """A shop's price for one, in gold; 0: no shop sells it."""
    effect: ItemEffect | None = None
    """Effect of using it; None: it is gear."""
    gear: GearFigures | None = None
    essence: str | None = None
    """Key of the affix that it is the essence of."""
    takes_slot: bool = True
    """Whether a stack takes a slot of the pack. A hero can carry one stack of what takes none."""


@dataclass(frozen=True, slots=True, eq=False)
class ItemCatalogue:
    """All items of a game, each computed when it is first needed."""

    ruleset: Ruleset
    curve: Curve
    foretold: dict[tuple[str, str, int], Foretold] = field(default_factory=dict)
    """Results of forging bases with affixes on floors; a cache that `forge.py` fills."""
    _kinds: dict[str, ItemKind] = field(default_factory=dict)

    def kind(self, key: str) -> ItemKind:
        """Return the item of a key. Raises BadItemKeyError if there is none."""
        kind = self._kinds.get(key)
        if kind is None:
            kind = self._kinds[key] = self._made(key)
        return kind

    def affixes(self, piece: Piece) -> tuple[tuple[str, int], ...]:
        """Return the keys and levels of a piece's affixes, by key; of an artifact its own."""
        artifact = self.ruleset.artifacts.get(piece.base)
        return tuple(sorted(artifact.affixes.items())) if artifact else piece.affixes

    def _made(self, key: str) -> ItemKind:
        affix = essence_of(key)
        if affix is not None:
            return self._essence(key, affix)
        return self._gear(key, piece_of(key)) if is_piece(key) else self._plain(key)

    def _plain(self, key: str) -> ItemKind:
        record = self.ruleset.items.get(key)
        if record is None:
            raise BadItemKeyError(key)
        return ItemKind(
            key=key,
            name=record.name,
            plural=record.plural,
            glyph=record.glyph,
            colour=record.colour,
            description=record.description,
            stack=record.stack,
            price=record.price,
            effect=record.effect,
            takes_slot=record.takes_slot,
        )

    def _essence(self, key: str, affix: str) -> ItemKind:
        record, known = self.ruleset.items[ESSENCE], self.ruleset.affixes.get(affix)
        if known is None:
            raise BadItemKeyError(key)
        return ItemKind(
            key=key,
            name=f"{record.name} of {known.essence}",
            plural=f"{record.plural} of {known.essence}",
            glyph=record.glyph,
            colour=record.colour,
            description=record.description,
            stack=record.stack,
            price=record.price,
            effect=record.effect,
            essence=affix,
            takes_slot=record.takes_slot,
        )

    def _gear(self, key: str, piece: Piece) -> ItemKind:
        artifact, affixes = self.ruleset.artifacts.get(piece.base), self._known(key, piece)
        base_key = artifact.base if artifact else piece.base
        base = self.ruleset.gear.bases.get(base_key)
        if base is None:
            raise BadItemKeyError(key)
        look = self.ruleset.gear.artifact if artifact else self._quality(len(affixes))
        rules, worth = self.ruleset.gear, worth_at(self.curve, piece.depth)
        levels = levels_of(base.stats, affixes)
        gear = GearFigures(
            piece=piece,
            base=base_key,
            sort=base.sort,
            slots=SLOTS[base.sort],
            figures=figures_of(levels, rules.stats, worth),
            tenths=tenths_of(levels, rules.stats, worth),
            affixes=self.affixes(piece),
            quality=look.name,
            artifact=artifact is not None,
            grows=artifact is not None or piece.forged,
            two_handed=base.two_handed,
            range=base.range,
            close_percent=base.close_percent,
        )
        names = (artifact.name, artifact.name) if artifact else called(base, affixes)
        return ItemKind(
            key=key,
            name=f"{names[0]} {look.mark}".rstrip(),
            plural=f"{names[1]} {look.mark}".rstrip(),
            glyph=base.glyph,
            colour=base.colour if look.colour is None else look.colour,
            description=f"{(artifact or base).description}{GROWS if gear.grows else ''}",
            stack=1,
            price=self._price(base, piece.depth, sum(level for _, level in affixes)),
            gear=gear,
        )

    def _known(self, key: str, piece: Piece) -> list[tuple[Affix, int]]:
        """Return the records and levels of a piece's affixes. Raises BadItemKeyError."""
        records, found = self.ruleset.affixes, self.affixes(piece)
        if any(affix not in records for affix, _ in found):
            raise BadItemKeyError(key)
        return [(records[affix], level) for affix, level in found]

    def _quality(self, affixes: int) -> QualityLook:
        """Return the quality of a piece with this number of affixes."""
        qualities = self.ruleset.gear.qualities
        return [each for each in qualities if each.affixes.low <= affixes][-1]

    def _price(self, base: GearBase, depth: int, levels: int) -> int:
        rules = self.ruleset.gear
        deep = 100 + rules.price_floor_percent * (depth - 1)
        fine = 100 + rules.price_level_percent * levels
        return divided(base.price * deep * fine, 100 * 100)


def called(base: GearBase, affixes: list[tuple[Affix, int]]) -> tuple[str, str]:
    """Return the name of one piece of a base with affixes, and the name of several.

    The highest affix of each form gives the name; if several are highest, the last does.
    """
    best = {affix.form: affix.name for affix, _ in sorted(affixes, key=lambda each: each[1])}
    before, after = best.get("prefix", ""), best.get("suffix", "")
    return f"{before} {base.name} {after}".strip(), f"{before} {base.plural} {after}".strip()
