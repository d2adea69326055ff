"""One run: everything that a step works on. Data only; `pipeline.step` moves it on."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.simulation.components.progress import Progress
from undertide_server.simulation.state.events import Event
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import Input
from undertide_server.simulation.state.pulse import Pulse, pulse_of
from undertide_server.simulation.state.spatial_index import SpatialIndex
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
    kinds: dict[str, MonsterKind]
    """Of the roster and of people, by id."""
    inputs: Sequence[Input] = ()
    """The inputs of the step under way."""
    events: list[Event] = field(default_factory=list)
    """What happened in the step under way."""
    rules: Ruleset = field(init=False)
    """The content this run plays by: the game's. Asked for many times a tick, so it is at hand."""
    items: ItemCatalogue = field(init=False)
    """What every item of this run is, by its key: the game's."""
    pulse: Pulse = field(init=False)
    """What of the rules is asked for at each tick."""

    def __post_init__(self) -> None:
        self.rules, self.items = self.game.ruleset, self.game.items
        self.pulse = pulse_of(self.rules)

    def chance(self, floor: FloorIndex, purpose: str, actor: int = 0) -> Rng:
        """Return the generator of one purpose, one actor and this moment of a floor."""
        return derive(self.game.seed, purpose, floor.state.branch, floor.state.clock, actor)

    def tell(self, event: Event) -> None:
        """Note that something happened."""
        self.events.append(event)


def new_run(game: Game) -> Run:
    """Return a run before its first step: no floor was entered yet."""
    world = World()
    progress = Progress()
    world.create(progress)
    return assemble(game, world, progress)


def assemble(game: Game, world: World, progress: Progress) -> Run:
    """Return the run of a world that is there already, with its places indexed."""
    kinds = {kind.id: kind for kind in game.roster.kinds} | dict(game.people)
    index = SpatialIndex(world, game.terrain, kinds)
    index.rebuild()
    return Run(game, world, index, progress, kinds)
