"""The record of which monsters of a run the tide brought."""

from undertide_server.simulation.components.floors import Risen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run


class Newcomers:
    """The monsters that the tide brought to floors with heroes.

    Call `look` once per step: the times at which the tide brings monsters are known.
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self._known: dict[int, set[int]] = {}
        """The monsters of each floor at the last look."""
        self._beats: dict[int, tuple[int, bool]] = {}
        self._of_tide: set[int] = set()

    def __contains__(self, monster: int) -> bool:
        return monster in self._of_tide

    def look(self) -> None:
        """Note the monsters that the tide brought since the last look. The first one notes none."""
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

    def _beats_of(self, floor: FloorIndex) -> tuple[int, bool]:
        """Return what changes whenever the tide of a floor brings monsters.

        That is how many times it has done so since the grace, and whether the first newcomer of the
        run, which may come earlier, has come.
        """
        rules = self._run.rules.tide
        late = floor.tide.clock - rules.grace
        beats = late // rules.interval + 1 if late >= 0 else 0
        return beats, self._run.progress.tide_met
