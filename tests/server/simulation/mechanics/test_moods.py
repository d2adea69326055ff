"""A change of mood is never missed by those who ask who stirs and who is in sight."""

import pytest

from support.worlds.companies import two_together
from support.worlds.staging import Stage, kind_that
from undertide_server.content.records.statuses import SUMMONED
from undertide_server.simulation.components.monsters import Mood
from undertide_server.simulation.mechanics.moods import alert, rouse, set_mood, wake_monster

HALL = ["########", "#@.....#", "########"]


@pytest.mark.parametrize("mood", ["idle", "hunting", "fleeing"])
def test_a_monster_whose_mood_changes_stirs(mood: Mood) -> None:
    stage = Stage(HALL)
    monster = stage.monster((5, 1), mood="asleep")
    stage.floor.skip_resting()
    assert not monster.stirs
    set_mood(stage.floor, monster, mood)
    assert monster.mind.mood == mood
    assert stage.floor.stirring == [monster]


def test_a_monster_that_stays_as_it_is_goes_on_resting() -> None:
    stage = Stage(HALL)
    monster = stage.monster((5, 1), mood="idle")
    stage.floor.skip_resting()
    set_mood(stage.floor, monster, "idle")
    assert not monster.stirs


def test_a_lurker_that_wakes_is_in_sight_at_once() -> None:
    stage = Stage(HALL)
    stage.hero()
    hidden = stage.monster((5, 1), mood="asleep", kind=kind_that(stage, lurks=True))
    assert stage.floor.in_sight() == []
    wake_monster(stage.floor, hidden)
    assert stage.floor.in_sight() == [hidden]


def test_only_sleeping_monsters_are_woken() -> None:
    stage = Stage(HALL)
    monster = stage.monster((5, 1), mood="fleeing")
    wake_monster(stage.floor, monster)
    wake_monster(stage.floor, stage.hero())
    assert monster.mind.mood == "fleeing"


@pytest.mark.parametrize(
    ("before", "after"),
    [("asleep", "hunting"), ("idle", "hunting"), ("hunting", "hunting"), ("fleeing", "fleeing")],
)
def test_a_blow_makes_a_monster_hunt_unless_it_flees(before: Mood, after: Mood) -> None:
    stage = Stage(HALL)
    hero, monster = stage.hero(), stage.monster((2, 1), mood=before)
    rouse(stage.floor, monster, hero)
    assert (monster.mind.mood, monster.mind.last_seen) == (after, hero.cell)


@pytest.mark.parametrize(
    ("pack", "apart", "joins"), [(True, 4, True), (True, 5, False), (False, 4, False)]
)
def test_a_pack_hunts_together_as_far_as_it_notices(pack: bool, apart: int, joins: bool) -> None:
    pair = two_together()
    kind = kind_that(pair.stage, pack=pack, notices=4)
    first = pair.stage.monster((20, 1), kind=kind)
    kin = pair.stage.monster((20 + apart, 1), mood="asleep", kind=kind)
    alert(pair.stage.run, pair.stage.floor, first, pair.ben)
    assert (first.mind.mood, first.mind.last_seen) == ("hunting", pair.ben.cell)
    assert kin.mind.mood == ("hunting" if joins else "asleep")


def test_neither_strangers_nor_allies_of_the_party_join_a_pack() -> None:
    pair = two_together()
    kind = kind_that(pair.stage, pack=True, notices=4)
    other = next(each for each in pair.stage.game.roster.kinds if each.family != kind.family)
    first, ally = (pair.stage.monster((x, 1), kind=kind) for x in (20, 21))
    stranger, fled = (
        pair.stage.monster((22, 1), kind=other),
        pair.stage.monster((23, 1), kind=kind, mood="fleeing"),
    )
    ally.effects.remaining[SUMMONED] = 100
    alert(pair.stage.run, pair.stage.floor, first, pair.ben)
    moods = [row.mind.mood for row in (first, ally, stranger, fled)]
    assert moods == ["hunting", "idle", "idle", "fleeing"]
