"""The server that a measurement torments: workers over a folder, or nodes over PostgreSQL."""

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from cluster_host import OwnedRun, cluster_host
from postgres_host import postgres_host

from undertide_server.store.engine.address import StoreAddress


class Host(Protocol):
    """A server of several nodes: the workers over a folder, or the nodes over a database."""

    store: StoreAddress
    """Where its runs are."""

    @property
    def address(self) -> str:
        """Where clients reach it."""

    def workers(self) -> dict[str, int]:
        """Return the processes of the nodes that serve, by their ids."""

    def processes(self) -> set[int]:
        """Return all processes of the server: those of its nodes, and a supervisor's."""

    def wait_until_whole(self) -> None:
        """Wait until as many nodes serve as there should be."""

    def owned(self) -> list[OwnedRun]:
        """Return all runs that are in a session, with their owners."""

    def move(self, run: str, node: str) -> float:
        """Move a run, and return the pause in milliseconds."""

    def stop(self) -> None:
        """End it as an operator would."""

    def verified(self) -> list[str]:
        """Verify every run; return those that don't hold. The server must have stopped."""


@contextmanager
def chosen_host(chosen: argparse.Namespace, nodes: int) -> Iterator[Host]:
    """Run a server of so many nodes, of the kind that the command line has chosen."""
    with tempfile.TemporaryDirectory() as folder:
        run = postgres_host if chosen.postgres else cluster_host
        with run(Path(folder), nodes) as host:
            yield host
