"""What holds for all messages: their coding, their tags, their limits, and who may send when."""

from collections import Counter
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from undertide_shared import limits, messages
from undertide_shared.messages import (
    CLIENT_MESSAGES,
    INTENTS,
    ORDERS,
    PROTOCOL,
    SERVER_MESSAGES,
    SUBPROTOCOL,
    ClientMessage,
    Intent,
    ServerMessage,
)

TAGGED: tuple[Any, ...] = CLIENT_MESSAGES + SERVER_MESSAGES + INTENTS + ORDERS
STRUCTS: list[Any] = [
    each
    for each in vars(messages).values()
    if isinstance(each, type)
    and issubclass(each, msgspec.Struct)
    and not each.__name__.startswith("_")
]
PARTS = [each for each in STRUCTS if each not in TAGGED]


def test_the_lists_hold_what_the_unions_hold() -> None:
    assert get_args(ClientMessage) == CLIENT_MESSAGES
    assert get_args(ServerMessage) == SERVER_MESSAGES
    assert get_args(Intent) == INTENTS


def test_no_tag_is_used_twice() -> None:
    tags = Counter(each.__struct_config__.tag for each in TAGGED)
    assert [tag for tag, count in tags.items() if count > 1] == []


@pytest.mark.parametrize("struct", TAGGED, ids=lambda struct: struct.__name__)
def test_a_tag_is_a_short_plain_word(struct: Any) -> None:
    tag = struct.__struct_config__.tag
    assert isinstance(tag, str)
    assert tag.isascii()
    assert tag.removesuffix("?").isalpha()
    assert tag.islower()
    assert len(tag) <= 10


@pytest.mark.parametrize("struct", PARTS, ids=lambda struct: struct.__name__)
def test_a_part_has_no_tag(struct: Any) -> None:
    assert struct.__struct_config__.tag is None


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda struct: struct.__name__)
def test_a_struct_is_an_array_that_never_changes(struct: Any) -> None:
    assert struct.__struct_config__.array_like
    assert struct.__struct_config__.frozen
    assert not struct.__struct_config__.forbid_unknown_fields


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda struct: struct.__name__)
def test_only_trailing_fields_have_defaults(struct: Any) -> None:
    required = [field.required for field in msgspec.structs.fields(struct)]
    assert required == sorted(required, reverse=True)


def test_every_part_is_part_of_a_message() -> None:
    used: set[Any] = set()
    waiting = list(TAGGED)
    while waiting:
        struct = waiting.pop()
        inner = structs_in(*get_type_hints(struct).values()) - used
        used |= inner
        waiting += inner
    assert set(PARTS) <= used


def structs_in(*annotations: Any) -> set[Any]:
    """Return the structs that type annotations mention."""
    found = {each for each in annotations if each in STRUCTS}
    for annotation in annotations:
        found |= structs_in(*get_args(annotation))
    return found


def test_the_subprotocol_names_the_version() -> None:
    assert f"undertide.v{PROTOCOL}" == SUBPROTOCOL


def test_the_limits_are_those_that_the_protocol_promises() -> None:
    promised = {
        "MAX_CLIENT_MESSAGE": 2048,
        "MAX_SERVER_MESSAGE": 262_144,
        "MAX_NAME": 16,
        "MAX_CHAT": 240,
        "MAX_LISTED_WATCHERS": 50,
        "MAX_LISTED_RUNS": 200,
        "MAX_LANDMARKS": 2000,
        "MAX_SPEED": 6400,
        "MAX_SEQUENCE": 2_147_483_647,
        "MAX_SEED": 64,
        "MAX_REASON": 120,
        "MAX_PASSWORD": 128,
        "MAX_MINUTES": 527_040,
        "MAX_DELAY": 600,
        "MAX_LISTED_PEOPLE": 200,
        "MAX_LISTED_BANS": 200,
        "MAX_AUDIT_ENTRIES": 200,
    }
    assert promised.items() <= vars(limits).items()
