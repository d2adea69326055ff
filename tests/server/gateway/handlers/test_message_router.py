import asyncio
from typing import Never

import pytest
from structlog.testing import capture_logs

from support.gateway.real_gateway import hosted
from undertide_server.gateway.handlers import message_router
from undertide_server.replays.rooms import ReplayRooms
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.moderation.guessing import AT_ONCE_FROM_ADDRESS
from undertide_shared.limits import MAX_ASKED_SEATS
from undertide_shared.messages import (
    Act,
    Chat,
    ClientMessage,
    Create,
    Created,
    Delta,
    Error,
    Follow,
    Join,
    Joined,
    Keyframe,
    Leave,
    Left,
    ListPeople,
    ListRuns,
    ListSessions,
    Options,
    Ping,
    Pong,
    Roster,
    Runs,
    Say,
    SeatQuestion,
    Sessions,
    Wait,
    Watch,
    Watching,
)


async def test_a_session_is_made_listed_and_joined() -> None:
    async with hosted() as host, host.guest() as client:
        await client.send(Create("", "real"))
        made = (await client.expect(Created)).session
        await client.send(ListSessions())
        (info,) = (await client.expect(Sessions)).sessions
        assert (info.session, info.preset, info.pace, info.heroes) == (made, "tutorial", "real", 0)
        await client.send(Join(made, "Ann"))
        assert (await client.expect(Joined)).session == made
        await client.until(Keyframe)


async def test_the_log_ties_a_connection_to_a_name_and_a_session() -> None:
    with capture_logs() as logs:
        async with hosted() as host, host.player("Ann") as ann:
            async with host.guest() as will:
                await will.send(Watch(ann.session, "Will"))
                await will.until(Watching)
                await will.send(Join("nowhere", "Will"))
                await will.send(Leave())
                await will.until(Left)
            session = ann.session
    seen = [entry for entry in logs if entry["event"] in {"greeted", "joined", "left"}]
    numbers = {entry["peer"] for entry in seen if entry["event"] == "greeted"}
    told = [(entry["event"], entry["name"], entry["session"]) for entry in seen if "name" in entry]
    assert told == [
        *(("joined", "Ann", session), ("joined", "Will", session)),
        *(("left", "Will", session), ("left", "Ann", session)),
    ]
    first = next(entry for entry in seen if entry["event"] == "joined")
    assert (first["place"], first["account"], first["seat"]) == ("127.0.0.1", "", 0)
    assert {entry["peer"] for entry in seen if "name" in entry} == numbers


async def test_who_joins_nowhere_in_particular_joins_who_is_there() -> None:
    async with hosted() as host, host.player("Ann") as ann, host.player("Bob") as bob:
        assert bob.session == ann.session
        roster = await ann.until(Roster)
        while len(roster.seats) < 2:
            roster = await ann.until(Roster)
        assert [seat.name for seat in roster.seats] == ["Ann", "Bob"]


async def test_an_intent_alone_on_a_floor_is_carried_out_at_once() -> None:
    async with hosted() as host, host.player("Ann") as client:
        await client.send(Act(1, Wait()))
        delta = await client.until(Delta)
        assert delta.intent is not None
        assert (delta.intent.sequence, delta.intent.outcome) == (1, "done")


async def test_two_in_one_session_hear_each_other() -> None:
    async with hosted() as host, host.player("Ann") as ann, host.player("Bob", "") as bob:
        await ann.send(Say("hello, \x1b[2Jyou"))
        heard = await bob.until(Chat)
        assert (heard.name, heard.text) == ("Ann", "hello, [2Jyou")


async def test_sessions_do_not_hear_each_other() -> None:
    async with hosted() as host, host.guest() as client, host.player("Ann") as ann:
        await client.send(Create())
        apart = (await client.expect(Created)).session
        async with host.player("Bob", apart) as bob:
            assert bob.session != ann.session
            await ann.send(Say("anybody?"))
            await ann.until(Chat)
            await bob.send(Say("alone"))
            assert (await bob.until(Chat)).text == "alone"


