"""The runs of a simulated node, as the server's takeovers and moves see them."""

from collections.abc import Callable
from typing import cast

from support.cluster.memory_store import MemoryConnection
from support.cluster.simulated_owner import SimulatedOwner
from support.cluster.simulated_session import SimulatedSession, counted
from undertide_server.sessions.handover import Handover
from undertide_server.sessions.session import Session
from undertide_server.store.reader import Reader
from undertide_server.store.writes import JournalOfWrites
from undertide_server.util.slices import Slices


class UnlimitedCapacity:
    """In place of the capacity of a registry: there is always room."""

    has_room = True


class SimulatedRuns:
    """In place of the registry, of its resting runs, and of the gateway that hosts sessions."""

    capacity = UnlimitedCapacity()

    def __init__(
        self,
        owner: SimulatedOwner,
        journal: JournalOfWrites,
        connection: MemoryConnection,
        note: Callable[[str], object],
    ) -> None:
        self.sessions = owner.sessions
        self.resting_runs = self
        self.journal = journal
        self._owner = owner
        self._connection = connection
        self._note = note

    def read(
        self, run: str, _check: object, handover: Handover | None = None
    ) -> Slices[SimulatedSession]:
        """Return the work that brings a run back from what is stored now."""
        stored = counted(Reader(self._connection).steps(run))

        def restoring() -> Slices[SimulatedSession]:
            yield
            session = self._owner.host(run, stored)
            if handover is not None:
                session.take_over(handover)
            return session

        return restoring()

    def of_run(self, run: str) -> SimulatedSession | None:
        """Return the live session of a run."""
        return self.sessions.get(run)

    def check_runs(self) -> None:
        """Have the store say of every live run whether this node may still play it."""
        for session in self.sessions.values():
            session.writer.check()

    # --- moves -------------------------------------------------------------------------------

    def halt(self, session: Session, written: Callable[[], None]) -> None:
        """Halt a session; its members' intents are left to their fronts."""
        _of(session).halt(written)

    def go_on(self, session: Session) -> None:
        """Have a halted session go on here; its members enter it again."""
        halted = _of(session)
        self._note(f"goes on with {halted.name}")
        halted.go_on()
        self._owner.send_away(halted.name)
        self._owner.step_soon(halted.name)

    def moved(self, session: Session, node: str) -> None:
        """Drop a session whose run another node owns, unless that was done before."""
        dropped = _of(session)
        name = dropped.name
        if self._owner.sessions.get(name) is not dropped:
            return
        self._note(f"drops {name}, which is at {node or 'a node unknown'}")
        self.journal.disown(name)
        self._owner.drop(name)


def _of(session: Session) -> SimulatedSession:
    return cast(SimulatedSession, session)
