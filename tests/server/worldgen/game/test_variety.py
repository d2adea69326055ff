"""R14: what a seed draws, and the content that comes of it."""

from itertools import combinations

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped, unvaried
from undertide_server.content.checks.registry import CHECKS
from undertide_server.content.load import list_presets
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.themes import Count
from undertide_server.content.records.variety import (
    Change,
    ThemeTweaks,
    Variable,
    Variation,
    VarietyRules,
)
from undertide_server.content.schema.keys import leaves
from undertide_server.worldgen.game.game import make_game
from undertide_server.worldgen.game.variety import Variety, draw_variety, varied

RULES = shipped("default")
SEEDS = st.binary(min_size=16, max_size=16)
TWEAKABLE = [
    key
    for key, theme in RULES.themes.items()
    if theme.weight and key not in RULES.variety.themes.kept
]

KEYS = (
    "extras.gold",
    "extras.grass",
    "items.*.price",
    "themes.shop.decor.wares.high",
    "themes.shop.decor.wares.low",
    "themes.shop.weight",
    "tide.pool_high_percent",
    "tide.pool_low_percent",
)
"""Values of all sorts: tables, many at once, pairs that must stay in order."""


@st.composite
def any_variety(draw: st.DrawFn) -> VarietyRules:
    """Draw variety over a few values that get into each other's way; much of it is faulty."""
    keys = st.sampled_from(KEYS)
    ends = st.lists(st.integers(0, 150), min_size=2, max_size=2, unique=True).map(sorted)
    variables = [
        Variable(key=key, low=low, high=high, percent=draw(st.booleans()))
        for key in draw(st.lists(keys, max_size=2, unique=True))
        for low, high in [draw(ends)]
    ]
    deeds = st.one_of(
        st.builds(Change, key=keys, percent=st.integers(0, 300)),
        st.builds(Change, key=keys, add=st.integers(-9, 9)),
        st.builds(Change, key=keys, value=st.integers(0, 99)),
    )
    changes = st.lists(deeds, min_size=1, max_size=2).map(tuple)
    variations = {
        name: Variation(name=name, description="", changes=draw(changes))
        for name in draw(st.sampled_from(["", "a", "ab", "abc"]))
    }
    none, some = Count(low=0, high=0), Count(low=0, high=draw(st.integers(0, 2)))
    return VarietyRules(
        variables=tuple(variables),
        themes=ThemeTweaks(removed=some, doubled=some, kept=("empty",)),
        drawn=Count(low=0, high=min(2, len(variations))) if variations else none,
        variations=variations,
    )


def with_variety(
    *,
    variables: tuple[Variable, ...] = (),
    variations: dict[str, Change] | None = None,
    drawn: int = 0,
    themes: tuple[int, int] = (0, 0),
) -> Ruleset:
    """Return content of which each of `variations` does one thing; so many of them are drawn."""
    removed, doubled = (Count(low=count, high=count) for count in themes)
    rules = VarietyRules(
        variables=variables,
        themes=ThemeTweaks(removed=removed, doubled=doubled, kept=RULES.variety.themes.kept),
        drawn=Count(low=drawn, high=drawn),
        variations={
            key: Variation(name=key.upper(), description="", changes=(change,))
            for key, change in (variations or {}).items()
        },
    )
    return RULES.model_copy(update={"variety": rules})


@given(SEEDS)
def test_two_to_four_variations_are_drawn_and_named(seed: bytes) -> None:
    variety = draw_variety(RULES, seed)
    names = [RULES.variety.variations[key].name for key in variety.variations]
    assert 2 <= len(set(names)) == len(names) <= 4
    assert variety.subtitle == ", ".join(names)
    assert len(variety.subtitle) <= 120


@given(SEEDS)
def test_no_two_variations_of_a_run_change_the_same_value(seed: bytes) -> None:
    drawn = draw_variety(RULES, seed).variations
    values = [
        {
            path
            for change in RULES.variety.variations[key].changes
            for path in leaves(RULES, change.key)
        }
        for key in drawn
    ]
    assert all(one.isdisjoint(other) for one, other in combinations(values, 2))


