"""Which writes of a run count: those of its owner, at the step that they follow.

The functions take the database's connection. They are part of the transaction that writes, and
change nothing of a run whose write they refuse, but that they may set it aside.
"""

from typing import Final, NamedTuple

from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.errors import StoreError

WENT_BACK: Final = "the store went back"
"""How the reason begins for which a run is set aside that lacks steps that players have seen."""

LOST_CHANGES: Final = 1_000_000
"""More changes of a run's owner than a store can lose: a node makes a few in a second."""
_HELD: Final = "run = ? AND epoch = ? AND owner IN (?, '') AND step >= ?"


class Fence(NamedTuple):
    """The right to write a run: its owner, and the epoch that began when that became its owner."""

    node: str = ""
    epoch: int = 0


UNOWNED: Final = Fence()
"""The right to write runs that no node has ever owned."""


class Refused(NamedTuple):
    """A run whose writes were refused."""

    run: str
    fence: Fence
    """What the writes stated."""
    reason: str = ""
    """Empty if another node owns the run by now; else why the run was set aside."""


class RefusedWriteError(StoreError):
    """A write that was refused, as `refused` says."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(f"run {refused.run}: {refused.reason or 'another node owns it'}")
        self.refused = refused


def hold(connection: StoreConnection, run: str, fence: Fence, least: int = 0) -> bool:
    """Keep others from changing a run until the transaction ends; return False if there is none.

    The run must have come to the step `least` at least.

    Raises RefusedWriteError unless it is this owner's. It stays so after the owner closed or
    released it, until another node claims it.
    """
    held = connection.execute(
        f"SELECT 1 FROM runs WHERE {_HELD} {connection.for_update()}",  # noqa: S608
        (run, fence.epoch, fence.node, least),
    )
    if held.fetchone() is not None:
        return True
    if connection.execute("SELECT 1 FROM runs WHERE run = ?", (run,)).fetchone() is None:
        return False
    check(connection, run, fence, least)
    return True


def check(connection: StoreConnection, run: str, fence: Fence, least: int) -> None:
    """Check that a run is its owner's, and has come to a step that was written to it.

    If so, and a write of that step was refused, only the answer to an earlier try was lost.

    Raises RefusedWriteError otherwise. The run is set aside first if it lacks something that the
    store had acknowledged.
    """
    while True:
        seen = connection.execute(
            "SELECT owner, epoch, step FROM runs WHERE run = ?", (run,)
        ).fetchone()
        if seen is None:
            raise RefusedWriteError(Refused(run, fence, f"{WENT_BACK}: it lacks the whole run"))
        owner, epoch, step = seen
        if epoch > fence.epoch:
            raise RefusedWriteError(Refused(run, fence))
        if epoch < fence.epoch or owner not in (fence.node, ""):
            reason = f"{WENT_BACK}: it lacks the latest change of the run's owner"
        elif step < least:
            reason = f"{WENT_BACK}: it ends at step {step} of {least}"
        else:
            return
        if _set_aside(connection, run, fence, seen, reason):
            raise RefusedWriteError(Refused(run, fence, reason))


def _set_aside(
    connection: StoreConnection, run: str, fence: Fence, seen: tuple[str, int, int], reason: str
) -> bool:
    """Set a run aside, so that nobody plays on from a state that players have seen pass.

    Return False if another connection has changed the owner, the epoch or the step that were seen.

    Its epoch rises above all that owners of it have had, those included that the store knows of no
    longer, so none of them writes it any more.
    """
    changed = connection.execute(
        "UPDATE runs SET state = 'aside', reason = ?, closed = ?, owner = '',"
        " epoch = CASE WHEN epoch > ? THEN epoch ELSE ? END + ?"
        " WHERE run = ? AND owner = ? AND epoch = ? AND step = ?",
        (reason, connection.now(), fence.epoch, fence.epoch, LOST_CHANGES, run, *seen),
    )
    return changed.rowcount > 0


def release(connection: StoreConnection, run: str, fence: Fence) -> None:
    """Let a run rest: any node may claim it. Do nothing if another node owns it by now."""
    connection.execute(
        "UPDATE runs SET owner = '' WHERE run = ? AND epoch = ? AND owner = ?",
        (run, fence.epoch, fence.node),
    )
