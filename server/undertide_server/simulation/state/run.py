"""The state that a step works on. It is data only; `pipeline.step` advances it."""

from collections import ChainMap
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

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
from undertide_server.worldgen.draft.plan import FloorPlan
from undertide_server.worldgen.game.game import Game
from undertide_server.worldgen.game.run_tree import Branch
from undertide_server.worldgen.items.catalogue import ItemCatalogue

PlanKey = tuple[Branch, tuple[int, ...]]
"""What the plan of a run's first floor depends on besides the game: its branch, and the levels of
the heroes. Later floors also depend on the set pieces of those before them (R12).
"""

NOTHING_PLANNED: Mapping[PlanKey, FloorPlan] = MappingProxyType({})


@dataclass(slots=True)
class Run:
    """A run as it is now."""

    game: Game
    world: World
    index: SpatialIndex
    progress: Progress
    kinds: MutableMapping[str, MonsterKind]
    """The kinds of the roster and of people, by id. Those of people are made when asked for."""
    planned: dict[PlanKey, FloorPlan] = field(default_factory=dict)
    """Floors that were planned ahead, until they are entered. A plan is the same whenever it is
    made."""
    inputs: Sequence[Input] = ()
    """The inputs of the current step."""
    events: list[Event] = field(default_factory=list)
    """The events of the current step."""
    rules: Ruleset = field(init=False)
    """The game's ruleset, kept here because systems read it many times a tick."""
    items: ItemCatalogue = field(init=False)
    """The game's items, by key."""
    pulse: Pulse = field(init=False)
    """The figures of the rules that systems read at each tick."""

    def __post_init__(self) -> None:
        self.rules, self.items = self.game.ruleset, self.game.items
        self.pulse = pulse_of(self.rules)

    def chance(self, floor: FloorIndex, purpose: str, actor: int = 0) -> Rng:
        """Return the random generator for one purpose and actor at this tick of a floor."""
        return derive(self.game.seed, purpose, floor.state.branch, floor.state.clock, actor)

    def tell(self, event: Event) -> None:
        """Record an event."""
        self.events.append(event)


def new_run(game: Game, planned: Mapping[PlanKey, FloorPlan] = NOTHING_PLANNED) -> Run:
    """Return a run before its first step, in which heroes have entered no floor yet.

    `planned` has floors that were planned ahead.
    """
    world = World()
    progress = Progress()
    world.create(progress)
    run = assemble(game, world, progress)
    run.planned.update(planned)
    return run


def assemble(game: Game, world: World, progress: Progress) -> Run:
    """Return the run of an existing world, and index the world."""
    roster = {kind.id: kind for kind in game.roster.kinds}
    # All writes go to the first mapping, which the library's type does not say.
    kinds: MutableMapping[str, MonsterKind] = ChainMap(roster, game.people)  # type: ignore[arg-type]
    index = SpatialIndex(world, game.terrain, kinds)
    index.rebuild()
    return Run(game, world, index, progress, kinds)
