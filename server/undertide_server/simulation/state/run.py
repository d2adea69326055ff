"""The state that a step works on. It is data only; `pipeline.step` advances it."""

from collections import ChainMap
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass, field

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.simulation.components.progress import Progress
from undertide_server.simulation.state.events import Event
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import Input
from undertide_server.simulation.state.spatial_index import SpatialIndex
from undertide_server.simulation.state.tick_figures import TickFigures, tick_figures_of
from undertide_server.simulation.state.world import World
from undertide_server.util.rng import Rng, derive
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_server.worldgen.game.game import Game
from undertide_server.worldgen.items.catalogue import ItemCatalogue


@dataclass(slots=True)
class Run:
    """A run as it is now."""

    game: Game
    world: World
    index: SpatialIndex
    progress: Progress
    kinds: MutableMapping[str, MonsterKind]
    """The kinds of the roster and of people, by id. Those of people are made when asked for."""
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
    tick_figures: TickFigures = field(init=False)
    """The figures of the rules that systems read at each tick."""

    def __post_init__(self) -> None:
        self.rules, self.items = self.game.ruleset, self.game.items
        self.tick_figures = tick_figures_of(self.rules)

    def chance(self, floor: FloorIndex, purpose: str, actor: int = 0) -> Rng:
        """Return the random generator for one purpose and actor at this tick of a floor."""
        return derive(self.game.seed, purpose, floor.state.branch, floor.state.clock, actor)

    def tell(self, event: Event) -> None:
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
    kinds: MutableMapping[str, MonsterKind] = ChainMap(roster, game.people)  # type: ignore[arg-type]
    index = SpatialIndex(world, game.terrain, kinds)
    index.rebuild()
    return Run(game, world, index, progress, kinds)
