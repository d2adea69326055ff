"""The nodes that share one store, their leases, and what a node learns with each renewal.

A *node* is a server process that owns runs; its row is its *lease*. All times are those of the
store's clock.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from undertide_server.store.engine.protocol import StoreConnection, marks
from undertide_server.store.errors import StoreError
from undertide_server.store.trials import count_deaths

LEASE_SECONDS: Final = 2.0
"""Time after a renewal until the lease of a node expires: long enough for three more tries, and
short enough that players of a node that was killed wait no longer than they would for a floor."""
NodeState = Literal["serving", "draining"]


@dataclass(frozen=True, slots=True)
class Node:
    """A node, as it enters itself in the store."""

    id: str
    address: str
    """Where other nodes reach it: a Unix socket, or a host and a port; empty if nobody can."""
    key: bytes = field(repr=False)
    """The secret that another node must show it."""
    rules: int
    version: str
    certificate: bytes = b""
    """The certificate, in DER, that it shows over TLS; empty if it listens at a Unix socket."""


class Load(NamedTuple):
    """How much a node has to do."""

    sessions: int = 0
    players: int = 0
    watchers: int = 0


class LobbyLine(NamedTuple):
    """The line of a live session, for the lobbies of all nodes."""

    session: str
    run: str
    made: int
    """Its place among the sessions of its node: the one that was made first has the lowest."""
    line: bytes
    """What the lobby shows, and who may see it, as the nodes encode it."""


@dataclass(frozen=True, slots=True)
class NodeStatus:
    """A node that has a row in the store."""

    node: Node
    state: NodeState
    load: Load
    begun: float
    """When it entered itself, in seconds since 1970."""
    lease_age: float
    """Seconds since its last renewal."""
    is_living: bool
    """Whether its lease holds."""

    @property
    def id(self) -> str:
        """The id of the node."""
        return self.node.id


@dataclass(frozen=True, slots=True)
class ClusterNews:
    """What a node learns from a renewal of its lease."""

    nodes: tuple[NodeStatus, ...]
    """All nodes with a row, by id, this one included."""
    runs: Mapping[str, int]
    """The number of runs that each owner has, by its id; owners without a lease are among them."""
    owned: frozenset[str]
    """The runs of this node. If it doesn't play one of them for longer than a change of owners
    takes, the answer to its claim was lost: it claims the run again."""
    lobby: Mapping[str, tuple[LobbyLine, ...]]
    """All lines of each node whose lines have changed since the last news, by its id."""
    went_back: bool = False
    """Whether the store lost a renewal that it had acknowledged: it is not the store of before, or
    lacks its last changes."""

    @property
    def orphans(self) -> int:
        """The number of runs whose owner has no lease any more."""
        return self._runs_but_of({node.id for node in self.nodes if node.is_living})

    @property
    def abandoned(self) -> int:
        """The number of these whose owner has ended for sure: it was removed."""
        return self._runs_but_of({node.id for node in self.nodes})

    def _runs_but_of(self, nodes: Set[str]) -> int:
        return sum(count for owner, count in self.runs.items() if owner not in nodes)


MOST_TOLD: Final = 5
"""Nodes that an error names."""
LINES_AT_ONCE: Final = 100
"""Lobby lines that one statement inserts: half of those that a node has by the usual limit."""
_STATUSES = (
    "SELECT id, state, sessions, players, watchers, begun, renewed, expires, lines FROM nodes"
    " ORDER BY id"
)
_NODES = "SELECT id, address, key, rules, version, certificate FROM nodes WHERE id IN ({})"
_LINES = "SELECT node, session, run, made, line FROM lobby WHERE node IN ({}) ORDER BY node, made"


class LeaseLostError(StoreError):
    """The lease of a node is gone: others may own its runs by now."""

    def __init__(self, node: str) -> None:
        super().__init__(f"the store has no lease of node {node}")
        self.node = node


class NodesLiveError(StoreError):
    """Nodes of a version live that knows other tables than this one."""

    def __init__(self, nodes: Sequence[str]) -> None:
        super().__init__(
            f"nodes of another version play runs here, with other tables: {', '.join(nodes)}:"
            " stop all of them before you start this version"
        )


def check_no_node_lives(connection: StoreConnection) -> None:
    """Raise NodesLiveError unless all nodes have ended: those that live know the present tables."""
    now = connection.now()
    rows = connection.execute(
        "SELECT id FROM nodes WHERE expires > ? ORDER BY id LIMIT ?", (now, MOST_TOLD)
    )
    if living := [node for (node,) in rows]:
        raise NodesLiveError(living)


class Leases:
    """The leases of nodes and their lobby lines, over a connection that one thread at a time uses.

    Each method is one transaction. It raises StoreFaultError when the store can't be used now; it
    may have been carried out even so, if only its answer was lost. All methods may be called again.
    """

    def __init__(self, connection: StoreConnection) -> None:
        self._connection = connection
        self._renewed = 0.0
        """The time of the last renewal that the store acknowledged."""
        self._lines_seen: dict[str, int] = {}
        """The version of each node's lobby lines that the last news gave."""
        self._known: dict[str, Node] = {}
        """The nodes that were in the store. What a row says of a node itself never changes."""

    def register(self, node: Node) -> None:
        """Enter a node, whose lease begins now. Its id must be new."""
        with self._connection.transaction():
            now = self._connection.now()
            self._connection.execute(
                "INSERT INTO nodes (id, address, key, rules, version, certificate, state, begun,"
                " renewed, expires) VALUES (?, ?, ?, ?, ?, ?, 'serving', ?, ?, ?)"
                " ON CONFLICT (id) DO UPDATE SET renewed = excluded.renewed,"
                " expires = excluded.expires",
                (
                    *(node.id, node.address, node.key, node.rules, node.version),
                    *(node.certificate, now, now, now + LEASE_SECONDS),
                ),
            )
        self._renewed = now

    def renew(self, node: str, load: Load, lines: Sequence[LobbyLine] | None = None) -> ClusterNews:
        """Renew the lease of a node, and return what else has changed.

        `lines` are the lobby lines of all its sessions; None if they haven't changed.

        Raises LeaseLostError if the lease is gone.
        """
        with self._connection.transaction():
            now = self._connection.now()
            (renewed,) = self._hold(node, "renewed")
            went_back = renewed < self._renewed
            self._connection.execute(
                "UPDATE nodes SET renewed = ?, expires = ?, sessions = ?, players = ?,"
                " watchers = ? WHERE id = ?",
                (now, now + LEASE_SECONDS, *load, node),
            )
            if lines is not None:
                self._replace_lines(node, lines)
            news, lines_seen = self._news(node, now, went_back=went_back)
        # If the store had failed before the end, nobody would have got these news.
        self._renewed, self._lines_seen = now, lines_seen
        return news

    def tell_lines_again(self) -> None:
        """Have the next news list the lobby lines of all nodes: nobody got the last news."""
        self._lines_seen = {}

    def set_state(self, node: str, state: NodeState) -> None:
        """Note whether a node serves, or hands its runs to others."""
        with self._connection.transaction():
            self._connection.execute("UPDATE nodes SET state = ? WHERE id = ?", (state, node))

    def remove(self, node: str, *, has_died: bool = False) -> None:
        """Remove a node: it has ended. The runs that it still owns are orphans from now on.

        If it `has_died`, that counts against runs that may have killed it.
        """
        with self._connection.transaction():
            if has_died:
                count_deaths(self._connection, [node])
            self._connection.execute("DELETE FROM nodes WHERE id = ?", (node,))
            self._connection.execute("DELETE FROM lobby WHERE node = ?", (node,))

    def nodes(self) -> tuple[NodeStatus, ...]:
        """Return all nodes that have a row, by id, also those whose lease has expired."""
        return tuple(status for status, _ in self._statuses(self._connection.now()))

    # --- inside a transaction ----------------------------------------------------------------

    def _hold(self, node: str, columns: str) -> tuple[Any, ...]:
        """Return columns of a node's row; nobody changes or removes it until the transaction ends.

        A transaction waits for no other node's row. Raises LeaseLostError if the row is gone.
        """
        row: tuple[Any, ...] | None = self._connection.execute(
            f"SELECT {columns} FROM nodes WHERE id = ? {self._connection.for_update()}",  # noqa: S608
            (node,),
        ).fetchone()
        if row is None:
            raise LeaseLostError(node)
        return row

    def _rules_of(self, node: str, now: float) -> int:
        """Return the rules of a node whose lease holds. Raises LeaseLostError if it doesn't."""
        expires, rules = self._hold(node, "expires, rules")
        if expires <= now:
            raise LeaseLostError(node)
        return int(rules)

    def _remove_expired(self, now: float) -> None:
        """Remove the nodes whose leases have expired, and their lobby lines.

        A node that does something just now lives, whatever its lease says.
        """
        skipping = self._connection.for_update(skip_locked=True)
        rows = self._connection.execute(
            f"SELECT id FROM nodes WHERE expires <= ? {skipping}",  # noqa: S608
            (now,),
        ).fetchall()
        count_deaths(self._connection, [node for (node,) in rows])
        for row in rows:
            self._connection.execute("DELETE FROM lobby WHERE node = ?", row)
            self._connection.execute("DELETE FROM nodes WHERE id = ?", row)

    def _replace_lines(self, node: str, lines: Sequence[LobbyLine]) -> None:
        self._connection.execute("DELETE FROM lobby WHERE node = ?", (node,))
        # A renewal must be quick, and `executemany` asks a PostgreSQL server for each row.
        for first in range(0, len(lines), LINES_AT_ONCE):
            some = lines[first : first + LINES_AT_ONCE]
            rows = ", ".join([f"({marks(5)})"] * len(some))
            self._connection.execute(
                f"INSERT INTO lobby (session, node, run, made, line) VALUES {rows}",  # noqa: S608
                [each for line in some for each in (line.session, node, *line[1:])],
            )
        self._connection.execute("UPDATE nodes SET lines = lines + 1 WHERE id = ?", (node,))

    def _news(
        self, node: str, now: float, *, went_back: bool
    ) -> tuple[ClusterNews, dict[str, int]]:
        """Return what a node learns, and the versions of all nodes' lobby lines.

        The number of statements doesn't depend on the number of nodes.
        """
        seen: dict[str, int] = {} if went_back else self._lines_seen
        statuses = self._statuses(now)
        runs = self._connection.execute(
            "SELECT owner, count(*) FROM runs WHERE owner <> '' GROUP BY owner"
        ).fetchall()
        owned = self._connection.execute(
            "SELECT run FROM runs WHERE owner = ? AND owner <> ''", (node,)
        ).fetchall()
        changed = [status.id for status, version in statuses if seen.get(status.id) != version]
        news = ClusterNews(
            tuple(status for status, _ in statuses),
            dict(runs),
            frozenset(run for (run,) in owned),
            self._lines_of(changed),
            went_back,
        )
        return news, {status.id: version for status, version in statuses}

    def _lines_of(self, nodes: Sequence[str]) -> dict[str, tuple[LobbyLine, ...]]:
        """Return the lobby lines of each of these nodes."""
        lines: dict[str, list[LobbyLine]] = {node: [] for node in nodes}
        if nodes:
            for node, *line in self._connection.execute(_LINES.format(marks(len(nodes))), nodes):
                lines[node].append(LobbyLine(*line))
        return {node: tuple(found) for node, found in lines.items()}

    def _statuses(self, now: float) -> list[tuple[NodeStatus, int]]:
        """Return all nodes, each with the version of its lobby lines."""
        rows = self._connection.execute(_STATUSES).fetchall()
        there = {row[0] for row in rows}
        known = {name: node for name, node in self._known.items() if name in there}
        if new := sorted(there - known.keys()):
            found = self._connection.execute(_NODES.format(marks(len(new))), new)
            known |= {row[0]: Node(*row) for row in found}
        self._known = known
        # A node may have ended between the two.
        return [
            (_status_of(known[name], row, now), version)
            for name, *row, version in rows
            if name in known
        ]


def _status_of(node: Node, row: Sequence[Any], now: float) -> NodeStatus:
    state, *load, begun, renewed, expires = row
    return NodeStatus(
        node,
        state,
        Load(*load),
        begun,
        lease_age=max(0.0, now - renewed),
        is_living=expires > now,
    )
