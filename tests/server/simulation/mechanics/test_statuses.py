"""Statuses take hold of heroes and monsters, end each other, and are told."""

import pytest

from support.worlds.spellcraft import HALL
from support.worlds.staging import Stage
from undertide_server.simulation.components.actors import Resistance
from undertide_server.simulation.mechanics.statuses import bad_statuses, end_bad, inflict
from undertide_server.simulation.rules.damage import TYPE_INDEX
from undertide_server.simulation.state.events import Event, Seen
from undertide_server.simulation.state.inputs import PlayerLost, Withdrawn
from undertide_server.simulation.state.rows import ActorRow
from undertide_shared.messages import Wait


def bring(stage: Stage, row: ActorRow, key: str, ticks: int = 20) -> bool:
    return inflict(stage.run, stage.floor, row, key, ticks)


def resist(stage: Stage, row: ActorRow, kind: str, points: int) -> None:
    counted = [0] * 6
    counted[TYPE_INDEX[kind]] = points
    stage.run.world.get(row.entity, Resistance).counted = tuple(counted)


def texts(events: list[Event]) -> list[tuple[str, str]]:
    return [(event.own, event.others) for event in events if isinstance(event, Seen)]


@pytest.mark.parametrize("key", ["burning", "frozen", "poisoned", "confused", "slowed", "hasted"])
def test_they_befall_heroes_and_monsters_alike(key: str) -> None:
    stage = Stage(HALL)
    hero, monster = stage.hero(), stage.monster((8, 1))
    for row in (hero, monster):
        resist(stage, row, "fire", 0)
        assert bring(stage, row, key)
        assert row.effects.remaining == {key: 20}


def test_what_is_new_is_told_and_more_of_it_is_not() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    stage.run.events = []
    bring(stage, hero, "poisoned")
    bring(stage, hero, "poisoned")
    assert texts(stage.run.events) == [("You are poisoned!", "Ann is poisoned.")]
    assert hero.effects.remaining == {"poisoned": 40}


@pytest.mark.parametrize(
    ("there", "comes"),
    [("burning", "frozen"), ("frozen", "burning"), ("slowed", "hasted"), ("hasted", "slowed")],
)
def test_one_ends_the_other(there: str, comes: str) -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    bring(stage, hero, there)
    bring(stage, hero, comes)
    assert set(hero.effects.remaining) == {comes}


@pytest.mark.parametrize(
    ("key", "kind"), [("burning", "fire"), ("frozen", "cold"), ("poisoned", "poison")]
)
def test_ten_points_of_resistance_keep_it_away_and_nine_do_not(key: str, kind: str) -> None:
    stage = Stage(HALL)
    stage.hero()
    proof, hardy = stage.monster((8, 1)), stage.monster((8, 2))
    resist(stage, proof, kind, 10)
    resist(stage, hardy, kind, 9)
    assert not bring(stage, proof, key)
    assert bring(stage, hardy, key)
    assert proof.effects.remaining == {}


def test_nothing_befalls_the_sleeping_hero_or_the_sealed() -> None:
    stage = Stage(HALL)
    stage.hero("Ben", cell=(3, 3))
    hero, boss = stage.hero(), stage.monster((8, 1), mood="sealed")
    stage.step(PlayerLost(1))
    stage.step(Withdrawn(1))
    assert not bring(stage, hero, "slowed")
    assert not bring(stage, boss, "slowed")


def test_what_is_bad_ends_an_errand_and_what_is_good_does_not() -> None:
    stage = Stage([*HALL[:-1], "#.....########", "##############"])
    hero = stage.hero()
    for key, activity in (("hasted", "explore"), ("poisoned", "none")):
        hero.auto_action.activity = "explore"
        bring(stage, hero, key)
        assert hero.auto_action.activity == activity


def test_cures_end_what_is_bad_alone() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    for key in ("poisoned", "hasted", "burning"):
        bring(stage, hero, key)
    assert bad_statuses(stage.run, hero) == ["burning", "poisoned"]
    end_bad(stage.run, stage.floor, hero)
    assert hero.effects.remaining == {"hasted": 20}


def test_whoever_is_frozen_does_nothing_until_it_thaws() -> None:
    stage = Stage(HALL)
    hero, monster = stage.hero(), stage.monster((4, 1), mood="hunting")
    bring(stage, monster, "frozen", 20)
    stage.tick(19)
    assert monster.cell == (4, 1)
    stage.tick(6)
    assert monster.cell != (4, 1)
    assert hero.body.life <= hero.body.max_life


def test_a_frozen_hero_waits_for_its_thaw_in_turns_too() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    bring(stage, hero, "frozen", 30)
    before = stage.floor.state.clock
    stage.ask(Wait())
    assert stage.floor.state.clock >= before + 29
    assert hero.intents.outcome == "done"


def test_the_last_who_gave_a_status_is_remembered_while_it_lasts() -> None:
    stage = Stage(HALL)
    monster = stage.monster((8, 1))
    inflict(stage.run, stage.floor, monster, "slowed", 20, 7)
    inflict(stage.run, stage.floor, monster, "slowed", 20, 9)
    assert monster.effects.givers == {"slowed": 9}
    assert bring(stage, monster, "slowed")
    assert monster.effects.givers == {}
    inflict(stage.run, stage.floor, monster, "slowed", 20, 9)
    inflict(stage.run, stage.floor, monster, "hasted", 20)
    assert monster.effects.givers == {}
    inflict(stage.run, stage.floor, monster, "slowed", 2, 9)
    stage.tick(25)
    assert (monster.effects.remaining, monster.effects.givers) == ({}, {})
