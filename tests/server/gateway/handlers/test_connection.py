import asyncio
import contextlib
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Never

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from support.gateway.raw_clients import Client
from support.gateway.raw_sockets import masked, upgraded
from support.gateway.real_gateway import hosted
from support.processes.waiting import let_others_go_on
from undertide_server.gateway.connections.peers import Peer
from undertide_server.gateway.edge.loop_shares import LoopShares
from undertide_server.gateway.edge.rate_limiter import rates_of
from undertide_server.gateway.edge.socket import Socket
from undertide_server.gateway.handlers.moderation import ModerationHandler, OrderMessage
from undertide_server.gateway.http.client_wheel import wheel_offer
from undertide_server.gateway.loop.session_endpoint import SessionEndpoint
from undertide_server.sessions.open_sessions import OpenSessions
from undertide_server.sessions.registry import Registry
from undertide_shared.closing import Closing
from undertide_shared.codec import encode
from undertide_shared.limits import MAX_CLIENT_MESSAGE
from undertide_shared.messages import (
    PROTOCOL,
    Act,
    Anew,
    ChangePassword,
    Chat,
    ClientMessage,
    Create,
    Customs,
    Error,
    Follow,
    Govern,
    Hear,
    Hello,
    Join,
    Joined,
    Kick,
    Leave,
    Left,
    ListAuditEntries,
    ListKinds,
    ListPeople,
    ListRuns,
    ListSessions,
    Lock,
    LogIn,
    LogOut,
    Move,
    People,
    Ping,
    Play,
    Replay,
    Resync,
    Say,
    Seek,
    ServerMessage,
    Sessions,
    SignUp,
    Step,
    Wait,
    Watch,
    Welcome,
)

ACCOUNTS: list[ClientMessage] = [
    SignUp("Ann", "correct horse"),
    LogIn("Ann", "correct horse"),
    LogOut(),
    ChangePassword("correct horse", "battery staple"),
]
ORDERS: list[ClientMessage] = [Govern(Lock(True)), ListPeople(), ListAuditEntries()]
ANYTHING: list[ClientMessage] = [
    Hello(PROTOCOL, "again"),
    ListSessions(),
    Create(),
    Join("", "Ann"),
    Watch(""),
    Follow(),
    Leave(),
    Act(7, Wait()),
    Say("hi"),
    Resync(),
    Ping(),
    Anew(),
    ListKinds(),
    ListRuns(),
    Replay(""),
    Play(100),
    Seek(0),
    Step(1),
    Hear("all"),
    *ACCOUNTS,
    *ORDERS,
]
PLENTY: dict[str, Any] = dict.fromkeys(("messages_per_second", "message_burst"), 1_000_000)
"""Rates that nothing here exceeds."""
IN_REPLAYS: list[ClientMessage] = [Play(100), Seek(0), Step(1)]


def kind_of(message: ClientMessage) -> str:
    return type(message).__name__


async def test_a_greeting_is_answered_with_what_the_server_offers() -> None:
    async with hosted() as host, host.stranger() as client:
        welcome = await client.greet()
        offered = host.registry.offers.callings
        customs = Customs("tutorial", "auto", host.settings.limits.seats, 0, accounts=False)
        rates = rates_of(host.settings.limits)
        infos = host.registry.offers.preset_infos
        offer = wheel_offer()
        assert offer is not None
        known = (["tutorial"], offered, customs, rates, infos)
        assert welcome == Welcome(PROTOCOL, "Undertide", *known, wheel=offer.path)
        assert offered


async def test_another_protocol_is_told_what_to_install_and_parted_from() -> None:
    async with hosted() as host, host.stranger() as client:
        await client.send(Hello(PROTOCOL + 1, "from the future"))
        error = await client.expect(Error)
        assert error.code == "wrong_version"
        assert "install undertide" in error.reason
        assert await client.gone() == Closing.WRONG_VERSION


@pytest.mark.parametrize("offered", [None, ["undertide.v99"], ["chat", "soap"]])
async def test_a_client_without_the_subprotocol_is_told_so(offered: list[str] | None) -> None:
    async with hosted() as host, host.stranger(subprotocols=offered) as client:
        assert client.connection.subprotocol is None
        error = await client.expect(Error)
        assert error.code == "wrong_version"
        assert "undertide.v1" in error.reason
        assert await client.gone() == Closing.WRONG_VERSION


async def test_the_subprotocol_is_found_among_others() -> None:
    async with hosted() as host, host.stranger(subprotocols=["chat", "undertide.v1"]) as client:
        assert client.connection.subprotocol == "undertide.v1"
        await client.greet()


async def test_who_does_not_greet_is_closed() -> None:
    async with hosted(handshake_seconds=0.05) as host, host.stranger() as client:
        assert await client.gone() == Closing.NO_GREETING


