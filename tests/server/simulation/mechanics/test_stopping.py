"""What heroes do by themselves ends, and nobody follows a path from where it no longer is."""

import pytest

from support.worlds.companies import Pair, two_together
from support.worlds.staging import Stage
from undertide_server.simulation.components.heroes import Pursuit
from undertide_server.simulation.mechanics.stopping import (
    drop_path,
    stop_auto_action,
    stop_for_status,
    stop_for_wound,
)
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.state.events import Told, thing
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


def busy(activity: Pursuit, life: int) -> Pair:
    """Return two heroes of whom the second does something, with this life of a hundred."""
    pair = two_together()
    pair.ben.auto_action.activity = activity
    pair.ben.auto_action.companion = pair.ann.entity
    pair.ben.body.life, pair.ben.body.max_life = life, 100
    return pair


@pytest.mark.parametrize(
    ("before", "life", "goes_on"),
    [
        (100, 50, True),
        (51, 49, False),
        (50, 49, False),
        (49, 25, True),
        (26, 24, False),
        (25, 24, False),
        (24, 23, False),
    ],
)
def test_a_fight_ends_below_half_and_below_a_quarter_of_full_life(
    before: int, life: int, goes_on: bool
) -> None:
    pair = busy("fight", life)
    stop_for_wound(pair.stage.run, pair.ben, who(pair.stage.monster((9, 1))), before)
    assert (pair.ben.auto_action.activity == "fight") is goes_on


@pytest.mark.parametrize(
    ("life", "by_trap", "goes_on"), [(50, False, True), (49, False, False), (99, True, False)]
)
def test_following_ends_below_half_of_full_life_and_by_what_nobody_can_fight(
    life: int, by_trap: bool, goes_on: bool
) -> None:
    pair = busy("accompany", life)
    foe = who(pair.stage.monster((9, 1)))
    source = thing("a trap", pair.ben.cell) if by_trap else foe
    stop_for_wound(pair.stage.run, pair.ben, source, 100)
    assert (pair.ben.auto_action.activity == "accompany") is goes_on


@pytest.mark.parametrize(
    ("activity", "is_new", "goes_on"),
    [("fight", True, False), ("fight", False, True), ("rest", True, False), ("rest", False, False)],
)
def test_a_fight_alone_goes_on_with_more_of_the_same_status(
    activity: Pursuit, is_new: bool, goes_on: bool
) -> None:
    pair = busy(activity, 100)
    stop_for_status(pair.stage.run, pair.ben, is_new=is_new)
    assert (pair.ben.auto_action.activity == activity) is goes_on


@pytest.mark.parametrize("life", [1, 0])
def test_one_whose_fight_ends_for_a_wound_reads_so_while_it_lives(life: int) -> None:
    pair = busy("fight", life)
    pair.stage.run.events = []
    stop_for_wound(pair.stage.run, pair.ben, who(pair.ann), 900)
    told = Told(pair.ben.entity, "bad", "You are hurt, and stop fighting.")
    assert pair.stage.run.events == [told] * life
    assert pair.ben.auto_action.activity == "none"


def test_without_shares_at_which_it_stops_no_wound_ends_a_fight() -> None:
    pair = two_together()
    run = pair.stage.run
    heroes = run.rules.heroes.model_copy(update={"fight_stops": ()})
    run.rules = run.rules.model_copy(update={"heroes": heroes})
    pair.ben.auto_action.activity, pair.ben.body.life = "fight", 1
    stop_for_wound(run, pair.ben, who(pair.ann), 900)
    assert pair.ben.auto_action.activity == "fight"


def test_whoever_follows_a_companion_reads_that_it_stops() -> None:
    pair = two_together()
    pair.stage.run.events = []
    follow = pair.ben.auto_action
    follow.activity, follow.companion = "accompany", pair.ann.entity
    stop_for_status(pair.stage.run, pair.ben, is_new=True)
    follow.activity, follow.companion = "accompany", pair.ann.entity
    drop_path(pair.stage.run, pair.ben)
    told = Told(pair.ben.entity, "bad", "You stop following Ann.")
    assert pair.stage.run.events == [told, told]


@pytest.mark.parametrize("activity", ["explore", "rest", "travel", "climb", "accompany"])
@pytest.mark.parametrize(
    ("life", "key", "goes_on"), [(50, 1, True), (49, 1, False), (99, 0, False)]
)
def test_a_status_that_it_has_stops_a_hero_below_half_of_full_life(
    activity: Pursuit, life: int, key: int, goes_on: bool
) -> None:
    pair = busy(activity, life)
    pair.ben.effects.remaining["poisoned"] = 50
    poison = thing("poison", pair.ben.cell, ("burning", "poisoned")[key])
    stop_for_wound(pair.stage.run, pair.ben, poison, 100)
    assert (pair.ben.auto_action.activity == activity) is goes_on
