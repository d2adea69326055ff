"""What a front does with an owner that has gone wrong: it may speak of its own members alone."""

from pathlib import Path

import msgspec
import pytest

from support.gateway.node_pair import NodePair, node_pair
from support.gateway.raw_clients import Client
from support.processes.waiting import until
from undertide_server.cluster.links.messages import (
    Deliver,
    FrontMessage,
    MemberEnters,
    MemberPlaced,
    MemberReentered,
    OwnerMessage,
)
from undertide_server.gateway.relay import relay
from undertide_server.gateway.relay.endpoint import RelayEndpoint
from undertide_server.gateway.relay.owner import MembersOfFront
from undertide_server.gateway.relay.searches import BUSY
from undertide_shared.codec import encode
from undertide_shared.messages import Chat, Error, Join, Joined, Keyframe, Ping, Pong, State

NOT_FOR_YOU = Chat("Nobody", 1, "not for you")
TEXT = encode(NOT_FOR_YOU)


async def said_by_the_north(pair: NodePair, *messages: OwnerMessage) -> None:
    """Have the north send messages to the south, which has no member there yet."""
    await pair.tell()
    link = pair.south.links.to("north")
    assert link is not None
    for message in messages:
        link.receive(msgspec.msgpack.encode([message]))


def lose_link(pair: NodePair) -> None:
    """Cut the link from the south to the north."""
    link = pair.south.links.to("north")
    assert link is not None
    link.lose("cut")


async def hears_nothing_before_pong(client: Client) -> None:
    await client.send(Ping())
    await client.expect(Pong)


async def test_who_never_entered_hears_nothing_of_an_owner() -> None:
    async with node_pair() as pair, pair.south.guest() as ben:
        (member,) = pair.south.gateway.peers.connected
        await said_by_the_north(
            pair,
            Deliver((member,), TEXT),
            MemberReentered(member, 0),
            Deliver((member,), TEXT, is_pinged=True),
            MemberPlaced(member, State.PLAYING, "s", "r", 0, "Ben"),
        )
        await hears_nothing_before_pong(ben)
        (peer,) = pair.south.gateway.peers
        assert (peer.endpoint, peer.state) == (None, State.LOBBY)


async def test_only_messages_of_servers_are_passed_on() -> None:
    async with node_pair() as pair, pair.south.guest() as ben:
        session = pair.north.make("", "auto")
        await pair.tell()
        await ben.send(Join(session.id, "Ben"))
        await ben.until(Keyframe)
        (member,) = pair.south.gateway.peers.connected
        for data in (b"", b"\xc1", b"\xdc", b"\x91\xa7nothing", bytes(100)):
            await said_by_the_north(pair, Deliver((member,), data))
        await said_by_the_north(pair, Deliver((member, member), TEXT, is_pinged=True))
        assert await ben.expect(Chat) == await ben.expect(Chat) == NOT_FOR_YOU
        sent = pair.south.gateway.counters.sent
        assert {tag.decode() for tag in sent} & {"joined", "chat"}
        assert all(tag.isascii() and tag.isalpha() for tag in sent)


async def test_who_was_given_a_place_and_not_told_is_asked_to_try_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with node_pair() as pair, pair.south.guest() as ben:
        session = pair.north.make("", "auto")
        await pair.tell()
        with monkeypatch.context() as patch:
            patch.setattr(MembersOfFront, "deliver", lambda *_: None)
            await ben.send(Join(session.id, "Ben"))
            (peer,) = pair.south.gateway.peers
            await until(lambda: peer.state is State.PLAYING)
            lose_link(pair)
            error = await ben.expect(Error)
        assert (error.code, error.reason) == ("server_full", BUSY)
        await until(lambda: pair.south.links.to("north") is not None)
        await ben.send(Join(session.id, "Benno"))
        await ben.expect(Joined)


async def test_who_asked_a_lost_owner_and_plays_elsewhere_is_sent_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with node_pair(tmp_path) as pair, pair.south.guest() as ben:
        session, home = pair.north.make("", "auto"), pair.south.make("", "auto")
        await pair.tell()
        (peer,) = pair.south.gateway.peers
        with monkeypatch.context() as patch:
            patch.setattr(relay, "FIND_SECONDS", 0.0)
            asked: list[FrontMessage] = []
            patch.setattr(MembersOfFront, "handle_message", lambda _, said: asked.append(said))
            await ben.send(Join(session.id, "Ben"))
            await until(lambda: any(isinstance(each, MemberEnters) for each in asked))
            lose_link(pair)
            assert (await ben.expect(Error)).reason == BUSY
        await ben.send(Join(home.id, "Ben"))
        await ben.until(Keyframe)
        await until(lambda: pair.south.links.to("north") is not None)
        with monkeypatch.context() as patch:
            patch.setattr(MembersOfFront, "deliver", lambda *_: None)
            await pair.move(home, pair.south, pair.north)
            await until(
                lambda: isinstance(peer.endpoint, RelayEndpoint) and peer.endpoint.link is not None
            )
            lose_link(pair)
        assert isinstance(peer.endpoint, RelayEndpoint), "its owner is sought"
        await ben.until(Keyframe)


async def test_an_owner_learns_that_a_member_is_gone_whom_it_refused_to_take_back() -> None:
    async with node_pair() as pair:
        session = pair.north.make("", "auto")
        await pair.tell()
        async with pair.south.guest() as ben:
            await ben.send(Join(session.id, "Ben"))
            await ben.until(Joined)
            link = pair.south.links.to("north")
            assert link is not None
            link.lose("cut")
            await ben.until(Keyframe)
        await until(lambda: not pair.north.gateway.peers.relayed)
