"""Hunger runs while heroes are awake, hurts in the end, and nobody can wait for ever (R7)."""

from dataclasses import replace

import pytest

from support.content.shipped import shipped
from support.worlds.companies import STATES, State, befall, two_together
from support.worlds.outcomes import told_to
from support.worlds.staging import Stage, hero_with, make_test_game
from undertide_server.content.load import list_presets
from undertide_server.content.records.items import Feed
from undertide_server.content.schema.fields import row_at
from undertide_server.simulation.components.heroes import AutoAction
from undertide_server.simulation.mechanics.hunger import (
    eat,
    grow_hungry,
    is_full,
    most_food_used,
    set_food,
)
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.rules.hunger import hunger_of
from undertide_server.simulation.state.events import Downed, Fell, Told, thing
from undertide_server.simulation.state.inputs import PlayerLost, Withdrawn
from undertide_shared.messages import Tone, Use, Wait

HUNGER = shipped("default").hunger
CELL = ["####", "#@.#", "####"]


def test_a_new_hero_has_eaten_all_it_can() -> None:
    stage = Stage(CELL, make_test_game())
    assert stage.hero().hero.food == stage.run.rules.hunger.full


def test_a_tick_of_its_floor_is_a_tick_nearer_to_hunger() -> None:
    stage = Stage(CELL, make_test_game())
    row = stage.hero()
    stage.tick(7)
    assert row.hero.food == stage.run.rules.hunger.full - 7


def test_the_sleeping_do_not_grow_hungry_and_the_link_dead_do() -> None:
    stage = Stage(CELL, make_test_game())
    row = stage.hero()
    stage.step(PlayerLost(0))
    stage.tick(3)
    assert row.hero.food == stage.run.rules.hunger.full - 3
    stage.step(Withdrawn(0))
    stage.tick(3)
    assert row.hero.food == stage.run.rules.hunger.full - 3


@pytest.mark.parametrize("kept_away", [0, 10, 45])
def test_gear_keeps_the_percent_away_that_it_says(kept_away: int) -> None:
    stage = Stage(CELL, make_test_game())
    row = stage.hero()
    row.hero.nourish = kept_away
    stage.tick(200)
    assert row.hero.food == stage.run.rules.hunger.full - 2 * (100 - kept_away)


@pytest.mark.parametrize(
    ("bias", "kept_away", "eaten"),
    [
        *[(0, 0, 100), (25, 0, 125), (50, 0, 150), (100, 0, 200), (100, 40, 120), (50, 90, 15)],
        *[(101, 0, 201), (250, 0, 350), (900, 0, 1000), (2000, 0, 1000), (900, 90, 100)],
    ],
)
def test_hunger_grows_with_the_tide_up_to_ten_times_as_fast(
    bias: int, kept_away: int, eaten: int
) -> None:
    stage = Stage(CELL, make_test_game())
    rules = stage.run.rules.hunger
    assert (rules.faster_at_full_tide_percent, rules.faster_at_most_percent) == (100, 900)
    row, times = stage.hero(), stage.run.tick_figures.tide
    row.hero.nourish = kept_away
    stage.floor.tide.clock = times.grace + times.rise * bias // 100
    for clock in range(100):
        stage.floor.state.clock = clock
        grow_hungry(stage.run, stage.floor)
    assert row.hero.food == stage.run.rules.hunger.full - eaten


@pytest.mark.parametrize(("at_full", "most", "eaten"), [(100, None, 200), (0, 900, 100)])
def test_by_rules_without_more_hunger_grows_no_faster_than_at_full_tide(
    at_full: int, most: int | None, eaten: int
) -> None:
    game = make_test_game()
    hunger = game.ruleset.hunger.model_copy(
        update={"faster_at_full_tide_percent": at_full, "faster_at_most_percent": most}
    )
    stage = Stage(CELL, replace(game, ruleset=game.ruleset.model_copy(update={"hunger": hunger})))
    row, times = stage.hero(), stage.run.tick_figures.tide
    stage.floor.tide.clock = times.grace + 20 * times.rise
    for clock in range(100):
        stage.floor.state.clock = clock
        grow_hungry(stage.run, stage.floor)
    assert row.hero.food == stage.run.rules.hunger.full - eaten


