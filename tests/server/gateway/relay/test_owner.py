"""What an owner does with a front that has gone wrong, or runs another version of the program."""

import pytest

from support.gateway.node_pair import NodePair, node_pair
from support.processes.waiting import until
from undertide_server.cluster.links.link import LinkToOwner
from undertide_server.cluster.links.messages import MemberEnters, MemberSaid, RelayedPerson
from undertide_server.gateway.relay import owner
from undertide_shared.codec import encode
from undertide_shared.messages import Create, Delta, Join, Keyframe, ListNodes, ListSessions, Ping

PERSON = RelayedPerson("", "192.0.2.1")
JOIN = encode(Join("", "Ann"))


async def linked(pair: NodePair) -> LinkToOwner:
    """Return the link of the south to the north."""
    await pair.tell()
    link = pair.south.links.to("north")
    assert link is not None
    return link


async def test_a_message_of_a_client_that_it_does_not_know_ends_no_link() -> None:
    async with node_pair() as pair:
        link = await linked(pair)
        link.send(MemberEnters(1, PERSON, b"\x91\xa5hello from a later version"))
        link.send(MemberSaid(1, b"\xc1"))
        link.send(MemberEnters(2, PERSON, encode(Create())))
        await until(lambda: bool(pair.north.registry.sessions))
        assert not link.lost


@pytest.mark.parametrize("message", [ListSessions(), ListNodes(), Ping()])
async def test_what_fronts_answer_themselves_is_refused(
    message: ListSessions | ListNodes | Ping,
) -> None:
    async with node_pair() as pair:
        link = await linked(pair)
        link.send(MemberEnters(1, PERSON, encode(message)))
        refused = pair.north.gateway.counters.refused
        await until(lambda: refused["wrong_state"] == 1)
        assert not link.lost


async def test_a_front_with_too_many_members_loses_its_link(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(owner, "MOST_MEMBERS", 3)
    async with node_pair() as pair:
        link = await linked(pair)
        for member in (1, 2, 3, 1):
            link.send(MemberEnters(member, PERSON, JOIN))
        await until(lambda: len(pair.north.gateway.peers.relayed) == 3)
        link.send(MemberEnters(4, PERSON, JOIN))
        await until(lambda: bool(link.lost))
        await until(lambda: not pair.north.gateway.peers.relayed)


async def test_a_member_that_does_not_wait_for_answers_costs_its_front_the_link() -> None:
    async with node_pair() as pair:
        link = await linked(pair)
        for _ in range(owner.MOST_WAITING + 1):
            link.send(MemberEnters(1, PERSON, encode(Create())))
        await until(lambda: bool(link.lost))


async def test_members_of_other_fronts_play_on_beside_it() -> None:
    async with node_pair() as pair:
        session = pair.north.make("", "real")
        link = await linked(pair)
        async with pair.north.guest() as ann:
            await ann.send(Join(session.id, "Ann"))
            await ann.until(Keyframe)
            for _ in range(owner.MOST_WAITING + 1):
                link.send(MemberEnters(1, PERSON, encode(Create())))
            await until(lambda: bool(link.lost))
            await ann.until(Delta)
