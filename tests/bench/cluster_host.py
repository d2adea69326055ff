"""A server of several workers: which processes they are, and which runs each of them owns."""

import json
import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from support.processes.commands import Serving, serving, undertide
from undertide_server.store.engine.address import StoreAddress

LIMITS: Final = """
[limits]
sessions = 400
connections = 4000
connections_per_address = 4000
connections_per_second = 1000
handshakes = 4000
handshakes_per_address = 4000
bytes_per_second_per_address = 100000000
"""
STARTS: Final = re.compile(r'event="worker starts" worker=(\S+) process=(\d+)')
"""The line of the supervisor's log about a worker that it starts."""
SERVES: Final = re.compile(r"event=listening .*worker=(\S+)")
"""The line of a worker that serves."""
BEGINS_ANEW: Final = re.compile(r'event="lease lost.* now=(\S+) worker=(\S+)')
"""The line of a worker that goes on as another node, since it was stopped for too long."""


@dataclass(frozen=True)
class OwnedRun:
    """A run and its owner, as `undertide cluster list` shows them."""

    run: str
    session: str
    node: str
    epoch: int


class ClusterHost:
    """The server of a folder, with its workers."""

    def __init__(self, server: Serving, folder: Path, workers: int) -> None:
        self.server = server
        self.folder = folder
        self.store: StoreAddress = folder
        self._workers = workers
        self.wait_until_whole()

    @property
    def address(self) -> str:
        """Where all workers listen."""
        return self.server.address

    def workers(self) -> dict[str, int]:
        """Return the processes of the workers that serve, by their node's id."""
        log = self.server.log
        serving = set(SERVES.findall(log))
        node_of = {worker: node for node, worker in BEGINS_ANEW.findall(log)}
        found = {worker: int(process) for worker, process in STARTS.findall(log)}
        return {
            node_of.get(worker, worker): process
            for worker, process in found.items()
            if worker in serving and _lives(process)
        }

    def processes(self) -> set[int]:
        """Return all processes of the server: the supervisor's and those of its workers."""
        return {self.server.process.pid, *self.workers().values()}

    def wait_until_whole(self) -> None:
        """Wait until as many workers serve as there should be."""
        self.server.logged_until(lambda _log: len(self.workers()) >= self._workers)

    def listed(self) -> dict[str, Any]:
        """Return what `undertide cluster list` says."""
        return _json_of("cluster", "list", "--data", str(self.folder), "--json")

    def owned(self) -> list[OwnedRun]:
        """Return all runs that are in a session, with their owners."""
        return [OwnedRun(**each) for each in self.listed()["runs"] if each["node"]]

    def move(self, run: str, node: str) -> float:
        """Move a run, and return the pause in milliseconds."""
        told = _json_of("cluster", "move", run, node, "--data", str(self.folder), "--json")
        pause: float = told["pause_ms"]
        return pause

    def stop(self) -> None:
        """End it as an operator would."""
        self.server.stop(signal.SIGTERM)

    def verified(self) -> list[str]:
        """Verify every run; return those that don't hold. The server must have stopped."""
        told = _json_of("runs", "verify", "--all", "--data", str(self.folder), "--json")
        return [each["run"] for each in told["runs"] if not each["holds"]]


@contextmanager
def cluster_host(folder: Path, workers: int, *options: str) -> Iterator[ClusterHost]:
    """Run a server of so many workers on a folder, in real time; one process if `workers` is 0."""
    (folder / "server.toml").write_text(LIMITS)
    chosen = ("--workers", str(workers)) if workers else ()
    words = ("--data", str(folder), "--config", str(folder), "--pace", "real", *chosen, *options)
    with serving(*words) as server:
        yield ClusterHost(server, folder, workers)


def _lives(process: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(process, 0)
        return True
    return False


def _json_of(*words: str) -> dict[str, Any]:
    done = undertide(*words)
    try:
        told: dict[str, Any] = json.loads(done.stdout)
    except json.JSONDecodeError:
        raise RuntimeError(f"{' '.join(words)}: {done.stdout}{done.stderr}") from None
    return told
