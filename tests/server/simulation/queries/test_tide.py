"""When the tide's next newcomer is due, and what it should pay."""

from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation.queries.tide import first_due, next_comer
from undertide_server.worldgen.game.creep import creep_pool, expected_experience

HALL = ["#" * 40, "#@" + "." * 37 + "#", "#" * 17 + "." + "#" * 22, "#" * 40]
GAME = make_test_game()
RULES = GAME.ruleset.tide
FIRST = RULES.first


def test_the_first_newcomer_is_awaited_until_one_has_come() -> None:
    stage = Stage(HALL, GAME)
    assert first_due(stage.run, stage.floor) == FIRST.ticks
    assert next_comer(stage.run, stage.floor)[0] == FIRST.ticks
    stage.run.progress.tide_met = True
    assert first_due(stage.run, stage.floor) is None
    assert next_comer(stage.run, stage.floor)[0] == RULES.grace


def test_the_time_told_is_the_time_that_passes_until_somebody_comes() -> None:
    stage = Stage(["#" * 40, "#@#" + "." * 36 + "#", "#" * 40], GAME)
    stage.turn((2, 1), "door")
    stage.hero().body.life = 10**6
    stage.floor.tide.clock = RULES.grace + RULES.interval - 7
    due, _ = next_comer(stage.run, stage.floor)
    stage.tick(due - 1)
    assert not stage.floor.monsters
    stage.tick()
    assert stage.floor.monsters


def test_the_worth_is_a_mean_and_the_same_whoever_comes() -> None:
    stage = Stage(HALL, GAME)
    pool = creep_pool(GAME, 1)
    _, early = next_comer(stage.run, stage.floor)
    assert early == expected_experience(pool, 0)
    stage.floor.tide.clock = RULES.grace + RULES.rise
    _, late = next_comer(stage.run, stage.floor)
    assert late == expected_experience(pool, 100) * RULES.experience_at_full_percent // 100
