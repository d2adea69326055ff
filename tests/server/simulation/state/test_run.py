"""A run's chance depends on the seed, the purpose, the actor and the moment: nothing else."""

from hypothesis import given
from hypothesis import strategies as st

from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation.rules.hunger import hunger_of
from undertide_server.simulation.rules.statuses import pace
from undertide_server.simulation.state.run import new_run, tick_figures_of

RULES = make_test_game().ruleset
PULSE = tick_figures_of(RULES)


def test_beats_and_tolls_come_as_often_as_the_rules_say() -> None:
    assert PULSE.beat == RULES.living.beat
    assert PULSE.toll_every == RULES.hunger.toll_every


def test_nobody_grows_hungrier_but_on_a_brink() -> None:
    full = RULES.hunger.full
    changes = {
        food
        for food in range(1, full + 1)
        if hunger_of(RULES.hunger, food - 1) != hunger_of(RULES.hunger, food)
    }
    assert changes
    assert changes <= PULSE.brinks


def test_statuses_that_take_or_give_life_are_at_work() -> None:
    working = {key for key, each in RULES.statuses.items() if each.harm or each.mends}
    assert PULSE.working == working
    assert {"poisoned", "regenerating"} <= working < RULES.statuses.keys()


@given(st.integers(1, 100))
def test_no_other_status_changes_anybodys_pace(speed: int) -> None:
    changing = {
        key
        for key, each in RULES.statuses.items()
        if any(pace(at, [each]) != at for at in (speed, 100))
    }
    assert changing == PULSE.pacing


ROOM = ["#####", "#@..#", "#####"]


def draw(stage: Stage, purpose: str = "blow", actor: int = 3) -> list[int]:
    rng = stage.run.chance(stage.floor, purpose, actor)
    return [rng.below(1000) for _ in range(8)]


def test_the_same_moment_draws_the_same_in_another_run_of_the_seed() -> None:
    assert draw(Stage(ROOM)) == draw(Stage(ROOM))


def test_asking_again_begins_anew_so_draws_elsewhere_change_nothing() -> None:
    stage = Stage(ROOM)
    first = draw(stage)
    draw(stage, "tide")
    assert draw(stage) == first


def test_purpose_actor_and_moment_each_draw_something_else() -> None:
    stage = Stage(ROOM)
    draws = [draw(stage), draw(stage, "tide"), draw(stage, actor=4)]
    stage.floor.state.clock += 1
    draws.append(draw(stage))
    assert len({tuple(each) for each in draws}) == 4


def test_a_run_begins_before_its_first_step_with_no_floor() -> None:
    run = new_run(Stage(ROOM).game)
    assert (run.progress.step, run.progress.ticks, run.progress.deepest) == (0, 0, 0)
    assert run.index.floors == {}


def test_a_run_knows_the_kinds_of_its_roster_and_of_people() -> None:
    run = new_run(Stage(ROOM).game)
    roster = {kind.id for kind in run.game.roster.kinds}
    assert set(run.kinds) == roster | set(run.game.people)
    assert roster.isdisjoint(run.game.people)
