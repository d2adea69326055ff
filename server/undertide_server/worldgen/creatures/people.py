"""R12, R13: people as kinds of monsters: one for each floor, as strong as it requires."""

from collections.abc import Iterator, Mapping, Sequence

from undertide_server.content.records.monsters import MonsterRules
from undertide_server.content.records.population import Person
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.util.rounding import divided
from undertide_server.worldgen.creatures.curve import Curve
from undertide_server.worldgen.creatures.roster import KindDraft, MonsterKind, make_kind
from undertide_server.worldgen.creatures.stats import HUNDREDTHS, Anchor, added, build_anchors


class PeopleKinds(Mapping[str, MonsterKind]):
    """The kind of each person on each floor of a game, by `kind_id`.

    A kind is made when it is first asked for: a game needs a few of several hundred.
    """

    def __init__(self, ruleset: Ruleset, curve: Curve) -> None:
        self._people = ruleset.people
        self._rules = ruleset.monsters
        self._anchors = build_anchors(curve, ruleset.heroes.levels)
        self._averages = {floor.floor: round(floor.average * HUNDREDTHS) for floor in curve.floors}
        self._ids = {
            kind_id(key, number): (key, number) for number in self._averages for key in self._people
        }
        self._made: dict[str, MonsterKind] = {}

    def __getitem__(self, name: str) -> MonsterKind:
        kind = self._made.get(name)
        if kind is None:
            key, number = self._ids[name]
            average = self._averages[number]
            kind = _kind(name, self._people[key], average, self._rules, self._anchors)
            self._made[name] = kind
        return kind

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __len__(self) -> int:
        return len(self._ids)


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