def test_the_most_food_of_the_next_ticks_counts_the_tide_of_the_last_of_them() -> None:
    stage = Stage(CELL, make_test_game())
    times = stage.run.tick_figures.tide
    stage.floor.tide.clock = times.grace + times.rise - 1
    assert most_food_used(stage.run, stage.floor, 1) == 2
    assert most_food_used(stage.run, stage.floor, times.rise // 100 + 1) == 3


def test_a_stage_of_hunger_is_told_where_two_ticks_of_food_go_at_once() -> None:
    stage = Stage(CELL, make_test_game())
    rules, times = stage.run.rules.hunger, stage.run.tick_figures.tide
    row = stage.hero()
    row.hero.food = rules.full * rules.hungry.percent // 100 + 2
    stage.floor.tide.clock = times.grace + times.rise
    stage.run.events = []
    grow_hungry(stage.run, stage.floor)
    assert told_to(row, stage.run.events) == [rules.hungry.message]


@pytest.mark.parametrize("stage_name", ["hungry", "starving", "famished"])
def test_each_stage_is_told_once_ends_errands_and_slows_healing(stage_name: str) -> None:
    stage = Stage(CELL, make_test_game())
    rules = stage.run.rules.hunger
    record = getattr(rules, stage_name)
    row = hero_with(stage, rules.full * record.percent // 100 + 1)
    row.body.life = 1
    row.auto_action = AutoAction("rest")
    stage.step()
    before = row.body.regen
    faster = {"hungry": 100, "starving": 75, "famished": 35}[stage_name]
    lines = [text for _ in range(3) for text in told_to(row, stage.tick())]
    assert lines.count(record.message) == 1
    assert row.auto_action.activity == "none"
    natural = -(-row.body.max_life * 1000 // 600)
    healing = {"hungry": 75, "starving": 35, "famished": 0}[stage_name]
    assert (before, row.body.regen) == (natural * faster // 100, natural * healing // 100)


def test_the_famished_lose_life_at_each_toll_whatever_they_wear_and_stop_resting() -> None:
    stage = Stage(CELL, make_test_game())
    rules = stage.run.rules.hunger
    row = hero_with(stage, 0)
    row.resistance.counted = (10,) * 6
    row.body.absorb = 1000
    row.body.max_life, row.body.life = 1000, 900
    row.auto_action = AutoAction("rest")
    stage.tick(rules.toll_every)
    assert row.body.life == 900 - 10 * rules.toll_percent
    assert row.auto_action.activity == "none"


def test_nobody_can_wait_for_ever() -> None:
    """No monster comes into this cell, and still whoever only waits there dies."""
    stage = Stage(CELL, make_test_game())
    rules = stage.run.rules.hunger
    row = stage.hero()
    waiting = rules.full + rules.toll_every * (100 // rules.toll_percent + 2)
    events = []
    for _ in range(waiting):
        events = stage.ask(Wait())
        if row.hero.fate:
            break
    assert any(isinstance(event, Fell) for event in events)
    assert row.hero.fate == "pangs of hunger"
    assert stage.run.progress.ended


def food_of(stage: Stage) -> tuple[str, int]:
    """Return some food of the content, and how long it lasts."""
    items = stage.run.rules.items.items()
    return next((key, item.effect.ticks) for key, item in items if isinstance(item.effect, Feed))


def test_food_is_eaten_and_used_up() -> None:
    stage = Stage(CELL, make_test_game())
    food, lasts = food_of(stage)
    row = hero_with(stage, 10)
    give_stack(row.inventory, food, 2)
    stage.ask(Use(row.inventory.stacks[-1].id))
    assert row.intents.outcome == "done"
    assert row.hero.food == 10 + lasts - 2, "a meal takes two ticks"
    assert row.inventory.stacks[-1].count == 1


def test_the_full_keep_their_food() -> None:
    stage = Stage(CELL, make_test_game())
    food, _ = food_of(stage)
    row = stage.hero()
    give_stack(row.inventory, food, 1)
    stage.ask(Use(row.inventory.stacks[-1].id))
    assert (row.intents.outcome, row.intents.reason) == ("refused", "you are too full to eat that")
    assert row.inventory.stacks[-1].count == 1


@pytest.mark.parametrize("preset", sorted({*list_presets()} - {"classic"}))
def test_food_lies_on_every_floor(preset: str) -> None:
    rules = shipped(preset)
    for number in range(1, rules.curve.floors + 1):
        foods = [item for item in rules.items.values() if isinstance(item.effect, Feed)]
        assert any(row_at(item.weights, number) for item in foods)


def test_without_food_a_full_hero_lasts_for_a_whole_run() -> None:
    """Even if the party stays on each floor until the tide is at its highest."""
    rules = shipped("classic")
    assert not any(item.weights for item in rules.items.values() if isinstance(item.effect, Feed))
    tide = rules.tide.grace + rules.tide.rise
    assert rules.hunger.full >= rules.curve.floors * tide


def test_eating_stills_hunger_is_told_and_lets_wounds_heal_again() -> None:
    stage = Stage(CELL, make_test_game())
    rules = stage.run.rules.hunger
    row = hero_with(stage, 0)
    assert row.body.regen == 0
    eat(stage.run, row, rules.full)
    assert (row.hero.food, hunger_of(rules, row.hero.food)) == (rules.full, "sated")
    assert rules.sated in told_to(row, stage.run.events)
    assert row.body.regen == -(-row.body.max_life * 1000 // 600), "all of it within 600 ticks"


def test_nobody_eats_more_than_fits() -> None:
    stage = Stage(CELL, make_test_game())
    rules = stage.run.rules.hunger
    row = hero_with(stage, rules.full - 10)
    eat(stage.run, row, 5000)
    assert row.hero.food == rules.full
    assert is_full(rules, rules.full, 1000)
    assert not is_full(rules, rules.full - 500, 1000)
    assert [is_full(rules, rules.full - 2, ticks) for ticks in (4, 5, 6)] == [False, False, True]


@pytest.mark.parametrize("state", STATES)
def test_whoever_stands_grows_hungry(state: State) -> None:
    pair = two_together(state)
    full = pair.stage.run.rules.hunger.full
    pair.ben.hero.food = full
    pair.stage.tick(7)
    assert full - pair.ben.hero.food == (0 if state in {"asleep", "fallen"} else 7)


@pytest.mark.parametrize("food", [15_000, 4500, 1500, 60])
def test_hunger_takes_no_life_before_a_hero_is_famished(food: int) -> None:
    stage = Stage(CELL, make_test_game())
    row = hero_with(stage, food)
    row.body.life = row.body.max_life
    stage.tick(55)
    assert row.body.life == row.body.max_life


def test_a_sleeper_keeps_no_companion_from_growing_hungry() -> None:
    pair = two_together()
    befall(pair.stage, pair.ann, "asleep")
    pair.ann.hero.food = pair.ben.hero.food = 1000
    grow_hungry(pair.stage.run, pair.stage.floor)
    assert (pair.ann.hero.food, pair.ben.hero.food) == (1000, 999)


@pytest.mark.parametrize("food", [15_000, 4500, 1500, 1, 0])
@pytest.mark.parametrize(("clock", "eaten"), [(44, 0), (45, 1), (99, 1), (100, 0)])
def test_gear_keeps_hunger_away_in_the_first_ticks_of_each_round(
    food: int, clock: int, eaten: int
) -> None:
    stage = Stage(CELL, make_test_game())
    row = hero_with(stage, food)
    row.hero.nourish = 45
    stage.floor.state.clock = clock
    grow_hungry(stage.run, stage.floor)
    assert row.hero.food == max(0, food - eaten)


@pytest.mark.parametrize(
    ("clock", "pangs", "toll"), [(99, 0, 0), (100, 0, 10), (101, 0, 0), (200, 1, 20), (300, 9, 100)]
)
def test_hunger_gnaws_at_the_famished_alone_and_harder_each_time(
    clock: int, pangs: int, toll: int
) -> None:
    pair = two_together()
    stage, ben = pair.stage, pair.ben
    ben.hero.food, ben.hero.pangs = 0, pangs
    ben.auto_action.activity, ben.auto_action.companion = "accompany", pair.ann.entity
    stage.floor.state.clock, stage.run.events = clock, []
    grow_hungry(stage.run, stage.floor)
    told = ("You stop following Ann.", f"Hunger gnaws at you for {toll}.") if toll else ()
    assert stage.run.events == [Told(ben.entity, "bad", text) for text in told]
    assert (pair.ann.body.life, ben.body.life) == (1000, 1000 - toll)
    assert ben.hero.pangs == pangs + bool(toll)
    assert (ben.auto_action.activity != "accompany") is bool(toll)


def test_whoever_eats_has_the_pangs_behind_it() -> None:
    stage = Stage(CELL, make_test_game())
    row = hero_with(stage, 0)
    row.hero.pangs = 7
    eat(stage.run, row, 1500)
    assert (row.hero.food, row.hero.pangs) == (1500, 0)


def test_no_healing_keeps_up_with_hunger() -> None:
    stage = Stage(CELL, make_test_game())
    row = hero_with(stage, 0)
    tolls = 0
    while not row.is_fallen and not row.hero.fate:
        row.body.life = row.body.max_life
        stage.floor.state.clock = 100
        grow_hungry(stage.run, stage.floor)
        tolls += 1
    assert tolls == 100


def test_by_rules_of_before_hunger_always_takes_the_same() -> None:
    stored = HUNGER.model_dump(exclude={"toll_growth_percent"})
    assert type(HUNGER).model_validate(stored).toll_growth_percent == 0


@pytest.mark.parametrize("life", [10, 11])
def test_hunger_fells_whoever_has_no_more_life_than_it_takes(life: int) -> None:
    pair = two_together()
    stage, ben = pair.stage, pair.ben
    ben.hero.food, ben.body.life = 0, life
    stage.floor.state.clock = 100
    before, stage.run.events = who(ben), []
    grow_hungry(stage.run, stage.floor)
    pangs = thing("pangs of hunger", ben.cell)
    downed = [event for event in stage.run.events if isinstance(event, Downed)]
    assert downed == ([Downed(stage.floor.entity, before, pangs)] if life == 10 else [])
    assert ben.is_fallen is (life == 10)


@pytest.mark.parametrize(
    ("before", "food", "tone", "text"),
    [
        (0, 15_000, "good", "You have eaten, and the deep looks smaller."),
        (15_000, 4500, "info", "Your stomach growls. You are hungry."),
        (15_000, 1500, "bad", "You are starving. Your wounds hardly close."),
        (15_000, 0, "bad", "You are famished: it hurts, and it will kill you. Eat!"),
    ],
)
def test_each_stage_of_hunger_has_its_tone_and_ends_following(
    before: int, food: int, tone: Tone, text: str
) -> None:
    pair = two_together()
    ben, run = pair.ben, pair.stage.run
    ben.hero.food = before
    ben.auto_action.activity, ben.auto_action.companion = "accompany", pair.ann.entity
    run.events = []
    set_food(run, ben, food)
    follow = Told(ben.entity, "bad", "You stop following Ann.")
    assert run.events == [follow, Told(ben.entity, tone, text)]


def test_nobody_dies_twice_when_hunger_fells_the_last_who_stands() -> None:
    pair = two_together()
    stage = pair.stage
    cid = stage.hero("Cid", cell=(3, 1))
    for row in (pair.ann, pair.ben, cid):
        row.hero.food, row.hero.pangs = 0, 100
    befall(stage, cid, "fallen")
    stage.floor.state.clock, stage.run.events = 100, []
    grow_hungry(stage.run, stage.floor)
    died = [event.victim.name for event in stage.run.events if isinstance(event, Fell)]
    assert sorted(died) == ["Ann", "Ben", "Cid"]
