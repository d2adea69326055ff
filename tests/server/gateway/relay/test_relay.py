"""Clients of one node in sessions of another."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from support.cluster.linked_nodes import KINDS, Kind
from support.gateway.node_pair import NodePair, node_pair
from support.gateway.raw_clients import Client
from support.processes.waiting import until
from undertide_server.cluster.links.messages import Deliver
from undertide_server.sessions.model.identity import Identity
from undertide_shared.codec import decode_server
from undertide_shared.messages import (
    Act,
    Again,
    Chat,
    Create,
    Created,
    Delta,
    Error,
    Follow,
    Govern,
    Join,
    Joined,
    Keyframe,
    Kick,
    Leave,
    Left,
    ListKinds,
    ListPeople,
    ListSessions,
    ListThumbnails,
    NewRun,
    People,
    Ping,
    Pong,
    Report,
    Reported,
    Resync,
    Say,
    SeatQuestion,
    ServerMessage,
    Sessions,
    Thumbnails,
    Wait,
    Watch,
    Watching,
)


@pytest.mark.parametrize("sockets", [None, *KINDS])
async def test_a_client_joins_plays_chats_and_leaves_a_session_of_another_node(
    sockets: Kind | None,
) -> None:
    async with node_pair(sockets=sockets) as pair, pair.south.guest() as ann:
        session = pair.north.make("", "auto")
        await pair.tell()
        await ann.send(ListSessions())
        assert [info.session for info in (await ann.expect(Sessions)).sessions] == [session.id]
        await ann.send(Join(session.id, "Ann"))
        assert (await ann.expect(Joined)).session == session.id
        await ann.until(Keyframe)
        await ann.send(Act(1, Wait()))
        await ann.until(Delta)
        await ann.send(Say("hello"))
        assert (await ann.until(Chat)).text == "hello"
        await ann.send(ListPeople())
        assert [person.name for person in (await ann.until(People)).people] == ["Ann"]
        await ann.send(Leave(), Ping())
        await ann.until(Left)
        await ann.until(Pong)
        assert not session.members.members


class RecordingClient(Client):
    """A client that keeps the bytes of all that it receives."""

    def __init__(self, client: Client) -> None:
        super().__init__(client.connection)
        self.received: list[bytes] = []

    async def receive(self) -> ServerMessage:
        data = await self.connection.recv(decode=False)
        self.received.append(data)
        return decode_server(data)


async def everything_sent(*, relayed: bool) -> tuple[list[bytes], list[bytes]]:
    """Return the bytes that a player and a spectator get in a session of the north."""
    async with node_pair() as pair:
        node = pair.south if relayed else pair.north
        session = pair.north.make("", "auto")
        await pair.tell()
        async with node.guest() as first, node.guest() as second:
            ann, wat = RecordingClient(first), RecordingClient(second)
            await ann.send(Join(session.id, "Ann"))
            await ann.until(Keyframe)
            await wat.send(Watch(session.id, "Wat"))
            await wat.until(Keyframe)
            for sequence in range(1, 6):
                await ann.send(Act(sequence, Wait()))
                await ann.until(Delta)
            await ann.send(Say("hello"), ListKinds(), Resync(), Act(99999999999, Wait()))
            await ann.until(Error)
            await wat.send(Follow(0))
            await wat.until(Keyframe)
            await wat.send(Leave())
            await wat.until(Left)
            await ann.send(Leave())
            await ann.until(Left)
            return ann.received, wat.received


async def test_a_relayed_member_gets_the_bytes_that_a_direct_one_gets() -> None:
    direct, relayed = await everything_sent(relayed=False), await everything_sent(relayed=True)
    assert len(direct[0]) > 10
    assert relayed == direct


@asynccontextmanager
async def two_in_the_north(pair: NodePair) -> AsyncIterator[tuple[Client, Client]]:
    """Seat Ann, who is connected to the north, and Ben, who is in the south, in one session."""
    async with pair.north.player("Ann") as ann, pair.south.guest() as ben:
        await pair.tell()
        await ben.send(Join(ann.session, "Ben"))
        ben.session = (await ben.expect(Joined)).session
        await ben.until(Keyframe)
        yield ann, ben


async def test_who_names_no_session_comes_to_the_fullest_of_all_nodes() -> None:
    async with node_pair() as pair, pair.north.player("Ann") as ann, pair.south.guest() as ben:
        pair.south.make()
        await pair.tell()
        await ben.send(Join("", "Ben"))
        assert (await ben.expect(Joined)).session == ann.session
        async with pair.south.guest() as wat:
            await wat.send(Watch("", "Wat"))
            assert (await wat.expect(Watching)).session == ann.session


async def test_a_new_session_goes_to_the_node_that_has_least_to_do() -> None:
    async with node_pair() as pair, pair.north.player("Ann"), pair.north.guest() as ben:
        await pair.tell()
        await ben.send(Create("", "auto"))
        made = (await ben.expect(Created)).session
        assert list(pair.south.registry.sessions) == [made]
        await pair.tell()
        await ben.send(Join(made, "Ben"))
        await ben.expect(Joined)
        await ben.until(Keyframe)
        await ben.send(ListPeople())
        (person,) = (await ben.until(People)).people
        assert (person.name, person.role) == ("Ben", "host"), "the maker leads the party"


async def test_a_party_leader_moderates_from_another_node() -> None:
    async with node_pair() as pair, pair.south.player("Ann") as ann, pair.north.guest() as ben:
        await pair.tell()
        await ben.send(Join(ann.session, "Ben"))
        await ben.until(Keyframe)
        assert not pair.north.registry.sessions
        await ann.send(ListPeople())
        people = {person.name: person for person in (await ann.until(People)).people}
        await ben.send(Report(people["Ann"].id, "noise"))
        assert (await ben.until(Reported)).name == "Ann"
        await ben.send(Govern(Kick(people["Ann"].id)))
        assert (await ben.until(Error)).code == "not_allowed"
        await ann.send(Govern(Kick(people["Ben"].id)))
        await ben.until(Left)
        await ben.send(Say("oh"))
        assert (await ben.until(Error)).code == "wrong_state"
        await ben.send(ListSessions())
        await ben.until(Sessions)


async def test_who_logs_in_is_somebody_else_at_the_other_node_too() -> None:
    async with node_pair() as pair, two_in_the_north(pair) as (ann, ben):
        (peer,) = pair.south.gateway.peers
        peer.identity = Identity("ben", peer.identity.address_key, operator=True)
        pair.south.relay.front.became(peer)
        await ben.send(ListPeople())
        people = {person.name: person.id for person in (await ben.until(People)).people}
        await ben.send(Govern(Kick(people["Ann"])))
        await ann.until(Left)


async def test_a_party_plays_again_wherever_its_players_are_connected() -> None:
    async with node_pair() as pair, two_in_the_north(pair) as (ann, ben):
        session = pair.north.registry.sessions[ann.session]
        await ben.send(Again())
        assert (await ben.until(Error)).code == "wrong_state"
        session.run.progress.ended = True
        await ben.send(Again())
        again = await ben.until(NewRun)
        assert (await ann.until(NewRun)).session == again.session
        await pair.tell()
        await ben.send(Leave())
        await ben.until(Left)
        await ben.send(Join(again.session, "Ben"))
        assert (await ben.until(Joined)).session == again.session


async def test_a_client_that_reads_nothing_gets_a_keyframe_when_it_has_caught_up() -> None:
    async with node_pair() as pair, two_in_the_north(pair) as (ann, ben):
        (peer,) = pair.south.gateway.peers
        session = pair.north.registry.sessions[ann.session]
        link = pair.south.links.to("north")
        assert link is not None
        peer.socket.on_clogged()
        sequence = 0
        while not peer.missed:
            sequence += 1
            await ann.send(Act(sequence, Wait()))
            await ann.until(Delta)
        peer.socket.on_drained()
        # What the owner sent before it heard of that would not fit the frames before it.
        pair.south.relay.handle_from_owner(link, Deliver((peer.number,), b"no frame", frame=True))
        await ben.until(Keyframe)
        await ann.send(Say("go on"))
        assert (await ben.until(Chat)).text == "go on"
        assert len(session.members.seated) == 2


async def test_an_unknown_session_is_unknown_at_every_node() -> None:
    async with node_pair() as pair, pair.south.guest() as ann:
        for message in (Join("nosuch", "Ann"), Watch("nosuch", "Ann")):
            await ann.send(message)
            assert (await ann.expect(Error)).code == "unknown_session"


async def test_a_token_opens_its_seat_from_any_node() -> None:
    async with node_pair() as pair:
        async with pair.north.guest() as ann:
            session = pair.north.make("", "auto")
            await ann.send(Join(session.id, "Ann"))
            first = (await ann.expect(Joined)).token
        await pair.tell()
        async with pair.south.guest() as ann:
            await ann.send(Join(session.id, "Ann", first))
            joined = await ann.expect(Joined)
            assert joined.seat == 0
            await ann.until(Keyframe)
            # The pong to the ping behind the new token lets the older one end.
            seat = session.members.seating.get(0)
            assert seat is not None
            assert seat.opens(first)
            await ann.send(Ping())
            await ann.until(Pong)
            await until(lambda: not seat.opens(first))
        await until(lambda: not session.members.members)


async def test_a_connection_that_ends_leaves_its_seat_and_is_forgotten() -> None:
    async with node_pair() as pair, two_in_the_north(pair) as (ann, ben):
        session = pair.north.registry.sessions[ann.session]
        await until(lambda: len(session.members.seated) == 2)
        await ben.connection.close()
        await until(lambda: len(session.members.seated) == 1)
        await until(lambda: not pair.north.gateway.peers.relayed)


async def test_thumbnails_come_from_all_nodes() -> None:
    async with node_pair() as pair, pair.north.player("Ann") as ann, pair.south.guest() as ben:
        own = pair.south.make()
        async with pair.south.player("Cat", own.id):
            await pair.tell()
            await ben.send(ListThumbnails([ann.session, own.id]))
            told = (await ben.expect(Thumbnails)).thumbnails
        assert {each.session for each in told} == {ann.session, own.id}


async def test_what_became_of_seats_is_told_at_every_node() -> None:
    async with node_pair() as pair, pair.north.player("Ann") as ann, pair.south.guest() as guest:
        own = pair.south.make()
        async with pair.south.player("Cat", own.id) as cat:
            await pair.tell()
            asked = [
                SeatQuestion(ann.session, ann.token),
                SeatQuestion(own.id, cat.token),
                SeatQuestion("nosuch", b""),
            ]
            await guest.send(ListSessions(0, asked))
            told = (await guest.expect(Sessions)).seats
        states = {each.session: (each.state, each.name) for each in told}
        assert states[ann.session] == ("awake", "Ann")
        assert states[own.id] == ("awake", "Cat")
        assert states["nosuch"] == ("gone", "")
