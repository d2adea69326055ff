"""Facts and frames of a render come back from bytes, and other bytes are refused."""

import zlib

import pytest
from msgspec.structs import replace

from undertide_server.replays import render
from undertide_server.replays.render import (
    HeroSpan,
    RenderFacts,
    ShownFrame,
    pack_facts,
    pack_frames,
    unpack_facts,
    unpack_frames,
)
from undertide_server.replays.timing import Goal
from undertide_shared.messages import Replaying

GREETING = Replaying("r1", "abcde", "default", [], [], "")
FACTS = RenderFacts(10, 100, GREETING, [1, 0, 3], [1, 0, 3], [HeroSpan(5, 0, "Ann", 11, 13)])


def test_what_is_packed_comes_back() -> None:
    assert unpack_facts(pack_facts(FACTS)) == FACTS
    frames = [ShownFrame(11, b"one"), ShownFrame(13, b"two")]
    assert unpack_frames(pack_frames(frames)) == frames


@pytest.mark.parametrize(("tick", "step"), [(0, 11), (101, 11), (102, 13), (104, 13), (999, 13)])
def test_a_tick_is_found_at_the_first_step_that_came_so_far(tick: int, step: int) -> None:
    assert FACTS.step_at(Goal(tick)) == step


@pytest.mark.parametrize(
    ("elapsed", "step"), [(0, 11), (60_000, 11), (60_001, 12), (60_200, 12), (99_999, 13)]
)
def test_real_time_is_found_at_the_first_step_that_came_so_far(elapsed: int, step: int) -> None:
    facts = replace(FACTS, waits=[60_000, 200, 7_000])
    assert [facts.elapsed_at(number) for number in (11, 12, 13)] == [60_000, 60_200, 67_200]
    assert facts.step_at(Goal(0, elapsed)) == step


def test_renders_of_earlier_versions_count_ten_ticks_as_a_second() -> None:
    assert FACTS.elapsed_at(13) == 10_400
    assert FACTS.step_at(Goal(0, 10_101)) == 13


def test_ticks_are_counted_up_to_a_step() -> None:
    assert [FACTS.ticks_at(step) for step in (11, 12, 13)] == [101, 101, 104]
    assert FACTS.last == 13


def test_a_hero_lives_from_its_first_step_until_its_death() -> None:
    (span,) = FACTS.heroes
    assert [span.lives_at(step) for step in (10, 11, 12, 13)] == [False, True, True, False]


def test_bytes_that_unpack_to_too_much_or_are_cut_off_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    packed = pack_facts(FACTS)
    with pytest.raises(ValueError, match="not whole"):
        unpack_facts(packed[:-5])
    with pytest.raises(zlib.error):
        unpack_facts(b"no")
    monkeypatch.setattr(render, "MOST_UNPACKED", 10)
    with pytest.raises(ValueError, match="more than 10 bytes"):
        unpack_facts(packed)
