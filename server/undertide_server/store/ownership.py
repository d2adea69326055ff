"""The owners of runs, and the nodes that share one store.

A *node* is a server process that owns runs; its row is its *lease*. The *epoch* of a run rises with
each change of its owner. Writers of a run state both, so only its owner can write.

All times are those of the store's clock.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from undertide_server.store.database import open_to_write
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.errors import StoreError

LEASE_SECONDS: Final = 2.0
"""Time after a renewal until the lease of a node expires: long enough for three more tries, and
short enough that players of a node that was killed wait no longer than they would for a floor."""
NOBODY: Final = ""
"""The owner of a run that is in no session: any node may take it."""
STOPPED: Final = "stopped"
"""The owner of runs that an earlier server left in the midst of play. No node has this id, so the
nodes share these runs out among themselves."""

NodeState = Literal["serving", "draining"]


class LeaseLostError(StoreError):
    """The lease of a node is gone: others may own its runs by now."""

    def __init__(self, node: str) -> None:
        super().__init__(f"the store has no lease of node {node}")
        self.node = node


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


class RunClaim(NamedTuple):
    """A run that a node owns from now on."""

    run: str
    session: str
    epoch: int
    former: str
    """The id of the owner before; `NOBODY` if there was none."""


class Owned(NamedTuple):
    """A run and its owner."""

    run: str
    session: str
    node: str
    epoch: int


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


_NODES = (
    "SELECT id, address, key, rules, version, certificate, state, sessions, players, watchers,"
    " begun, renewed, expires, lines FROM nodes ORDER BY id"
)
_ORPHANED = "owner <> '' AND owner NOT IN (SELECT id FROM nodes)"
_OWNED = "SELECT run, session, owner, epoch FROM runs"
_GOING_ON = "state IN ('live', 'aside')"


class Ownership:
    """The owners of runs and the nodes, over a connection that one thread at a time uses.

    Each method is one transaction. It raises StoreFaultError when the store can't be used now; it
    may have been carried out even so, if only its answer was lost. All methods may be called again.
    """

    def __init__(self, connection: StoreConnection) -> None:
        self._connection = connection
        self._renewed = 0.0
        """The time of the last renewal that the store acknowledged."""
        self._lines_seen: dict[str, int] = {}
        """The version of each node's lobby lines that the last news gave."""

    # --- nodes -------------------------------------------------------------------------------

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
            row = self._connection.execute(
                "SELECT renewed FROM nodes WHERE id = ?", (node,)
            ).fetchone()
            if row is None:
                raise LeaseLostError(node)
            went_back = row[0] < self._renewed
            self._connection.execute(
                "UPDATE nodes SET renewed = ?, expires = ?, sessions = ?, players = ?,"
                " watchers = ? WHERE id = ?",
                (now, now + LEASE_SECONDS, *load, node),
            )
            if lines is not None:
                self._replace_lines(node, lines)
            news = self._news(node, now, went_back=went_back)
        self._renewed = now
        return news

    def set_state(self, node: str, state: NodeState) -> None:
        """Note whether a node serves, or hands its runs to others."""
        with self._connection.transaction():
            self._connection.execute("UPDATE nodes SET state = ? WHERE id = ?", (state, node))

    def remove(self, node: str) -> None:
        """Remove a node: it has ended. The runs that it still owns are orphans from now on."""
        with self._connection.transaction():
            self._connection.execute("DELETE FROM nodes WHERE id = ?", (node,))
            self._remove_lines_of_nobody()

    def nodes(self) -> tuple[NodeStatus, ...]:
        """Return all nodes that have a row, by id, also those whose lease has expired."""
        return tuple(status for status, _ in self._statuses(self._connection.now()))

    # --- runs --------------------------------------------------------------------------------

    def clear(self) -> None:
        """Note that no node lives: remove all of them, and let all runs rest.

        Only a process that holds the folder of the store may call this.
        """
        with self._connection.transaction():
            self._connection.execute("DELETE FROM nodes")
            self._connection.execute("DELETE FROM lobby")
            self._connection.execute("UPDATE runs SET owner = '' WHERE owner <> ''")

    def orphan(self, runs: Sequence[str]) -> None:
        """Give resting runs to nobody that lives, so that the nodes share them out and play on."""
        with self._connection.transaction():
            for run in runs:
                self._connection.execute(
                    "UPDATE runs SET owner = ? WHERE run = ? AND owner = ''", (STOPPED, run)
                )

    def claim_orphans(self, node: str, share: int, *, only_ended: bool = False) -> list[RunClaim]:
        """Take up to `share` runs whose owners have no lease any more, the last played first.

        Nodes with an expired lease are removed: should one of them live, it knows from that that
        its lease is lost. With `only_ended`, such nodes keep their runs: only those of nodes that
        were removed before are taken. Only call this while the lease of `node` permits it.

        Raises LeaseLostError if the lease of `node` is gone itself.
        """
        with self._connection.transaction():
            now = self._connection.now()
            self._check_lease(node, now)
            if not only_ended:
                self._connection.execute("DELETE FROM nodes WHERE expires <= ?", (now,))
                self._remove_lines_of_nobody()
            found = self._connection.execute(
                f"{_OWNED} WHERE {_ORPHANED} ORDER BY last_played DESC LIMIT ?", (share,)
            ).fetchall()
            for run, _, _, _ in found:
                self._take(run, node)
        return [RunClaim(run, session, epoch + 1, owner) for run, session, owner, epoch in found]

    def claim_run(self, node: str, run: str) -> RunClaim | None:
        """Take a run that rests; return None if another node owns it, or it is gone.

        A run of which this node is the owner in the store, but which it doesn't play, counts as
        resting: the answer to an earlier claim may have been lost.

        Raises LeaseLostError if the lease of `node` is gone.
        """
        with self._connection.transaction():
            self._check_lease(node, self._connection.now())
            found = self._connection.execute(
                "SELECT session, owner, epoch FROM runs WHERE run = ? AND owner IN ('', ?)",
                (run, node),
            ).fetchone()
            if found is None:
                return None
            self._take(run, node)
        session, owner, epoch = found
        return RunClaim(run, session, epoch + 1, owner)

    def take_run(self, node: str, run: str, epoch: int) -> RunClaim | None:
        """Take a run that its owner of this epoch hands over; return None if it has another by now.

        Raises LeaseLostError if the lease of `node` is gone.
        """
        with self._connection.transaction():
            self._check_lease(node, self._connection.now())
            found = self._connection.execute(
                "SELECT session, owner, epoch FROM runs WHERE run = ?", (run,)
            ).fetchone()
            if found is None:
                return None
            session, owner, present = found
            is_taken = owner == node and present == epoch + 1  # Only the answer was lost.
            if not is_taken and (present != epoch or owner == NOBODY):
                return None
            if not is_taken:
                self._take(run, node)
        return RunClaim(run, session, epoch + 1, owner)

    def owner_of_run(self, run: str) -> Owned | None:
        """Return who owns a run; None if there is no such run, or it is over."""
        return self._owned(f"{_OWNED} WHERE run = ? AND {_GOING_ON}", run)

    def owner_of_session(self, session: str) -> Owned | None:
        """Return who owns the run of a session; None if no run that goes on has a session so named.

        A resting run counts under the id that its session had first.
        """
        return self._owned(
            "SELECT runs.run, lobby.session, owner, epoch FROM lobby"
            " JOIN runs ON runs.run = lobby.run AND runs.owner = lobby.node"
            " WHERE lobby.session = ?",
            session,
        ) or self._owned(
            f"{_OWNED} WHERE session = ? AND {_GOING_ON}"
            " ORDER BY CASE owner WHEN '' THEN 1 ELSE 0 END, id DESC LIMIT 1",
            session,
        )

    def owned(self) -> list[Owned]:
        """Return all runs that have an owner, the oldest first."""
        rows = self._connection.execute(f"{_OWNED} WHERE owner <> '' ORDER BY id")
        return [Owned(*row) for row in rows]

    # --- inside a transaction ----------------------------------------------------------------

    def _check_lease(self, node: str, now: float) -> None:
        row = self._connection.execute(
            "SELECT 1 FROM nodes WHERE id = ? AND expires > ?", (node, now)
        ).fetchone()
        if row is None:
            raise LeaseLostError(node)

    def _take(self, run: str, node: str) -> None:
        self._connection.execute(
            "UPDATE runs SET owner = ?, epoch = epoch + 1 WHERE run = ?", (node, run)
        )

    def _replace_lines(self, node: str, lines: Sequence[LobbyLine]) -> None:
        self._connection.execute("DELETE FROM lobby WHERE node = ?", (node,))
        for line in lines:
            self._connection.execute(
                "INSERT INTO lobby (session, node, run, made, line) VALUES (?, ?, ?, ?, ?)",
                (line.session, node, line.run, line.made, line.line),
            )
        self._connection.execute("UPDATE nodes SET lines = lines + 1 WHERE id = ?", (node,))

    def _remove_lines_of_nobody(self) -> None:
        self._connection.execute("DELETE FROM lobby WHERE node NOT IN (SELECT id FROM nodes)")

    def _news(self, node: str, now: float, *, went_back: bool) -> ClusterNews:
        statuses = self._statuses(now)
        runs = self._connection.execute(
            "SELECT owner, count(*) FROM runs WHERE owner <> '' GROUP BY owner"
        ).fetchall()
        owned = self._connection.execute(
            "SELECT run FROM runs WHERE owner = ? AND owner <> ''", (node,)
        ).fetchall()
        if went_back:
            self._lines_seen.clear()
        lobby = {
            status.id: self._lines_of(status.id)
            for status, version in statuses
            if self._lines_seen.get(status.id) != version
        }
        self._lines_seen = {status.id: version for status, version in statuses}
        return ClusterNews(
            tuple(status for status, _ in statuses),
            dict(runs),
            frozenset(run for (run,) in owned),
            lobby,
            went_back,
        )

    def _lines_of(self, node: str) -> tuple[LobbyLine, ...]:
        rows = self._connection.execute(
            "SELECT session, run, made, line FROM lobby WHERE node = ? ORDER BY made", (node,)
        )
        return tuple(LobbyLine(*row) for row in rows)

    def _statuses(self, now: float) -> list[tuple[NodeStatus, int]]:
        """Return all nodes, each with the version of its lobby lines."""
        rows = self._connection.execute(_NODES).fetchall()
        return [(_status_of(row[:-1], now), row[-1]) for row in rows]

    def _owned(self, query: str, name: str) -> Owned | None:
        row = self._connection.execute(query, (name,)).fetchone()
        return None if row is None else Owned(*row)


def _status_of(row: Sequence[Any], now: float) -> NodeStatus:
    node, (state, *load, begun, renewed, expires) = Node(*row[:6]), row[6:]
    return NodeStatus(
        node,
        state,
        Load(*load),
        begun,
        lease_age=max(0.0, now - renewed),
        is_living=expires > now,
    )


@contextmanager
def opened_ownership(folder: Path, *, survives_power: bool = True) -> Iterator[Ownership]:
    """Open the owners and nodes of a folder's store.

    Leases need not survive a loss of power: no node does. Raises OSError or StoreError.
    """
    with closing(open_to_write(folder, survives_power=survives_power)) as connection:
        yield Ownership(connection)
