"""The leaderboard: the records of the runs that were played to their end, for the page of records.

A run is counted once, when it ends, so the page never looks at all runs. Only runs of public
sessions count. The lists of the deepest runs and of those that were won forget a deleted run; the
tallies do not.
"""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from undertide_server.store.engine.protocol import StoreConnection

TallySort = Literal["calling", "party"]
"""What a tally counts: heroes by the name of their calling, or runs by their number of players."""
MOST_TALLIES: Final = 100
"""Tallies of one sort that are read: more than there are callings, or seats."""


class OutcomeTally(NamedTuple):
    """How many ended, how many of them won, and how deep they came."""

    name: str
    ended: int
    won: int
    deepest: int


class RecordedRun(NamedTuple):
    """A run in a list of records."""

    run: str
    preset: str
    won: bool
    deepest: int
    party: int
    steps: int
    elapsed: int
    """Milliseconds of real time that it took."""
    closed: float
    """When it ended, in seconds since 1970."""


def count_run(connection: StoreConnection, number: int) -> None:
    """Count a run that has just ended, by its number; do nothing if it was counted before."""
    row = connection.execute(
        "SELECT public, reason = 'won',"
        " coalesce((SELECT max(floor) FROM chronicles WHERE run = id), 0),"
        " (SELECT count(*) FROM seats WHERE run = id)"
        " FROM runs WHERE id = ? AND state = 'ended' AND deepest = 0",
        (number,),
    ).fetchone()
    if row is None or not row[2]:
        return
    public, won, deepest, party = row
    connection.execute(
        "UPDATE runs SET deepest = ?, party = ? WHERE id = ?", (deepest, party, number)
    )
    if not public:
        return
    _add(connection, "party", str(party), won, deepest)
    heroes = connection.execute("SELECT calling, floor FROM chronicles WHERE run = ?", (number,))
    for calling, floor in heroes.fetchall():
        _add(connection, "calling", calling, won, floor)


def _add(connection: StoreConnection, sort: TallySort, name: str, won: int, deepest: int) -> None:
    connection.execute(
        "INSERT INTO tallies VALUES (:sort, :name, 1, :won, :deepest)"
        " ON CONFLICT (sort, name) DO UPDATE SET ended = tallies.ended + 1,"
        " won = tallies.won + :won,"
        " deepest = CASE WHEN tallies.deepest < :deepest THEN :deepest ELSE tallies.deepest END",
        {"sort": sort, "name": name, "won": won, "deepest": deepest},
    )


def raise_tallies(source: StoreConnection, target: StoreConnection) -> None:
    """Raise the tallies of a store to those of another, whose runs it has by now.

    Those of the other count its deleted runs, too. Raises StoreError.
    """
    found = source.execute("SELECT sort, name, ended, won, deepest FROM tallies ORDER BY 1, 2")
    for sort, name, *counts in found.fetchall():
        most = dict(zip(("ended", "won", "deepest"), counts, strict=True))
        target.execute(
            "INSERT INTO tallies (sort, name, ended, won, deepest)"  # noqa: S608  (own words)
            " VALUES (:sort, :name, :ended, :won, :deepest) ON CONFLICT (sort, name) DO UPDATE"
            f" SET {', '.join(map(_raised, most))}",
            {"sort": sort, "name": name, **most},
        )


def _raised(column: str) -> str:
    """Return the words that raise a count, if it is lower."""
    kept = f"tallies.{column}"
    return f"{column} = CASE WHEN {kept} < :{column} THEN :{column} ELSE {kept} END"


def tallies(connection: StoreConnection, sort: TallySort) -> list[OutcomeTally]:
    """Return the tallies of one sort, the deepest first."""
    rows = connection.execute(
        "SELECT name, ended, won, deepest FROM tallies WHERE sort = ?"
        " ORDER BY deepest DESC, name LIMIT ?",
        (sort, MOST_TALLIES),
    )
    return [OutcomeTally(*row) for row in rows]


def deepest_runs(connection: StoreConnection, count: int) -> list[RecordedRun]:
    """Return the runs that came deepest, of equals the latest first, at most `count`."""
    return list(_recorded(connection, "runs_deepest", "", "deepest DESC, id DESC", count))


def won_runs(connection: StoreConnection, count: int) -> list[RecordedRun]:
    """Return the runs that were won, the latest first, at most `count`."""
    where = "AND reason = 'won'"
    return list(_recorded(connection, "runs_won", where, "closed DESC, id DESC", count))


def _recorded(
    connection: StoreConnection, index: str, where: str, order: str, count: int
) -> Iterator[RecordedRun]:
    rows = connection.execute(
        "SELECT run, preset, reason, deepest, party, step, elapsed, closed"  # noqa: S608
        f" FROM runs {connection.by_index(index)}"
        f" WHERE {connection.is_set('public')} AND deepest > 0 {where}"
        f" ORDER BY {order} LIMIT ?",
        (count,),
    )
    for run, preset, reason, *figures in rows:
        yield RecordedRun(run, preset, reason == "won", *figures)
