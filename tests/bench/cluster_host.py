"""The server that a measurement torments: workers over a folder, or nodes over PostgreSQL.

It says which processes its nodes are, and which runs each of them owns.
"""

import argparse
import json
import os
import re
import signal
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from support.postgres.server import PostgresServer, running_server
from support.processes.cluster import Cluster, ClusterNode, Way, fresh_database, running_cluster
from support.processes.commands import Serving, lasting_port, serving, undertide
from support.processes.tcp_proxy import TcpProxy
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
LEASES_ENDED: Final = """
CREATE TABLE IF NOT EXISTS ended (id text, age double precision);
CREATE OR REPLACE FUNCTION note_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO ended VALUES (
        OLD.id, extract(epoch FROM clock_timestamp()) - OLD.renewed
    );
    RETURN OLD;
END $$;
CREATE OR REPLACE TRIGGER note_end BEFORE DELETE ON nodes FOR EACH ROW EXECUTE FUNCTION note_end();
"""
"""Notes how long after its last renewal a node is removed: whoever does that claims its runs."""
TICKS: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class OwnedRun:
    """A run and its owner, as `undertide cluster list` shows them."""

    run: str
    session: str
    node: str
    epoch: int


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


# --- workers over a folder --------------------------------------------------


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


# --- nodes over PostgreSQL --------------------------------------------------


class PostgresHost:
    """The nodes of a database, as processes of one machine. Bots reach them by a balancer."""

    def __init__(self, server: PostgresServer, cluster: Cluster, nodes: int) -> None:
        self.server = server
        self.cluster = cluster
        self.store: StoreAddress = cluster.store
        self._names = [f"node{number}" for number in range(1, nodes + 1)]
        self._door: TcpProxy | None = None
        cluster.ask(LEASES_ENDED)
        self.wait_until_whole()

    @property
    def address(self) -> str:
        """Where the nodes are reached, each in its turn."""
        if self._door is None:
            self._door = TcpProxy(*(self.cluster.nodes[name].address for name in self._names))
            self._door.open()
        return self._door.address

    def nodes(self) -> dict[str, ClusterNode]:
        """Return the nodes that live, by their ids."""
        found = {}
        for status in self.cluster.statuses():
            node = self.cluster.node_at(status.node.address)
            if status.is_living and node is not None and node.is_running:
                found[status.id] = node
        return found

    def workers(self) -> dict[str, int]:
        """Return the processes of the nodes that live, by their ids."""
        return {id_: node.server.process.pid for id_, node in self.nodes().items()}

    def processes(self) -> set[int]:
        """Return the processes of all nodes."""
        return set(self.workers().values())

    def wait_until_whole(self) -> None:
        """Start the nodes that have ended, and wait until they serve."""
        self.cluster.mend(*self._names)

    def owned(self) -> list[OwnedRun]:
        """Return all runs that are in a session, with their owners."""
        return [OwnedRun(*each) for each in self.cluster.all_owned()]

    def move(self, run: str, node: str) -> float:
        """Move a run, and return the pause in milliseconds."""
        pause: float = self.cluster.told("cluster", "move", run, node)["pause_ms"]
        return pause

    def lease_ages(self, node: str) -> list[float]:
        """Return how many seconds after its last renewal a node was removed, if it was."""
        return [age for id_, age in self.cluster.ask("SELECT id, age FROM ended") if id_ == node]

    def stop(self) -> None:
        """End it as an operator would."""
        for name in self.cluster.living:
            self.cluster.nodes[name].terminate()

    def verified(self) -> list[str]:
        """Verify every run; return those that don't hold."""
        told = self.cluster.told("runs", "verify", "--all")
        return [each["run"] for each in told["runs"] if not each["holds"]]

    def close(self) -> None:
        """Let nobody in any more."""
        if self._door is not None:
            self._door.cut()


@contextmanager
def postgres_host(folder: Path, nodes: int, *options: str) -> Iterator[PostgresHost]:
    """Run so many nodes over a new database, in real time."""
    (folder / "server.toml").write_text(LIMITS)
    words = ("--config", str(folder), "--pace", "real", *options)
    ways = {f"node{number}": Way(("--port", lasting_port())) for number in range(1, nodes + 1)}
    with (
        running_server() as server,
        running_cluster(
            fresh_database(server), folder / "nodes", *words, ways=ways, by_lines=False
        ) as cluster,
    ):
        host = PostgresHost(server, cluster, nodes)
        try:
            yield host
        finally:
            host.close()


# --- processes --------------------------------------------------


def process_of(client_port: int, processes: Iterable[int]) -> int:
    """Return the process that holds the other end of a client's connection; 0 if none does."""
    inode = _inode_of(client_port)
    for process in processes:
        with suppress(OSError):
            for each in Path(f"/proc/{process}/fd").iterdir():
                with suppress(OSError):
                    if str(each.readlink()) == f"socket:[{inode}]":
                        return process
    return 0


def cpu_of(process: int) -> float:
    """Return the seconds of CPU that a process has used so far, all its threads together."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _inode_of(client_port: int) -> str:
    """Return the inode of the socket whose other end has this local port."""
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text(encoding="ascii").splitlines()[1:]:
            _, _, remote, *rest = line.split()
            if int(remote.rpartition(":")[2], 16) == client_port:
                return rest[6]
    return ""
