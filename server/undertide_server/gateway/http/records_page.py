"""`/records`: the deepest runs of a server, those that were won, and what callings and parties did.

Only runs of public sessions are on it, once spectators have seen their end.
"""

import asyncio
from collections.abc import Callable, Container, Mapping
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Final, NamedTuple

from undertide_server.gateway.http.documents import Part, document, tabular
from undertide_server.gateway.http.routes import HttpRequest, HttpResponse, plain
from undertide_server.replays.catalogue import Leaderboard, RunCatalogue
from undertide_server.replays.rooms import LooksBack
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.store.leaderboard import OutcomeTally, RecordedRun

FOLDER: Final = "records"
"""The path of the page."""
FRESH_SECONDS: Final = 10.0
"""Seconds that a reading stays valid: however many ask, the folder is read once in that time."""
READ: Final = 20
"""Runs that are read for each list: twice as many as it shows, since some may be too fresh."""
SHOWN: Final = 10
"""Runs in each list."""
RUN_COLUMNS: Final = ("RUN", "HEROES", "PARTY", "FLOOR", "OUTCOME", "TIME", "GAME", "ENDED")


class Reading(NamedTuple):
    """A reading of the leaderboard, and when it began."""

    leaderboard: "asyncio.Task[Leaderboard]"
    begun: float


class RecordsPage:
    """The page of a server's records."""

    def __init__(
        self,
        catalogue: RunCatalogue,
        look_back: LooksBack,
        clock: Callable[[], float],
        titles: Callable[[], Mapping[str, str]],
    ) -> None:
        """Show what `catalogue` holds. `titles` returns the titles of presets on offer, by key."""
        self._titles = titles
        self._catalogue = catalogue
        self._look_back = look_back
        self._clock = clock
        self._reading: Reading | None = None

    async def answer(self, asked: HttpRequest) -> HttpResponse:
        """Answer with the page."""
        if asked.path.rstrip("/") != f"/{FOLDER}":
            return plain("the records are at /records\n", HTTPStatus.NOT_FOUND)
        try:
            board = await self._leaderboard()
        except RequestRefusedError as refusal:
            return plain(f"{refusal.reason}\n", HTTPStatus.NOT_FOUND)
        return document(asked, "Records", _parts(board, await self._seen(board), self._titles()))

    async def _leaderboard(self) -> Leaderboard:
        """Return the leaderboard, at most `FRESH_SECONDS` old."""
        now, reading = self._clock(), self._reading
        if reading is None or (now - reading.begun >= FRESH_SECONDS and reading.leaderboard.done()):
            task = asyncio.create_task(self._catalogue.leaderboard(READ))
            reading = self._reading = Reading(task, now)
        # Others may wait for it too, so one who gives up must not cancel it.
        return await asyncio.shield(reading.leaderboard)

    async def _seen(self, board: Leaderboard) -> set[str]:
        """Return the names of the runs whose ends spectators have seen."""
        runs = {run.run: run.steps for run in (*board.deepest, *board.won)}
        reaches = await self._look_back.reaches(list(runs))
        return {
            run
            for (run, steps), reach in zip(runs.items(), reaches, strict=True)
            if reach is None or reach >= steps
        }


def _parts(board: Leaderboard, seen: Container[str], titles: Mapping[str, str]) -> list[Part]:
    parts = []
    for heading, runs in (("Deepest runs", board.deepest), ("Latest wins", board.won)):
        shown = [run for run in runs if run.run in seen][:SHOWN]
        rows = [_row(run, board.names[run.run], titles) for run in shown]
        parts.append(tabular(heading, RUN_COLUMNS, rows, [f"/runs/{run.run}" for run in shown]))
    parts.append(_tallied("Heroes by calling", "CALLING", "HEROES", board.callings))
    parts.append(_tallied("Runs by size of party", "PLAYERS", "RUNS", board.parties))
    return parts


def _row(run: RecordedRun, names: list[str], titles: Mapping[str, str]) -> tuple[str, ...]:
    minutes, seconds = divmod(run.elapsed // 1000, 60)
    return (
        run.run[:8],
        ", ".join(names),
        str(run.party),
        str(run.deepest),
        "won" if run.won else "lost",
        f"{minutes // 60}:{minutes % 60:02}:{seconds:02}",
        titles.get(run.preset, run.preset),
        f"{datetime.fromtimestamp(run.closed, UTC):%Y-%m-%d}",
    )


def _tallied(heading: str, name: str, what: str, tallies: list[OutcomeTally]) -> Part:
    rows = [(each.name, str(each.ended), str(each.won), str(each.deepest)) for each in tallies]
    return tabular(heading, (name, what, "WON", "DEEPEST"), rows)
