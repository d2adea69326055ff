"""When sessions are called. All sessions that are due at one moment share one timer of the loop."""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from undertide_server.sessions.session import Session


class SharedTimer(NamedTuple):
    """Sessions that one timer calls together, in the order in which they were set."""

    timer: asyncio.TimerHandle
    sessions: dict[str, Session]


class Timers:
    """The next call of each session.

    `advance` is called with a session and the moment for which it was set. It must not raise.
    """

    def __init__(self, advance: Callable[[Session, float], None]) -> None:
        self._advance = advance
        self._loop = asyncio.get_running_loop()
        self._due: dict[str, float] = {}
        """Moment of each session's call, by its id."""
        self._moments: dict[float, SharedTimer] = {}
        """Timers that have not run yet, by moment."""

    def due(self, session: Session) -> float | None:
        """Return the moment of a session's next call, or None if there is none."""
        return self._due.get(session.id)

    def set(self, session: Session, due: float | None) -> None:
        """Set the moment of a session's next call, in place of the earlier one; None cancels it."""
        before = self._due.get(session.id)
        if before == due:
            return
        if before is not None:
            self._take_back(session, before)
        if due is not None:
            self._add(session, due)

    def _add(self, session: Session, due: float) -> None:
        moment = self._moments.get(due)
        if moment is None:
            timer = self._loop.call_at(due, self._call_due, due)
            moment = self._moments[due] = SharedTimer(timer, {})
        moment.sessions[session.id] = session
        self._due[session.id] = due

    def _take_back(self, session: Session, due: float) -> None:
        del self._due[session.id]
        moment = self._moments.get(due)
        if moment is None:
            return  # Its timer is running now.
        moment.sessions.pop(session.id, None)
        if not moment.sessions:
            moment.timer.cancel()
            del self._moments[due]

    def _call_due(self, due: float) -> None:
        for session in self._moments.pop(due).sessions.values():
            # Another session's call may have set this one anew.
            if self._due.get(session.id) == due:
                del self._due[session.id]
                self._advance(session, due)
