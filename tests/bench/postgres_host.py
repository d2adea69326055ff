"""A cluster over a PostgreSQL server of its own: its nodes, and which runs each of them owns."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from cluster_host import LIMITS, OwnedRun

from support.postgres.server import PostgresServer, running_server
from support.processes.cluster import Cluster, ClusterNode, Way, fresh_database, running_cluster
from support.processes.commands import lasting_port
from support.processes.tcp_proxy import TcpProxy
from undertide_server.store.engine.address import StoreAddress

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
