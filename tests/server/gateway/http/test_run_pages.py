"""The pages of runs: who may read them, and how much they tell."""

import asyncio
from pathlib import Path

import pytest
from websockets.datastructures import Headers

from support.gateway.ended_runs import PRIVATE, PUBLIC, Gatekeeper, keep_run
from support.gateway.real_gateway import hosted, http_get
from support.processes.waiting import until
from support.sessions.kept_runs import header
from undertide_server.gateway.http.routes import HttpRequest, HttpResponse
from undertide_server.gateway.http.run_pages import MOST_READERS, RunPages
from undertide_server.replays.catalogue import KEEPS_NONE, RunCatalogue
from undertide_server.sessions.session import Session
from undertide_server.simulation.components.monsters import Mind
from undertide_server.simulation.mechanics.floors import spawn_monster
from undertide_server.store.durable import DurableJournal
from undertide_server.util.rng import text_of_seed
from undertide_shared.messages import (
    Act,
    Chronicle,
    Ended,
    Leave,
    Left,
    Replay,
    Replaying,
    RunState,
    Wait,
)

SEED = text_of_seed(header().seed)


async def page(
    folder: Path | None, run: str, gatekeeper: Gatekeeper | None = None, accept: str = ""
) -> tuple[int, str]:
    pages = RunPages(RunCatalogue(folder), gatekeeper or Gatekeeper(), dict)
    answer: HttpResponse = await pages.answer(
        HttpRequest(f"/runs/{run}", "", "ws://host", "place", Headers({"Accept": accept}))
    )
    return answer.status.value, answer.body.decode()


async def test_a_run_shows_the_chronicles_of_its_heroes_and_its_seed(tmp_path: Path) -> None:
    keep_run(tmp_path, PUBLIC)
    status, text = await page(tmp_path, PUBLIC)
    assert status == 200
    assert "Ann, warden of level 3" in text
    assert f"The run was lost. Seed: {SEED}" in text


async def test_names_are_escaped_in_html(tmp_path: Path) -> None:
    keep_run(tmp_path, PUBLIC, name="<b>&")
    status, html = await page(tmp_path, PUBLIC, accept="text/html")
    assert status == 200
    assert "<b>" not in html
    assert "&lt;b&gt;&amp;" in html


async def test_a_private_run_is_found_by_its_whole_name_alone(tmp_path: Path) -> None:
    keep_run(tmp_path, PRIVATE, access="invited")
    assert (await page(tmp_path, PRIVATE))[0] == 200
    assert (await page(tmp_path, PRIVATE[:8]))[0] == 404
    keep_run(tmp_path, PUBLIC)
    assert (await page(tmp_path, PUBLIC[:8]))[0] == 200


async def test_who_may_not_watch_a_run_again_may_not_read_of_it(tmp_path: Path) -> None:
    keep_run(tmp_path, PUBLIC)
    status, text = await page(tmp_path, PUBLIC, Gatekeeper(refusal="not you"))
    assert (status, text) == (403, "not you\n")


async def test_a_life_that_spectators_have_not_seen_end_is_not_told(tmp_path: Path) -> None:
    keep_run(tmp_path, PUBLIC)
    _, text = await page(tmp_path, PUBLIC, Gatekeeper(reach=3))
    assert "Ann" not in text
    assert SEED not in text
    _, text = await page(tmp_path, PUBLIC, Gatekeeper(reach=4))
    assert "Ann" in text
    assert SEED in text


async def test_the_seed_stays_secret_while_a_run_may_go_on(tmp_path: Path) -> None:
    states: list[tuple[str, RunState]] = [(PUBLIC, "live"), (PRIVATE, "abandoned")]
    for run, state in states:
        keep_run(tmp_path, run, state=state)
        _, text = await page(tmp_path, run)
        assert "Ann" in text
        assert SEED not in text


async def test_what_is_no_run_is_missing(tmp_path: Path) -> None:
    keep_run(tmp_path, PUBLIC)
    for run in ("ffff", "", "../etc", "%2e", "a" * 65):
        assert (await page(tmp_path, run))[0] == 404
    assert await page(None, PUBLIC) == (404, f"{KEEPS_NONE}\n")


async def test_too_many_readers_are_asked_to_come_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("undertide_server.gateway.http.run_pages.MOST_READERS", 0)
    assert MOST_READERS > 0
    assert (await page(tmp_path, PUBLIC))[0] == 503


async def test_a_server_answers_with_the_page(tmp_path: Path) -> None:
    keep_run(tmp_path, PUBLIC)
    async with hosted(runs=tmp_path) as host:
        status, text = await http_get(host.address, f"/runs/{PUBLIC}")
        assert status == 200
        assert "Ann, warden of level 3" in text
        assert (await http_get(host.address, "/runs/ffff"))[0] == 404


def strike_down(session: Session) -> None:
    """Let something deadly stand beside the hero, which is as good as dead."""
    run = session.run
    floor, row = next(iter(run.index.heroes.values()))
    row.body.life = 1
    row.effects.remaining.clear()
    cell = floor.nearest_free((row.cell[0], row.cell[1] + 1))
    spawn_monster(run, floor, run.game.roster.kinds[0], cell, Mind("hunting", row.cell))


async def test_a_run_that_was_played_to_its_end_has_its_page_and_its_replay(
    tmp_path: Path,
) -> None:
    faults: list[Exception] = []
    loop = asyncio.get_running_loop()
    journal = DurableJournal(tmp_path, loop.call_soon_threadsafe, faults.append)
    try:
        async with hosted(runs=tmp_path, journal=journal) as host, host.player("Ann") as ann:
            strike_down(host.registry.sessions[ann.session])
            for sequence in range(1, 20):
                await ann.send(Act(sequence, Wait()))
            life, ended = await ann.until(Chronicle), await ann.until(Ended)
            assert life.run == ended.run
            assert life.cause
            await until(lambda: not journal.waiting)
            _, text = await http_get(host.address, f"/runs/{ended.run}")
            assert f"killed by {life.cause}" in text
            assert ended.seed in text
            await ann.send(Leave())
            await ann.until(Left)
            await ann.send(Replay(ended.run))
            assert (await ann.until(Replaying)).run == ended.run
    finally:
        journal.stop()
    assert not faults
