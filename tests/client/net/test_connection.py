import asyncio
from http import HTTPStatus

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from support.client.client_examples import delta, keyframe
from support.client.read_link import LONG, as_ann, read_some, reading, seat
from support.client.replay_examples import RUN, replaying
from support.client.scripted_server import ScriptedServer, scripted_server
from undertide_client.model.mirror import Mirror, OutOfStepError
from undertide_client.net import connection
from undertide_client.net.link import Link, connect
from undertide_client.net.repairs import MAX_REPAIRS, PATIENCE
from undertide_client.net.status import LinkStatus
from undertide_client.saved.tokens import MemoryTokens, SavedSeat
from undertide_shared.closing import Closing
from undertide_shared.limits import MAX_SERVER_MESSAGE
from undertide_shared.messages import (
    Chat,
    Delta,
    Error,
    Hello,
    Join,
    Joined,
    Keyframe,
    Leave,
    Left,
    Moment,
    Replay,
    Resync,
    Wait,
)


async def test_a_cut_connection_is_made_again_and_the_seat_taken_up(
    server: ScriptedServer,
) -> None:
    tokens = MemoryTokens()
    async with reading(server.url, tokens=tokens, ask=as_ann) as (link, reader):
        peer = await server.accept()
        assert (await seat(peer)).token == b""
        await reader.next_of(Keyframe)
        link.act(Wait())
        peer.cut()
        waiting = await reader.phase("waiting")
        assert waiting.reason == "the connection broke"
        assert link.fate.stage == "lost"
        again = await server.accept()
        assert await seat(again, b"secret-2") == Join("k7m2q", "Ann", b"secret-1")
        await reader.next_of(Keyframe)
        assert link.fate.text == ""
        assert tokens.get(SavedSeat(server.url, "k7m2q", "Ann")) == b"secret-2"
        again.cut()
        third = await server.accept()
        assert (await seat(third)).token == b"secret-2"


async def test_bytes_are_counted_over_all_connections(server: ScriptedServer) -> None:
    async with reading(server.url, ask=as_ann) as (link, reader):
        peer = await server.accept()
        await seat(peer)
        await reader.next_of(Keyframe)
        once = (link.received_bytes, link.sent_bytes)
        peer.cut()
        await seat(await server.accept())
        await reader.next_of(Keyframe)
        assert link.received_bytes == 2 * once[0]
        assert link.sent_bytes > once[1] > 0


@pytest.mark.parametrize(
    "garbage", [b"", b"\xc1", b"\x93", b"\x91\xa3foo", b"\x92\xa3key\x01", b"\xff" * 100]
)
async def test_garbage_from_the_server_is_an_outage(server: ScriptedServer, garbage: bytes) -> None:
    async with reading(server.url) as (_, reader):
        peer = await server.accept()
        await peer.greet()
        await peer.send_bytes(garbage)
        waiting = await reader.phase("waiting")
        assert "can't read" in waiting.reason
        await (await server.accept()).greet()
        await reader.phase("connected")


async def test_a_message_beyond_all_bounds_is_an_outage(server: ScriptedServer) -> None:
    async with reading(server.url) as (_, reader):
        peer = await server.accept()
        await peer.greet()
        await peer.send_bytes(bytes(MAX_SERVER_MESSAGE + 1))
        await reader.phase("waiting")


async def test_another_version_is_refused_for_good(server: ScriptedServer) -> None:
    async with reading(server.url) as (link, reader):
        peer = await server.accept()
        await peer.expect(Hello)
        await peer.send(Error("wrong_version", "install undertide 9"))
        refused = await reader.phase("refused")
        assert (refused.text, refused.code) == ("refused: install undertide 9", "wrong_version")
        assert await reader.rest() == []
        assert link.status is refused


@pytest.mark.parametrize("code", [Closing.WRONG_VERSION, Closing.BANNED])
async def test_a_close_code_that_is_final_is_not_tried_again(
    server: ScriptedServer, code: Closing
) -> None:
    async with reading(server.url) as (_, reader):
        peer = await server.accept()
        await peer.expect(Hello)
        await peer.close(code, "not with you")
        assert (await reader.phase("refused")).reason == "not with you"
        assert await reader.rest() == []


