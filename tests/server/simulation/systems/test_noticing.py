"""Monsters notice who is near, in plain sight, awake and there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.worlds.companies import hero_of
from support.worlds.special_kinds import kind_that
from support.worlds.staging import Stage
from undertide_server.simulation.components.monsters import Mood
from undertide_server.simulation.queries.awareness import is_aware
from undertide_server.simulation.state.floor_index import WATCH_EVERY
from undertide_shared.geometry import distance

HALL = ["##############", "#@...........#", "#............#", "##############"]
cells = st.tuples(st.integers(-50, 50), st.integers(-50, 50))


@given(cells, cells)
def test_distance_counts_moves_in_eight_directions(
    one: tuple[int, int], other: tuple[int, int]
) -> None:
    assert distance(one, other) == distance(other, one)
    assert (distance(one, other) == 0) == (one == other)
    assert distance(one, (one[0] + 3, one[1] - 2)) == 3


@pytest.mark.parametrize(("x", "notices"), [(7, True), (8, False)])
def test_sleepers_notice_at_half_the_distance(x: int, *, notices: bool) -> None:
    stage = Stage(HALL)
    stage.hero()
    monster = stage.monster((x, 1), mood="asleep", kind=kind_that(stage, notices=12))
    stage.tick(WATCH_EVERY)
    assert is_aware(monster) is notices


def test_nobody_is_noticed_through_a_wall() -> None:
    stage = Stage(["######", "#@#..#", "######"])
    stage.hero()
    monster = stage.monster((3, 1), kind=kind_that(stage, notices=20))
    stage.tick(2 * WATCH_EVERY)
    assert monster.mind.mood == "idle"


def test_each_looks_once_in_so_many_ticks_and_not_all_at_once() -> None:
    stage = Stage(HALL)
    stage.hero()
    kind = kind_that(stage, notices=20)
    crowd = [stage.monster((x, 2), mood="asleep", kind=kind) for x in range(4, 9)]
    woken = []
    for _ in range(WATCH_EVERY):
        stage.tick()
        woken.append(sum(map(is_aware, crowd)))
    assert woken[-1] == len(crowd)
    assert len(set(woken)) > 1


def test_who_noticed_someone_remembers_where_and_for_how_long() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    monster = stage.monster((5, 1), mood="asleep", kind=kind_that(stage, notices=20, memory=33))
    stage.tick(WATCH_EVERY)
    assert (monster.mind.last_seen, monster.mind.patience) == (hero.cell, 33)


def test_strangers_are_not_woken_with_a_pack() -> None:
    stage = Stage(HALL)
    stage.hero()
    kind = kind_that(stage, notices=6, pack=True)
    families = {kind.family: kind for kind in stage.game.roster.kinds}
    other = next(each for family, each in families.items() if family != kind.family)
    stage.monster((5, 1), kind=kind)
    stranger = stage.monster((9, 1), mood="asleep", kind=other)
    stage.tick(WATCH_EVERY)
    assert stranger.mind.mood == "asleep"


def test_the_peaceful_take_no_notice() -> None:
    stage = Stage(HALL)
    stage.hero()
    monster = stage.monster((3, 1), kind=kind_that(stage, notices=8, peaceful=True, asleep=0))
    stage.tick(2 * WATCH_EVERY)
    assert not is_aware(monster)


@pytest.mark.parametrize(("mood", "near", "far"), [("idle", 6, 7), ("asleep", 3, 4)])
def test_a_footpad_is_noticed_from_half_the_distance(mood: Mood, near: int, far: int) -> None:
    for apart, notices in ((near, True), (far, False)):
        stage = Stage(HALL)
        hero_of(stage, "footpad")
        kind = kind_that(stage, notices=12)
        monster = stage.monster((1 + apart, 1), mood=mood, kind=kind)
        monster.actor.energy = -10_000  # It stays where it is.
        stage.tick(WATCH_EVERY)
        assert is_aware(monster) is notices
