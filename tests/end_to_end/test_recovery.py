"""Servers that are killed, stopped, or out of disk: nothing that was shown is ever gone."""

import asyncio
import json
import random
import resource
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.gateway.raw_clients import guest, new_session
from support.processes.commands import undertide
from support.processes.played_terminal import Opener
from support.processes.restarted_server import Lasting, lasting
from support.sessions.remembering_bots import (
    Witness,
    could_be_shown,
    lost,
    only_run,
    until,
    witnesses,
)
from undertide_server.sessions.disk import GOES_ON, WAITS
from undertide_server.store.reader import Reader
from undertide_shared.messages import Create, Error, Join, Joined, Keyframe, ListSessions, Sessions

KILLS = 3
PLAYERS = 2


@pytest.fixture
def host(content: Path, tmp_path: Path) -> Iterator[Lasting]:
    """A server on which every run plays the same dungeon, in real time."""
    chosen = ("--config", str(content), "--preset", "tutorial", "--seed", "7", "--pace", "real")
    with lasting(tmp_path / "data", *chosen) as running:
        yield running


async def progress(links: list[Witness], intents: int) -> None:
    """Wait until everyone plays and so many more intents were settled in all."""
    await until(links, lambda: all(link.playing for link in links), "everyone has a seat")
    goal = sum(link.settled for link in links) + intents
    await until(links, lambda: sum(link.settled for link in links) >= goal, "intents are settled")


async def restarted(host: Lasting, links: list[Witness]) -> None:
    """Start the server again, and wait until everyone is back in the seat that was theirs."""
    seats, session = [link.seat for link in links], links[0].joined[0].session
    joined = [len(link.joined) for link in links]
    await asyncio.to_thread(host.restart)
    await until(
        links,
        lambda: all(len(link.joined) > before for link, before in zip(links, joined, strict=True)),
        "everyone is back",
    )
    back = [link.joined[before] for link, before in zip(links, joined, strict=True)]
    assert [each.seat for each in back] == seats
    assert {each.session for each in back} == {session}


def lost_by(host: Lasting, links: list[Witness]) -> list[str]:
    """Return what players were shown that the server's files know nothing of."""
    return lost(links, could_be_shown(host.folder, only_run(host.folder)))


async def test_no_kill_loses_what_anybody_was_shown(host: Lasting) -> None:
    chance = random.Random(5)
    session = await new_session(host.address)
    async with witnesses(host.address, session, PLAYERS) as links:
        for _ in range(KILLS):
            await progress(links, chance.randrange(1, 12))
            await asyncio.to_thread(host.server.stop, signal.SIGKILL)
            assert lost_by(host, links) == []
            await restarted(host, links)
        await progress(links, 3)
    verified = undertide("verify", only_run(host.folder), "--data", str(host.folder))
    assert verified.returncode == 0


async def test_a_stopped_server_keeps_the_run_as_it_was_last_shown(host: Lasting) -> None:
    session = await new_session(host.address)
    async with witnesses(host.address, session, PLAYERS) as links:
        await progress(links, 5)
        code, _ = await asyncio.to_thread(host.server.stop, signal.SIGTERM)
        assert code == 0
        assert lost_by(host, links) == []
        with Reader(host.folder) as reader:
            (info,) = reader.runs()
            kept = reader.snapshot(info.run)
        assert kept is not None
        assert (info.state, kept.step) == ("live", info.steps), "no step comes after the snapshot"
        listed = json.loads(undertide("runs", "list", "--data", str(host.folder), "--json").stdout)
        (line,) = listed["runs"]
        assert (line["run"], line["session"]) == (info.run, session)
        assert (line["state"], line["ticks"]) == ("live", info.ticks)
        await restarted(host, links)
        await progress(links, 3)
        assert not any(link.lefts for link in links)