async def test_a_server_whose_host_has_left_is_not_tried_again(server: ScriptedServer) -> None:
    tokens = MemoryTokens()
    async with reading(server.url, tokens=tokens, ask=as_ann) as (_, reader):
        peer = await server.accept()
        await seat(peer)
        await peer.close(Closing.HOST_LEFT, "the host has left")
        over = await reader.phase("over")
        assert (over.text, over.has_ended) == ("the host has left", True)
        assert await reader.rest() == []
    assert tokens.get(SavedSeat(server.url, "k7m2q", "Ann")) == b"secret-1"


async def test_a_server_of_something_else_is_refused() -> None:
    async with (
        scripted_server(subprotocol=None) as server,
        reading(server.url) as (_, reader),
    ):
        await server.accept()
        assert "undertide.v1" in (await reader.phase("refused")).reason


@pytest.mark.parametrize(
    ("status", "phase"),
    [
        (HTTPStatus.NOT_FOUND, "refused"),
        (HTTPStatus.SERVICE_UNAVAILABLE, "waiting"),
        (HTTPStatus.TOO_MANY_REQUESTS, "waiting"),
    ],
)
async def test_an_http_answer_is_told_from_an_outage(status: HTTPStatus, phase: str) -> None:
    def answer(connection: ServerConnection, _request: Request) -> Response:
        return connection.respond(status, "no game here\n")

    async def unused(_socket: ServerConnection) -> None:
        raise AssertionError("no connection should come through")

    async with serve(unused, "127.0.0.1", 0, process_request=answer) as http:
        port = next(iter(http.sockets)).getsockname()[1]
        async with reading(f"ws://127.0.0.1:{port}") as (_, reader):
            assert str(status.value) in (await reader.phase(phase)).reason


async def test_a_busy_server_is_tried_again(server: ScriptedServer) -> None:
    async with reading(server.url, ask=as_ann) as (_, reader):
        peer = await server.accept()
        await peer.greet()
        await peer.expect(Join)
        await peer.send(Error("internal", "come back later"))
        assert (await reader.phase("waiting")).reason == "come back later"
        await seat(await server.accept())
        await reader.next_of(Joined)


async def test_it_gives_up_where_nobody_listens() -> None:
    async with scripted_server() as server:
        url = server.url
    async with reading(url) as (link, reader):
        assert (await reader.phase("gave up")).reason == "nobody listens at this address"
        assert await reader.rest() == []
        assert link.status.phase == "gave up"


async def test_waits_say_how_long_and_which_attempt_comes(server: ScriptedServer) -> None:
    async with reading(server.url, backoff=LONG) as (link, reader):
        (await server.accept()).cut()
        waiting = await reader.phase("waiting")
        assert waiting.attempt == 2
        assert 1800 <= waiting.seconds <= 3600
        link.try_now()
        await (await server.accept()).greet()
        await reader.phase("connected")


async def test_waits_stay_short_while_a_server_lets_the_client_in(server: ScriptedServer) -> None:
    async with reading(server.url, ask=as_ann, backoff=LONG) as (link, reader):
        for _ in range(4):  # workers that are killed, one after the other
            peer = await server.accept()
            await seat(peer)
            await reader.next_of(Keyframe)
            peer.cut()
            waiting = await reader.phase("waiting")
            assert (waiting.attempt, waiting.seconds <= LONG.first) == (2, True)
            link.try_now()


async def test_waits_grow_while_a_server_refuses(server: ScriptedServer) -> None:
    async with reading(server.url, ask=as_ann, backoff=LONG) as (link, reader):
        for attempt in (2, 3, 4):
            peer = await server.accept()
            await peer.greet()
            await peer.expect(Join)
            await peer.send(Error("internal", "come back later"))
            waiting = await reader.phase("waiting")
            assert waiting.attempt == attempt
            link.try_now()


async def test_a_server_that_stops_to_start_again_is_awaited_for_a_moment(
    server: ScriptedServer,
) -> None:
    async with reading(server.url, backoff=LONG) as (link, reader):
        for _ in range(3):
            peer = await server.accept()
            await peer.greet()
            await reader.phase("connected")
            await peer.close(1001, "the server stops")
            assert (await reader.phase("waiting")).attempt == 2
            link.try_now()


async def test_after_a_restart_the_seat_is_taken_up_again(server: ScriptedServer) -> None:
    async with reading(server.url, ask=as_ann) as (_, reader):
        peer = await server.accept()
        await seat(peer)
        await peer.send(Left("k7m2q", "the server restarts"))
        await peer.close(1012, "restart")
        assert (await reader.phase("waiting")).reason == "restart"
        assert (await seat(await server.accept())).token == b"secret-1"


