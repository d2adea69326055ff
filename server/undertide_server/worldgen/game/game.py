"""The part of a run that a seed decides before the first step."""

from dataclasses import dataclass, field

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.worldgen.creatures.champions import ChampionKinds
from undertide_server.worldgen.creatures.curve import Curve, build_curve
from undertide_server.worldgen.creatures.people import PeopleKinds
from undertide_server.worldgen.creatures.roster import MonsterKind, MonsterRoster, build_roster
from undertide_server.worldgen.game.repertoire import Repertoire
from undertide_server.worldgen.game.variety import Variety, draw_variety, varied
from undertide_server.worldgen.items.catalogue import ItemCatalogue
from undertide_server.worldgen.layouts.terrain import TerrainTable, build_terrain


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """The fixed part of a run."""

    seed: bytes
    """Secret until the run ends, because it gives away the map."""
    ruleset: Ruleset
    """The content of the run, with the variety of this seed (R14)."""
    variety: Variety
    """The differences from the stated content."""
    curve: Curve
    roster: MonsterRoster
    people: PeopleKinds
    """The kinds of people on all floors, by id (see `worldgen.creatures.people`)."""
    champions: ChampionKinds
    """The kinds of champions, by id (see `worldgen.creatures.champions`)."""
    terrain: TerrainTable
    repertoire: Repertoire
    """The code behind the keys of the content."""
    items: ItemCatalogue = field(init=False)
    """All items of the game, by key."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "items", ItemCatalogue(self.ruleset, self.curve))

    def kinds_between(
        self, number: int, low_percent: int, high_percent: int
    ) -> tuple[MonsterKind, ...]:
        """Return the kinds of the roster that are about as strong as those of a floor.

        Their strengths lie between two shares of the average of floor `number`, and rise.
        """
        strengths = self.curve.floors[number - 1].strengths
        total, count = sum(strengths), len(strengths)
        return tuple(
            kind
            for kind in self.roster.kinds
            if low_percent * total <= 100 * kind.strength * count <= high_percent * total
        )


def make_game(ruleset: Ruleset, seed: bytes, repertoire: Repertoire) -> Game:
    """Return the game of a seed, with the content as the seed varies it.

    `repertoire` is the code behind the keys of the content, to which the extensions that the
    content needs are added. Raises MissingExtensionError if one is not here.
    """
    if ruleset.preset.extensions:
        repertoire = repertoire.extend(repertoire, ruleset.preset.extensions)
    variety = draw_variety(ruleset, seed)
    rules = varied(ruleset, variety)
    curve = build_curve(rules.curve, seed)
    roster = build_roster(rules, curve, seed)
    people = PeopleKinds(rules, curve)
    champions = ChampionKinds(rules, curve, roster, seed)
    terrain = build_terrain(rules.terrain)
    return Game(seed, rules, variety, curve, roster, people, champions, terrain, repertoire)