def test_a_terminal_comes_back_by_itself_once_the_server_does(
    host: Lasting, opened: Opener
) -> None:
    session = asyncio.run(new_session(host.address, pace="auto"))
    ann = opened("join", host.address, "--session", session, "--name", "Ann")
    ann.read_text("Ann joins the party")
    step = ann.free_step("Ann")
    stood = ann.hero("Ann")
    ann.type(step)
    ann.wait_for(lambda: ann.hero("Ann") not in {None, stood}, "the step")
    ann.read_text("done")  # the last line: all above it is drawn by then
    walls = ann.glyphs("┃")
    for how in (signal.SIGTERM, signal.SIGKILL):
        host.server.stop(how)
        ann.read_text("No connection")
        ann.read_text("Trying again in")
        host.restart()
        ann.read_text("● connected")
        ann.read_text("asleep")
        ann.wait_for(lambda: ann.glyphs("┃") == walls, "the same place")
    ann.say("still here")
    ann.read_text("Ann: still here")
    assert ann.quit() == 0


async def test_a_full_disk_pauses_a_run_until_it_has_room(host: Lasting) -> None:
    session = await new_session(host.address)
    async with witnesses(host.address, session, 1) as (link,):
        await progress([link], 2)
        _, hard = resource.prlimit(host.server.process.pid, resource.RLIMIT_FSIZE)
        # No file may grow, or be written to, beyond its first byte.
        resource.prlimit(host.server.process.pid, resource.RLIMIT_FSIZE, (1, hard))
        await until([link], lambda: WAITS in link.heard, "the player is told that the run waits")
        async with guest(host.address) as other:
            await other.send(Join(session, "Zoe"))
            refused = await other.until(Error)
            assert (refused.code, refused.reason) == ("server_full", WAITS)
        frames = link.frames
        resource.prlimit(host.server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        await until([link], lambda: GOES_ON in link.heard, "the player is told that it goes on")
        await until([link], lambda: link.frames > frames, "frames come again")
        assert link.heard.index(WAITS) < link.heard.index(GOES_ON)
        await progress([link], 2)
        await asyncio.to_thread(host.server.stop, signal.SIGKILL)
        assert lost_by(host, [link]) == []


async def test_a_server_that_stops_while_its_disk_is_full_loses_nothing_shown(
    host: Lasting,
) -> None:
    session = await new_session(host.address)
    async with witnesses(host.address, session, 1) as (link,):
        await progress([link], 2)
        _, hard = resource.prlimit(host.server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(host.server.process.pid, resource.RLIMIT_FSIZE, (1, hard))
        await until([link], lambda: WAITS in link.heard, "the player is told that the run waits")
        code, log = await asyncio.to_thread(host.server.stop, signal.SIGTERM)
        assert code == 0
        assert "could not be written" in log
        assert lost_by(host, [link]) == []
        await restarted(host, [link])
        await progress([link], 2)


async def test_a_run_that_nobody_plays_rests_until_its_player_comes_back(tmp_path: Path) -> None:
    config = tmp_path / "config"
    config.mkdir()
    (config / "server.toml").write_text("[limits]\nidle_session_seconds = 0.5\n")
    with lasting(tmp_path / "data", "--config", str(config), "--pace", "real") as host:
        async with guest(host.address) as ann:
            await ann.send(Create(), Join("", "Ann"))
            before = await ann.until(Joined)
            stood = (await ann.until(Keyframe)).hero
        await asyncio.to_thread(host.server.logged, "session closed")
        async with guest(host.address) as ann:
            await ann.send(ListSessions())
            assert (await ann.until(Sessions)).sessions == []
            await ann.send(Join(before.session, "Ann", before.token))
            back = await ann.until(Joined)
            frame = await ann.until(Keyframe)
        assert (back.session, back.seat) == (before.session, before.seat)
        assert stood is not None
        assert frame.hero is not None
        assert frame.hero.life == stood.life
        assert frame.party[0].state == "asleep"
        await asyncio.to_thread(host.server.stop, signal.SIGKILL)
    with Reader(host.folder) as reader:
        assert [info.state for info in reader.runs()] == ["live"]


def test_a_second_server_is_refused_and_told_who_the_first_is(host: Lasting) -> None:
    second = undertide("serve", "--port", "0", "--data", str(host.folder))
    assert second.returncode == 1
    assert f"in use by process {host.server.process.pid} on" in second.stderr


@pytest.mark.parametrize("place", ["/proc/undertide", "file/below"])
def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("not a folder")
    refused = undertide("serve", "--port", "0", "--data", str(tmp_path / place))
    assert refused.returncode == 1
    assert place in refused.stderr
    assert "Traceback" not in refused.stderr
