"""The pace of each floor in a run that is played again, as its state and inputs tell it."""

from collections.abc import Iterable
from typing import Final, get_args

from undertide_server.sessions.clock.pace import wanted_mode
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import Input, Ticked, Turned
from undertide_server.simulation.state.run import Run
from undertide_shared.messages import Pace, PaceMode, PaceStatus

STATUSES: Final[dict[PaceMode, PaceStatus]] = {
    mode: PaceStatus(mode) for mode in get_args(PaceMode)
}
"""One for each mode, always the same: views compare them by a look."""


class Paces:
    """Follows which floors move in turns.

    `choice` is the session's. What it asks for is in force, except that a floor on which a hero was
    alone goes on in turns for a moment when company comes.
    """

    def __init__(self, choice: Pace) -> None:
        self._choice: Pace = choice
        self._in_turns: set[int] = set()
        """Branches that moved by a turn last."""

    def note(self, inputs: Iterable[Input]) -> None:
        """Take in how a step moved floors."""
        for given in inputs:
            if isinstance(given, Turned):
                self._in_turns.add(given.branch)
            elif isinstance(given, Ticked):
                self._in_turns.discard(given.branch)

    def statuses(self, run: Run) -> dict[int, PaceStatus]:
        """Return the pace of each branch that heroes are on."""
        places = [floor for floor in run.index.floors.values() if floor.heroes]
        return {floor.state.branch: STATUSES[self._mode(floor)] for floor in places}

    def _mode(self, floor: FloorIndex) -> PaceMode:
        waking = sum(row.hero.presence != "asleep" for row in floor.heroes.values())
        mode = wanted_mode(self._choice, waking)
        if mode == "real" and floor.state.branch in self._in_turns:
            return "solo"
        return mode
