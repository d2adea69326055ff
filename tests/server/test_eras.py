"""Whatever any earlier version kept goes on by this one, or is told why it can't."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from support.content.repertoire import REPERTOIRE
from support.processes.waiting import LONGEST
from support.sessions.eras import ERAS, GONE, SCRIPT, Era, Seats
from support.sessions.fake_server import FakeServer, delivered
from support.sessions.made_sessions import advance_session, woken
from support.sessions.returned_runs import bring_back
from undertide_server.headless.verifying import Foreign, verify
from undertide_server.integrity.data_folder import SERVES_ALL, SETS_ASIDE, check_data
from undertide_server.replays.errors import UnplayableRunError
from undertide_server.replays.parted_playback import playback_of
from undertide_server.sessions.durability.recovery import recover
from undertide_server.sessions.model.errors import RecoveryError
from undertide_server.sessions.session import Session
from undertide_server.simulation.version import RULES
from undertide_server.startup.journals import journal_of, node_of, opened_folder
from undertide_server.store.database import TABLES
from undertide_server.store.reader import Reader
from undertide_server.store.records import StoredRun
from undertide_server.store.transfer.archive import export_run, import_run
from undertide_server.store.writer import Writer
from undertide_shared.messages import Joined

MOST_ADVANCES = 10_000
"""In which the steps are played: many have to wait for the disk."""
FIRST_PICTURES = 6
"""The tables with which pictures for replays came."""
PLAYED = [era for era in ERAS if era.name not in GONE]
by_name = pytest.mark.parametrize("era", PLAYED, ids=lambda era: era.name)
of_killed = pytest.mark.parametrize(
    "era", [era for era in PLAYED if not era.was_found], ids=lambda era: era.name
)


@contextmanager
def started(folder: Path) -> Iterator[FakeServer]:
    """Bring back the runs of a folder, as a server that starts does."""
    faults: list[Exception] = []
    with (
        opened_folder(folder),
        node_of(folder, faults.append) as node,
        journal_of(folder, faults.append, node.id if node else "") as journal,
    ):
        server = FakeServer(journal=journal, first_token=1000)
        bring_back(folder, server.registry, journal)
        yield server
    assert not faults


async def committed(session: Session) -> None:
    """Wait until all that a session has played is durable."""
    changed = asyncio.Event()
    session.on_outgoing = lambda _: changed.set()
    async with asyncio.timeout(LONGEST):
        while not session.is_settled:
            changed.clear()
            await changed.wait()


async def play_on(folder: Path, seats: Seats, steps: int = 20) -> int:
    """Start a server, take the seats of then again, and play; return the run's last step."""
    with started(folder) as server:
        session = woken(server.registry, seats.session)
        comers = seats.tokens or {"Zoe": b""}
        for member, (name, token) in enumerate(comers.items(), 1):
            assert session.join(member, name, token, server.now)
        last = session.run.progress.step + steps
        for _ in range(MOST_ADVANCES):
            if session.run.progress.step >= last:
                break
            server.now += 0.1
            await advance_session(session, server.now)
            await asyncio.sleep(0)  # What was written is told on the event loop.
        session.suspend()
        await committed(session)
        names = [said.name for _, said in delivered(session) if isinstance(said, Joined)]
        assert names == list(comers)
        return session.run.progress.step


def files_of(folder: Path) -> dict[str, bytes]:
    """Return what the files of a folder hold; SQLite's own beside a database may come and go."""
    return {
        file.name: file.read_bytes()
        for file in folder.iterdir()
        if not file.name.endswith("-shm") and file.stat().st_size
    }


def only_run(folder: Path) -> StoredRun:
    with Reader(folder) as reader:
        (info,) = reader.runs()
    return info


NEVER_RUN = {6, 7}
"""Versions of the rules within one change: no server that anybody runs had them."""


def test_there_is_an_era_of_these_rules_and_tables() -> None:
    versions = {(era.rules, era.tables) for era in ERAS}
    assert (RULES, TABLES.version) in versions, f"run {SCRIPT} before these versions rise"
    assert {rules for rules, _ in versions} == set(range(1, RULES + 1)) - NEVER_RUN
    assert {tables for _, tables in versions} == set(range(1, TABLES.version + 1))
    assert GONE.keys() <= {era.name for era in ERAS}


