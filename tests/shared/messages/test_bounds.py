"""Every field that a client sends is bounded by what the rules can mean."""

import types
from collections.abc import Iterator
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

from undertide_shared.codec import decode_client, encode
from undertide_shared.errors import BadMessageError
from undertide_shared.limits import MAX_CHAT, MAX_MINUTES, MAX_RAW, MAX_TOKEN
from undertide_shared.messages import (
    CLIENT_MESSAGES,
    ORDERS,
    Act,
    Ban,
    ClientMessage,
    Create,
    Follow,
    Govern,
    Join,
    Options,
    Say,
    SeatQuestion,
    Seek,
)


def unbounded(hint: Any) -> Iterator[Any]:
    """Yield the parts of a type that hold any number, text or bytes."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint in {int, str, bytes}:
        yield hint
    elif origin is Annotated:
        bounds = [each for each in inner if isinstance(each, msgspec.Meta)]
        sized = any(each.max_length is not None for each in bounds)
        ranged = any(each.ge is not None and (each.le or each.lt) for each in bounds)
        if not (sized or ranged):
            yield hint
    elif origin in {Union, types.UnionType, list, tuple}:
        for each in inner:
            yield from unbounded(each)
    else:
        assert origin is Literal or isinstance(hint, type), hint


@pytest.mark.parametrize(
    "kind", [*CLIENT_MESSAGES, *ORDERS, Options, SeatQuestion], ids=lambda kind: kind.__name__
)
def test_no_field_holds_more_than_it_can_mean(kind: type[msgspec.Struct]) -> None:
    hints = get_type_hints(kind, include_extras=True)
    if kind is Act:  # A session checks both, and answers with the intent's sequence.
        del hints["sequence"], hints["intent"]
    assert {name: found for name, hint in hints.items() if (found := [*unbounded(hint)])} == {}


@pytest.mark.parametrize(
    ("most", "more"),
    [
        (Say("x" * MAX_RAW * MAX_CHAT), Say("x" * (MAX_RAW * MAX_CHAT + 1))),
        (Join("", "Ann", bytes(MAX_TOKEN)), Join("", "Ann", bytes(MAX_TOKEN + 1))),
        (Govern(Ban(1, MAX_MINUTES)), Govern(Ban(1, MAX_MINUTES + 1))),
        (Follow(0), Follow(-1)),
        (Seek(2**53 - 1), Seek(2**53)),
        (Seek(1 - 2**53), Seek(-(2**53))),
        (Create("", None, Options(seats=64)), Create("", None, Options(seats=65))),
    ],
)
def test_a_value_out_of_bounds_is_malformed_and_the_reason_says_where(
    most: ClientMessage, more: ClientMessage
) -> None:
    assert decode_client(encode(most)) == most
    with pytest.raises(BadMessageError) as caught:
        decode_client(encode(more))
    assert caught.value.code == "malformed"
    assert "at `$[" in caught.value.reason
