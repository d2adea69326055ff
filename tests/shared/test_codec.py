"""Messages survive the wire; whatever else comes from it is turned down with a reason."""

import types
from collections.abc import Callable
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgpack
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from undertide_shared.codec import MAX_FAULT, decode_client, decode_server, encode
from undertide_shared.errors import BadMessageError
from undertide_shared.limits import (
    MAX_CHAT,
    MAX_CLIENT_ITEMS,
    MAX_CLIENT_MESSAGE,
    MAX_NAME,
    MAX_NESTING,
    MAX_SEQUENCE,
    MAX_SERVER_ITEMS,
    MAX_SERVER_MESSAGE,
)
from undertide_shared.messages import (
    CLIENT_MESSAGES,
    INTENTS,
    SERVER_MESSAGES,
    Act,
    Anew,
    Cast,
    Chat,
    ClientMessage,
    Craft,
    Create,
    Delta,
    ErrorCode,
    Give,
    Govern,
    Hello,
    Join,
    Kick,
    Leave,
    ListRuns,
    ListSessions,
    Move,
    Runs,
    Say,
    ServerMessage,
    Sessions,
    Sighting,
    Travel,
    Use,
    Wear,
)

Decode = Callable[[bytes], ClientMessage | ServerMessage]
DECODERS: list[Decode] = [decode_client, decode_server]
ARRAYS: tuple[Any, ...] = CLIENT_MESSAGES + SERVER_MESSAGES + INTENTS
TAGS = [each.__struct_config__.tag for each in ARRAYS]


