import pytest

from support.client.client_examples import delta, keyframe, roster, watching
from support.client.read_link import as_ann, reading, seat
from support.client.replay_examples import RUN, replaying, run_info, timeline
from support.client.scripted_server import WELCOME, ScriptedServer
from undertide_client.net.link import connect
from undertide_client.net.status import LinkStatus
from undertide_shared.messages import (
    Act,
    Created,
    Delta,
    Error,
    Explore,
    IntentReport,
    Join,
    Keyframe,
    Leave,
    Left,
    ListRuns,
    ListSessions,
    Moment,
    Play,
    Replay,
    Replaying,
    Roster,
    Runs,
    Say,
    Seek,
    Sessions,
    Step,
    Wait,
    Watch,
    Welcome,
)


async def test_an_address_that_is_none_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="http"):
        connect("http://127.0.0.1:1")


async def test_a_link_without_a_connection_waits_for_no_answer() -> None:
    assert connect("ws://127.0.0.1:1").measure_silence() == 0.0


async def test_greeting_then_lobby(server: ScriptedServer) -> None:
    async with reading(server.url) as (link, reader):
        peer = await server.accept()
        hello = await peer.greet()
        assert hello.client == "undertide"
        assert await reader.next_of(LinkStatus) == LinkStatus("connecting", attempt=1)
        assert await reader.next_of(Welcome) == WELCOME
        assert await reader.next_of(LinkStatus) == LinkStatus("connected")
        assert link.latency > 0
        link.list_sessions()
        await peer.expect(ListSessions)
        await peer.send(Sessions([]))
        assert await reader.next_of(Sessions) == Sessions([])


async def test_a_seat_then_intents_and_what_became_of_them(server: ScriptedServer) -> None:
    async with reading(server.url, ask=as_ann) as (link, reader):
        peer = await server.accept()
        await seat(peer)
        await reader.next_of(Keyframe)
        assert link.playing
        sequence = link.act(Explore())
        assert link.fate.text == "sent"
        assert await peer.expect(Act) == Act(sequence, Explore())
        await peer.send(delta(intent=IntentReport(sequence, sequence, "done")))
        await reader.next_of(Delta)
        assert link.fate.text == "done"
        assert not link.unanswered
        link.say("hello")
        assert await peer.expect(Say) == Say("hello")


async def test_a_link_that_was_cut_takes_its_seat_again(server: ScriptedServer) -> None:
    async with reading(server.url, ask=as_ann) as (link, reader):
        peer = await server.accept()
        await seat(peer)
        await reader.next_of(Keyframe)
        link.cut()
        await peer.gone()
        again = await server.accept()
        await again.greet()
        assert (await again.expect(Join)).token != b""


async def test_an_error_about_an_intent_is_its_fate(server: ScriptedServer) -> None:
    async with reading(server.url, ask=as_ann) as (link, reader):
        peer = await server.accept()
        await seat(peer)
        await reader.next_of(Keyframe)
        sequence = link.act(Wait())
        await peer.send(Error("bad_intent", "you are asleep", sequence))
        await reader.next_of(Error)
        assert link.fate.text == "not now: you are asleep"


async def test_an_intent_without_a_seat_is_lost(server: ScriptedServer) -> None:
    async with reading(server.url) as (link, reader):
        peer = await server.accept()
        await peer.greet()
        await reader.phase("connected")
        link.act(Wait())
        assert link.fate.stage == "lost"
        link.list_sessions()
        await peer.expect(ListSessions)


async def test_a_refused_name_leaves_the_lobby_open(server: ScriptedServer) -> None:
    async with reading(server.url, ask=as_ann) as (link, reader):
        peer = await server.accept()
        await peer.greet()
        await peer.expect(Join)
        await peer.send(Error("name_taken", "Ann is taken"))
        assert (await reader.phase("refused")).code == "name_taken"
        assert link.status.phase == "connected"
        link.join("", "Anna")
        assert (await peer.expect(Join)).name == "Anna"


async def test_a_player_put_out_stays_in_the_lobby(server: ScriptedServer) -> None:
    async with reading(server.url, ask=as_ann) as (link, reader):
        peer = await server.accept()
        await seat(peer)
        await peer.send(Left("k7m2q", "your seat was taken up elsewhere"))
        await reader.next_of(Left)
        assert not link.playing
        link.list_sessions()
        await peer.until(ListSessions)


async def test_a_spectator_may_change_eyes_and_keeps_them(server: ScriptedServer) -> None:
    async with reading(server.url, ask=lambda link: link.watch("s", "Zoe")) as (link, reader):
        peer = await server.accept()
        await peer.greet()
        assert await peer.expect(Watch) == Watch("s", "Zoe")
        await peer.send(watching(session="s"), roster("Ann", watchers=("Zoe",)))
        await reader.next_of(Roster)
        assert link.watching
        link.follow(0)
        peer.cut()
        again = await server.accept()
        await again.greet()
        assert (await again.expect(Watch)).seat == 0


async def test_made_sessions_are_told(server: ScriptedServer) -> None:
    async with reading(server.url) as (link, reader):
        peer = await server.accept()
        await peer.greet()
        await reader.phase("connected")
        link.create("tutorial", "party")
        await peer.receive()
        await peer.send(Created("b3rn9"))
        assert (await reader.next_of(Created)).session == "b3rn9"


async def test_leave_goes_back_to_the_lobby(server: ScriptedServer) -> None:
    async with reading(server.url, ask=as_ann) as (link, reader):
        peer = await server.accept()
        await seat(peer)
        await reader.next_of(Keyframe)
        link.leave()
        await peer.expect(Leave)
        await peer.send(Left("k7m2q", "you left"))
        await reader.next_of(Left)
        peer.cut()
        again = await server.accept()
        await again.greet()
        link.list_sessions()
        await again.expect(ListSessions)


# --- replays -------------------------------------------------------------------------------------


async def test_a_run_is_watched_again(server: ScriptedServer) -> None:
    async with reading(server.url, ask=lambda link: link.replay("0123", 1, 70)) as (link, reader):
        peer = await server.accept()
        await peer.greet()
        assert await peer.expect(Replay) == Replay("0123", 1, 70)
        assert link.entering
        await peer.send(replaying(), timeline(), keyframe(), Moment(70, 0))
        assert await peer.expect(Play) == Play(100)
        assert (await reader.next_of(Replaying)).run == RUN
        assert await reader.next_of(Moment) == Moment(70, 0)
        assert (link.replaying, link.entering, link.watching) == (True, False, False)
        link.play(0)
        link.step(-3)
        link.seek(900)
        assert await peer.expect(Play) == Play(0)
        assert await peer.expect(Step) == Step(-3)
        assert await peer.expect(Seek) == Seek(900)
        link.leave()
        await peer.expect(Leave)
        await peer.send(Left("k7m2q", "You left."))
        await reader.next_of(Left)
        assert not link.replaying


async def test_runs_are_listed(server: ScriptedServer) -> None:
    async with reading(server.url) as (link, reader):
        peer = await server.accept()
        await peer.greet()
        await reader.phase("connected")
        link.list_runs()
        await peer.expect(ListRuns)
        await peer.send(Runs([run_info()]))
        assert (await reader.next_of(Runs)).runs == [run_info()]
