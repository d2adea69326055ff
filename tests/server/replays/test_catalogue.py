"""The list of runs: bounded, the latest first, read by one thread however many ask."""

import asyncio
from pathlib import Path

import pytest

from support.sessions.kept_runs import header, ticks
from undertide_server.replays import catalogue
from undertide_server.replays.catalogue import KEEPS_NONE, RunCatalogue, RunPage
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import NOBODY, Identity
from undertide_server.sessions.model.settings import SessionSettings, encode_settings
from undertide_server.store.database import FILE
from undertide_server.store.reader import Reader
from undertide_server.store.records import SeatRecord
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Appended, Begun
from undertide_shared.codec import encode
from undertide_shared.limits import MAX_LISTED_HEROES, MAX_LISTED_RUNS, MAX_NAME, MAX_SERVER_MESSAGE
from undertide_shared.messages import Access, Runs

WIDE = "\N{MATHEMATICAL FRAKTUR CAPITAL U}"
"""Four bytes of UTF-8."""


def keep(folder: Path, runs: int, seats: int = 0) -> None:
    """Keep so many runs of a step each, and one of none."""
    writer = Writer(folder)
    taken = tuple(SeatRecord(number, WIDE * MAX_NAME, ()) for number in range(seats))
    for number in range(runs):
        name = f"run{number:03}"
        writer.apply([Begun(header(name)), Appended(name, ticks(1, 1), taken, 1)])
    writer.apply([Begun(header("nothing"))])
    writer.close()


def names(page: RunPage) -> list[str]:
    return [run.run for run in page.runs]


async def test_runs_are_listed_the_latest_first_and_empty_ones_not(tmp_path: Path) -> None:
    keep(tmp_path, 3)
    page = await RunCatalogue(tmp_path).page(NOBODY)
    assert names(page) == ["run002", "run001", "run000"]
    assert not page.more


async def test_pages_together_have_every_run_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "MAX_LISTED_RUNS", 2)
    keep(tmp_path, 4)
    kept = RunCatalogue(tmp_path)
    first = await kept.page(NOBODY)
    second = await kept.page(NOBODY, first.runs[-1].run)
    assert names(first) + names(second) == ["run003", "run002", "run001", "run000"]
    assert (first.more, second.more) == (True, False)
    assert await kept.page(NOBODY, "run000") == ([], False)


async def test_a_page_after_a_run_that_is_gone_is_refused(tmp_path: Path) -> None:
    keep(tmp_path, 1)
    with pytest.raises(RequestRefusedError, match="no run 'run009'") as refused:
        await RunCatalogue(tmp_path).page(NOBODY, "run009")
    assert refused.value.code == "unknown_run"


async def test_a_list_fits_into_one_message(tmp_path: Path) -> None:
    keep(tmp_path, MAX_LISTED_RUNS + 3, seats=MAX_LISTED_HEROES + 3)
    listed, more = await RunCatalogue(tmp_path).page(NOBODY)
    assert len(listed) == MAX_LISTED_RUNS
    assert more
    assert listed[0].run == f"run{MAX_LISTED_RUNS + 2:03}"
    assert len(listed[0].heroes) == MAX_LISTED_HEROES
    assert len(encode(Runs(listed))) < MAX_SERVER_MESSAGE


async def test_many_who_ask_at_once_cost_one_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(tmp_path, 1)
    opened = []

    class Counted(Reader):
        def __init__(self, folder: Path) -> None:
            opened.append(folder)
            super().__init__(folder)

    monkeypatch.setattr(catalogue, "Reader", Counted)
    kept = RunCatalogue(tmp_path)
    pages = await asyncio.gather(*(kept.page(NOBODY) for _ in range(50)))
    assert len(opened) == 1
    assert all(names(page) == ["run000"] for page in pages)


async def test_no_folder_holds_no_runs() -> None:
    assert await RunCatalogue(None).page(NOBODY) == ([], False)
    with pytest.raises(RequestRefusedError, match=KEEPS_NONE):
        await RunCatalogue(None).named("r1")


async def test_a_beginning_names_the_one_run_that_has_it(tmp_path: Path) -> None:
    keep(tmp_path, 3)
    assert (await RunCatalogue(tmp_path).named("run001")).run == "run001"
    with pytest.raises(RequestRefusedError, match="3 runs begin with 'run'"):
        await RunCatalogue(tmp_path).named("run")


@pytest.mark.parametrize("access", ["unlisted", "invited"])
async def test_a_run_of_a_private_session_is_found_by_its_whole_name_alone(
    tmp_path: Path, access: Access
) -> None:
    writer = Writer(tmp_path)
    settled = encode_settings(SessionSettings(access=access))
    writer.apply([Begun(header("hidden"), settled), Appended("hidden", ticks(1, 1), (), 1)])
    writer.close()
    kept = RunCatalogue(tmp_path)
    assert names(await kept.page(NOBODY)) == []
    assert (await kept.named("hidden")).run == "hidden"
    with pytest.raises(RequestRefusedError) as refused:
        await kept.named("hid")
    with pytest.raises(RequestRefusedError) as unknown:
        await kept.named("hit")
    assert refused.value.reason == unknown.value.reason.replace("hit", "hid")


@pytest.mark.parametrize("access", ["unlisted", "invited"])
async def test_who_played_in_a_private_session_as_an_account_finds_its_run(
    tmp_path: Path, access: Access
) -> None:
    writer = Writer(tmp_path)
    for name, accounts in (("ours", {0: "ann", 1: "bo"}), ("theirs", {0: "cy"}), ("nobodys", {})):
        settled = encode_settings(SessionSettings(access=access, accounts=accounts))
        writer.apply([Begun(header(name), settled), Appended(name, ticks(1, 1), (), 1)])
    writer.close()
    kept = RunCatalogue(tmp_path)

    async def found(identity: Identity) -> list[str]:
        return names(await kept.page(identity))

    assert await found(Identity("bo")) == ["ours"]
    assert await found(Identity("dee")) == await found(NOBODY) == []
    assert await found(Identity(operator=True)) == ["nobodys", "theirs", "ours"]


async def test_private_runs_of_others_take_no_place_in_a_list(tmp_path: Path) -> None:
    keep(tmp_path, 2)
    writer = Writer(tmp_path)
    hidden = encode_settings(SessionSettings(access="unlisted"))
    for number in range(MAX_LISTED_RUNS):
        name = f"hidden{number:03}"
        writer.apply([Begun(header(name), hidden), Appended(name, ticks(1, 1), (), 1)])
    writer.close()
    assert names(await RunCatalogue(tmp_path).page(NOBODY)) == ["run001", "run000"]


async def test_a_folder_that_can_not_be_read_is_a_refusal(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database" * 100)
    with pytest.raises(RequestRefusedError, match="can't read its runs") as refused:
        await RunCatalogue(tmp_path).page(NOBODY)
    assert refused.value.code == "internal"
