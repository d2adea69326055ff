"""Steps as stretches and blocks: nothing is lost, equal steps cost nothing."""

import zlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from undertide_server.simulation.state.inputs import (
    Asked,
    Input,
    PlayerLost,
    SeatTaken,
    Ticked,
    Turned,
)
from undertide_server.store.packing import (
    Stretch,
    decode_inputs,
    encode_inputs,
    pack,
    steps_of,
    stretched,
    unpack,
)
from undertide_server.store.records import ELAPSED_UNIT, StepRecord
from undertide_shared.messages import Explore, Move, Use

inputs = st.one_of(
    st.builds(Ticked, st.integers(1, 9)),
    st.builds(Turned, st.integers(1, 9)),
    st.builds(SeatTaken, st.integers(0, 9), st.text(max_size=16)),
    st.builds(PlayerLost, st.integers(0, 9)),
    st.builds(
        Asked,
        st.integers(0, 9),
        st.integers(1, 2**31 - 1),
        st.one_of(st.builds(Move, st.integers(-1, 1), st.integers(-1, 1)), st.just(Explore())),
    ),
    st.just(Asked(0, 1, Use(3, 4, 5))),
)
steps = st.lists(st.lists(inputs, max_size=4).map(tuple), min_size=1, max_size=40)


def records_of(given_steps: list[tuple[Input, ...]], first: int = 1) -> list[StepRecord]:
    return [StepRecord(step, each) for step, each in enumerate(given_steps, start=first)]


@given(st.lists(inputs, max_size=6).map(tuple))
def test_inputs_come_back_as_they_were(given_inputs: tuple[Input, ...]) -> None:
    assert decode_inputs(encode_inputs(given_inputs)) == given_inputs


@given(steps, st.integers(1, 1000))
def test_a_block_gives_back_every_step(given_steps: list[tuple[Input, ...]], first: int) -> None:
    records = records_of(given_steps, first)
    stretches = stretched(None, records)
    assert list(steps_of(unpack(first, pack(stretches)))) == records


@given(steps, steps)
def test_stretches_go_on_where_the_one_before_ended(
    one: list[tuple[Input, ...]], other: list[tuple[Input, ...]]
) -> None:
    before = stretched(None, records_of(one))
    after = stretched(before[-1], records_of(other, len(one) + 1))
    joined = [stretch for stretch in before if stretch.first != after[0].first] + after
    assert list(steps_of(joined)) == records_of(one + other)


@given(steps, st.lists(st.integers(0, 10_000), min_size=40, max_size=40), st.integers(0, 40))
def test_a_block_tells_when_each_stretch_began_and_ended(
    given_steps: list[tuple[Input, ...]], waits: list[int], unknown: int
) -> None:
    """`unknown` steps at the beginning are of a version that didn't note their time."""
    times = [ELAPSED_UNIT * sum(waits[: index + 1]) for index in range(len(given_steps))]
    records = [
        replace(record, elapsed=None if index < unknown else times[index])
        for index, record in enumerate(records_of(given_steps))
    ]
    stretches = stretched(None, records)
    unpacked = list(unpack(1, pack(stretches)))
    assert unpacked == stretches
    for stretch in unpacked:
        for step in (stretch.first, stretch.last):
            assert stretch.elapsed_at(step) == records[step - 1].elapsed


def test_steps_of_a_stretch_are_spaced_evenly_in_time() -> None:
    ticks = [StepRecord(step, (Ticked(1),), elapsed=200 * step) for step in range(1, 50)]
    assert list(steps_of(stretched(None, ticks))) == ticks


def test_a_pause_before_a_stretch_is_not_spread_over_it() -> None:
    times = (0, 90_000, 90_200, 90_400)
    records = [
        StepRecord(step, (Turned(1) if step == 1 else Ticked(1),), elapsed=time)
        for step, time in enumerate(times, start=1)
    ]
    assert list(steps_of(stretched(None, records))) == records


def test_a_block_of_an_earlier_version_tells_no_time() -> None:
    parts = [(3, encode_inputs((Ticked(1),)))]
    data = zlib.compress(msgspec.msgpack.encode(parts))
    assert list(unpack(1, data)) == [Stretch(1, 3, parts[0][1])]


def test_equal_steps_are_one_stretch() -> None:
    ticks = [StepRecord(step, (Ticked(1),)) for step in range(1, 101)]
    assert [(each.first, each.count) for each in stretched(None, ticks)] == [(1, 100)]


def test_the_stretch_before_grows() -> None:
    before = Stretch(1, 5, encode_inputs((Ticked(1),)))
    assert stretched(before, [StepRecord(6, (Ticked(1),))]) == [before]
    assert before.count == 6


@pytest.mark.parametrize("step", [4, 5, 7])
def test_a_gap_is_refused(step: int) -> None:
    before = Stretch(1, 5, encode_inputs((Ticked(1),)))
    with pytest.raises(ValueError, match=f"step {step} after step 5"):
        stretched(before, [StepRecord(step, (Ticked(1),))])
