"""A change of mood is never missed by those who ask who stirs and who is in sight."""

import pytest

from support.worlds.companies import two_together
from support.worlds.staging import Stage, kind_that
from undertide_server.content.records.statuses import SUMMONED
from undertide_server.simulation.components.monsters import Mind, Mood
from undertide_server.simulation.mechanics.moods import (
    alert,
    come_out,
    rouse,
    set_mood,
    wake_monster,
)
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.state.events import Seen
from undertide_server.worldgen.creatures.people import species_of

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


def test_who_is_hurt_in_its_sleep_stands_idle_and_who_is_awake_goes_on() -> None:
    stage = Stage(HALL)
    sleeper, hunter = stage.monster((4, 1), mood="asleep"), stage.monster((5, 1), mood="hunting")
    for monster in (sleeper, hunter):
        wake_monster(stage.floor, monster)
    assert [monster.mind.mood for monster in (sleeper, hunter)] == ["idle", "hunting"]
    hero = stage.hero()
    wake_monster(stage.floor, hero)


def test_who_is_alerted_hunts_as_long_as_its_kind_remembers() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    monster = stage.monster((5, 1), kind=kind_that(stage, memory=33))
    alert(stage.run, stage.floor, monster, hero)
    assert monster.mind == Mind("hunting", last_seen=hero.cell, patience=33)


@pytest.mark.parametrize(("mood", "after"), [("hunting", "hunting"), ("fleeing", "fleeing")])
def test_one_at_rest_that_is_hit_stirs_whatever_its_mood_and_knows_whence(
    mood: Mood, after: Mood
) -> None:
    stage = Stage(HALL)
    hero, monster = stage.hero(), stage.monster((5, 1), mood=mood)
    monster.stirs = False
    stage.floor.stirring.clear()
    rouse(stage.floor, monster, hero)
    assert (monster.mind.mood, monster.mind.last_seen) == (after, hero.cell)
    assert stage.floor.stirring == [monster]


def test_what_was_lying_in_wait_is_told_to_whoever_sees_it_and_known_from_then_on() -> None:
    stage = Stage(HALL)
    stage.hero()
    hidden = stage.monster((5, 1), mood="asleep", kind=kind_that(stage, lurks=True))
    stage.run.events = []
    come_out(stage.run, stage.floor, hidden)
    assert hidden.mind.mood == "idle"
    text = "A beast was lying in wait!"
    assert stage.run.events == [Seen(stage.floor.entity, who(hidden), "bad", "", text)]
    assert stage.run.progress.tricks == {species_of(hidden.monster.kind): ["lurks"]}
