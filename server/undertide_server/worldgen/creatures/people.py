"""R12, R13: people as kinds of monsters: one for each floor, as strong as it requires."""

from collections.abc import Sequence

from undertide_server.content.records.monsters import MonsterRules
from undertide_server.content.records.people import Person
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.util.rounding import divided
from undertide_server.worldgen.creatures.curve import Curve
from undertide_server.worldgen.creatures.experience import HUNDREDTHS, Anchor, build_anchors
from undertide_server.worldgen.creatures.roster import KindDraft, MonsterKind, make_kind
from undertide_server.worldgen.creatures.stats import added


def people_of(ruleset: Ruleset, curve: Curve) -> dict[str, MonsterKind]:
    """Return the kind of each person on each floor of a game, by `kind_id`."""
    anchors = build_anchors(curve, ruleset.heroes.levels)
    kinds: dict[str, MonsterKind] = {}
    for floor in curve.floors:
        average = round(floor.average * HUNDREDTHS)
        for key, person in ruleset.people.items():
            kind = _kind(kind_id(key, floor.floor), person, average, ruleset.monsters, anchors)
            kinds[kind.id] = kind
    return kinds


def kind_id(person: str, number: int) -> str:
    """Return the id of a person's kind on floor `number`."""
    return f"{person}@{number}"


def species_of(kind: str) -> str:
    """Return the key that a person's kinds on all floors share; for any other kind its own id."""
    return kind.partition("@")[0]


def _kind(
    name: str, person: Person, average: int, rules: MonsterRules, anchors: Sequence[Anchor]
) -> MonsterKind:
    """Return a person's kind for an average strength in hundredths."""
    strength = max(1, divided(average * person.strength_percent, HUNDREDTHS * 100))
    draft = KindDraft(
        id=name,
        strength=strength,
        name=person.name,
        glyph=person.glyph,
        colour=person.colour,
        family=species_of(name),
        description=person.description,
        behaviour=person.behaviour,
        mods=added(person.mods),
    )
    return make_kind(draft, rules, anchors)