def values_of(annotation: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for every value that the wire can carry in a field of this type."""
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        hints = get_type_hints(annotation, include_extras=True)
        return st.builds(annotation, **{name: values_of(hint) for name, hint in hints.items()})
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return bounded_values(*inner)
    if origin is Literal:
        return st.sampled_from(inner)
    if origin in {list, tuple}:
        parts = map(values_of, inner)
        return st.lists(*parts, max_size=4) if origin is list else st.tuples(*parts)
    if origin in {Union, types.UnionType}:
        return st.one_of(*map(values_of, inner))
    return PLAIN[annotation]


def bounded_values(kind: Any, meta: object) -> st.SearchStrategy[Any]:
    """Return a strategy for the values of a bounded field; no text, bytes or list is too long."""
    if kind is not int or not isinstance(meta, msgspec.Meta):
        return values_of(kind)
    assert meta.ge is not None
    highest = meta.lt - 1 if meta.lt else meta.le
    assert highest is not None
    return st.integers(int(meta.ge), int(highest))


PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    int: st.integers(-(2**63), 2**64 - 1),
    str: st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    bytes: st.binary(max_size=20),
    bool: st.booleans(),
    type(None): st.none(),
}

# All that MessagePack can say, of which messages use a part.
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
    | st.sampled_from(TAGS)
    | st.binary(max_size=20)
    | st.builds(msgpack.ExtType, st.integers(0, 127), st.binary(max_size=20))
    | st.builds(msgpack.Timestamp, st.integers(0, 2**34 - 1)),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text("ab", max_size=2) | st.integers(0, 9), inner, max_size=2)
    ),
    max_leaves=8,
)


def fault_of(decode: Decode, data: bytes) -> BadMessageError:
    with pytest.raises(BadMessageError) as caught:
        decode(data)
    return caught.value


def accepted_or_refused(decode: Decode, data: bytes) -> None:
    """Decode: only a message or BadMessageError may come of it, and a message must be one."""
    try:
        message = decode(data)
    except BadMessageError as fault:
        check_fault(fault)
    else:
        assert decode(encode(message)) == message


def check_fault(fault: BadMessageError) -> None:
    assert fault.code in get_args(ErrorCode)
    assert fault.reason
    assert fault.reason.isprintable()
    assert len(fault.reason) <= MAX_FAULT


# --- messages -----------------------------------------------------------------------------------


@given(values_of(ClientMessage))
def test_a_client_message_survives_the_wire(message: ClientMessage) -> None:
    assert decode_client(encode(message)) == message


@settings(max_examples=200)
@given(values_of(ServerMessage))
def test_a_server_message_survives_the_wire(message: ServerMessage) -> None:
    assert decode_server(encode(message)) == message


@pytest.mark.parametrize(
    ("message", "value"),
    [
        (Hello(1, "Ann's"), ["hello", 1, "Ann's"]),
        (Create(), ["create", "", None, ["public", "", 0, None, None, None, 0, None]]),
        (Govern(Kick(3)), ["govern", ["kick", 3, ""], ""]),
        (Join("k7m2q", "Ann", b"\x00\xff"), ["join", "k7m2q", "Ann", b"\x00\xff", ""]),
        (Act(7, Move(1, 0)), ["act", 7, ["move", 1, 0]]),
        (Act(8, Use(3)), ["act", 8, ["use", 3, None, None]]),
        (Act(9, Wear(4, "ring")), ["act", 9, ["wear", 4, "ring"]]),
        (Act(10, Craft(4, [(7, 3), (8, 1)])), ["act", 10, ["craft", 4, [[7, 3], [8, 1]]]]),
        (Leave(), ["leave"]),
    ],
)
def test_a_message_is_an_array_of_its_tag_and_fields(
    message: ClientMessage, value: list[Any]
) -> None:
    assert msgpack.unpackb(encode(message)) == value
    assert decode_client(msgpack.packb(value)) == message


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (["create"], Create()),
        (["create", "keep"], Create("keep")),
        (["join", "", "Ann"], Join("", "Ann", b"")),
        (["act", 1, ["use", 3]], Act(1, Use(3))),
        (["act", 1, ["give", 3, 0]], Act(1, Give(3, 0, 1))),
        (["act", 1, ["wear", 3]], Act(1, Wear(3, ""))),
        (["act", 1, ["cast", "light"]], Act(1, Cast("light"))),
        (["anew"], Anew("")),
    ],
)
def test_trailing_fields_with_a_default_may_be_left_out(
    value: list[Any], message: ClientMessage
) -> None:
    assert decode_client(msgpack.packb(value)) == message


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (["leave", 1, "new", [[], None]], Leave()),
        (["act", 1, ["travel", 3, 4, True], "new"], Act(1, Travel(3, 4))),
        (["say", "hi", 0.5, b"new"], Say("hi")),
        (["runs?", "", "new"], ListRuns()),
    ],
)
def test_unknown_trailing_fields_of_a_client_are_ignored(
    value: list[Any], message: ClientMessage
) -> None:
    assert decode_client(msgpack.packb(value)) == message


@pytest.mark.parametrize("message", [ListSessions(), ListRuns()])
def test_a_client_that_knows_no_pages_gets_the_first(message: ClientMessage) -> None:
    tag = {ListSessions: "list", ListRuns: "runs?"}[type(message)]
    assert decode_client(msgpack.packb([tag])) == message


@pytest.mark.parametrize("message", [Sessions([]), Runs([])])
def test_a_server_that_knows_no_pages_has_sent_all(message: Sessions | Runs) -> None:
    tag = {Sessions: "sessions", Runs: "runs"}[type(message)]
    assert decode_server(msgpack.packb([tag, []])) == message
    assert not message.more


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (["sessions", [], False, [], 1], Sessions([])),
        (["chat", "Ann", -1, "hi", False, None], Chat("Ann", -1, "hi")),
        (
            ["delta", 5, [], [], [], [[1, 2, 3, 4, 50, "hunting", [], [], False, "new"]]],
            Delta(5, appeared=[Sighting(1, 2, 3, 4, 50, "hunting")]),
        ),
    ],
)
def test_unknown_trailing_fields_of_a_server_are_ignored(
    value: list[Any], message: ServerMessage
) -> None:
    assert decode_server(msgpack.packb(value)) == message


# --- what is no message -------------------------------------------------------------------------


@pytest.mark.parametrize("decode", DECODERS)
@given(data=st.binary(max_size=200))
def test_any_bytes_are_a_message_or_refused(decode: Decode, data: bytes) -> None:
    accepted_or_refused(decode, data)


@pytest.mark.parametrize("decode", DECODERS)
@given(value=ANYTHING)
def test_any_value_is_a_message_or_refused(decode: Decode, value: object) -> None:
    accepted_or_refused(decode, msgpack.packb(value))


@pytest.mark.parametrize("decode", DECODERS)
@given(tag=st.sampled_from(TAGS), fields=st.lists(ANYTHING, max_size=4))
def test_any_fields_of_a_known_tag_are_a_message_or_refused(
    decode: Decode, tag: str, fields: list[object]
) -> None:
    accepted_or_refused(decode, msgpack.packb([tag, *fields]))


@given(values_of(ClientMessage), st.data())
def test_a_damaged_client_message_is_a_message_or_refused(
    message: ClientMessage, data: st.DataObject
) -> None:
    accepted_or_refused(decode_client, damaged(encode(message), data))


@given(values_of(ServerMessage), st.data())
def test_a_damaged_server_message_is_a_message_or_refused(
    message: ServerMessage, data: st.DataObject
) -> None:
    accepted_or_refused(decode_server, damaged(encode(message), data))


def damaged(whole: bytes, data: st.DataObject) -> bytes:
    """Return `whole` with a few bytes replaced by others, or by none."""
    start = data.draw(st.integers(0, len(whole) - 1))
    end = data.draw(st.integers(start, min(len(whole), start + 3)))
    return whole[:start] + data.draw(st.binary(max_size=4)) + whole[end:]


@pytest.mark.parametrize("decode", DECODERS)
@pytest.mark.parametrize(
    "value", [None, 1, "leave", b"leave", {}, [], [None], [1], [b"leave"], [["leave"]], [True]]
)
def test_what_does_not_begin_with_a_tag_is_malformed(decode: Decode, value: object) -> None:
    assert fault_of(decode, msgpack.packb(value)).code == "malformed"


@pytest.mark.parametrize(
    ("decode", "value"),
    [
        (decode_client, ["fly"]),
        (decode_client, ["LEAVE"]),
        (decode_client, [""]),
        (decode_client, ["move", 1, 0]),
        (decode_client, ["welcome", 1, "Undertide", []]),
        (decode_client, ["act", 1, ["fly"]]),
        (decode_client, ["act", 1, ["say", "hi"]]),
        (decode_server, ["fly", 1]),
        (decode_server, ["leave"]),
    ],
)
def test_a_tag_that_is_none_is_an_unknown_message(decode: Decode, value: object) -> None:
    fault = fault_of(decode, msgpack.packb(value))
    assert fault.code == "unknown_message"
    check_fault(fault)


@pytest.mark.parametrize(
    "value",
    [
        ["hello", "1", "client"],
        ["hello", 1.0, "client"],
        ["hello", True, "client"],
        ["hello", float("nan"), "client"],
        ["hello", None, "client"],
        ["hello", 1, b"client"],
        ["hello", 1],
        ["create", "", "zip"],
        ["create", "", 0],
        ["join", "", "Ann", "dG9rZW4="],
        ["join", "", ["Ann"]],
        ["watch", "", "Ann", "1"],
        ["act", 1],
        ["act", 1, "wait"],
        ["act", 1, []],
        ["act", 1, [1]],
        ["act", 1, ["move", 1]],
        ["act", 1, ["move", 1, [[0]]]],
        ["act", 1, ["use", 1, 0.5]],
        ["act", 1, ["give", 1]],
        ["act", 1, ["wear", 1, "tail"]],
        ["act", 1, ["shoot", 1, None]],
        ["act", 1, ["cast", 1]],
        ["act", 1, ["craft", 1]],
        ["act", 1, ["craft", 1, [2, 3]]],
        ["act", 1, ["craft", 1, [[2]]]],
        ["act", 1, ["craft", 1, [[2, 3, 4]]]],
        ["anew", 1],
        ["say", 12],
    ],
)
def test_fields_of_another_type_are_malformed(value: object) -> None:
    fault = fault_of(decode_client, msgpack.packb(value))
    assert fault.code == "malformed"
    assert "Expected" in fault.reason or "Invalid enum value" in fault.reason


def test_a_fault_says_where_it_is() -> None:
    fault = fault_of(decode_client, msgpack.packb(["act", 1, ["move", 1, "0"]]))
    assert fault.reason == "Expected `int`, got `str` - at `$[2][2]`"
    assert str(fault) == f"malformed: {fault.reason}"


@pytest.mark.parametrize("tag", ["\x1b[2J", "x" * 1500, "\u202e\n\x00", "'`"])
def test_what_a_fault_quotes_is_safe_to_show(tag: str) -> None:
    check_fault(fault_of(decode_client, msgpack.packb([tag])))
    check_fault(fault_of(decode_client, msgpack.packb(["act", 1, [tag]])))
    check_fault(fault_of(decode_client, msgpack.packb(["create", "", tag])))


# --- limits -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("decode", "limit"), [(decode_client, MAX_CLIENT_MESSAGE), (decode_server, MAX_SERVER_MESSAGE)]
)
def test_a_message_may_be_as_large_as_the_limit_and_no_larger(decode: Decode, limit: int) -> None:
    # A client's message reaches the limit only with fields that this server does not know.
    head = ["say", "hi"] if decode is decode_client else ["left", "k7m2q"]
    room = limit - len(msgpack.packb([*head, "x" * 300])) + 300 - (2 if limit > 2**16 else 0)
    largest = msgpack.packb([*head, "x" * room])
    assert len(largest) == limit
    assert encode(decode(largest)) in {largest, msgpack.packb(head)}
    fault = fault_of(decode, msgpack.packb([*head, "x" * (room + 1)]))
    assert fault.code == "too_large"
    assert fault.reason == f"{limit + 1} bytes; the limit is {limit}"


@pytest.mark.parametrize(
    ("decode", "limit"), [(decode_client, MAX_CLIENT_ITEMS), (decode_server, MAX_SERVER_ITEMS)]
)
def test_an_array_may_be_as_long_as_the_limit_and_no_longer(decode: Decode, limit: int) -> None:
    tag: list[Any] = ["say", "hi"] if decode is decode_client else ["left", "k7m2q", ""]
    known = msgpack.packb(tag)
    assert encode(decode(msgpack.packb(tag + [0] * (limit - len(tag))))) == known
    assert fault_of(decode, msgpack.packb(tag + [0] * (limit - len(tag) + 1))).code == "malformed"


@pytest.mark.parametrize("decode", DECODERS)
@pytest.mark.parametrize(
    "head", [b"\xdd\xff\xff\xff\xff", b"\xdc\xff\xff", b"\xdd\x00\x00\x9c\x40"]
)
def test_an_array_is_never_longer_than_its_message(decode: Decode, head: bytes) -> None:
    for data in (head, head * 40, b"\x92\xa3say" + head):
        fault = fault_of(decode, data)
        assert fault.code == "malformed"
        assert "max_array_len" in fault.reason


@pytest.mark.parametrize("decode", DECODERS)
@pytest.mark.parametrize("head", [b"\xdb\xff\xff\xff\xff", b"\xc6\xff\xff\xff\xff", b"\xdf" * 5])
def test_no_text_bytes_or_map_is_longer_than_its_message(decode: Decode, head: bytes) -> None:
    assert fault_of(decode, b"\x92\xa3say" + head).code == "malformed"


@pytest.mark.parametrize(
    ("decode", "tag"), [(decode_client, ["say", "hi"]), (decode_server, ["left", "k7m2q", ""])]
)
def test_arrays_nest_as_deep_as_the_limit_and_no_deeper(decode: Decode, tag: list[Any]) -> None:
    known = msgpack.packb(tag)
    assert encode(decode(msgpack.packb([*tag, nested(MAX_NESTING - 1)]))) == known
    fault = fault_of(decode, msgpack.packb([*tag, nested(MAX_NESTING)]))
    assert fault.code == "malformed"
    assert fault.reason == f"arrays nest deeper than {MAX_NESTING}"


def nested(depth: int) -> list[Any]:
    """Return arrays within arrays, `depth` of them, beside something flat."""
    value: list[Any] = []
    for _ in range(depth - 1):
        value = [0, value]
    return value


@pytest.mark.parametrize("decode", DECODERS)
@pytest.mark.parametrize("depth", [100, 1000, 2000])
def test_no_nesting_is_too_deep_to_be_refused(decode: Decode, depth: int) -> None:
    assert fault_of(decode, b"\x91" * depth + b"\x90").code in {"malformed", "too_large"}


@pytest.mark.parametrize("decode", DECODERS)
@pytest.mark.parametrize(
    "odd",
    [
        {},
        {"a": 1},
        [{}],
        msgpack.ExtType(5, b""),
        msgpack.ExtType(5, b"1234"),
        msgpack.ExtType(5, b"x" * 100),
        msgpack.Timestamp(1),
        msgpack.Timestamp(2**40, 5),
    ],
)
def test_maps_and_extensions_are_malformed_anywhere(decode: Decode, odd: object) -> None:
    for value in (odd, ["leave", odd], ["say", odd], ["act", 1, odd], ["left", "k7m2q", odd]):
        assert fault_of(decode, msgpack.packb(value)).code == "malformed"


@pytest.mark.parametrize("decode", DECODERS)
@pytest.mark.parametrize(
    "text", [b"\xa1\xff", b"\xa2\xc3\x28", b"\xa3\xed\xa0\x80", b"\xa2\xc0\x80"]
)
def test_text_that_is_no_utf_8_is_malformed(decode: Decode, text: bytes) -> None:
    assert fault_of(decode, b"\x92\xa3say" + text).code == "malformed"
    assert fault_of(decode, b"\x91" + text).code == "malformed"


@pytest.mark.parametrize(
    "data",
    [b"", b"\x91", b"\x92\xa5leave", b"\x91\xa5leav", b"\xc1", b"\x91\xc1", b"\x92\xa3say\xd9"],
)
def test_an_incomplete_message_is_malformed(data: bytes) -> None:
    for decode in DECODERS:
        assert fault_of(decode, data).code == "malformed"


@pytest.mark.parametrize("more", [b"\x00", b"\xc0", b"\x91\xa5leave", b"\xc1"])
def test_one_message_is_one_value(more: bytes) -> None:
    fault = fault_of(decode_client, encode(Leave()) + more)
    assert fault.code == "malformed"
    assert fault.reason == "more than one value in a message"


@pytest.mark.parametrize("number", [-(2**63), -1, 0, MAX_SEQUENCE + 1, 2**63, 2**64 - 1])
def test_integers_of_64_bits_are_kept(number: int) -> None:
    message = Act(number, Travel(number, number))
    assert decode_client(encode(message)) == message


@pytest.mark.parametrize("number", [-(2**63) - 1, 2**64])
def test_integers_of_more_bits_can_not_be_sent(number: int) -> None:
    with pytest.raises(OverflowError):
        encode(Act(1, Travel(number, 0)))


def test_lone_surrogates_can_not_be_sent() -> None:
    with pytest.raises(UnicodeEncodeError):
        encode(Say("\ud800"))


def test_the_longest_legal_messages_of_a_client_fit_easily() -> None:
    name = "\U0001f409" * MAX_NAME
    longest: list[ClientMessage] = [
        Say("\U0001f409" * MAX_CHAT),
        Join("k7m2q", name, b"\xff" * 16, "spellwright"),
        Act(MAX_SEQUENCE, Use(2**31, 10_000, 10_000)),
        Act(MAX_SEQUENCE, Craft(2**31, [(2**31, 99)] * MAX_CLIENT_ITEMS)),
    ]
    assert max(len(encode(message)) for message in longest) <= MAX_CLIENT_MESSAGE / 2


def test_every_client_message_has_room_for_new_fields() -> None:
    for message in CLIENT_MESSAGES + INTENTS:
        assert 4 * len(msgspec.structs.fields(message)) <= MAX_CLIENT_ITEMS
