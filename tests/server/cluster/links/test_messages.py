"""The messages of links on the wire."""

from typing import get_args

import msgspec

from undertide_server.cluster.links.link import TO_FRONT, TO_OWNER
from undertide_server.cluster.links.messages import (
    AskStatus,
    FrontMessage,
    Inquiry,
    LinkMessage,
    MemberEnters,
    OwnerMessage,
    Question,
    RelayedPerson,
    Reply,
)
from undertide_server.sessions.model.identity import Identity


def tag(kind: type[msgspec.Struct]) -> object:
    return kind.__struct_config__.tag


def test_an_identity_arrives_whole() -> None:
    ann = Identity("ann", "192.0.2.1", operator=True)
    sent = MemberEnters(3, RelayedPerson.of(ann), b"\x91\xa4join")
    (received,) = TO_OWNER.decode(msgspec.msgpack.encode([sent]))
    assert isinstance(received, MemberEnters)
    assert received.person.identity == ann
    assert received == sent


def test_inquiries_and_replies_go_both_ways() -> None:
    sent = [Inquiry(1, AskStatus()), Reply(1, msgspec.Raw(b"\x91\x05"), "")]
    for decoder in (TO_OWNER, TO_FRONT):
        inquiry, reply = decoder.decode(msgspec.msgpack.encode(sent))
        assert inquiry == Inquiry(1, AskStatus())
        assert isinstance(reply, Reply)
        assert bytes(reply.answer) == b"\x91\x05"


def test_each_message_and_each_question_has_a_tag_of_its_own() -> None:
    messages = [*get_args(FrontMessage), *get_args(OwnerMessage), Inquiry, Reply]
    assert len({tag(kind) for kind in messages}) == len(messages)
    untagged = {LinkMessage, RelayedPerson}
    assert set(LinkMessage.__subclasses__()) | {LinkMessage} == set(messages) | untagged
    questions = get_args(Question)
    assert len({tag(kind) for kind in questions}) == len(questions)
