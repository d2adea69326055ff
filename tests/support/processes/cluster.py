"""A cluster over PostgreSQL: nodes in processes of their own, each behind proxies of its own.

A node reaches the database through one proxy, and the other nodes reach it through another, so a
test can cut each line by itself.
"""

import json
import secrets
import signal
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import psycopg

from support.postgres.server import PostgresServer
from support.processes.commands import Serving, lasting_port, serving, undertide
from support.processes.tcp_proxy import TcpProxy
from support.sessions.remembering_bots import Witness, could_be_shown, lost
from undertide_server.simulation.state.inputs import Input
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.postgres.pool import close_pools
from undertide_server.store.leases import Leases, NodeStatus
from undertide_server.store.opening import open_to_read, open_to_write
from undertide_server.store.ownership import Owned, Ownership
from undertide_server.store.reader import Reader
from undertide_server.store.records import StoredRun

DETOURS: Final = """
CREATE TABLE IF NOT EXISTS detours (address text PRIMARY KEY, proxy text NOT NULL);
CREATE OR REPLACE FUNCTION by_detour() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.address := coalesce(
        (SELECT proxy FROM detours WHERE address = NEW.address), NEW.address
    );
    RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER by_detour BEFORE INSERT OR UPDATE ON nodes
    FOR EACH ROW EXECUTE FUNCTION by_detour();
"""
"""Lets each node tell the others the address of the proxy before it in place of its own."""


class ClusterNode:
    """One node: its process, and the lines that lead to it and from it."""

    def __init__(self, name: str, server: Serving, database: TcpProxy, links: TcpProxy) -> None:
        self.name = name
        self.server = server
        self.database = database
        """The line between it and the database."""
        self.links = links
        """The line by which other nodes reach it."""

    @property
    def address(self) -> str:
        """Where clients reach it."""
        return self.server.address

    @property
    def link_address(self) -> str:
        """Where other nodes reach it."""
        return f"127.0.0.1:{self.links.port}"

    @property
    def is_running(self) -> bool:
        """Whether its process lives, awake or not."""
        return self.server.process.poll() is None

    def has_logged(self, *words: str) -> bool:
        """Return whether a line of its log has all these words."""
        return any(all(word in line for word in words) for line in self.server.log.splitlines())

    def kill(self) -> None:
        """End it without a word."""
        self.server.stop(signal.SIGKILL)

    def pause(self) -> None:
        """Let it do nothing until it is woken."""
        self.server.process.send_signal(signal.SIGSTOP)

    def wake(self) -> None:
        """Let it go on."""
        self.server.process.send_signal(signal.SIGCONT)

    def terminate(self) -> tuple[int, str]:
        """End it as a service manager would; return its exit code and its log."""
        return self.server.stop(signal.SIGTERM)


@dataclass(frozen=True)
class Way:
    """How a node of the cluster is started."""

    options: tuple[str, ...] = ()
    rules: int | None = None
    """The version of the rules by which it plays; None for today's."""
    clock: int = 0
    """Seconds by which its machine's clock is ahead."""


USUAL: Final = Way()
NO_WAYS: Final[Mapping[str, Way]] = {}


