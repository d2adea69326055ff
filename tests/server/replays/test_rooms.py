"""Runs that are watched again through a real gateway, each in a real process."""

import asyncio
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from support.content.repertoire import REPERTOIRE
from support.gateway.raw_clients import Client
from support.gateway.real_gateway import Hosted, hosted
from support.processes.waiting import until
from support.sessions.durable_host import played
from support.sessions.fake_server import token
from support.sessions.kept_runs import change, write
from undertide_server.replays.catalogue import KEEPS_NONE
from undertide_server.replays.renderer import rendering
from undertide_server.replays.rooms import GAVE_WAY
from undertide_server.sessions.disclosure import Disclosure
from undertide_server.store.database import FILE
from undertide_server.store.durable import DurableJournal
from undertide_server.store.fencing import Refused
from undertide_server.store.records import Ending
from undertide_server.store.writer import Writer
from undertide_server.store.writes import RunClosed, Write
from undertide_shared.limits import MAX_NUMBER
from undertide_shared.messages import (
    PROTOCOL,
    AccountInfo,
    Act,
    Anew,
    ClientMessage,
    Create,
    Created,
    Delta,
    Error,
    Follow,
    Hello,
    Join,
    Keyframe,
    Leave,
    Left,
    ListKinds,
    ListRuns,
    ListSessions,
    LogIn,
    Moment,
    Options,
    Play,
    Replay,
    Replaying,
    Resync,
    Runs,
    Say,
    Seek,
    Sessions,
    SignUp,
    Step,
    Timeline,
    Wait,
    Watch,
)