async def test_who_says_other_things_than_a_greeting_is_closed_too() -> None:
    async with hosted(handshake_seconds=0.2) as host, host.stranger() as client:
        await client.send(ListSessions())
        assert (await client.expect(Error)).code == "wrong_state"
        assert await client.gone() == Closing.NO_GREETING


@pytest.mark.parametrize("message", ANYTHING[1:], ids=kind_of)
async def test_before_the_greeting_nothing_else_is_legal(message: ClientMessage) -> None:
    async with hosted() as host, host.stranger() as client:
        await client.send(message)
        error = await client.expect(Error)
        assert error.code == "wrong_state"
        assert error.sequence == (7 if isinstance(message, Act) else None)
        await client.greet()


@pytest.mark.parametrize(
    "message",
    [
        Hello(PROTOCOL, "again"),
        Act(7, Wait()),
        Say("hi"),
        Resync(),
        Follow(),
        Leave(),
        Anew(),
        ListKinds(),
        Hear("all"),
        *IN_REPLAYS,
    ],
    ids=kind_of,
)
async def test_in_the_lobby_there_is_nothing_to_play(message: ClientMessage) -> None:
    async with hosted() as host, host.guest() as client:
        await client.send(message)
        assert (await client.expect(Error)).code == "wrong_state"
        await client.send(ListSessions())
        await client.expect(Sessions)


@pytest.mark.parametrize(
    "message",
    [
        Hello(PROTOCOL, "again"),
        Join("", "Bob"),
        Watch(""),
        Create(),
        ListRuns(),
        Replay(""),
        *ACCOUNTS,
        *IN_REPLAYS,
    ],
    ids=kind_of,
)
async def test_in_a_seat_there_is_no_second_one(message: ClientMessage) -> None:
    async with hosted() as host, host.player("Ann") as client:
        await client.send(message)
        assert (await client.until(Error)).code == "wrong_state"


async def test_a_watcher_has_no_hero_to_move_or_to_begin_anew_with() -> None:
    async with hosted() as host, host.player("Ann") as ann, host.watcher(ann.session) as client:
        await client.send(Anew())
        assert (await client.until(Error)).code == "wrong_state"
        await client.send(Act(3, Move(1, 0)))
        error = await client.until(Error)
        assert (error.code, error.sequence) == ("wrong_state", 3)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "malformed"),
        (b"\xc1", "malformed"),
        (b"\x93\xa4join\x01\x02", "malformed"),
        (b"\x91" * 500, "malformed"),
        (b"\xdd\xff\xff\xff\xff", "malformed"),
        (encode(Leave()) * 2, "malformed"),
        ("text", "malformed"),
        (b"\x91\xa5steal", "unknown_message"),
        (b"x" * (MAX_CLIENT_MESSAGE + 1), "too_large"),
    ],
)
async def test_bad_bytes_get_a_typed_answer_and_are_forgiven(data: bytes | str, code: str) -> None:
    async with hosted() as host, host.guest() as client:
        await client.send_raw(data)
        error = await client.expect(Error)
        assert error.code == code
        assert error.reason
        await client.send(ListSessions())
        await client.expect(Sessions)


async def test_a_failure_of_the_server_is_answered_and_goes_no_further(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_: Registry) -> Never:
        raise ZeroDivisionError

    async with hosted() as host, host.guest() as client:
        monkeypatch.setattr(OpenSessions, "infos", fail)
        await client.send(ListSessions())
        assert (await client.expect(Error)).code == "internal"
        monkeypatch.undo()
        await client.send(ListSessions())
        await client.expect(Sessions)


async def test_a_huge_message_ends_its_connection_unread() -> None:
    async with hosted() as host, host.player("Ann") as ann, host.guest() as client:
        await client.send_raw(bytes(1_000_000))
        assert await client.gone() == Closing.TOO_LARGE
        await ann.send(Say("still here"))
        assert (await ann.until(Chat)).text == "still here"


async def test_repeated_faults_end_the_connection_after_each_was_answered() -> None:
    async with hosted(bad_messages=3) as host, host.guest() as client:
        for _ in range(4):
            await client.send_raw(b"\xc1")
        messages = await client.rest()
        assert [type(message) for message in messages] == [Error] * 4
        assert client.connection.close_code == Closing.TOO_MANY_FAULTS


async def test_a_burst_is_answered_and_what_goes_beyond_is_refused() -> None:
    async with hosted(messages_per_second=1, message_burst=30) as host, host.guest() as client:
        await client.send(*[ListSessions()] * 11)
        answers = [await client.receive() for _ in range(11)]
        assert [type(answer) for answer in answers] == [Sessions] * 9 + [Error] * 2
        error = answers[-1]
        assert isinstance(error, Error)
        assert error.code == "too_fast"