class Cluster:
    """The nodes of a database. Open it with `running_cluster`."""

    def __init__(
        self,
        stack: ExitStack,
        url: str,
        folder: Path,
        options: tuple[str, ...],
        ways: Mapping[str, Way],
        by_lines: bool,
    ) -> None:
        self.url = url
        self.store = PostgresAddress.parse(url)
        self.nodes: dict[str, ClusterNode] = {}
        self._stack = stack
        self._folder = folder
        self._options = options
        self._ways = ways
        self._by_lines = by_lines
        with closing(open_to_write(self.store)):
            pass  # The first node would make the tables, but the detours come before it.
        self.ask(DETOURS)

    # --- nodes -------------------------------------------------------------------------------

    def start(self, *names: str) -> list[ClusterNode]:
        """Start nodes of these names beside each other; return them once they serve."""
        with ThreadPoolExecutor(len(names)) as pool:
            started = list(pool.map(self._start, names))
        self.nodes.update((node.name, node) for node in started)
        return started

    def mend(self, *names: str) -> list[ClusterNode]:
        """See to it that exactly the nodes of these names serve, and that no line is cut."""
        for node in list(self.nodes.values()):
            node.wake()
            node.database.open()
            node.links.open()
            if node.is_running and node.name not in names:
                node.terminate()
        missing = [each for each in names if each not in self.living]
        if missing:
            self.start(*missing)
        return [self.nodes[name] for name in names]

    @property
    def living(self) -> list[str]:
        """The names of the nodes whose processes run."""
        return [name for name, node in self.nodes.items() if node.is_running]

    def node_of(self, session: str) -> ClusterNode:
        """Return the node that plays a session."""
        return self.node_with_id(self.owned(session).node)

    def others(self, *but: ClusterNode) -> list[ClusterNode]:
        """Return the living nodes apart from these."""
        return [node for node in self.nodes.values() if node.is_running and node not in but]

    def node_with_id(self, id_: str) -> ClusterNode:
        """Return the node that the store calls so."""
        address = next(each.node.address for each in self.statuses() if each.id == id_)
        found = self.node_at(address)
        assert found is not None, address
        return found

    def node_at(self, address: str) -> ClusterNode | None:
        """Return the node whose links are at an address, if it is one of these."""
        known = (each for each in self.nodes.values() if each.link_address == address)
        return next(known, None)

    def id_of(self, node: ClusterNode) -> str:
        """Return what the store calls a living node."""
        return next(
            each.id
            for each in self.statuses()
            if each.is_living and each.node.address == node.link_address
        )

    def _start(self, name: str) -> ClusterNode:
        way = self._ways.get(name, USUAL)
        known = psycopg.conninfo.conninfo_to_dict(self.url)
        first_port = str(known["port"]).partition(",")[0]
        database = self._stack.enter_context(TcpProxy(f"127.0.0.1:{first_port}"))
        port = lasting_port()
        links = self._stack.enter_context(TcpProxy(f"127.0.0.1:{port}"))
        self.ask(f"INSERT INTO detours VALUES ('127.0.0.1:{port}', '127.0.0.1:{links.port}')")
        options = ("--advertise", f"127.0.0.1:{port}", "--data", str(self._folder / name))
        server = self._stack.enter_context(
            serving(
                *options,
                *self._options,
                *way.options,
                rules=way.rules,
                clock=way.clock,
                UNDERTIDE_CLUSTER=_by_line(known, database) if self._by_lines else self.url,
            )
        )
        return ClusterNode(name, server, database, links)

    def folder_of(self, node: ClusterNode) -> Path:
        """Return the folder for the files that belong to a node alone, such as its key."""
        return self._folder / node.name

    # --- the store ---------------------------------------------------------------------------

    def ask(self, statement: str) -> list[tuple[Any, ...]]:
        """Return the rows of a statement, by a connection of its own."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def statuses(self) -> Sequence[NodeStatus]:
        """Return all nodes that the store knows."""
        with closing(open_to_read(self.store)) as connection:
            return Leases(connection).nodes()

    def owned(self, session: str) -> Owned:
        """Return who owns the run of a session."""
        with closing(open_to_read(self.store)) as connection:
            found = Ownership(connection).owner_of_session(session)
        assert found is not None, f"nobody knows session {session}"
        return found

    def all_owned(self) -> list[Owned]:
        """Return all runs that a node plays."""
        with closing(open_to_read(self.store)) as connection:
            return Ownership(connection).owned()

    def info(self, session: str) -> StoredRun:
        """Return what is stored of a session's run."""
        with Reader(self.store) as reader:
            (info,) = (each for each in reader.runs() if each.session == session)
        return info

    def inputs(self, session: str) -> dict[int, Sequence[Input]]:
        """Return the inputs of all steps of a session's run."""
        with Reader(self.store) as reader:
            (run,) = (each.run for each in reader.runs() if each.session == session)
            return {each.step: each.inputs for each in reader.steps(run)}

    def lost(self, session: str, links: Sequence[Witness]) -> list[str]:
        """Return what players were shown of a session that the database knows nothing of.

        The whole run is simulated for that, and compared with its snapshots.
        """
        return lost(links, could_be_shown(self.store, self.info(session).run))

    # --- commands ----------------------------------------------------------------------------

    def command(self, *words: str, rules: int | None = None) -> str:
        """Run an `undertide` command on the cluster; return what it prints."""
        done = undertide(*words, rules=rules, UNDERTIDE_CLUSTER=self.url)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def told(self, *words: str, rules: int | None = None) -> Any:
        """Run an `undertide` command that prints JSON; return that."""
        return json.loads(self.command(*words, "--json", rules=rules))

    def ordered(self, node: ClusterNode, *words: str) -> Any:
        """Give an order at a node as its operator; return what the command prints."""
        where = ("--json", "--data", str(self.folder_of(node)))
        done = undertide("admin", node.address, *where, *words)
        assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
        return json.loads(done.stdout)


def fresh_database(server: PostgresServer) -> str:
    """Return the address of a new database on a server."""
    name = f"cluster_{secrets.token_hex(4)}"
    server.ask(f"CREATE DATABASE {name} TEMPLATE template1")
    return server.url(name)


@contextmanager
def running_cluster(
    url: str,
    folder: Path,
    *options: str,
    ways: Mapping[str, Way] = NO_WAYS,
    by_lines: bool = True,
) -> Iterator[Cluster]:
    """Give a cluster on a database, whose nodes all have these options, and end it afterwards.

    `ways` are how nodes of some names are started. No node runs yet. Their own folders are in
    `folder`. Without `by_lines` they reach the database directly, which may be on several hosts.
    """
    with ExitStack() as stack:
        stack.callback(close_pools)
        yield Cluster(stack, url, folder, options, ways, by_lines)


def _by_line(known: Mapping[str, object], line: TcpProxy) -> str:
    """Return the address of a database by way of a line to it."""
    return f"postgresql://{known['user']}@127.0.0.1:{line.port}/{known['dbname']}"
