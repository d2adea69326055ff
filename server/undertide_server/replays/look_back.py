"""How far runs may be shown by now, and to whom: what the sessions of a run decide, on any node."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from undertide_server.sessions.model.identity import Identity


class KnownRuns(Protocol):
    """The runs that a node has played since it began."""

    def check_look_back(self, run: str, said: str, member: int, identity: Identity, /) -> None:
        """Raise RequestRefusedError if a person may not watch a run's replay."""

    def watchable(self, run: str, now: float, /) -> int | None:
        """Return the last step of a run that replays may show; None means all of them."""


class RunsElsewhere(Protocol):
    """The runs that other nodes know."""

    def run_of(self, said: str) -> str:
        """Return the run of a live session by its id or an invite code; empty if none is known."""

    async def reaches(
        self, runs: Sequence[str], said: str = "", identity: Identity | None = None
    ) -> Mapping[str, int]:
        """Return the last step of each run that may not be shown to its end yet.

        If somebody asks for a run, `said` is the name that this person used for it. Raises
        RequestRefusedError if the person may not watch it, or a node gives no answer.
        """


class LookBack:
    """What replays and pages may show of runs. `clock` is the one of the sessions."""

    def __init__(self, own: KnownRuns, clock: Callable[[], float]) -> None:
        self._own = own
        self._clock = clock
        self.elsewhere: RunsElsewhere | None = None
        """The runs of other nodes; None if this is the only one."""

    def own_reaches(self, runs: Sequence[str]) -> dict[str, int]:
        """Return the last step of each run of which this node knows that more is to come."""
        now = self._clock()
        known = {run: self._own.watchable(run, now) for run in dict.fromkeys(runs)}
        return {run: step for run, step in known.items() if step is not None}

    def run_elsewhere(self, said: str) -> str:
        """Return the run of another node's session by its id or an invite code; empty if none."""
        return "" if self.elsewhere is None else self.elsewhere.run_of(said)

    def check(self, run: str, said: str, member: int, identity: Identity) -> None:
        """Raise RequestRefusedError if a session of this node keeps a person from its replay."""
        self._own.check_look_back(run, said, member, identity)

    async def reaches(self, runs: Sequence[str]) -> dict[str, int]:
        """Return the last step of each run that may not be shown to its end yet.

        Raises RequestRefusedError if another node gives no answer.
        """
        found = self.own_reaches(runs)
        if self.elsewhere is not None:
            found = least(found, await self.elsewhere.reaches(runs))
        return found

    async def reach_for(self, run: str, said: str, member: int, identity: Identity) -> int | None:
        """Return the last step of a run that a person may be shown; None means all of them.

        `said` is the name that the person used for it. Raises RequestRefusedError if the person may
        not watch it, or another node gives no answer.
        """
        self.check(run, said, member, identity)
        found = self.own_reaches([run])
        if self.elsewhere is not None:
            found = least(found, await self.elsewhere.reaches([run], said, identity))
        return found.get(run)


def least(first: Mapping[str, int], second: Mapping[str, int]) -> dict[str, int]:
    """Return the lower of two steps for each run that either has."""
    steps = dict(first)
    for run, step in second.items():
        steps[run] = min(step, steps.get(run, step))
    return steps
