"""The pace of each floor of a replayed run, derived from its state and inputs."""

from collections.abc import Iterable
from itertools import product
from typing import Final, get_args

from undertide_server.sessions.clock.pace import wanted_pace
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import Input, Ticked, Turned
from undertide_server.simulation.state.run import Run
from undertide_shared.messages import Pace, PaceMode, PaceStatus

STATUSES: Final[dict[tuple[PaceMode, bool], PaceStatus]] = {
    (mode, slow): PaceStatus(mode, slow=slow)
    for mode, slow in product(get_args(PaceMode), (False, True))
}
"""One status for each mode and speed, always the same object, because views compare them by
identity."""


class Paces:
    """The paces of a replay's floors.

    `choice` is the session's chosen pace. It decides the modes, except that a floor on which a hero
    was alone stays in turns for a moment when company comes. `in_turns` are the branches whose last
    move was a turn. `slow_below` is the percent of life below which a hero slows its floor.
    """

    def __init__(self, choice: Pace, in_turns: Iterable[int] = (), slow_below: int = 0) -> None:
        self._choice: Pace = choice
        self._slow_below = slow_below
        self._in_turns = set(in_turns)

    @property
    def in_turns(self) -> list[int]:
        """The branches whose last move was a turn."""
        return sorted(self._in_turns)

    def record_moves(self, inputs: Iterable[Input]) -> None:
        """Note how the inputs of a step moved floors."""
        for given in inputs:
            if isinstance(given, Turned):
                self._in_turns.add(given.branch)
            elif isinstance(given, Ticked):
                self._in_turns.discard(given.branch)

    def statuses(self, run: Run) -> dict[int, PaceStatus]:
        """Return the pace of each branch with heroes."""
        places = [floor for floor in run.index.floors.values() if floor.heroes]
        return {floor.state.branch: self._status(floor) for floor in places}

    def _status(self, floor: FloorIndex) -> PaceStatus:
        wanted = wanted_pace(self._choice, floor.heroes.values(), self._slow_below)
        if wanted.mode == "real" and floor.state.branch in self._in_turns:
            return STATUSES["solo", False]
        return STATUSES[wanted]
