"""A hundred at once: no seat and no spectator's place is given twice."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from support.gateway.raw_clients import Client
from support.gateway.real_gateway import Hosted, hosted
from support.sessions.made_sessions import make_session
from undertide_shared.messages import (
    ClientMessage,
    Create,
    Created,
    Error,
    Govern,
    Invite,
    Invited,
    Join,
    Joined,
    Lock,
    Options,
    People,
    ServerMessage,
    Watch,
    Watching,
)

CROWD = 100
SEATS = 3
SPECTATORS = 7


@asynccontextmanager
async def crowd(host: Hosted, size: int = CROWD) -> AsyncIterator[list[Client]]:
    """Open so many connections, all in the lobby."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(host.guest()) for _ in range(size)]


async def answer(client: Client) -> ServerMessage:
    """Return the answer to somebody who wants to come in."""
    while True:
        message = await client.receive()
        if isinstance(message, Joined | Watching | Error):
            return message


async def rushed(clients: list[Client], said: list[ClientMessage]) -> list[ServerMessage]:
    """Let every client say its own at the same moment, and return the answers."""
    await asyncio.gather(*(client.send(each) for client, each in zip(clients, said, strict=True)))
    return await asyncio.gather(*(answer(client) for client in clients))


def counted(answers: list[ServerMessage]) -> Counter[str]:
    """Count answers by their kind, errors by their code."""
    return Counter(
        each.code if isinstance(each, Error) else type(each).__name__ for each in answers
    )


async def test_as_many_play_as_there_are_seats_and_not_one_more() -> None:
    async with hosted(seats=SEATS) as host, crowd(host) as clients:
        session = make_session(host.registry, "", None, 0.0)
        said: list[ClientMessage] = [Join(session.id, f"Hero {n}") for n in range(CROWD)]
        answers = await rushed(clients, said)
        assert counted(answers) == {"Joined": SEATS, "session_full": CROWD - SEATS}
        taken = [each.seat for each in answers if isinstance(each, Joined)]
        assert sorted(taken) == list(range(SEATS))
        assert session.members.seating.living == SEATS


async def test_as_many_watch_as_there_is_room_for() -> None:
    async with hosted(spectators=SPECTATORS) as host, crowd(host) as clients:
        session = make_session(host.registry, "", None, 0.0)
        said: list[ClientMessage] = [Watch(session.id, "Wat")] * CROWD
        answers = await rushed(clients, said)
        assert counted(answers) == {"Watching": SPECTATORS, "session_full": CROWD - SPECTATORS}
        assert session.disclosure.info().spectators == SPECTATORS


async def test_a_seat_that_two_take_up_at_once_is_one_of_theirs() -> None:
    async with hosted(seats=SEATS) as host, crowd(host, 20) as clients:
        session = make_session(host.registry, "", None, 0.0)
        first = clients.pop()
        await first.send(Join(session.id, "Ann"))
        token = (await first.until(Joined)).token
        said: list[ClientMessage] = [Join(session.id, "", token)] * len(clients)
        answers = await rushed(clients, said)
        assert counted(answers) <= Counter(Joined=len(clients), bad_token=len(clients))
        assert len([seat for seat in session.members.seating if seat.member is not None]) == 1
        assert sum(peer.session is session for peer in host.gateway.peers) == 1


async def test_whoever_names_no_session_fills_those_there_are() -> None:
    async with hosted(seats=SEATS, sessions=300) as host, crowd(host, 20) as clients:
        for _ in range(2):
            make_session(host.registry, "", None, 0.0)
        said: list[ClientMessage] = [Join("", f"Hero {n}") for n in range(20)]
        answers = await rushed(clients, said)
        assert counted(answers) == {"Joined": 2 * SEATS, "session_full": 20 - 2 * SEATS}
        seats = [each.members.seating.living for each in host.registry.sessions.values()]
        assert seats == [SEATS, SEATS]


async def test_whoever_comes_after_the_lock_stays_out() -> None:
    async with hosted() as host, crowd(host, 20) as clients, host.guest() as maker:
        await maker.send(Create(options=Options(seats=SEATS)))
        session = (await maker.until(Created)).session
        await maker.send(Join(session, "Ann"))
        await maker.until(Joined)
        await maker.send(Govern(Lock(True)))
        assert (await maker.until(People)).terms.locked
        said: list[ClientMessage] = [Join(session, f"Hero {n}") for n in range(10)]
        said += [Watch(session)] * 10
        assert counted(await rushed(clients, said)) == {"locked": 20}


async def test_an_invite_code_lets_in_as_many_as_there_are_seats() -> None:
    async with hosted(seats=SEATS) as host, crowd(host, 20) as clients, host.guest() as maker:
        await maker.send(Create(options=Options("invited")))
        created = await maker.until(Created)
        await maker.send(Join(created.invite, "Ann"))
        await maker.until(Joined)
        await maker.send(Govern(Invite()))
        assert (await maker.until(Invited)).code == created.invite
        said: list[ClientMessage] = [Join(created.invite, f"Hero {n}") for n in range(10)]
        said += [Join(created.session, f"Other {n}") for n in range(10)]
        answers = await rushed(clients, said)
        rest = 10 - (SEATS - 1)
        assert counted(answers) == {
            "Joined": SEATS - 1,
            "session_full": rest,
            "unknown_session": 10,
        }
