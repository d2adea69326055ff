"""The owners of runs.

The *epoch* of a run rises with each change of its owner. Writers of a run state both, so only its
owner can write.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Final, NamedTuple

from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.leases import Leases
from undertide_server.store.opening import open_to_write

NOBODY: Final = ""
"""The owner of a run that is in no session: any node may take it."""
STOPPED: Final = "stopped"
"""The owner of runs that an earlier server left in the midst of play. No node has this id, so the
nodes share these runs out among themselves."""


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


_ORPHANED = "owner <> '' AND owner NOT IN (SELECT id FROM nodes)"
_OWNED = "SELECT run, session, owner, epoch FROM runs"
_GOING_ON = "state IN ('live', 'aside')"


class Ownership(Leases):
    """The owners of runs, beside the nodes' leases."""

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

    def _take(self, run: str, node: str) -> None:
        self._connection.execute(
            "UPDATE runs SET owner = ?, epoch = epoch + 1 WHERE run = ?", (node, run)
        )

    def _owned(self, query: str, name: str) -> Owned | None:
        row = self._connection.execute(query, (name,)).fetchone()
        return None if row is None else Owned(*row)


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
