"""Which monsters of a run the tide brought."""

from undertide_server.simulation.components.fixtures import Risen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run


class Newcomers:
    """Watches who comes to floors. Look once a step: the tide comes on beats that are known."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._known: dict[int, set[int]] = {}
        """Monsters by floor, as they were at the last look."""
        self._beats: dict[int, int] = {}
        self._of_tide: set[int] = set()

    def __contains__(self, monster: int) -> bool:
        return monster in self._of_tide

    def look(self) -> None:
        """Take in who came since the last look. Who is there at the first one was there before."""
        for entity, floor in self._run.index.floors.items():
            if floor.heroes:
                self._look_at(entity, floor)

    def _look_at(self, entity: int, floor: FloorIndex) -> None:
        beats = self._beats_of(floor)
        known = self._known.get(entity)
        if known is not None and beats != self._beats[entity]:
            world = self._run.world
            self._of_tide |= {
                each for each in floor.monsters.keys() - known if not world.has(each, Risen)
            }
        self._beats[entity] = beats
        if known is None or len(floor.monsters) != len(known) or floor.monsters.keys() != known:
            self._known[entity] = set(floor.monsters)

    def _beats_of(self, floor: FloorIndex) -> int:
        """Return how often the tide of a floor has come so far."""
        rules = self._run.rules.tide
        late = floor.tide.clock - rules.grace
        return late // rules.interval + 1 if late >= 0 else 0