async def test_an_intent_that_came_too_fast_is_named() -> None:
    async with hosted(messages_per_second=1, message_burst=30) as host, host.player("A") as client:
        await client.send(*[Act(number, Move(0, 0)) for number in range(1, 30)])
        error = await client.until(Error)
        while error.code != "too_fast":
            error = await client.until(Error)
        assert error.sequence is not None


async def test_a_flood_is_closed_and_its_neighbours_play_on() -> None:
    async with hosted() as host, host.player("Ann") as ann, host.guest() as client:
        flood = asyncio.create_task(_flood(client))
        await client.rest()
        await flood
        await ann.send(Say("what was that?"))
        await ann.until(Chat)


async def test_a_steady_flood_is_told_why_it_is_closed() -> None:
    async with hosted() as host, host.guest() as client:
        await client.send(*[ListSessions()] * 400)
        messages = await client.rest()
        assert {type(message) for message in messages} == {Sessions, Error}
        assert client.connection.close_code == Closing.TOO_FAST


async def _flood(client: Client) -> None:
    """Send for as long as the server lets it."""
    with contextlib.suppress(ConnectionClosed):
        for _ in range(1000):
            await client.send(*[ListSessions()] * 100)
            await let_others_go_on()
        pytest.fail("a flood was never stopped")


@examples(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.binary(max_size=80), min_size=1, max_size=8))
async def test_whatever_bytes_come_the_server_answers_each_or_parts(messages: list[bytes]) -> None:
    async with hosted(bad_messages=100) as host, host.guest() as client:
        for data in messages:
            await client.send_raw(data)
            assert isinstance(await client.receive(), Error | Sessions | Left)


# --- messages for places are heard in the middle of reading -------------------------------------


@dataclass(frozen=True)
class Piece:
    """Something that a player says, and what it is answered."""

    said: ClientMessage | bytes
    answer: type[ServerMessage]
    cuts: tuple[int, ...] = ()
    """Where its message is cut into fragments."""
    read_alone: bool = False
    """Whether the server has read all before it comes."""

    def frames(self) -> bytes:
        """Return it as WebSocket frames of a client."""
        data = self.said if isinstance(self.said, bytes) else encode(self.said)
        edges = [0, *sorted(min(cut, len(data)) for cut in self.cuts), len(data)]
        parts = [data[begin:end] for begin, end in pairwise(edges)]
        return b"".join(
            Frame(
                Opcode.CONT if number else Opcode.BINARY, part, fin=number == len(parts) - 1
            ).serialize(mask=True)
            for number, part in enumerate(parts)
        )


SAYINGS: list[tuple[ClientMessage | bytes, type[ServerMessage]]] = [
    (Say("for the place"), Chat),
    (ListSessions(), Sessions),
    (ListPeople(), People),
    (Join("", "Bob"), Error),
    (b"\xc1", Error),
]
PIECES = st.builds(
    lambda saying, cuts, alone: Piece(saying[0], saying[1], tuple(cuts), alone),
    st.sampled_from(SAYINGS),
    st.lists(st.integers(0, 10), max_size=2),
    st.booleans(),
)


@examples(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(PIECES, min_size=1, max_size=12))
async def test_whatever_comes_together_is_answered_in_order(pieces: list[Piece]) -> None:
    kinds = (Chat, Sessions, People, Error)
    async with hosted(bad_messages=100, **PLENTY) as host, host.player("Ann") as ann:
        answered: list[ServerMessage] = []

        async def answers(number: int) -> None:
            while len(answered) < number:
                message = await ann.receive()
                if isinstance(message, kinds):
                    answered.append(message)

        unsent = b""
        for number, piece in enumerate(pieces):
            if piece.read_alone:
                ann.connection.transport.write(unsent)
                unsent = b""
                await answers(number)
            unsent += piece.frames()
        ann.connection.transport.write(unsent)
        await answers(len(pieces))
        assert [type(each) for each in answered] == [piece.answer for piece in pieces]


async def test_a_message_for_a_place_waits_for_no_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    def put(_: Frame) -> None:
        pytest.fail("this was left to wait")

    async with hosted() as host, host.player("Ann") as ann:
        # What the player said before was all answered, so whoever talks with it waits for more.
        await ann.send(ListSessions())
        await ann.until(Sessions)
        (guest,) = host.gateway.gate.guests
        assert isinstance(guest, Socket)
        monkeypatch.setattr(guest.recv_messages, "put", put)
        await ann.send(Say("hi"))
        await ann.until(Chat)


