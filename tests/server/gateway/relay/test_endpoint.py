import pytest

from undertide_server.cluster.links.link import TO_FRONT, LinkToOwner
from undertide_server.cluster.links.messages import LinkAnswer, MemberPlaced, Question
from undertide_server.gateway.connections.endpoint import MOST_KEPT_ACTS
from undertide_server.gateway.relay.endpoint import MOST_HELD, RelayEndpoint
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_shared.messages import Act, Anew, Say, State, Wait

MEMBER = 7


async def _no_answer(_: Question) -> LinkAnswer:
    raise NotImplementedError


def linked() -> LinkToOwner:
    """Return a link that nobody has opened yet."""
    return LinkToOwner("north", TO_FRONT, print, _no_answer, print)


def at(link: LinkToOwner | None, skipping: set[int] | None = None) -> RelayEndpoint:
    """Return the endpoint of a player behind a link; None if its owner is sought."""
    place = MemberPlaced(MEMBER, State.PLAYING, "abcde", "0123", 0, "Ann")
    return RelayEndpoint(MEMBER, link, place, set() if skipping is None else skipping)


def test_what_is_said_while_the_owner_is_sought_waits_in_order() -> None:
    endpoint = at(None)
    for message in (Act(1, Wait()), Say("one"), Act(2, Wait()), Say("two")):
        endpoint.handle_message(MEMBER, message)
    assert endpoint.waiting(1) == [Act(2, Wait()), Say("one"), Say("two")]
    assert endpoint.waiting(2) == [], "what was said is passed on once"


async def test_the_latest_intents_are_kept_for_the_next_owner() -> None:
    endpoint = at(linked())
    for sequence in range(1, MOST_KEPT_ACTS + 10):
        endpoint.handle_message(MEMBER, Act(sequence, Wait()))
    endpoint.handle_message(MEMBER, Say("heard"))
    endpoint.note_lost()
    kept = [message.sequence for message in endpoint.waiting(0) if isinstance(message, Act)]
    assert kept == list(range(10, MOST_KEPT_ACTS + 10))


async def test_a_new_hero_is_not_told_what_the_one_before_was() -> None:
    endpoint = at(linked())
    for message in (Act(1, Wait()), Anew(), Act(2, Wait())):
        endpoint.handle_message(MEMBER, message)
    endpoint.note_lost()
    assert endpoint.waiting(0) == [Act(2, Wait())]


def test_only_so_many_messages_wait() -> None:
    endpoint = at(None)
    for _ in range(MOST_HELD):
        endpoint.handle_message(MEMBER, Say("hello"))
    with pytest.raises(RequestRefusedError) as refused:
        endpoint.handle_message(MEMBER, Act(3, Wait()))
    assert (refused.value.code, refused.value.sequence) == ("too_fast", 3)
    endpoint.enqueue_message(Say("came back"))
    assert len(endpoint.waiting(0)) == MOST_HELD


def test_no_intent_is_lost_while_too_many_wait() -> None:
    endpoint = at(None)
    for sequence in range(1, MOST_HELD + 1):
        endpoint.handle_message(MEMBER, Act(sequence, Wait()))
    with pytest.raises(RequestRefusedError):
        endpoint.handle_message(MEMBER, Act(MOST_HELD + 1, Wait()))
    kept = [message.sequence for message in endpoint.waiting(0) if isinstance(message, Act)]
    assert kept == list(range(1, MOST_HELD + 1))


async def test_frames_are_left_out_until_the_owner_has_heard_of_each_resync() -> None:
    skipping: set[int] = set()
    endpoint = at(linked(), skipping)
    endpoint.fell_behind(MEMBER)
    assert not skipping, "a client that is behind gets no frames anyway"
    endpoint.resync(MEMBER)
    endpoint.resync(MEMBER)
    endpoint.note_resynced()
    assert skipping == {MEMBER}
    endpoint.note_resynced()
    assert not skipping
    endpoint.resync(MEMBER)
    endpoint.note_lost()
    assert not skipping, "the next owner begins with a keyframe"
