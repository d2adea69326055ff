"""Renders are read once, and only as far as a replay needs them."""

import zlib
from pathlib import Path

import pytest
from msgspec.structs import replace

from support.content.repertoire import REPERTOIRE
from support.sessions.durable_host import played
from support.sessions.kept_runs import change, write
from undertide_server.replays import renders
from undertide_server.replays.errors import UnplayableRunError
from undertide_server.replays.renderer import rendering
from undertide_server.replays.renders import (
    HeroSpan,
    RenderFacts,
    RunRenders,
    ShownFrame,
    pack_facts,
    pack_frames,
    unpack_facts,
    unpack_frames,
)
from undertide_server.replays.run_reader import Goal
from undertide_server.store.records import Ending
from undertide_server.store.writes import RunClosed
from undertide_server.views.view import PARTY
from undertide_shared.codec import decode_server
from undertide_shared.messages import Keyframe, Replaying

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
    monkeypatch.setattr(renders, "MOST_UNPACKED", 10)
    with pytest.raises(ValueError, match="more than 10 bytes"):
        unpack_facts(packed)


@pytest.fixture
def run(tmp_path: Path) -> str:
    """Return a run that is over and rendered."""
    name = played(tmp_path, 30).name
    write(tmp_path, RunClosed(name, Ending("ended", "lost")))
    write(tmp_path, *rendering(tmp_path, name, REPERTOIRE))
    return name


def test_a_part_is_read_once_until_others_take_its_place(
    tmp_path: Path, run: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renders, "MOST_CACHED", 1)
    made = RunRenders(tmp_path, run)
    facts = made.facts(1)
    assert made.facts(1) is facts
    made.frames(1, PARTY)
    assert made.facts(1) is not facts


def test_a_keyframe_shows_a_view_after_a_step(tmp_path: Path, run: str) -> None:
    made = RunRenders(tmp_path, run)
    for step in (1, 15, 30):
        data = made.keyframe(1, PARTY, step)
        assert data is not None
        assert isinstance(decode_server(data), Keyframe)
    assert made.keyframe(1, 9999, 15) is None


def test_a_run_that_is_gone_and_renders_that_are_damaged_are_told(tmp_path: Path, run: str) -> None:
    made = RunRenders(tmp_path, run)
    change(tmp_path, "UPDATE rendered_views SET data = x'00'")
    with pytest.raises(UnplayableRunError, match="its pictures are damaged"):
        made.frames(1, PARTY)
    change(tmp_path, "DELETE FROM runs")
    with pytest.raises(UnplayableRunError, match="it was deleted"):
        made.facts(1)
