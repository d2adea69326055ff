"""Quiet ticks: what is foreseen of them, and that they leave what other ticks would leave."""

from collections.abc import Callable

import pytest

from support.worlds.staging import Stage, kind_that
from undertide_server.simulation.components.floors import PlacedMark, Remains
from undertide_server.simulation.components.progress import Trade, TradeSide
from undertide_server.simulation.pipeline import pass_quiet_tick
from undertide_server.simulation.queries.heroes import is_fallen
from undertide_server.simulation.quiet import quiet_ticks
from undertide_server.simulation.snapshot import state_hash
from undertide_server.simulation.state.floor_index import WATCH_EVERY
from undertide_server.simulation.state.inputs import Asked
from undertide_server.simulation.state.rows import MonsterRow
from undertide_shared.messages import Rest, Wait

HALL = ["#" * 30, "#@" + "." * 27 + "#", "#" + "." * 28 + "#", "#" * 13 + "+" + "#" * 16,
        "#" * 12 + "..." + "#" * 15, "#" * 12 + "..." + "#" * 15, "#" * 30]  # fmt: skip
MANY = 40
FAR = (13, 5)
"""A cell that nobody sees who stands in the hall."""


def calm(stage: Stage) -> None:
    """Let ticks pass until nothing but time is left to pass."""
    stage.tick(WATCH_EVERY)
    assert foreseen(stage) == MANY


def foreseen(stage: Stage) -> int:
    return quiet_ticks(stage.run, stage.floor, MANY)


