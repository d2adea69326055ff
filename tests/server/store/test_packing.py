"""Steps as stretches and blocks: nothing is lost, equal steps cost nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
from undertide_server.store.records import StepRecord
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


def test_equal_steps_are_one_stretch() -> None:
    ticks = [StepRecord(step, (Ticked(1),)) for step in range(1, 101)]
    assert [(each.first, each.count) for each in stretched(None, ticks)] == [(1, 100)]


def test_the_stretch_before_is_not_changed() -> None:
    before = Stretch(1, 5, encode_inputs((Ticked(1),)))
    (longer,) = stretched(before, [StepRecord(6, (Ticked(1),))])
    assert (before.count, longer.count) == (5, 6)


@pytest.mark.parametrize("step", [4, 5, 7])
def test_a_gap_is_refused(step: int) -> None:
    before = Stretch(1, 5, encode_inputs((Ticked(1),)))
    with pytest.raises(ValueError, match=f"step {step} after step 5"):
        stretched(before, [StepRecord(step, (Ticked(1),))])
