"""Lurkers: nobody sees them before somebody stands next to them."""

import pytest

from support.worlds.special_kinds import kind_that, told
from support.worlds.staging import Stage
from undertide_server.simulation.queries.visibility import monsters_in_view
from undertide_server.simulation.state.events import Hit
from undertide_server.simulation.state.inputs import PlayerLost, Withdrawn
from undertide_server.simulation.state.rows import MonsterRow
from undertide_server.simulation.systems.ambush import come_out
from undertide_server.views.scene import scene_of
from undertide_shared.messages import Explore, Move, Rest, Travel

HALL = ["############", "#@.........#", "#..........#", "############"]


def lurker(stage: Stage, cell: tuple[int, int] = (6, 1)) -> MonsterRow:
    """Put a lurker somewhere, fast asleep."""
    return stage.monster(cell, mood="asleep", kind=kind_that(stage, lurks=True, notices=5))


def test_it_is_in_nobodys_sight_and_in_no_scene() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    hidden = lurker(stage)
    stage.tick(8)
    assert hidden.is_hidden
    assert stage.floor.in_sight() == []
    assert monsters_in_view(stage.floor, hero) == []
    everything = bytes([1]) * stage.floor.walkable.size
    assert list(scene_of(stage.run, stage.floor).shown_to(everything)) == [hero.entity]


def test_it_springs_out_in_the_moment_in_which_somebody_stands_next_to_it() -> None:
    stage = Stage(HALL)
    hero = stage.hero(cell=(4, 1))
    hidden = lurker(stage)
    stage.tick(8)
    assert hidden.is_hidden
    events = stage.ask(Move(1, 0))
    assert hero.cell == (5, 1)
    assert not hidden.is_hidden
    assert hidden.mind.mood == "hunting"
    assert stage.floor.in_sight() == [hidden]
    assert "A beast was lying in wait!" in told(events)
    assert any(isinstance(each, Hit) and each.target.is_hero for each in stage.tick(12))


def test_no_errand_is_interrupted_or_refused_for_it() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    lurker(stage, (10, 2))
    hero.body.life -= 1
    stage.ask(Rest())
    assert hero.intents.outcome == "done"
    stage.ask(Travel(7, 1))
    stage.tick(20)
    assert hero.cell == (7, 1)


def test_exploring_goes_on_until_it_springs_out() -> None:
    stage = Stage(["#" * 30, "#@" + "." * 27 + "#", "#" * 30])
    hero = stage.hero()
    hero.hero.sight = 6
    hidden = lurker(stage, (12, 1))
    stage.ask(Explore())
    stage.tick(60)
    assert hero.cell[0] == 11
    assert not hidden.is_hidden


def test_sleeping_heroes_draw_nobody_out() -> None:
    stage = Stage(HALL)
    stage.hero()
    stage.step(PlayerLost(0))
    stage.step(Withdrawn(0))
    hidden = lurker(stage, (2, 1))
    stage.tick(8)
    assert hidden.is_hidden


def test_the_sheltered_see_it_come_out_and_are_left_alone() -> None:
    stage = Stage(HALL)
    stage.hero(sheltered=True)
    hidden = lurker(stage, (2, 1))
    stage.tick(1)
    assert not hidden.is_hidden
    assert hidden.mind.mood == "idle"


@pytest.mark.parametrize("mood", ["idle", "hunting", "fleeing"])
def test_only_the_sleeping_hide(mood: str) -> None:
    stage = Stage(HALL)
    row = lurker(stage)
    row.mind.mood = mood  # type: ignore[assignment]  # one of the moods
    assert not row.is_hidden


def test_others_that_sleep_are_seen() -> None:
    stage = Stage(HALL)
    stage.hero()
    sleeper = stage.monster((6, 1), mood="asleep")
    stage.tick(1)
    assert stage.floor.in_sight() == [sleeper]


def test_who_is_brought_out_is_seen_at_once() -> None:
    stage = Stage(HALL)
    stage.hero()
    hidden = lurker(stage)
    assert stage.floor.in_sight() == []
    come_out(stage.run, stage.floor, hidden)
    assert stage.floor.in_sight() == [hidden]


def test_the_fallen_lie_in_wait_no_more() -> None:
    stage = Stage(HALL)
    stage.hero()
    hidden = lurker(stage)
    stage.run.index.leave(hidden.entity)
    assert stage.floor.lurkers == []
