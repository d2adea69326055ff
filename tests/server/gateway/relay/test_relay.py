"""Clients of one node in sessions of another."""

import asyncio

import pytest

from support.gateway.node_pair import node_pair
from undertide_shared.messages import (
    Act,
    Chat,
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
    ListSessions,
    People,
    Ping,
    Pong,
    Say,
    Sessions,
    Wait,
    Watch,
    Watching,
)


@pytest.mark.parametrize("sockets", [False, True])
async def test_a_client_joins_plays_chats_and_leaves_a_session_of_another_node(
    sockets: bool,
) -> None:
    async with node_pair(sockets=sockets) as pair, pair.south.guest() as ann:
        session = pair.north.make("", "auto")
        await pair.tell()
        await ann.send(ListSessions())
        assert [info.session for info in (await ann.expect(Sessions)).sessions] == [session.id]
        await ann.send(Join(session.id, "Ann"))
        joined = await ann.expect(Joined)
        assert joined.session == session.id
        frame = await ann.until(Keyframe)
        await ann.send(Act(1, Wait()))
        delta = await ann.until(Delta)
        await ann.send(Say("hello"))
        assert (await ann.until(Chat)).text == "hello"
        await ann.send(ListPeople())
        assert [person.name for person in (await ann.until(People)).people] == ["Ann"]
        await ann.send(Leave(), Ping())
        await ann.until(Left)
        await ann.until(Pong)
        assert not session.members.members
