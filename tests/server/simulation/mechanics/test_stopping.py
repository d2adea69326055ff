"""What heroes do by themselves ends, and nobody follows a path from where it no longer is."""

from support.worlds.staging import Stage
from undertide_server.simulation.mechanics.stopping import drop_path, stop_auto_action
from undertide_shared.messages import Travel

HALL = ["########", "#@.....#", "########"]


def test_a_traveller_that_is_stopped_walks_no_further() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    stage.ask(Travel(6, 1))
    here = hero.cell
    assert hero.auto_action.activity == "travel"
    stop_auto_action(hero)
    stage.tick(20)
    assert hero.cell == here


def test_a_hero_that_is_elsewhere_gives_up_its_path() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    stage.ask(Travel(6, 1))
    assert hero.auto_action.path
    drop_path(stage.run, hero)
    assert (hero.auto_action.activity, hero.auto_action.path) == ("none", [])


def test_a_monster_that_is_elsewhere_gives_up_its_path() -> None:
    stage = Stage(HALL)
    monster = stage.monster((5, 1), mood="hunting")
    monster.mind.path = [(3, 1), (4, 1)]
    drop_path(stage.run, monster)
    assert monster.mind.path == []
    assert monster.mind.mood == "hunting"