async def test_who_leaves_is_in_the_lobby_and_may_join_again() -> None:
    async with hosted() as host, host.player("Ann") as client:
        await client.send(Leave())
        assert (await client.until(Left)).session == client.session
        await client.send(Join(client.session, "Bob"))
        assert (await client.until(Joined)).name == "Bob"


async def test_a_watcher_sees_what_happens_and_may_change_eyes() -> None:
    async with hosted() as host, host.player("Ann") as ann, host.guest() as client:
        await client.send(Watch(""))
        assert (await client.expect(Watching)).session == ann.session
        assert (await client.until(Keyframe)).seat is None
        await client.send(Follow(0))
        assert (await client.until(Keyframe)).seat == 0


async def test_a_seat_taken_up_elsewhere_sends_the_old_connection_to_the_lobby() -> None:
    async with hosted() as host, host.guest() as old, host.guest() as new:
        await old.send(Create(), Join("", "Ann"))
        joined = await old.until(Joined)
        await new.send(Join(joined.session, "Ann", joined.token))
        again = await new.until(Joined)
        assert (again.seat, again.name) == (joined.seat, "Ann")
        assert again.token != joined.token
        await old.until(Left)
        await old.send(ListSessions())
        await old.until(Sessions)
        await new.send(Act(1, Wait()))
        await new.until(Delta)


async def test_a_hero_whose_connection_breaks_waits_for_its_player() -> None:
    async with hosted() as host, host.player("Bob") as bob:
        async with host.guest() as ann:
            await ann.send(Join(bob.session, "Ann"))
            token = (await ann.until(Joined)).token
            ann.connection.transport.abort()
        roster = await bob.until(Roster)
        while [seat.connected for seat in roster.seats] != [True, False]:
            roster = await bob.until(Roster)
        async with host.guest() as again:
            await again.send(Join(bob.session, "Ann", token))
            assert (await again.until(Joined)).seat == 1


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (Create("no such"), "unknown_preset"),
        (Create("../../etc"), "unknown_preset"),
        (Join("zzzzz", "Ann"), "unknown_session"),
        (Join("", "\x1b[31m"), "bad_name"),
        (Join("", "Ann", b"guess"), "unknown_session"),
        (Join("", "Ann", calling="none"), "bad_calling"),
        (Join("", "Ann"), "unknown_session"),
        (Watch("zzzzz"), "unknown_session"),
        (Watch(""), "unknown_session"),
    ],
)
async def test_what_can_not_be_is_refused_and_leaves_nothing_behind(
    message: Create | Join | Watch, code: str
) -> None:
    async with hosted() as host, host.guest() as client:
        await client.send(message)
        assert (await client.expect(Error)).code == code
        await client.send(ListSessions())
        assert (await client.expect(Sessions)).sessions == []


async def test_a_refusal_in_a_seat_names_its_intent() -> None:
    async with hosted() as host, host.player("Ann") as client:
        await client.send(Act(0, Wait()))
        error = await client.until(Error)
        assert (error.code, error.sequence) == ("bad_intent", 0)


async def test_a_server_has_room_for_so_many_sessions() -> None:
    async with hosted(sessions=1, seats=1) as host, host.player("Ann"), host.guest() as client:
        await client.send(Create())
        assert (await client.expect(Error)).code in {"server_full", "too_fast"}


async def test_one_address_may_not_make_all_sessions() -> None:
    async with hosted(sessions=6) as host, host.guest() as client:
        await client.send(*[Create()] * 3)
        answers = [type(await client.receive()) for _ in range(3)]
        assert answers == [Created, Created, Error]
        assert len(host.registry.sessions) == 2
        await client.send(Join("", "Ann"))
        assert (await client.until(Joined)).session in host.registry.sessions


async def test_who_asks_for_runs_waits_for_one_answer_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = asyncio.Event()

    async def slowly(_: ReplayRooms, _identity: Identity, _before: str) -> Runs:
        await read.wait()
        return Runs([])

    monkeypatch.setattr(ReplayRooms, "runs", slowly)
    async with hosted() as host, host.guest() as client:
        await client.send(ListRuns(), ListRuns())
        assert (await client.expect(Error)).code == "too_fast"
        read.set()
        assert await client.expect(Runs) == Runs([])
        await client.send(ListRuns())
        await client.expect(Runs)