def gentle(rules: Ruleset) -> Ruleset:
    """Return content under the house rule that runs are gentle."""
    return rules.model_copy(update={"house": rules.house.model_copy(update={"gentle": True})})


@given(SEEDS)
def test_a_gentle_run_draws_as_many_variations_and_no_harmful_one(seed: bytes) -> None:
    variations = RULES.variety.variations
    harsh, mild = draw_variety(RULES, seed), draw_variety(gentle(RULES), seed)
    assert 2 <= len(mild.variations) <= 4
    assert len(mild.variations) == len(harsh.variations)
    assert not any(variations[key].harmful for key in mild.variations)
    assert mild.variables == harsh.variables
    if not any(variations[key].harmful for key in harsh.variations):
        assert mild == harsh


def test_the_harmless_variations_of_a_seed_come_in_its_gentle_run_too() -> None:
    changes = {"a": "extras.grass", "b": "extras.gold", "c": "extras.trees", "d": "extras.glass"}
    rules = with_variety(
        variations={key: Change(key=value, add=1) for key, value in changes.items()}, drawn=3
    )
    variations = rules.variety.variations
    harmful = {"a": variations["a"].model_copy(update={"harmful": True})}
    variety = rules.variety.model_copy(update={"variations": {**variations, **harmful}})
    rules = rules.model_copy(update={"variety": variety})
    for seed in range(20):
        harsh = draw_variety(rules, bytes([seed] * 16)).variations
        mild = draw_variety(gentle(rules), bytes([seed] * 16)).variations
        assert sorted(mild) == ["b", "c", "d"]
        assert [key for key in harsh if key != "a"] == [key for key in mild if key in harsh]


@given(SEEDS)
def test_variables_lie_within_their_ranges(seed: bytes) -> None:
    variety = draw_variety(RULES, seed)
    assert list(variety.variables) == [variable.key for variable in RULES.variety.variables]
    for variable in RULES.variety.variables:
        assert variable.low <= variety.variables[variable.key] <= variable.high


@given(SEEDS)
def test_themes_are_removed_or_doubled_within_bounds_and_others_kept(seed: bytes) -> None:
    tweaks = RULES.variety.themes
    variety = draw_variety(RULES, seed)
    assert tweaks.removed.low <= len(variety.removed) <= tweaks.removed.high
    assert tweaks.doubled.low <= len(variety.doubled) <= tweaks.doubled.high
    tweaked = variety.removed + variety.doubled
    assert len(set(tweaked)) == len(tweaked)
    assert set(tweaked) <= set(TWEAKABLE)


@given(SEEDS)
def test_a_run_plays_by_what_its_seed_draws(seed: bytes) -> None:
    variety = draw_variety(RULES, seed)
    rules = varied(RULES, variety)
    assert rules != RULES
    for key in variety.removed:
        assert rules.themes[key].weight == 0
    for key in variety.doubled:
        assert rules.themes[key].weight == 2 * RULES.themes[key].weight


@given(st.sampled_from([shipped(preset) for preset in list_presets()]), SEEDS)
def test_every_preset_that_ships_can_be_varied_by_any_seed(rules: Ruleset, seed: bytes) -> None:
    played = varied(rules, draw_variety(rules, seed))
    assert Ruleset.model_validate(played.model_dump()) == played


def test_the_same_seed_draws_the_same_and_another_something_else() -> None:
    assert draw_variety(RULES, bytes(16)) == draw_variety(RULES, bytes(16))
    drawn = {draw_variety(RULES, bytes([seed] * 16)).subtitle for seed in range(20)}
    assert len(drawn) > 15


