"""The state that a step works on. It is data only; `pipeline.step` advances it."""

from collections import ChainMap
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass, field

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.statuses import Catching
from undertide_server.simulation.components.progress import Progress
from undertide_server.simulation.rules.hunger import brinks_of
from undertide_server.simulation.rules.statuses import WHOLE
from undertide_server.simulation.rules.tide import TideTimes, tide_times
from undertide_server.simulation.state.events import Event
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import Input
from undertide_server.simulation.state.spatial_index import SpatialIndex
from undertide_server.simulation.state.world import World
from undertide_server.util.rng import Rng, derive
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_server.worldgen.game.game import Game
from undertide_server.worldgen.game.repertoire import EffectChecks, MonsterTricks, RunSystems
from undertide_server.worldgen.items.catalogue import ItemCatalogue


@dataclass(frozen=True, slots=True)
class TickFigures:
    """What systems read of the rules at each tick, worked out once for each run."""

    beat: int
    """Ticks between two beats of the terrain."""
    full_food: int
    """Ticks that full food lasts."""
    toll_every: int
    """Ticks between two tolls of hunger."""
    brinks: frozenset[int]
    """The amounts of food from which one more tick leads to the next stage of hunger."""
    working: frozenset[str]
    """Keys of the statuses that take or give life."""
    pacing: frozenset[str]
    """Keys of the statuses that change an actor's speed."""
    caught_on_hit: tuple[tuple[str, Catching], ...]
    """Keys of the statuses that hits may cause, and how."""
    tide: TideTimes


def tick_figures_of(rules: Ruleset) -> TickFigures:
    """Return the figures of a run with these rules."""
    statuses = rules.statuses.items()
    return TickFigures(
        beat=rules.living.beat,
        full_food=rules.hunger.full,
        toll_every=rules.hunger.toll_every,
        brinks=brinks_of(rules.hunger),
        working=frozenset(key for key, each in statuses if each.harm or each.mends),
        pacing=frozenset(key for key, each in statuses if each.speed_percent != WHOLE),
        caught_on_hit=tuple((key, each.caught) for key, each in statuses if each.caught),
        tide=tide_times(rules.tide),
    )


@dataclass(slots=True)
class Run:
    """A run as it is now."""

    game: Game
    world: World
    index: SpatialIndex
    progress: Progress
    kinds: MutableMapping[str, MonsterKind]
    """The kinds of the roster, of people and of champions, by id. The last two are made when asked
    for."""
    inputs: Sequence[Input] = ()
    """The inputs of the current step."""
    events: list[Event] = field(default_factory=list)
    """The events of the current step."""
    listener: Callable[[Event], None] | None = None
    """Gets each event at once, while all that it names still exists; None: nobody listens."""
    rules: Ruleset = field(init=False)
    """The game's ruleset, kept here because systems read it many times a tick."""
    items: ItemCatalogue = field(init=False)
    """The game's items, by key."""
    systems: RunSystems = field(init=False)
    """All systems, in their order."""
    tricks: MonsterTricks = field(init=False)
    effects: EffectChecks = field(init=False)
    tick_figures: TickFigures = field(init=False)
    """The figures of the rules that systems read at each tick."""

    def __post_init__(self) -> None:
        self.rules, self.items = self.game.ruleset, self.game.items
        repertoire = self.game.repertoire
        self.systems, self.tricks = repertoire.systems, repertoire.tricks
        self.effects = repertoire.effects
        self.tick_figures = tick_figures_of(self.rules)

    def chance(self, floor: FloorIndex, purpose: str, actor: int = 0, ahead: int = 0) -> Rng:
        """Return the random generator for one purpose and actor at this tick of a floor.

        With `ahead` it is that of so many ticks later.
        """
        state = floor.state
        return derive(self.game.seed, purpose, state.branch, state.clock + ahead, actor)

    def emit(self, event: Event) -> None:
        """Record an event, and pass it to the listener."""
        self.events.append(event)
        if self.listener is not None:
            self.listener(event)


def new_run(game: Game, *, is_draft: bool = False) -> Run:
    """Return a run before its first step, in which heroes have entered no floor yet.

    A draft's world must be settled before the first step.
    """
    world = World(is_draft=is_draft)
    progress = Progress()
    world.create(progress)
    return assemble(game, world, progress)


def assemble(game: Game, world: World, progress: Progress) -> Run:
    """Return the run of an existing world, and index the world."""
    roster = {kind.id: kind for kind in game.roster.kinds}
    # All writes go to the first mapping, which the library's type does not say.
    kinds: MutableMapping[str, MonsterKind] = ChainMap(roster, game.people, game.champions)  # type: ignore[arg-type]
    index = SpatialIndex(world, game.terrain, kinds)
    index.rebuild()
    return Run(game, world, index, progress, kinds)
