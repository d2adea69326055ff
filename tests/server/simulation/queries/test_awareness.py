from support.worlds.staging import Stage
from undertide_server.simulation.mechanics.statuses import inflict
from undertide_server.simulation.queries.awareness import drawn_to, is_prey
from undertide_server.simulation.state.inputs import PlayerBack, PlayerLost, Withdrawn

HALL = ["##############", "#@...........#", "#............#", "##############"]


def test_the_link_dead_are_prey_of_their_pursuers_alone_and_sleepers_of_nobody() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    pursuer = stage.monster((4, 1), mood="hunting")
    runner = stage.monster((5, 1), mood="fleeing")
    idle = stage.monster((6, 1))
    assert all(is_prey(hero, each) for each in (pursuer, runner, idle))
    stage.step(PlayerLost(0))
    late = stage.monster((7, 1), mood="hunting")
    prey_of = [is_prey(hero, each) for each in (pursuer, runner, idle, late)]
    assert prey_of == [True, True, False, False]
    stage.step(PlayerBack(0))
    assert is_prey(hero, late)
    stage.step(PlayerLost(0))
    stage.step(Withdrawn(0))
    assert not is_prey(hero, pursuer)


def test_a_hunter_behind_a_wall_is_no_pursuer() -> None:
    stage = Stage(["######", "#@#..#", "######"])
    hero = stage.hero()
    hunter = stage.monster((3, 1), mood="hunting")
    stage.step(PlayerLost(0))
    assert not is_prey(hero, hunter)


def test_the_taunted_are_drawn_to_whom_they_see_and_may_hunt() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    monster = stage.monster((4, 1), mood="hunting")
    assert drawn_to(stage.run, stage.floor, monster) is None
    inflict(stage.run, stage.floor, monster, "burning", 50, hero.entity)
    assert drawn_to(stage.run, stage.floor, monster) is None
    inflict(stage.run, stage.floor, monster, "taunted", 50, hero.entity)
    assert drawn_to(stage.run, stage.floor, monster) is hero
    hero.effects.remaining["sheltered"] = 9
    assert drawn_to(stage.run, stage.floor, monster) is None
    hero.effects.remaining.clear()
    stage.put_to_sleep()
    assert drawn_to(stage.run, stage.floor, monster) is None


def test_nobody_is_drawn_through_a_wall() -> None:
    stage = Stage(["######", "#@#..#", "######"])
    hero = stage.hero()
    monster = stage.monster((3, 1), mood="hunting")
    inflict(stage.run, stage.floor, monster, "taunted", 50, hero.entity)
    assert drawn_to(stage.run, stage.floor, monster) is None