async def test_nothing_overtakes_a_message_that_is_being_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()
    handle = ModerationHandler.handle_message

    async def slowly(moderation: ModerationHandler, peer: Peer, message: OrderMessage) -> None:
        begun.set()
        await go_on.wait()
        await handle(moderation, peer, message)

    monkeypatch.setattr(ModerationHandler, "handle_message", slowly)
    async with hosted() as host, host.player("Ann") as ann, host.player("Bob") as bob:
        await ann.send(ListPeople())
        await begun.wait()
        await ann.send(Say("after that"))
        # Bob's goes by while Ann's waits.
        await bob.send(Say("meanwhile"))
        assert (await ann.until(Chat)).text == "meanwhile"
        go_on.set()
        answers = [await ann.receive(), await ann.receive()]
        while not any(isinstance(each, Chat) for each in answers):
            answers.append(await ann.receive())
        told = [type(each) for each in answers if isinstance(each, People | Chat)]
        assert told == [People, Chat]


async def test_a_message_is_illegal_if_its_sender_was_kicked_while_it_waited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waiting, go_on = asyncio.Event(), asyncio.Event()
    turn = LoopShares.turn

    async def first_turn(shares: LoopShares, key: str, price: float) -> None:
        monkeypatch.setattr(LoopShares, "turn", turn)
        waiting.set()
        await go_on.wait()

    async with hosted() as host, host.player("Bob") as bob, host.player("Ann") as ann:
        await bob.send(ListPeople())
        people = (await bob.until(People)).people
        (person,) = [each.id for each in people if each.name == "Ann"]
        monkeypatch.setattr(LoopShares, "turn", first_turn)
        await ann.send(Leave())
        await waiting.wait()
        await bob.send(Govern(Kick(person)))
        await ann.until(Left)
        go_on.set()
        assert (await ann.until(Error)).code == "wrong_state"


async def test_whoever_says_too_much_to_its_place_is_told_why_it_is_closed() -> None:
    async with hosted(messages_per_second=1, message_burst=30) as host, host.player("A") as client:
        await client.send(*[Say("hi")] * 200)
        messages = await client.rest()
        errors = [each.code for each in messages if isinstance(each, Error)]
        assert set(errors) == {"too_fast"}
        assert client.connection.close_code == Closing.TOO_FAST
        assert host.gateway.counters.cut == {"too_fast": 1}


async def test_repeated_faults_in_a_place_end_the_connection_after_each_was_answered() -> None:
    async with (
        hosted(bad_messages=3) as host,
        host.player("Ann") as ann,
        host.watcher(ann.session) as client,
    ):
        await client.send(*[Act(number, Wait()) for number in range(1, 10)])
        errors = [each for each in await client.rest() if isinstance(each, Error)]
        assert [each.sequence for each in errors] == [1, 2, 3, 4]
        assert client.connection.close_code == Closing.TOO_MANY_FAULTS


async def test_a_failure_of_a_place_is_answered_and_goes_no_further(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_: SessionEndpoint, __: int, ___: ClientMessage) -> Never:
        raise ZeroDivisionError

    async with hosted() as host, host.player("Ann") as ann:
        with monkeypatch.context() as patch:
            patch.setattr(SessionEndpoint, "handle_message", fail)
            await ann.send(Act(5, Wait()))
            error = await ann.until(Error)
            assert (error.code, error.sequence) == ("internal", 5)
        await ann.send(Say("hi"))
        await ann.until(Chat)


PONG = b"\x8a\x81\0\0\0\0" + b"1"
"""The answer to the ping behind the first `joined` of a connection."""


class TestOlderToken:
    """The token with which a seat was taken up again, once the next one has arrived."""

    async def test_a_message_behind_the_answer_to_the_ping_ends_it(self) -> None:
        async with hosted() as host, host.player("Bob") as bob:
            async with host.guest() as ann:
                await ann.send(Join(bob.session, "Ann"))
                older = (await ann.until(Joined)).token
            async with host.guest() as ann, host.guest() as thief:
                await ann.send(Join(bob.session, "Ann", older))
                newer = (await ann.until(Joined)).token
                await ann.send(Say("hi"))
                await ann.until(Chat)
                await thief.send(Join(bob.session, "Ann", older))
                assert (await thief.until(Error)).code == "bad_token"
                await thief.send(Join(bob.session, "Ann", newer))
                await thief.until(Joined)

    @pytest.mark.parametrize("early", [b"", PONG.replace(b"1", b"2")], ids=["none", "another"])
    async def test_a_message_before_that_answer_ends_nothing(self, early: bytes) -> None:
        async with hosted() as host, host.player("Bob") as bob:
            async with host.guest() as ann:
                await ann.send(Join(bob.session, "Ann"))
                older = (await ann.until(Joined)).token
            reader, writer = await upgraded(host.address)
            writer.write(masked(Hello(PROTOCOL, "early")) + masked(Join(bob.session, "", older)))
            writer.write(early + masked(Act(1, Wait())) + masked(Say("early")))
            await reader.readuntil(b"joined")
            assert (await bob.until(Chat)).text == "early"
            writer.transport.abort()
            async with host.guest() as again:
                await again.send(Join(bob.session, "Ann", older))
                await again.until(Joined)