async def test_a_client_out_of_step_gets_back_with_a_keyframe(server: ScriptedServer) -> None:
    async with reading(server.url, ask=as_ann) as (link, reader):
        mirror = Mirror()
        peer = await server.accept()
        await seat(peer)
        mirror.apply(await reader.next_of(Joined))
        mirror.apply(await reader.next_of(Keyframe))
        await peer.send(delta(9))
        with pytest.raises(OutOfStepError):
            mirror.apply(await reader.next_of(Delta))
        link.resync()
        await peer.expect(Resync)
        await peer.send(delta(10), keyframe(number=11), delta(12))
        mirror.apply(await reader.next_of(Keyframe))
        mirror.apply(await reader.next_of(Delta))
        assert mirror.number == 12


async def test_a_lost_keyframe_is_asked_for_again(server: ScriptedServer) -> None:
    async with reading(server.url, ask=as_ann) as (link, reader):
        peer = await server.accept()
        await seat(peer)
        await reader.next_of(Keyframe)
        link.resync()
        await peer.expect(Resync)
        await peer.send(*(delta(number) for number in range(PATIENCE)))
        await peer.expect(Resync)


async def test_a_server_whose_frames_never_make_sense_is_left(server: ScriptedServer) -> None:
    async with reading(server.url, ask=as_ann) as (link, reader):
        peer = await server.accept()
        await seat(peer)
        await reader.next_of(Keyframe)
        for _ in range(MAX_REPAIRS):
            link.resync()
            await peer.expect(Resync)
            await peer.send(keyframe())
            await reader.next_of(Keyframe)
        link.resync()
        await peer.send(keyframe())
        assert "invalid frames" in (await reader.phase("waiting")).reason


async def test_a_place_about_which_no_answer_comes_is_asked_for_again(
    server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with reading(server.url, ask=as_ann) as (link, reader):
        peer = await server.accept()
        await seat(peer)
        await reader.next_of(Keyframe)
        with monkeypatch.context() as patch:
            patch.setattr(connection, "ENTRY_SECONDS", 0.02)
            peer.cut()
            await reader.phase("waiting")
            link.try_now()
            silent = await server.accept()
            await silent.greet()
            await silent.expect(Join)
            assert (await reader.phase("waiting")).reason == "the server has not answered"
        link.try_now()
        await seat(await server.accept())
        await reader.next_of(Keyframe)


async def test_leaving_says_so_before_it_closes(server: ScriptedServer) -> None:
    async with reading(server.url, ask=as_ann) as (_, reader):
        peer = await server.accept()
        await seat(peer)
        await reader.next_of(Keyframe)
    await peer.expect(Leave)
    assert await peer.gone() == 1000


async def test_closing_ends_the_stream_even_in_a_long_wait(server: ScriptedServer) -> None:
    async with reading(server.url, backoff=LONG) as (link, reader):
        (await server.accept()).cut()
        await reader.phase("waiting")
        await link.close()
        assert await reader.rest() == []


async def test_a_flood_waits_outside_until_it_is_read(server: ScriptedServer) -> None:
    link = connect(server.url)
    async with link:
        assert await anext(link) == LinkStatus("connecting", attempt=1)
        greeting = asyncio.create_task(read_some(link, 2))
        peer = await server.accept()
        await peer.greet()
        await greeting
        flood = asyncio.create_task(peer.send(*[Chat("Bob", 0, "x" * 200_000)] * 400))
        await read_some(link, 20)
        assert not flood.done()
        flood.cancel()
        await asyncio.gather(flood, return_exceptions=True)


async def test_after_an_outage_a_replay_is_asked_for_where_it_was(server: ScriptedServer) -> None:
    def ask(link: Link) -> None:
        link.replay("0123", speed=0)

    async with reading(server.url, ask=ask) as (link, reader):
        peer = await server.accept()
        await peer.greet()
        await peer.expect(Replay)
        await peer.send(replaying(), Moment(500, 0))
        await reader.next_of(Moment)
        link.follow(1)
        peer.cut()
        again = await server.accept()
        await again.greet()
        assert await again.expect(Replay) == Replay(RUN, 1, 500)