@by_name
def test_it_is_sound_before_a_server_has_touched_it(era: Era, tmp_path: Path) -> None:
    era.unpack(tmp_path)
    for part in ("stopped",) if era.was_found else ("stopped", "killed"):
        folder = tmp_path / part
        before = files_of(folder)
        verdict = check_data(folder)
        is_stuck = part == "killed" and era.rules != RULES
        assert verdict.exit_code == (SETS_ASIDE if is_stuck else SERVES_ALL), verdict.findings
        with Reader(folder) as reader:
            (info,) = reader.runs()
            report = verify(reader, info.run, REPERTOIRE)
        assert report.holds
        if era.rules == RULES:
            assert report.hashes
            assert report.snapshots
        else:
            assert report.foreign == [Foreign(1, info.steps, era.rules)]
        assert files_of(folder) == before


@by_name
async def test_its_seats_are_taken_again_and_its_run_goes_on(era: Era, tmp_path: Path) -> None:
    seats = era.unpack(tmp_path)
    folder = tmp_path / "stopped"
    before = only_run(folder)
    last = await play_on(folder, seats)
    assert last > before.steps
    with Reader(folder) as reader:
        report = verify(reader, before.run, REPERTOIRE)
        rules = [stretch.rules for stretch in reader.rules_stretches(before.run)]
    assert report.holds
    assert report.hashes
    assert report.snapshots
    assert rules == [era.rules] if era.rules == RULES else [era.rules, RULES]


@by_name
async def test_its_run_is_carried_to_another_server_with_its_seats(
    era: Era, tmp_path: Path
) -> None:
    seats = era.unpack(tmp_path)
    run = only_run(tmp_path / "stopped").run
    export_run(tmp_path / "stopped", run, tmp_path / "carried")
    (tmp_path / "other").mkdir()
    Writer(tmp_path / "other").close()
    assert import_run(tmp_path / "other", tmp_path / "carried") == run
    assert await play_on(tmp_path / "other", seats) > only_run(tmp_path / "stopped").steps
    with Reader(tmp_path / "other") as reader:
        assert verify(reader, run, REPERTOIRE).holds


@of_killed
def test_it_is_replayed_by_its_rules_or_its_pictures(era: Era, tmp_path: Path) -> None:
    era.unpack(tmp_path)
    folder = tmp_path / "killed"
    info = only_run(folder)
    if era.rules != RULES and era.tables < FIRST_PICTURES:
        with pytest.raises(UnplayableRunError, match=f"rules {era.rules}.*no pictures"):
            playback_of(folder, info.run, REPERTOIRE, None)
        return
    playback = playback_of(folder, info.run, REPERTOIRE, None)
    assert playback.frames()
    while not playback.at_end:
        playback.go(50)
    seen = info.steps if era.rules == RULES else only_run(tmp_path / "stopped").steps
    assert playback.step >= seen
    assert playback.frames()


@of_killed
async def test_after_a_kill_the_same_rules_play_on_and_others_say_what_to_do(
    era: Era, tmp_path: Path
) -> None:
    seats = era.unpack(tmp_path)
    folder = tmp_path / "killed"
    killed = only_run(folder)
    if era.rules == RULES:
        assert await play_on(folder, seats) > killed.steps
        with Reader(folder) as reader:
            assert verify(reader, killed.run, REPERTOIRE).holds
        return
    with Reader(folder) as reader, pytest.raises(RecoveryError, match="start the version it ran"):
        recover(reader, killed.run, REPERTOIRE)


@pytest.mark.parametrize("name", GONE)
def test_what_can_not_be_played_is_kept_as_it_is(name: str, tmp_path: Path) -> None:
    (era,) = [era for era in ERAS if era.name == name]
    era.unpack(tmp_path)
    folder = tmp_path / "stopped"
    (finding,) = check_data(folder).findings
    assert "can't play by its content" in finding.what
    before = only_run(folder)
    export_run(folder, before.run, tmp_path / "carried")
    (tmp_path / "other").mkdir()
    Writer(tmp_path / "other").close()
    assert import_run(tmp_path / "other", tmp_path / "carried") == before.run
    assert only_run(tmp_path / "other") == before
