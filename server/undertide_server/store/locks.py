"""The locks of writers that share a store: all take them in one order, so none waits in a circle.

A transaction takes the locks by name first, as listed here, and then those of the runs that it
writes, by their numbers. A node that claims runs holds its own row of `nodes` before that. Where a
transaction keeps all others from writing, none of this does anything.
"""

from collections.abc import Collection, Sequence
from typing import Final

from undertide_server.store.engine.protocol import StoreConnection, marks
from undertide_server.store.writes import (
    Appended,
    Begun,
    Cleared,
    Deleted,
    RunClosed,
    SpaceGivenBack,
    Write,
)

RUN_LIST: Final = "the list of runs"
"""Held while runs are entered or deleted: their numbers, and which contents they need."""
LEFTOVERS: Final = "what deleted runs have left"
"""Held while that is cleared."""
TALLIES: Final = "the tallies of the leaderboard"
"""Held while runs are counted that have ended."""
KINDS: Final[Sequence[tuple[str, type[Write] | tuple[type[Write], ...]]]] = (
    (RUN_LIST, (Begun, Deleted)),
    (LEFTOVERS, Cleared),
    (TALLIES, RunClosed),
)
"""The locks in their order, each with the writes that need it."""


def lock_for(connection: StoreConnection, writes: Sequence[Write]) -> None:
    """Take all locks that some writes need. Steps alone need none: their update takes its own."""
    if not connection.for_update() or all(isinstance(write, Appended) for write in writes):
        return
    for name, kinds in KINDS:
        if any(isinstance(write, kinds) for write in writes):
            connection.lock(name)
    lock_runs(
        connection,
        {write.run for write in writes if not isinstance(write, Cleared | SpaceGivenBack)},
    )


def lock_to_insert(connection: StoreConnection) -> None:
    """Take the locks that inserting a whole run needs."""
    connection.lock(RUN_LIST)
    connection.lock(TALLIES)


def lock_runs(connection: StoreConnection, runs: Collection[str]) -> None:
    """Keep others from changing or deleting runs until the transaction ends."""
    words = connection.for_update()
    if words and runs:
        connection.execute(
            f"SELECT id FROM runs WHERE run IN ({marks(len(runs))}) ORDER BY id {words}",  # noqa: S608
            sorted(runs),
        ).fetchall()
