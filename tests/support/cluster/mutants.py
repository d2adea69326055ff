"""Clusters that lack one check each: the simulation must notice it."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from support.cluster.memory_store import MemoryConnection
from undertide_server.cluster.lease import Lease
from undertide_server.store import fencing, writer
from undertide_server.store.engine.protocol import Rows, StoreConnection, Values

CONDITIONS = {
    "AND owner = ? AND epoch = ? AND step = ?": "AND ? IS NOT NULL AND ? IS NOT NULL AND step = ?",
    "AND epoch = ? AND owner IN (?, '')": "AND ? IS NOT NULL AND ? IS NOT NULL",
}
"""The conditions of writes on the owner and its epoch, and what stands in their place."""


@contextmanager
def without_epochs() -> Iterator[list[str]]:
    """Let writes of any owner count; yield the list of statements that were changed."""
    changed: list[str] = []
    execute = MemoryConnection.execute

    def execute_changed(self: MemoryConnection, statement: str, values: Values = ()) -> Rows:
        for condition, anything in CONDITIONS.items():
            if condition in statement:
                changed.append(condition)
                statement = statement.replace(condition, anything)
        return execute(self, statement, values)

    with (
        mock.patch.object(MemoryConnection, "execute", execute_changed),
        mock.patch.object(fencing, "check", _check_step),
        mock.patch.object(writer, "check", _check_step),
    ):
        yield changed


@contextmanager
def without_renewals() -> Iterator[None]:
    """Let a node claim whatever it finds, however its own renewals went."""
    with mock.patch.object(Lease, "may_claim", return_value=True):
        yield


def _check_step(connection: StoreConnection, run: str, fence: fencing.Fence, least: int) -> None:
    """Check that a run has come to a step, whoever owns it."""
    (step,) = connection.execute("SELECT step FROM runs WHERE run = ?", (run,)).fetchone()
    if step < least:
        raise fencing.RefusedWriteError(fencing.Refused(run, fence))
