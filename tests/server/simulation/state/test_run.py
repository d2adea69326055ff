"""A run's chance depends on the seed, the purpose, the actor and the moment: nothing else."""

from support.worlds.staging import Stage
from undertide_server.simulation.state.run import new_run

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
