"""Wounds heal, mana gathers, energy comes back, and abilities become ready again."""

import pytest

from support.worlds.companies import STATES, State, hero_of, perform, two_together
from support.worlds.staging import Stage
from undertide_server.simulation.rules.levels import regen_of
from undertide_server.simulation.snapshot import restore, take_snapshot
from undertide_server.simulation.state.inputs import Asked, Ticked
from undertide_server.simulation.systems.recovery import recover
from undertide_shared.messages import Wait

ROOM = ["#########", "#@......#", "#########"]


def test_a_hero_is_whole_again_in_the_ticks_that_content_says() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    full = stage.run.rules.heroes.regen_full
    row.body.life = 0
    row.body.max_life = 600
    row.body.regen = regen_of(600, full)
    stage.tick(full - 1)
    assert row.body.life == 599
    stage.tick()
    assert row.body.life == 600


def test_parts_of_a_point_are_not_lost() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    row.body.life, row.body.regen, row.body.healed = 1, 300, 0
    stage.tick(10)
    assert row.body.life == 4
    assert row.body.healed == 0


def test_nobody_heals_beyond_full_life() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    row.body.life, row.body.regen = row.body.max_life - 1, 50_000
    stage.tick(3)
    assert row.body.life == row.body.max_life


def test_mana_gathers_up_to_what_a_hero_can_hold() -> None:
    stage = Stage(ROOM)
    magic = stage.hero().magic
    magic.mana, magic.max_mana, magic.regen, magic.gathered = 0, 5, 300, 0
    stage.tick(10)
    assert (magic.mana, magic.gathered) == (3, 0)
    stage.tick(10)
    assert magic.mana == 5


SMALL_ROOM = ["#####", "#@..#", "#####"]


@pytest.mark.parametrize(("speed", "cost", "ticks"), [(10, 20, 2), (20, 20, 1), (7, 20, 3)])
def test_an_action_is_paid_back_by_speed(speed: int, cost: int, ticks: int) -> None:
    stage = Stage(SMALL_ROOM)
    row = stage.hero()
    row.actor.speed = speed
    row.spend_energy(cost)
    for _ in range(ticks):
        assert not row.is_ready
        recover(stage.run, stage.floor)
    assert row.is_ready


def test_nobody_saves_up_energy() -> None:
    stage = Stage(SMALL_ROOM)
    row, monster = stage.hero(), stage.monster((3, 1), mood="asleep")
    monster.actor.energy = -3
    for _ in range(10):
        recover(stage.run, stage.floor)
    assert (row.actor.energy, monster.actor.energy) == (0, 0)


def test_at_normal_speed_five_actions_fit_into_a_second() -> None:
    stage = Stage(SMALL_ROOM)
    row = stage.hero()
    done = set()
    for number in range(1, 11):
        stage.step(Asked(0, number, Wait()), Ticked(1))
        done.add(row.intents.settled)
        row.intents.waiting.clear()
    assert len(done) == 5


HALL = ["######", "#@...#", "######"]


def test_only_heroes_of_whom_an_ability_rests_are_walked() -> None:
    stage = Stage(HALL)
    warden, mender = hero_of(stage, "warden"), hero_of(stage, "mender")
    assert not stage.floor.recovering
    perform(stage, "brace")
    assert list(stage.floor.recovering) == [warden.entity]
    stage.tick(warden.hero.resting["brace"] - 1)
    assert warden.hero.resting == {"brace": 1}
    stage.tick()
    assert (warden.hero.resting, stage.floor.recovering) == ({}, {})
    assert not mender.hero.resting


def test_what_rests_goes_on_resting_after_a_restore() -> None:
    stage = Stage(HALL)
    warden = hero_of(stage, "warden")
    perform(stage, "brace")
    left = warden.hero.resting["brace"]
    stage.run = restore(stage.game, take_snapshot(stage.run))
    stage.step(Ticked(1))
    (floor,) = stage.run.index.floors.values()
    assert floor.heroes[warden.entity].hero.resting == {"brace": left - 1}


@pytest.mark.parametrize("state", STATES)
def test_each_hero_gathers_mana_and_only_the_fallen_regain_no_life(state: State) -> None:
    pair = two_together(state)
    for row in (pair.ann, pair.ben):
        row.body.life = 0 if row.is_fallen else 500
        row.body.regen = row.magic.regen = 1000
        row.magic.mana, row.magic.max_mana = 0, 50
        row.magic.gathered = row.body.healed = 0
    pair.stage.tick(7)
    assert [row.magic.mana for row in (pair.ann, pair.ben)] == [7, 7]
    lives = [row.body.life for row in (pair.ann, pair.ben)]
    assert lives == [507, 0 if state == "fallen" else 507]


def test_nothing_is_saved_up_at_full_life_and_mana() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    row.body.life, row.body.regen, row.body.healed = row.body.max_life, 300, 0
    row.magic.max_mana = row.magic.mana = 5
    row.magic.regen, row.magic.gathered = 300, 0
    stage.tick(3)
    assert (row.body.healed, row.magic.gathered) == (0, 0)


def test_a_monster_heals_though_no_hero_does() -> None:
    stage = Stage(ROOM)
    stage.hero()
    monster = stage.monster((5, 1), mood="asleep", life=50)
    monster.body.regen, monster.body.life = 1000, 40
    stage.floor.stir(monster)
    for _ in range(3):
        recover(stage.run, stage.floor)
    assert monster.body.life == 43