async def test_the_lobby_lists_sessions_by_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_router, "MAX_LISTED_SESSIONS", 2)
    async with hosted() as host, host.guest() as client:
        await client.send(*[Create()] * 3)
        made = [(await client.expect(Created)).session for _ in range(3)]
        pages = []
        for skip in (0, 2, 3, 2**40):
            await client.send(ListSessions(skip))
            page = await client.expect(Sessions)
            pages.append(([info.session for info in page.sessions], page.more))
    assert pages == [(made[:2], True), (made[2:], False), ([], False), ([], False)]


async def test_nothing_is_read_for_who_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    given_up = asyncio.Event()

    async def never(_: ReplayRooms, _identity: Identity, _before: str) -> Never:
        try:
            await asyncio.Event().wait()
            raise AssertionError
        finally:
            given_up.set()

    monkeypatch.setattr(ReplayRooms, "runs", never)
    async with hosted() as host:
        async with host.guest() as client:
            await client.send(ListRuns(), ListSessions())
            await client.expect(Sessions)
        await given_up.wait()
        await host.deserted()


async def test_a_failure_to_list_runs_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_: ReplayRooms, _identity: Identity, _before: str) -> Never:
        raise ZeroDivisionError

    monkeypatch.setattr(ReplayRooms, "runs", fail)
    async with hosted() as host, host.guest() as client:
        await client.send(ListRuns())
        assert (await client.expect(Error)).code == "internal"


async def test_wrong_ids_and_codes_are_limited_by_address_however_they_are_tried() -> None:
    async with (
        hosted(message_burst=1000) as host,
        host.guest() as maker,
        host.guest() as eve,
    ):
        await maker.send(Create("", None, Options(access="invited")))
        made = await maker.expect(Created)
        wrong = f"{made.session}-wrong"
        tries: list[ClientMessage] = [Join(wrong, "Eve"), Watch(wrong, "Eve"), ListPeople("zzz-zz")]
        for number in range(AT_ONCE_FROM_ADDRESS):
            await eve.send(tries[number % len(tries)])
            assert (await eve.expect(Error)).code == "unknown_session"
        for message in (Join(made.invite, "Eve"), Watch(made.invite, "Eve"), ListPeople("zzz")):
            await eve.send(message)
            refused = await eve.expect(Error)
            assert refused.code == "not_allowed"
            assert refused.reason.startswith("your address has tried too many wrong ids and codes")


async def test_who_has_a_token_needs_no_guess() -> None:
    async with (
        hosted(message_burst=1000) as host,
        host.guest() as maker,
        host.guest() as ann,
    ):
        await maker.send(Create("", None, Options(access="invited")))
        made = await maker.expect(Created)
        await ann.send(Join(made.invite, "Ann"))
        joined = await ann.expect(Joined)
        await ann.send(Leave())
        await ann.until(Left)
        for _ in range(AT_ONCE_FROM_ADDRESS + 1):
            await ann.send(Join("zzz-wrong", "Ann"))
            await ann.expect(Error)
        await ann.send(Join(made.session, "Ann", joined.token))
        assert (await ann.expect(Joined)).seat == joined.seat


async def test_a_sign_of_life_is_given_to_everybody_who_greeted() -> None:
    async with (
        hosted() as host,
        host.player("Ann") as ann,
        host.watcher(ann.session) as zoe,
        host.guest() as guest,
    ):
        for client in (ann, zoe, guest):
            await client.send(Ping())
            await client.until(Pong)


async def test_a_list_tells_what_became_of_the_seats_that_it_asks_about() -> None:
    async with hosted() as host, host.player("Ann") as ann, host.guest() as guest:
        asked = SeatQuestion(ann.session, ann.token)
        await guest.send(ListSessions(0, [asked, SeatQuestion("nosuch", b"")]))
        told = (await guest.expect(Sessions)).seats
        assert [(each.session, each.state) for each in told] == [
            (ann.session, "awake"),
            ("nosuch", "gone"),
        ]
        await guest.send(ListSessions(0, [asked] * (MAX_ASKED_SEATS + 1)))
        assert (await guest.expect(Error)).code == "malformed"
