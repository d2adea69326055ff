"""Runs whose play may kill their owner: when one is tried, how many owners died of it, and the end.

Play can kill its process: by a fault in a library, or since it takes all memory. The run goes on at
the next node then, or at the next start, and kills that too. So an owner announces each step of a
run that it has recovered, until time has passed in the run, and takes the step once that is
durable. If it dies before the step is durable, it counts as killed by the run. Owners that are
killed by somebody else hardly ever die in these few milliseconds, and those of idle runs announce
nothing. An owner tries one run at a time, so its death counts against no other.
"""

from collections.abc import Callable, Sequence
from typing import Final

from undertide_server.store.engine.protocol import StoreConnection, marks
from undertide_server.store.fencing import WENT_BACK
from undertide_server.store.records import StoredRun

MOST_DEATHS: Final = 3
"""Owners in a row that may die of a run. Then it is set aside."""
QUICK_SECONDS: Final = 10.0
"""Time after an announcement within which a death counts. An owner that lives longer without a
durable step waits for its disk."""
POISONOUS: Final = "its play kills the server"
"""How the reason begins for which a run is set aside that owners died of."""

STORED_REASONS: Final = (WENT_BACK, POISONOUS)
"""How the reasons begin for which runs stay aside. They hold for all nodes, as the store has them;
any other reason says what one process can't play."""


class TrialQueue:
    """The runs of one process that are to be tried: one at a time, in the order they came."""

    def __init__(self) -> None:
        self._tried = ""
        """The run whose next step is announced, and not durable yet; empty if there is none."""
        self._waiting: dict[str, Callable[[], None]] = {}
        """What announces the next step of each run that waits."""

    def is_trying(self, run: str) -> bool:
        """Return whether a run is the one that is tried now."""
        return run == self._tried

    def begin(self, run: str, announce: Callable[[], None]) -> None:
        """Announce the next step of a run, now or once the trials of the others have ended."""
        if self._tried in ("", run):
            self._tried = run
            announce()
        else:
            self._waiting[run] = announce

    def end(self, run: str) -> None:
        """End the trial of a run whose step is durable, or won't be taken now; begin the next."""
        self._waiting.pop(run, None)
        if run != self._tried:
            return
        self._tried = next(iter(self._waiting), "")
        if self._tried:
            self._waiting.pop(self._tried)()

    def clear(self) -> None:
        """Forget all runs: another process plays them."""
        self._tried = ""
        self._waiting.clear()


def announce_step(connection: StoreConnection, run: str, step: int) -> None:
    """Note, inside a transaction of its owner, that a run is about to go on after a step."""
    connection.execute(
        "UPDATE runs SET tried = ?, tried_at = ? WHERE run = ?", (step, connection.now(), run)
    )


def count_deaths(connection: StoreConnection, nodes: Sequence[str]) -> None:
    """Count, inside a transaction, the runs of which these nodes have died.

    Call this while their rows are there, which tell when they last lived. Runs that somebody else
    changes just now go on, and are left out.
    """
    skipping = connection.for_update(skip_locked=True)
    for node in nodes:
        found = connection.execute(
            "SELECT id FROM runs WHERE owner = ? AND owner <> '' AND tried = step AND tried_at >="  # noqa: S608
            f" (SELECT renewed FROM nodes WHERE nodes.id = owner) - ? ORDER BY id {skipping}",
            (node, QUICK_SECONDS),
        ).fetchall()
        numbers = [number for (number,) in found]
        if numbers:
            connection.execute(
                f"UPDATE runs SET deaths = deaths + 1 WHERE id IN ({marks(len(numbers))})",  # noqa: S608
                numbers,
            )


BEGIN_TRIAL: Final = "tried = -1, deaths = CASE WHEN tried IN (-1, step) THEN deaths ELSE 0 END"
"""The change of a run that gets another owner: what was played since the last trial clears it."""


def is_poisonous(info: StoredRun) -> bool:
    """Return whether a run must not go on, since too many owners have died of it."""
    return info.deaths >= MOST_DEATHS


def stays_aside(info: StoredRun) -> bool:
    """Return whether a run was set aside until its operator brings it back or gives it up."""
    return info.state == "aside" and info.reason.startswith(STORED_REASONS)


def retry_run(connection: StoreConnection, run: str) -> bool:
    """Let a run that stays aside be played again; return False if it doesn't, or isn't there."""
    changed = connection.execute(
        "UPDATE runs SET state = 'live', reason = '', closed = NULL, tried = -1, deaths = 0"
        " WHERE run = ? AND state = 'aside' AND owner = '' AND reason LIKE ?",
        (run, f"{POISONOUS}%"),
    )
    return changed.rowcount > 0
