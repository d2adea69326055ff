"""Inputs are what a journal holds: they go into bytes and come back as they were."""

from typing import get_args

import msgspec
import pytest

from undertide_server.simulation.state.inputs import (
    Asked,
    DozedOff,
    Input,
    PlayerBack,
    PlayerIdle,
    PlayerLost,
    SeatTaken,
    Ticked,
    Turned,
    Withdrawn,
)
from undertide_shared.messages import Move, Stop, Use

EXAMPLES: list[Input] = [
    SeatTaken(0, "Ann"),
    PlayerLost(1),
    PlayerBack(2),
    Withdrawn(3),
    PlayerIdle(5),
    DozedOff(6),
    Asked(4, 2**31 - 1, Use(3, 10, None)),
    Asked(4, 1, Move(-1, 1)),
    Asked(4, 1, Stop()),
    Ticked(1),
    Turned(20),
]


def test_every_input_has_an_example_and_a_tag_of_its_own() -> None:
    kinds = get_args(Input)
    assert {type(example) for example in EXAMPLES} == set(kinds)
    assert len({kind.__struct_config__.tag for kind in kinds}) == len(kinds)


@pytest.mark.parametrize("example", EXAMPLES, ids=repr)
def test_an_input_comes_back_from_its_bytes(example: Input) -> None:
    data = msgspec.msgpack.encode(example)
    back: Input = msgspec.msgpack.decode(data, type=Input)
    assert back == example
    assert type(back) is type(example)