def test_what_is_drawn_does_not_depend_on_the_order_of_keys() -> None:
    variety, themes = RULES.variety, RULES.themes
    backwards = RULES.model_copy(
        update={
            "themes": dict(reversed(list(themes.items()))),
            "variety": variety.model_copy(
                update={"variations": dict(reversed(list(variety.variations.items())))}
            ),
        }
    )
    for seed in range(20):
        one = draw_variety(RULES, bytes([seed] * 16))
        assert draw_variety(backwards, bytes([seed] * 16)) == one


def test_every_variation_and_every_tweak_is_drawn_by_some_seed() -> None:
    drawn = [draw_variety(RULES, seed.to_bytes(16, "little")) for seed in range(300)]
    assert {key for variety in drawn for key in variety.variations} == set(RULES.variety.variations)
    assert {key for variety in drawn for key in variety.removed} == set(TWEAKABLE)
    assert {key for variety in drawn for key in variety.doubled} == set(TWEAKABLE)


def test_variables_come_first_then_themes_then_variations() -> None:
    rules = with_variety(
        variables=(Variable(key="extras.grass", low=10, high=11),),
        variations={"more": Change(key="extras.grass", percent=300)},
        drawn=1,
    )
    number = draw_variety(rules, bytes(16)).variables["extras.grass"]
    assert make_game(rules, bytes(16), REPERTOIRE).ruleset.extras.grass == 3 * number


def test_a_theme_of_a_drawn_variation_is_left_alone() -> None:
    theme = TWEAKABLE[0]
    change = Change(key=f"themes.{theme}.weight", percent=900)
    rules = with_variety(
        variations={"often": change}, drawn=1, themes=(len(TWEAKABLE), len(TWEAKABLE))
    )
    variety = draw_variety(rules, bytes(16))
    assert set(variety.removed) == set(TWEAKABLE) - {theme}
    assert varied(rules, variety).themes[theme].weight == 9 * RULES.themes[theme].weight


def test_a_theme_that_is_removed_is_not_doubled_too() -> None:
    half = len(TWEAKABLE) // 2
    variety = draw_variety(with_variety(themes=(half, len(TWEAKABLE))), bytes(16))
    assert len(variety.removed) == half
    assert set(variety.doubled) == set(TWEAKABLE) - set(variety.removed)


def test_fewer_are_drawn_where_no_more_go_together() -> None:
    variations = {
        name: Change(key="extras.grass", add=number + 1) for number, name in enumerate("abc")
    }
    rules = with_variety(variations=variations, drawn=2)
    assert {len(draw_variety(rules, bytes([seed] * 16)).variations) for seed in range(20)} == {1}


def test_variations_that_records_can_not_bear_together_are_not_drawn_together() -> None:
    variations = {
        "more": Change(key="themes.shop.decor.wares.low", add=2),
        "fewer": Change(key="themes.shop.decor.wares.high", add=-2),
    }
    rules = with_variety(variations=variations, drawn=2)
    drawn = {draw_variety(rules, bytes([seed] * 16)).variations for seed in range(20)}
    assert drawn == {("more",), ("fewer",)}


@settings(suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(any_variety(), SEEDS)
def test_variety_without_faults_never_fails(variety: VarietyRules, seed: bytes) -> None:
    rules = RULES.model_copy(update={"variety": variety})
    assume(not any(fault for check in CHECKS for fault in check.find(rules)))
    played = varied(rules, draw_variety(rules, seed))
    assert Ruleset.model_validate(played.model_dump()) == played


def test_a_game_plays_by_the_content_that_its_seed_varied() -> None:
    game = make_game(RULES, bytes(16), REPERTOIRE)
    assert game.variety == draw_variety(RULES, bytes(16))
    assert game.ruleset == varied(RULES, game.variety)


def test_without_variety_content_is_played_as_it_is_stated() -> None:
    rules = unvaried(RULES)
    game = make_game(rules, bytes(16), REPERTOIRE)
    assert game.ruleset == rules
    assert game.variety == Variety({}, (), (), (), "")


def test_the_tutorial_is_the_same_for_everyone() -> None:
    tutorial = shipped("tutorial")
    assert make_game(tutorial, bytes(16), REPERTOIRE).ruleset == tutorial
