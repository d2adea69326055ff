"""How hungry somebody is, and what that does to wounds."""

from hypothesis import given
from hypothesis import strategies as st

from undertide_server.content.records.heroes import HungerRules, HungerStage
from undertide_server.simulation.rules.hunger import brinks_of, healing_of, hunger_of, share_eaten

RULES = HungerRules(
    full=1000,
    hungry=HungerStage(percent=30, healing=75, message="Hungry."),
    starving=HungerStage(percent=10, healing=35, message="Starving."),
    famished=HungerStage(percent=0, healing=0, message="Famished."),
    sated="Full.",
    toll_percent=2,
    toll_every=50,
    faster_at_full_tide_percent=0,
)
ORDER = ["famished", "starving", "hungry", "sated"]


def test_each_stage_begins_at_its_percent() -> None:
    told = [hunger_of(RULES, food) for food in (1000, 301, 300, 101, 100, 1, 0)]
    assert told == ["sated", "sated", "hungry", "hungry", "starving", "starving", "famished"]


def test_wounds_heal_as_the_stage_says() -> None:
    assert [healing_of(RULES, food) for food in (1000, 300, 100, 0)] == [100, 75, 35, 0]


def test_only_the_famished_have_eaten_nothing() -> None:
    assert [share_eaten(RULES.full, food) for food in (1000, 995, 1, 0)] == [100, 100, 1, 0]


@given(st.integers(0, 1000), st.integers(0, 1000))
def test_who_ate_more_is_no_hungrier_and_heals_no_slower(one: int, other: int) -> None:
    less, more = sorted((one, other))
    assert ORDER.index(hunger_of(RULES, less)) <= ORDER.index(hunger_of(RULES, more))
    assert healing_of(RULES, less) <= healing_of(RULES, more)


@given(st.integers(1, 2000))
def test_the_brinks_are_where_a_tick_makes_somebody_hungrier(full: int) -> None:
    rules = RULES.model_copy(update={"full": full})
    changes = {
        food for food in range(1, full + 1) if hunger_of(rules, food - 1) != hunger_of(rules, food)
    }
    assert changes <= brinks_of(rules)


def test_all_stages_begin_at_their_percent_of_full_food_and_not_a_tick_before() -> None:
    famished = RULES.famished.model_copy(update={"percent": 5})
    rules = RULES.model_copy(update={"famished": famished})
    foods = (0, 50, 51, 100, 101, 300, 301, 1000)
    assert [hunger_of(rules, food) for food in foods] == [
        *("famished", "famished", "starving", "starving"),
        *("hungry", "hungry", "sated", "sated"),
    ]


def test_the_brinks_are_whole_ticks_above_each_stage() -> None:
    assert brinks_of(RULES) == {301, 101, 1}
    brinks = brinks_of(RULES.model_copy(update={"full": 333}))
    assert brinks == {100, 34, 1}
    assert {type(brink) for brink in brinks} == {int}


def test_food_is_shown_in_percent_rounded_up() -> None:
    assert [share_eaten(1000, food) for food in (0, 1, 10, 11, 999, 1000)] == [0, 1, 1, 2, 100, 100]