def told(stage: Stage) -> tuple[object, ...]:
    """Return what players are shown that may change: of heroes, and where all actors are."""
    floor = stage.floor
    heroes = [
        (row.body.life, row.magic.mana, -(-row.hero.food * 100 // stage.run.rules.hunger.full))
        for row in floor.heroes.values()
    ]
    actors = [*floor.heroes.values(), *floor.monsters.values()]
    return heroes, [(row.entity, row.cell) for row in actors], stage.run.progress.met.copy()


def test_ticks_around_heroes_who_stand_are_quiet_and_leave_what_any_tick_leaves() -> None:
    ticked, passed = Stage(HALL), Stage(HALL)
    for stage in (ticked, passed):
        stage.hero()
        stage.hero("Ben")
        stage.put_to_sleep(seat=1)
        stage.monster(FAR, mood="asleep").actor.energy = -35
        calm(stage)
    shown = told(ticked)
    assert ticked.tick(MANY) == []
    assert told(ticked) == shown
    for _ in range(MANY):
        pass_quiet_tick(passed.run, passed.floor)
    assert state_hash(passed.run) == state_hash(ticked.run)
    assert passed.floor.stirring == ticked.floor.stirring == []


@pytest.mark.parametrize("number", range(12))
def test_it_is_foreseen_to_the_tick_when_an_idle_monster_takes_a_step(number: int) -> None:
    stage = Stage(HALL)
    stage.hero()
    stage.tick(number * 7 + 1)
    for x in (12, 13, 14):
        stage.monster((x, 5))
    for _ in range(20):
        quiet, shown = foreseen(stage), told(stage)
        for _ in range(quiet):
            pass_quiet_tick(stage.run, stage.floor)
        assert told(stage) == shown
        if quiet == MANY:
            continue
        stage.tick()
        assert stage.floor.stirring or told(stage) != shown, "one has acted, or the hero ate"


def test_ticks_are_quiet_until_a_hero_gains_a_point_of_life() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    calm(stage)
    row.body.life, row.body.regen, row.body.healed = row.body.max_life - 2, 100, 250
    assert foreseen(stage) == 7
    stage.tick(7)
    assert row.body.life == row.body.max_life - 2
    stage.tick()
    assert row.body.life == row.body.max_life - 1


def test_ticks_are_quiet_until_a_hero_gains_a_point_of_mana() -> None:
    stage = Stage(HALL)
    magic = stage.hero().magic
    calm(stage)
    magic.mana, magic.max_mana, magic.regen, magic.gathered = 1, 5, 300, 0
    assert foreseen(stage) == 3
    stage.tick(3)
    assert magic.mana == 1
    stage.tick()
    assert magic.mana == 2


def test_ticks_are_quiet_until_a_share_of_food_is_eaten() -> None:
    stage = Stage(HALL)
    row, full = stage.hero(), stage.run.rules.hunger.full
    calm(stage)
    row.hero.food = full * 80 // 100 + 6
    assert foreseen(stage) == 5
    stage.tick(5)
    assert -(-row.hero.food * 100 // full) == 81
    stage.tick()
    assert -(-row.hero.food * 100 // full) == 80


def test_no_tick_of_the_famished_is_quiet() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    calm(stage)
    row.hero.food = 0
    assert foreseen(stage) == 0


def fall(stage: Stage) -> None:
    next(iter(stage.floor.heroes.values())).hero.dies_in = 9


def burn(stage: Stage) -> None:
    next(iter(stage.floor.heroes.values())).effects.remaining["burning"] = 9


def exhaust(stage: Stage) -> None:
    next(iter(stage.floor.heroes.values())).hero.resting["rally"] = 9


def offer(stage: Stage) -> None:
    stage.run.progress.trades.append(Trade(TradeSide(1), TradeSide(2)))


ANYTHING: list[Callable[[Stage], object]] = [
    fall,
    burn,
    exhaust,
    offer,
    lambda stage: stage.step(Asked(0, 1, Wait())),
    lambda stage: stage.step(Asked(0, 1, Rest())),
    lambda stage: stage.let_leave(),
    lambda stage: stage.turn((13, 3), "floor"),
    lambda stage: stage.monster((5, 1), mood="asleep"),
    lambda stage: stage.monster(FAR, mood="hunting"),
    lambda stage: stage.floor.state.marks.append(PlacedMark("danger", (2, 2), 0, 9)),
    lambda stage: stage.floor.traps.reloading.update({(3, 1): 9}),
    lambda stage: stage.floor.graves.waiting.append(Remains("rat", (3, 1), 9)),
    lambda stage: stage.run.progress.waiting.append((1, "Ben", "")),
]


@pytest.mark.parametrize("happen", ANYTHING)
def test_no_tick_is_quiet_while_anything_happens(happen: Callable[[Stage], object]) -> None:
    stage = Stage(HALL)
    assert not is_fallen(stage.hero())
    calm(stage)
    happen(stage)
    assert foreseen(stage) == 0


def test_a_monster_in_sight_that_notices_nobody_leaves_ticks_quiet() -> None:
    stage = Stage(HALL)
    stage.hero()
    stage.monster((12, 1), mood="asleep", kind=kind_that(stage, notices=5))
    calm(stage)
    assert stage.floor.in_sight(), "it was met"


def test_living_ground_leaves_the_ticks_between_its_beats_quiet() -> None:
    stage = Stage(HALL)
    stage.hero()
    calm(stage)
    stage.turn(FAR, "embers")
    stage.tick(1)
    beat = stage.run.tick_figures.beat
    assert foreseen(stage) == -stage.floor.state.clock % beat


def test_ticks_in_which_everybody_recovers_are_quiet() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    monster = stage.monster(FAR, mood="hunting")
    calm_but_for(stage, monster)
    row.auto_action.activity = "explore"
    row.actor.energy, row.actor.speed = -25, 10
    monster.actor.energy, monster.actor.speed = -25, 9
    assert foreseen(stage) == 3
    monster.actor.speed = 13
    assert foreseen(stage) == 2, "the monster acts first"
    assert stage.tick(2) == []
    cell = monster.cell
    stage.tick()
    assert monster.actor.energy < 0, "it has acted"
    assert row.actor.energy == 0
    assert cell == FAR


def calm_but_for(stage: Stage, monster: MonsterRow) -> None:
    """Let ticks pass until nothing but time is left to pass, if this monster did nothing."""
    monster.actor.energy = -(10**6)
    stage.tick(WATCH_EVERY)


def test_a_hunting_monster_in_sight_heals_to_its_next_point_in_quiet_ticks() -> None:
    stage = Stage(HALL)
    stage.hero()
    monster = stage.monster((12, 1), mood="hunting")
    calm_but_for(stage, monster)
    assert foreseen(stage) == MANY
    monster.body.life, monster.body.regen, monster.body.healed = 20, 100, 0
    assert foreseen(stage) == 9


def test_no_tick_of_a_run_with_an_extension_is_quiet() -> None:
    stage = Stage(HALL)
    stage.hero()
    calm(stage)
    preset = stage.run.rules.preset.model_copy(update={"extensions": {"lamp": 1}})
    stage.run.rules = stage.run.rules.model_copy(update={"preset": preset})
    assert foreseen(stage) == 0