STEPS = 60


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with two runs; the second's name begins with 0a."""
    made = tmp_path_factory.mktemp("runs")
    played(made, STEPS)
    played(made, STEPS // 2, first=10)
    return made


NAME = token(1).hex()
"""Of the first run."""


async def opened(client: Client, run: str = NAME, tick: int = 0) -> Timeline:
    """Ask for a replay, wait until it stands still, and return its timeline."""
    await client.send(Replay(run, None, tick))
    assert (await client.expect(Replaying)).run == run
    timeline = await client.expect(Timeline)
    await client.expect(Keyframe)
    assert (await client.expect(Moment)).speed == 0
    return timeline


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    """Return the processes that are started from now on."""
    processes, start = list[Process](), asyncio.create_subprocess_exec

    async def starting(*words: str, **options: Any) -> Process:
        process = await start(*words, **options)
        processes.append(process)
        return process

    monkeypatch.setattr(asyncio, "create_subprocess_exec", starting)
    return processes


async def over(host: Hosted) -> None:
    """Wait until no replay has a process any more."""
    await until(lambda: len(host.gateway.replays) == 0)


async def test_runs_are_listed_the_latest_first(folder: Path) -> None:
    async with hosted(folder) as host, host.guest() as client:
        await client.send(ListRuns())
        runs = (await client.expect(Runs)).runs
        assert [run.run for run in runs] == [token(10).hex(), NAME]
        assert (runs[1].heroes, runs[1].preset, runs[1].state) == (["Ann"], "default", "live")
        assert runs[1].ticks > runs[0].ticks > 0


async def test_a_replay_is_told_and_stands_still_until_it_is_played(folder: Path) -> None:
    async with hosted(folder) as host, host.guest() as client:
        timeline = await opened(client)
        assert timeline.first == 0
        assert STEPS - 5 < timeline.last <= STEPS
        assert [mark.kind for mark in timeline.landmarks] == ["floor"]
        await client.send(Play(6400))
        assert (await client.expect(Moment)).speed == 6400
        moment = await client.until(Moment)
        while moment.tick < timeline.last:
            moment = await client.until(Moment)


async def test_a_viewer_jumps_and_steps(folder: Path) -> None:
    async with hosted(folder) as host, host.guest() as client:
        await opened(client, tick=20)
        await client.send(Seek(30))
        await client.expect(Keyframe)
        assert (await client.expect(Moment)).tick == 30
        await client.send(Step(-10))
        await client.expect(Keyframe)
        assert (await client.expect(Moment)).tick == 20
        await client.send(Step(1))
        assert (await client.until(Moment)).tick == 21
        await client.send(Follow(0))
        assert (await client.expect(Keyframe)).seat == 0
        await client.send(Resync())
        assert (await client.expect(Keyframe)).seat == 0
        await client.send(Follow(5))
        assert (await client.expect(Error)).code == "unknown_seat"


async def test_who_leaves_is_in_the_lobby_and_the_process_is_gone(
    folder: Path, started: list[Process]
) -> None:
    async with hosted(folder) as host, host.guest() as client:
        await opened(client)
        await client.send(Leave(), ListSessions())
        assert await client.expect(Left) == Left(NAME, "you left")
        await client.expect(Sessions)
        await opened(client, token(10).hex())
        await until(lambda: len(host.gateway.replays) == 1)
        assert [process.returncode is None for process in started] == [False, True]


async def test_the_process_ends_with_its_connection(folder: Path, started: list[Process]) -> None:
    async with hosted(folder) as host:
        async with host.guest() as client:
            await opened(client)
        await over(host)
        assert [process.returncode is None for process in started] == [False]


async def test_the_process_ends_with_the_server(folder: Path, started: list[Process]) -> None:
    async with hosted(folder) as host, host.guest() as client:
        await opened(client)
        await host.gateway.__aexit__(None, None, None)
        assert [process.returncode is None for process in started] == [False]


@pytest.mark.parametrize(
    ("run", "seat", "code", "reason"),
    [
        ("nonesuch", None, "unknown_run", "no run begins with 'nonesuch'"),
        ("", None, "unknown_run", "2 runs begin with ''"),
        (NAME, 4, "unknown_seat", "nobody had seat 4"),
    ],
)
async def test_what_cannot_be_shown_is_refused_and_leaves_the_viewer_in_the_lobby(
    folder: Path, run: str, seat: int | None, code: str, reason: str
) -> None:
    async with hosted(folder) as host, host.guest() as client:
        await client.send(Replay(run, seat))
        assert await client.expect(Error) == Error(code, reason)  # type: ignore[arg-type]
        await client.send(ListSessions())
        await client.expect(Sessions)


async def test_a_server_that_keeps_no_runs_says_so() -> None:
    async with hosted() as host, host.guest() as client:
        await client.send(ListRuns(), Replay(NAME))
        answers = [await client.receive(), await client.receive()]
        assert Runs([]) in answers
        assert Error("unknown_run", KEEPS_NONE) in answers


async def test_only_so_many_replays_are_shown_at_once(folder: Path) -> None:
    async with (
        hosted(folder, replays=2) as host,
        host.guest() as one,
        host.guest() as other,
    ):
        await opened(one)
        await other.send(Replay(NAME))
        assert (await other.expect(Error)).code == "server_full"
        await one.send(Leave())
        await one.until(Left)
        await over(host)
        await opened(other)


async def test_a_replay_that_nobody_watches_gives_way_when_somebody_wants_in(
    folder: Path, started: list[Process]
) -> None:
    async with (
        hosted(folder, replays=1, give_way_minutes=1e-6) as host,
        host.guest() as one,
        host.guest() as other,
    ):
        await opened(one)
        await other.send(Replay(NAME))  # Its own picture comes much later than that.
        assert (await one.until(Left)).reason == GAVE_WAY
        await other.until(Replaying)
        assert len(started) == 2
        await one.send(ListSessions())
        await one.expect(Sessions)


async def test_a_replay_that_is_watched_stays(folder: Path) -> None:
    async with (
        hosted(folder, replays=1, give_way_minutes=10_080) as host,
        host.guest() as one,
        host.guest() as other,
    ):
        await opened(one)
        await other.send(Replay(NAME))
        assert (await other.expect(Error)).code == "server_full"


async def test_a_server_may_show_none(folder: Path) -> None:
    async with hosted(folder, replays=0) as host, host.guest() as client:
        await client.send(Replay(NAME))
        assert (await client.expect(Error)).code == "server_full"


@pytest.mark.both_loops
async def test_a_process_that_dies_takes_nobody_with_it(
    folder: Path, started: list[Process]
) -> None:
    async with (
        hosted(folder) as host,
        host.player("Ann") as ann,
        host.guest() as client,
    ):
        await opened(client)
        (process,) = started
        process.kill()
        assert (await client.expect(Error)).code == "internal"
        assert (await client.expect(Left)).session == NAME
        await client.send(ListSessions())
        await client.expect(Sessions)
        await ann.send(Act(1, Wait()))
        await ann.until(Delta)


async def test_a_run_that_other_rules_played_is_shown_from_its_renders_or_says_why(
    tmp_path: Path,
) -> None:
    run = played(tmp_path, STEPS).name
    write(tmp_path, RunClosed(run, Ending("ended", "lost")))
    renders = list(rendering(tmp_path, run, REPERTOIRE))
    change(tmp_path, "UPDATE runs SET rules = 99")
    async with hosted(tmp_path) as host, host.guest() as client:
        await client.send(Replay(run))
        error = await client.expect(Error)
        assert error.code == "unknown_run"
        assert "by rules 99" in error.reason
        assert error.reason.endswith("and no pictures of it were kept")
        write(tmp_path, *renders)
        await opened(client, run)
        await client.send(Follow(0))
        assert (await client.expect(Keyframe)).seat == 0
        await client.send(Seek(30))
        await client.expect(Keyframe)
        assert await client.expect(Moment) == Moment(30, 0, 3_000)


async def test_a_damaged_run_is_refused_with_its_reason(folder: Path, tmp_path: Path) -> None:
    whole = (folder / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(whole.replace(b"\x92\xa4tick", b"\x92\xa4tock"))
    async with hosted(tmp_path) as host, host.guest() as client:
        await client.send(Replay(NAME))
        error = await client.expect(Error)
        assert error.code == "unknown_run"
        assert "damaged" in error.reason


async def test_what_is_no_message_of_a_replay_is_refused_there(folder: Path) -> None:
    elsewhere: list[ClientMessage] = [
        Act(1, Wait()), Say("hi"), Anew(), ListKinds(), ListSessions(), ListRuns(), Create(),
        Join("", "Ann"), Watch(""), Replay(NAME), Hello(PROTOCOL, "again"),
    ]  # fmt: skip
    async with hosted(folder, bad_messages=20, message_burst=100) as host, host.guest() as client:
        await opened(client)
        await client.send(*elsewhere)
        for _ in elsewhere:
            assert (await client.expect(Error)).code == "wrong_state"
        await client.send(Step(1))
        await client.until(Moment)


async def test_whatever_numbers_a_viewer_sends_it_is_answered(folder: Path) -> None:
    extremes = [-MAX_NUMBER, -1, 0, MAX_NUMBER]
    async with hosted(folder, message_burst=1000) as host, host.guest() as client:
        await opened(client, tick=MAX_NUMBER)
        for number in extremes:
            await client.send(Seek(number), Step(number), Play(number), Follow(number), Play(0))
            error = await client.until(Error) if number else await client.until(Moment)
            assert not isinstance(error, Error) or error.code == "malformed"
        await client.send(Leave())
        assert (await client.until(Left)).reason == "you left"
        for number in extremes:
            await client.send(Replay("", None, number))
            assert (await client.until(Error)).code == "unknown_run"


async def test_a_viewer_that_leaves_before_the_process_is_there_leaves_none(
    folder: Path, started: list[Process]
) -> None:
    async with hosted(folder) as host, host.guest() as client:
        await client.send(Replay(NAME), Leave(), Replay(NAME), Leave(), ListSessions())
        assert [await client.expect(Left) for _ in range(2)] == [Left(NAME, "you left")] * 2
        await client.expect(Sessions)
        await over(host)
        assert all(process.returncode is not None for process in started)


async def test_a_server_that_stops_waits_for_no_replay_that_is_only_beginning(
    folder: Path, started: list[Process]
) -> None:
    async with hosted(folder) as host, host.guest() as client:
        await client.send(Replay(NAME), Act(1, Wait()))
        await client.expect(Error)
        assert len(host.gateway.replays) == 1
        await host.gateway.__aexit__(None, None, None)
        assert len(host.gateway.replays) == 0
        assert all(process.returncode is not None for process in started)


# --- runs that are being played -----------------------------------------------------------------


@asynccontextmanager
async def playing(folder: Path) -> AsyncIterator[tuple[Hosted, Client]]:
    """Host runs that are kept, one of which somebody is playing."""
    loop, faults = asyncio.get_running_loop(), list[Exception]()
    journal = DurableJournal(folder, loop.call_soon_threadsafe, faults.append, retry_seconds=0.001)
    async with hosted(folder, journal) as host, host.player("Ann") as ann:
        yield host, ann
    journal.stop()
    assert faults == []


async def test_a_session_is_watched_again_while_it_is_played(tmp_path: Path) -> None:
    async with playing(tmp_path) as (host, ann), host.guest() as client:
        await client.send(Replay(ann.session))
        replaying = await client.expect(Replaying)
        assert replaying.session == ann.session
        timeline = await client.expect(Timeline)
        assert timeline.live
        await client.send(Play(6400))
        for number in range(1, 6):
            await ann.send(Act(number, Wait()))
            await ann.until(Delta)
        await seen_to(client, timeline.last + 10)  # Five turns of two ticks.


async def seen_to(client: Client, tick: int, *asked: Play) -> None:
    """Wait until the timeline and what is shown have come to a tick."""
    await client.send(*asked)
    last = shown = 0
    while min(last, shown) < tick:
        message = await client.receive()
        last = message.last if isinstance(message, Timeline) else last
        shown = message.tick if isinstance(message, Moment) else shown


@pytest.mark.parametrize("by_name", [True, False])
async def test_no_more_of_it_is_shown_than_spectators_may_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_name: bool
) -> None:
    async with playing(tmp_path) as (host, ann), host.guest() as client:
        for number in range(1, 20):
            await ann.send(Act(number, Wait()))
            await ann.until(Delta)
        bound = 5
        monkeypatch.setattr(Disclosure, "watchable", lambda _self, _now: bound)
        run = host.registry.sessions[ann.session].config.run
        await client.send(Replay(run[:8] if by_name else ann.session, None, 10**6))
        await client.until(Timeline)
        ticks = (await client.until(Moment)).tick
        await client.send(Seek(10**6), Step(100), Play(6400))
        told = [await client.until(Moment) for _ in range(3)]
        assert {moment.tick for moment in told} == {ticks}
        bound = 10
        await seen_to(client, ticks + 10)


async def test_a_replay_goes_on_while_a_disk_takes_nothing_and_shows_nothing_of_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(tmp_path) as (host, ann), host.guest() as client:
        await client.send(Replay(ann.session))
        last = (await client.until(Timeline)).last
        session, loop = host.registry.sessions[ann.session], asyncio.get_running_loop()
        journal = host.registry.journal
        assert isinstance(journal, DurableJournal)
        apply, stuck = Writer.apply, [True]

        def fail(writer: Writer, writes: Sequence[Write]) -> Sequence[Refused]:
            if stuck:
                raise OSError(28, "No space left on device")
            return apply(writer, writes)

        troubled = asyncio.Event()
        journal.on_trouble = lambda _: troubled.set()
        monkeypatch.setattr(Writer, "apply", fail)
        before = session.disclosure.watchable(loop.time())
        await ann.send(Act(1, Wait()))
        await troubled.wait()
        assert session.run.progress.step > before
        assert session.disclosure.watchable(loop.time()) == before
        await client.send(Seek(10**6), Resync())
        assert (await client.until(Moment)).tick <= last
        stuck.clear()
        await seen_to(client, last + 2, Play(6400))


async def test_where_nothing_may_be_seen_yet_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(tmp_path) as (host, ann), host.guest() as client:
        monkeypatch.setattr(Disclosure, "watchable", lambda _self, _now: 0)
        await client.send(Replay(ann.session))
        error = await client.expect(Error)
        assert error.code == "unknown_run"
        assert "there is nothing to show of it yet" in error.reason


@pytest.mark.both_loops
async def test_a_viewer_that_reads_nothing_is_made_up_for_later(folder: Path) -> None:
    async with hosted(folder) as host, host.guest() as client:
        await opened(client)
        (peer,) = host.gateway.peers
        peer.clogged = True
        await client.send(Seek(20), Seek(30), Follow(0))
        while not peer.missed:
            assert isinstance(await client.receive(), Moment)
        peer.socket.on_drained()
        keyframe = await client.until(Keyframe)
        assert keyframe.seat in {None, 0}
        await client.send(Seek(40))
        assert (await client.until(Keyframe)).number > 0


async def test_a_live_run_of_an_invited_session_is_looked_back_at_with_its_code(
    tmp_path: Path,
) -> None:
    loop, faults = asyncio.get_running_loop(), list[Exception]()
    journal = DurableJournal(tmp_path, loop.call_soon_threadsafe, faults.append)
    async with hosted(tmp_path, journal) as host, host.guest() as ann:
        await ann.send(Create("", None, Options(access="invited")))
        made = await ann.expect(Created)
        await ann.send(Join(made.invite, "Ann"))
        await ann.until(Keyframe)
        async with host.guest() as stranger:
            await stranger.send(ListRuns())
            assert (await stranger.expect(Runs)).runs == []
            await stranger.send(Replay(made.session))
            assert (await stranger.until(Error)).code == "unknown_run"
            await stranger.send(Replay(made.invite))
            assert (await stranger.until(Replaying)).session == made.session
    journal.stop()


async def test_who_played_in_a_private_session_finds_its_run_when_logged_in(tmp_path: Path) -> None:
    loop, faults = asyncio.get_running_loop(), list[Exception]()
    journal = DurableJournal(tmp_path, loop.call_soon_threadsafe, faults.append)
    async with hosted(tmp_path, journal, accounts=tmp_path) as host:
        async with host.guest() as ann:
            await ann.send(SignUp("Ann", "correct horse"))
            token = (await ann.expect(AccountInfo)).token
            await ann.send(Create("", None, Options(access="unlisted")))
            session = (await ann.expect(Created)).session
            await ann.send(Join(session, "Ann"))
            await ann.until(Keyframe)
        async with host.guest() as client:
            await client.send(ListRuns())
            assert (await client.expect(Runs)).runs == []
            await client.send(LogIn("Ann", token=token))
            await client.expect(AccountInfo)
            await client.send(ListRuns())
            (run,) = (await client.expect(Runs)).runs
            assert (run.session, run.heroes) == (session, ["Ann"])
    journal.stop()
