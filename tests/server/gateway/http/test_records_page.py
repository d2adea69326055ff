"""The page of records."""

import sqlite3
from pathlib import Path

from websockets.datastructures import Headers

from support.gateway.ended_runs import PRIVATE, PUBLIC, Gatekeeper, keep_run
from support.gateway.real_gateway import hosted, http_get
from support.sessions.kept_runs import header
from undertide_server.gateway.http.records_page import FRESH_SECONDS, RecordsPage
from undertide_server.gateway.http.routes import HttpRequest
from undertide_server.replays.catalogue import KEEPS_NONE, Leaderboard, RunCatalogue
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Begun


class Clock:
    """A clock that a test sets."""

    now = 100.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


def page(
    folder: Path | None, gatekeeper: Gatekeeper | None = None, clock: Clock | None = None
) -> RecordsPage:
    return RecordsPage(RunCatalogue(folder), gatekeeper or Gatekeeper(), clock or Clock(), dict)


async def told(records: RecordsPage, accept: str = "", path: str = "/records") -> str:
    headers = Headers({"Accept": accept})
    answer = await records.answer(HttpRequest(path, "", "ws://host", "place", headers))
    return answer.body.decode()


async def test_the_deepest_come_first_with_a_way_to_their_chronicles(tmp_path: Path) -> None:
    keep_run(tmp_path, PUBLIC, floor=3)
    keep_run(tmp_path, "cc11", name="Ben", floor=5, outcome="won")
    text = await told(page(tmp_path))
    assert text.index("Ben") < text.index("Ann")
    assert "Latest wins" in text
    html = await told(page(tmp_path), "text/html")
    assert f'<a href="/runs/{PUBLIC}">{PUBLIC[:8]}</a>' in html
    assert "<td>warden</td><td>2</td><td>1</td><td>5</td>" in html


async def test_games_have_their_titles(tmp_path: Path) -> None:
    keep_run(tmp_path, PUBLIC)
    catalogue, titles = RunCatalogue(tmp_path), {"default": "Down We Go"}
    text = await told(RecordsPage(catalogue, Gatekeeper(), Clock(), lambda: titles))
    assert "Down We Go" in text
    assert "default" not in text


async def test_names_are_escaped(tmp_path: Path) -> None:
    keep_run(tmp_path, PUBLIC, name="<i>")
    assert "<i>" not in await told(page(tmp_path), "text/html")


async def test_private_runs_are_not_told(tmp_path: Path) -> None:
    keep_run(tmp_path, PRIVATE, access="unlisted", name="Eve")
    text = await told(page(tmp_path))
    assert "Eve" not in text
    assert "warden" not in text


async def test_an_end_that_spectators_have_not_seen_is_not_told(tmp_path: Path) -> None:
    keep_run(tmp_path, PUBLIC)
    assert "Ann" not in await told(page(tmp_path, Gatekeeper(reach=3)))
    assert "Ann" in await told(page(tmp_path, Gatekeeper(reach=4)))


async def test_the_folder_is_read_once_however_many_ask(tmp_path: Path) -> None:
    keep_run(tmp_path, PUBLIC)
    readings: list[Path] = []

    class Counted(RunCatalogue):
        """A catalogue that counts how often its records are read."""

        async def leaderboard(self, count: int) -> Leaderboard:
            """Read the records."""
            readings.append(tmp_path)
            return await super().leaderboard(count)

    clock = Clock()
    records = RecordsPage(Counted(tmp_path), Gatekeeper(), clock, dict)
    for _ in range(3):
        await told(records)
    assert len(readings) == 1
    clock.now += FRESH_SECONDS
    await told(records)
    assert len(readings) == 2


async def test_a_server_without_a_folder_has_no_records() -> None:
    assert await told(page(None)) == f"{KEEPS_NONE}\n"


async def test_there_is_one_page_alone(tmp_path: Path) -> None:
    keep_run(tmp_path, PUBLIC)
    assert "at /records" in await told(page(tmp_path), path="/records/all")


async def test_a_server_answers_with_the_page(tmp_path: Path) -> None:
    Writer(tmp_path).close()
    async with hosted(runs=tmp_path) as host:
        status, text = await http_get(host.address, "/records")
        assert status == 200
        assert "Nothing yet." in text


def test_no_list_looks_at_runs_that_it_does_not_show(tmp_path: Path) -> None:
    writer = Writer(tmp_path)
    writer.apply([Begun(header("r1"))])
    writer.close()
    with sqlite3.connect(tmp_path / "undertide.db") as connection:
        for index in ("runs_deepest", "runs_won"):
            won = "AND reason = 'won'" if index == "runs_won" else ""
            order = "closed DESC, id DESC" if won else "deepest DESC, id DESC"
            plan = connection.execute(
                f"EXPLAIN QUERY PLAN SELECT run FROM runs INDEXED BY {index}"
                f" WHERE public AND deepest > 0 {won} ORDER BY {order} LIMIT 9"
            ).fetchall()
            assert len(plan) == 1, "it sorts nothing"
            assert index in plan[0][-1]
