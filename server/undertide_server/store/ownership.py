"""The owners of runs.

The *epoch* of a run rises with each change of its owner. Writers of a run state both, so only its
owner can write.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Final, NamedTuple

import structlog

from undertide_server.simulation.version import RULES
from undertide_server.store.contents import MOST_CONTENTS, lack_of
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.engine.protocol import StoreConnection, marks
from undertide_server.store.errors import StoreError
from undertide_server.store.leases import Leases
from undertide_server.store.locks import lock_runs
from undertide_server.store.opening import open_to_write
from undertide_server.store.reader import token_digests
from undertide_server.store.trials import BEGIN_TRIAL, count_deaths, retry_run

NOBODY: Final = ""
"""The owner of a run that is in no session: any node may take it."""
STOPPED: Final = "stopped"
"""The owner of runs that an earlier server left in the midst of play. No node has this id, so the
nodes share these runs out among themselves."""

log = structlog.get_logger()


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


class OwnedSession(NamedTuple):
    """The run of a session with its owner, and the stored settings of the session."""

    owned: Owned
    settled: bytes


_ORPHANED: Final = "owner <> '' AND owner NOT IN (SELECT id FROM nodes)"
_ANY: Final = "epoch >= 0"
_OWNED: Final = "SELECT run, session, owner, epoch FROM runs"
_GOING_ON: Final = "state IN ('live', 'aside')"
_WITH_SETTLED: Final = (
    "SELECT runs.run, session, owner, epoch, settled.data FROM runs"
    " LEFT JOIN settled ON settled.run = runs.id"
)
_RULES: Final = (
    "(SELECT coalesce(max(epochs.rules), runs.rules) FROM epochs WHERE epochs.run = runs.id)"
)
"""The latest rules that a run was played with: no earlier ones can go on with it."""


class UnplayableHereError(StoreError):
    """A node asked for a run that others may play, but not itself."""


class LackedExtensionError(UnplayableHereError):
    """A node asked for a run that needs an extension which it lacks."""

    def __init__(self, run: str, lack: str) -> None:
        super().__init__(f"run {run} {lack}: a node that has it goes on with it")


class NewerRulesError(UnplayableHereError):
    """A node asked for a run that later rules than its own have played."""

    def __init__(self, run: str, found: int, known: int) -> None:
        super().__init__(
            f"run {run} was played with rules {found}, and this server knows {known}:"
            " a node of the later version goes on with it"
        )


class _HeldRun(NamedTuple):
    """The stored state of a run that a claim depends on."""

    id: int
    session: str
    owner: str
    epoch: int
    rules: int
    """The latest rules that it was played with."""
    content: str
    """The hash of its content."""


class Ownership(Leases):
    """The owners of runs, beside the nodes' leases."""

    def __init__(self, connection: StoreConnection) -> None:
        super().__init__(connection)
        self._lacks: dict[str, str] = {}
        """What this process lacks to play orphans, by the hashes of their contents; or nothing."""

    def clear(self) -> None:
        """Note that no node lives: remove all of them, and let all runs rest.

        Only a process that holds the folder of the store may call this.
        """
        with self._connection.transaction():
            count_deaths(self._connection, [status.id for status in self.nodes()])
            self._connection.execute("DELETE FROM nodes")
            self._connection.execute("DELETE FROM lobby")
            self._connection.execute("UPDATE runs SET owner = '' WHERE owner <> ''")

    def orphan(self, runs: Sequence[str]) -> None:
        """Give resting runs to nobody that lives, so that the nodes share them out and play on.

        Those that rules later than this server's have played rest on: no node might take them.
        """
        with self._connection.transaction():
            lock_runs(self._connection, runs)
            self._connection.executemany(
                f"UPDATE runs SET owner = ? WHERE run = ? AND owner = '' AND {_RULES} <= ?",  # noqa: S608
                [(STOPPED, run, RULES) for run in runs],
            )

    def claim_orphans(self, node: str, share: int, *, only_ended: bool = False) -> list[RunClaim]:
        """Take up to `share` runs whose owners have no lease any more, the last played first.

        Nodes with an expired lease are removed: should one of them live, it knows from that that
        its lease is lost. With `only_ended`, such nodes keep their runs: only those of nodes that
        were removed before are taken. Runs that later rules have played are left to nodes that know
        these, and those that need an extension to nodes that have it. Only call this while the
        lease of `node` permits it.

        Raises LeaseLostError if the lease of `node` is gone itself.
        """
        with self._connection.transaction():
            now = self._connection.now()
            rules = self._rules_of(node, now)
            if not only_ended:
                self._remove_expired(now)
            skipping = self._connection.for_update(skip_locked=True)
            lacked = [content for content, lack in self._lacks.items() if lack]
            playable = f"content NOT IN ({marks(len(lacked))})" if lacked else _ANY
            held = self._connection.execute(
                f"SELECT id, owner, content FROM runs WHERE {_ORPHANED} AND {_RULES} <= ?"  # noqa: S608
                f" AND {playable}"
                f" ORDER BY last_played DESC LIMIT ? {skipping}",
                (rules, *lacked, share),
            ).fetchall()
            found = [(number, owner) for number, owner, content in held if not self._lack(content)]
            # A node that has entered itself since may own one of them.
            taken = self._take(node, [number for number, _ in found], _ORPHANED)
        return [RunClaim(*taken[number], former) for number, former in found if number in taken]

    def claim_run(self, node: str, run: str) -> RunClaim | None:
        """Take a run that rests; return None if another node owns it, or it is gone.

        A run of which this node is the owner in the store, but which it doesn't play, counts as
        resting: the answer to an earlier claim may have been lost.

        Raises LeaseLostError if the lease of `node` is gone; NewerRulesError if later rules have
        played the run, and a node lives that knows them; LackedExtensionError if this process
        lacks an extension that the run needs.
        """
        with self._connection.transaction():
            now = self._connection.now()
            rules = self._rules_of(node, now)
            found = self._held(run)
            if found is None or found.owner not in {NOBODY, node}:
                return None
            if found.rules > rules and self._has_node_with(found.rules, now):
                raise NewerRulesError(run, found.rules, rules)
            self._check_extensions(run, found)
            return self._claimed(node, found)

    def take_run(self, node: str, run: str, epoch: int) -> RunClaim | None:
        """Take a run that its owner of this epoch hands over; return None if it has another by now.

        Raises LeaseLostError if the lease of `node` is gone; NewerRulesError if later rules have
        played the run; LackedExtensionError as `claim_run`.
        """
        with self._connection.transaction():
            rules = self._rules_of(node, self._connection.now())
            found = self._held(run)
            if found is None:
                return None
            if found.owner == node and found.epoch == epoch + 1:  # Only the answer was lost.
                return RunClaim(run, found.session, found.epoch, found.owner)
            if found.epoch != epoch or found.owner == NOBODY:
                return None
            if found.rules > rules:
                raise NewerRulesError(run, found.rules, rules)
            self._check_extensions(run, found)
            return self._claimed(node, found)

    def retry_run(self, run: str) -> bool:
        """Let a run be played again that was set aside since owners died of it.

        Return False if it wasn't.
        """
        with self._connection.transaction():
            return retry_run(self._connection, run)

    def owner_of_run(self, run: str) -> Owned | None:
        """Return who owns a run; None if there is no such run, or it is over."""
        return self._owned(f"{_OWNED} WHERE run = ? AND {_GOING_ON}", run)

    def owner_of_session(self, session: str) -> Owned | None:
        """Return who owns the run of a session; None if no run that goes on has a session so named.

        A resting run counts under the id that its session had first.
        """
        found = self.find_session(session)
        return None if found is None else found.owned

    def find_session(self, session: str) -> OwnedSession | None:
        """Return the run of a session, as `owner_of_session`, with what the session was set to.

        The store is asked the same questions whatever it has.
        """
        listed = self._owned_session(
            "SELECT runs.run, lobby.session, owner, epoch, settled.data FROM lobby"
            " JOIN runs ON runs.run = lobby.run AND runs.owner = lobby.node"
            " LEFT JOIN settled ON settled.run = runs.id WHERE lobby.session = ?",
            session,
        )
        kept = self._owned_session(
            f"{_WITH_SETTLED} WHERE session = ? AND {_GOING_ON}"
            " ORDER BY CASE owner WHEN '' THEN 1 ELSE 0 END, id DESC LIMIT 1",
            session,
        )
        return listed or kept

    def token_digests(self, run: str) -> list[bytes]:
        """Return the digests of all tokens of a run's seats, as `Reader.token_digests`."""
        return token_digests(self._connection, run)

    def owned(self) -> list[Owned]:
        """Return all runs that have an owner, the oldest first."""
        rows = self._connection.execute(f"{_OWNED} WHERE owner <> '' ORDER BY id")
        return [Owned(*row) for row in rows]

    # --- inside a transaction ----------------------------------------------------------------

    def _held(self, run: str) -> _HeldRun | None:
        """Return the state of a run for a claim; nobody changes it until the transaction ends."""
        row = self._connection.execute(
            f"SELECT id, session, owner, epoch, {_RULES}, content FROM runs WHERE run = ?"  # noqa: S608
            f" {self._connection.for_update()}",
            (run,),
        ).fetchone()
        return None if row is None else _HeldRun(*row)

    def _check_extensions(self, run: str, found: _HeldRun) -> None:
        """Raise LackedExtensionError if this process lacks an extension that a run needs."""
        lack = self._lack(found.content)
        if lack:
            raise LackedExtensionError(run, lack)

    def _lack(self, content: str) -> str:
        """Return what this process lacks to play by a content; empty if nothing."""
        if content not in self._lacks:
            if len(self._lacks) >= MOST_CONTENTS:
                self._lacks.clear()
            self._lacks[content] = lack = lack_of(self._connection, content)
            if lack:
                log.error("runs left to other nodes", reason=lack)
        return self._lacks[content]

    def _has_node_with(self, rules: int, now: float) -> bool:
        """Return whether a node lives that knows these rules."""
        row = self._connection.execute(
            "SELECT 1 FROM nodes WHERE rules >= ? AND expires > ? LIMIT 1", (rules, now)
        ).fetchone()
        return row is not None

    def _claimed(self, node: str, found: _HeldRun) -> RunClaim:
        run, session, epoch = self._take(node, [found.id], _ANY)[found.id]
        return RunClaim(run, session, epoch, found.owner)

    def _take(
        self, node: str, numbers: Sequence[int], condition: str
    ) -> dict[int, tuple[str, str, int]]:
        """Make a node the owner of runs that are held; return the run, session and epoch of each.

        Those are left out for which the condition isn't true any more.
        """
        if not numbers:
            return {}
        rows = self._connection.execute(
            f"UPDATE runs SET owner = ?, epoch = epoch + 1, {BEGIN_TRIAL}"  # noqa: S608
            f" WHERE id IN ({marks(len(numbers))}) AND {condition}"
            " RETURNING id, run, session, epoch",
            (node, *numbers),
        ).fetchall()
        return {number: (run, session, epoch) for number, run, session, epoch in rows}

    def _owned(self, query: str, name: str) -> Owned | None:
        row = self._connection.execute(query, (name,)).fetchone()
        return None if row is None else Owned(*row)

    def _owned_session(self, query: str, session: str) -> OwnedSession | None:
        row = self._connection.execute(query, (session,)).fetchone()
        return None if row is None else OwnedSession(Owned(*row[:4]), row[4] or b"")


@contextmanager
def opened_ownership(
    store: StoreAddress, *, survives_power: bool = True, is_urgent: bool = False
) -> Iterator[Ownership]:
    """Open the owners and nodes of a store.

    Leases need not survive a loss of power: no node does. A renewal is urgent: an answer that
    comes late is worth nothing. Raises OSError or StoreError.
    """
    opened = open_to_write(store, survives_power=survives_power, is_urgent=is_urgent)
    with closing(opened) as connection:
        yield Ownership(connection)
