"""R6: damage after resistance and absorb, and what statuses make of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.content.shipped import shipped
from undertide_server.content.records.damage import DamageForm, DamageRules
from undertide_server.content.records.statuses import Status
from undertide_server.simulation.rules.damage import (
    TYPE_INDEX,
    Impact,
    Protection,
    compounded,
    counted_resistances,
    explosion_radius,
    impact_of,
    impacts_of,
    multiplied,
    parted,
    resisted,
    share_of,
    share_resisted,
    spread_of,
    wards_of,
    whole_and_tenths,
    with_tenths,
)


@pytest.mark.parametrize(
    ("damage", "resistance", "left"),
    [
        (10, 0, 10),
        (10, 5, 5),
        (7, 5, 4),  # 3.5, away from zero
        (10, 10, 0),
        (10, 12, -2),
        (5, 11, -1),  # -0.5, away from zero
        (10, -5, 15),
    ],
)
def test_resistance_takes_its_tenths_rounded_half_away_from_zero(
    damage: int, resistance: int, left: int
) -> None:
    assert resisted(damage, resistance) == left


@pytest.mark.parametrize(
    ("damage", "resistance", "absorb", "left"),
    [
        (10, 0, 3, 7),
        (10, 0, 30, 1),  # never below 1 where resistance left damage
        (10, 10, 3, 0),  # nothing left, nothing to absorb
        (10, 15, 3, -5),  # healing is not absorbed
    ],
)
def test_absorb_comes_after_resistance(
    damage: int, resistance: int, absorb: int, left: int
) -> None:
    assert impact_of(damage, resistance, absorb).life == left


@pytest.mark.parametrize(
    ("damage", "resistance", "wards", "left"),
    [
        (10, 0, [(3, 50)], 7),
        (10, 0, [(30, 50)], 5),  # never more than its share of the hit
        (10, 5, [(30, 50)], 3),  # of what resistance left
        (1, 0, [(30, 50)], 1),
        (10, 0, [(30, 50), (2, 100)], 3),
        (10, 0, [(30, 100)], 1),
        (10, 15, [(3, 50)], -5),  # healing is not warded off
    ],
)
def test_a_ward_takes_at_most_its_share_of_a_hit(
    damage: int, resistance: int, wards: list[tuple[int, int]], left: int
) -> None:
    assert impact_of(damage, resistance, 0, wards).life == left


@given(st.integers(0, 10_000))
def test_a_figure_in_tenths_is_a_whole_number_and_some_tenths(tenths: int) -> None:
    whole, rest = whole_and_tenths(tenths)
    assert 10 * whole + rest == tenths
    assert -5 <= rest <= 4
    assert sum(with_tenths(whole, rest, roll) for roll in range(10)) == tenths


@given(st.integers(1, 10**6), st.integers(0, 100), st.integers(0, 100))
def test_a_roll_stays_within_its_spread(power: int, spread: int, roll: int) -> None:
    dealt = spread_of(power, spread, roll)
    assert dealt >= 1
    assert abs(dealt - power) * 100 <= power * spread + 100


def test_a_spread_reaches_both_ends() -> None:
    assert [spread_of(100, 25, roll) for roll in (0, 50, 100)] == [75, 100, 125]


@pytest.mark.parametrize(
    ("whole", "percent", "share"), [(50, 10, 5), (59, 10, 5), (7, 1, 1), (7, 100, 7)]
)
def test_a_share_is_rounded_down_and_never_nothing(whole: int, percent: int, share: int) -> None:
    assert share_of(whole, percent) == share


@pytest.mark.parametrize(
    ("damage", "kind", "form", "dealt"),
    [
        (10, "fire", None, 15),
        (10, "fire", "explosions", 30),  # both count
        (10, "cold", "explosions", 20),
        (10, "physical", "melee", 10),
        (3, "fire", None, 5),  # 4.5, halves up
        (1, "poison", None, 1),  # 0.1: at least 1 of any damage
        (0, "fire", None, 0),
    ],
)
def test_multipliers_of_type_and_form_both_count(
    damage: int, kind: str, form: DamageForm | None, dealt: int
) -> None:
    rules = DamageRules(fire=150, poison=10, explosions=200)
    assert multiplied(damage, kind, form, rules) == dealt


@pytest.mark.parametrize(("radius", "size", "wide"), [(2, 150, 3), (3, 150, 5), (0, 500, 0)])
def test_the_size_of_explosions_multiplies_their_radius(radius: int, size: int, wide: int) -> None:
    assert explosion_radius(radius, DamageRules(explosion_size=size)) == wide


@pytest.mark.parametrize(
    ("damage", "resistance", "absorb", "impact"),
    [
        (10, 0, 0, Impact(10, 0, 0)),
        (10, 5, 2, Impact(3, 5, 2)),
        (10, 5, 9, Impact(1, 5, 4)),
        (10, 10, 2, Impact(0, 10, 0)),
        (10, 12, 2, Impact(-2, 10, 0)),
        (10, -5, 2, Impact(13, 0, 2)),
    ],
)
def test_a_hit_tells_what_was_taken_off_it(
    damage: int, resistance: int, absorb: int, impact: Impact
) -> None:
    assert impact_of(damage, resistance, absorb) == impact


def test_the_share_resisted_is_that_of_the_whole_blow() -> None:
    assert share_resisted([impact_of(10, 5, 0), impact_of(10, 0, 3)]) == 25
    assert share_resisted([impact_of(10, 12, 0)]) == 100
    assert share_resisted([]) == 0


worn_values = st.lists(st.integers(-20, 60), min_size=6, max_size=6)


def test_what_is_within_the_limits_counts_whole() -> None:
    assert counted_resistances((5, 4, 3, 2, 1, 0), 9, 45) == (5, 4, 3, 2, 1, 0)


def test_physical_never_reaches_ten() -> None:
    assert counted_resistances((30, 0, 0, 0, 0, 0), 9, 45)[0] == 9


def test_the_excess_is_counted_down_from_the_highest_ties_in_order() -> None:
    assert counted_resistances((9, 9, 9, 9, 9, 2), 9, 45) == (8, 8, 9, 9, 9, 2)


@given(worn_values)
def test_no_combination_breaks_a_limit(worn: list[int]) -> None:
    counts = counted_resistances(worn, 9, 45)
    assert counts[0] <= 9
    assert sum(counts) <= 45
    assert all(count <= value for count, value in zip(counts, worn, strict=True))


@given(worn_values)
def test_nothing_is_taken_without_need(worn: list[int]) -> None:
    held = [min(worn[0], 9), *worn[1:]]
    assert sum(counted_resistances(worn, 9, 45)) == min(45, sum(held))


def warding(percent: int, most: int = 100) -> Status:
    warded = shipped("default").statuses["warded"]
    return warded.model_copy(update={"absorb_percent": percent, "absorb_most": most})


def test_a_ward_takes_a_share_of_the_full_life_off() -> None:
    assert wards_of(200, []) == []
    wards = [warding(8, most=40), warding(0), warding(5)]
    assert wards_of(200, wards) == [(16, 40), (10, 100)]


def test_the_shipped_ward_takes_3_percent_of_life_and_at_most_half_of_a_hit() -> None:
    assert wards_of(100, [shipped("default").statuses["warded"]]) == [(3, 50)]


class TestDamage:
    @given(st.integers(1, 1000), st.lists(st.integers(0, 400), max_size=4))
    def test_percents_compound_and_never_take_all_of_it(
        self, amount: int, percents: list[int]
    ) -> None:
        found = compounded(amount, percents)
        assert found >= 1
        assert compounded(0, percents) == 0
        assert compounded(amount, [*percents, 100]) == found
        if all(percent >= 100 for percent in percents):
            assert found >= amount

    def test_shares_round_to_the_nearest(self) -> None:
        assert compounded(100, [125, 70]) == 88
        assert [compounded(5, [percent]) for percent in (25, 30, 130)] == [1, 2, 7]


@given(amount=st.integers(1, 10_000), percent=st.integers(0, 100))
def test_a_share_and_the_rest_are_the_whole(amount: int, percent: int) -> None:
    rest, share = parted(amount, percent)
    assert rest + share == amount
    assert min(rest, share) >= 0


@pytest.mark.parametrize(
    ("power", "spread", "roll", "blow"),
    [
        (100, 20, 0, 80),
        (100, 20, 50, 100),
        (100, 20, 100, 120),
        (3, 17, 99, 3),  # 3.4998
        (10, 50, 100, 15),
        (3, 50, 100, 5),  # 4.5, halves up
        (1, 100, 0, 1),  # never nothing
        (10_000, 0, 0, 10_000),
    ],
)
def test_a_roll_spreads_a_blow_evenly_around_its_power(
    power: int, spread: int, roll: int, blow: int
) -> None:
    assert spread_of(power, spread, roll) == blow


@pytest.mark.parametrize(
    ("damage", "percent", "left"),
    [(4, 10, 1), (1, 10, 1), (0, 10, 0), (15, 10, 2), (10, 100, 10), (7, 150, 11)],
)
def test_a_multiplier_leaves_at_least_one_point_of_any(
    damage: int, percent: int, left: int
) -> None:
    assert multiplied(damage, "fire", None, DamageRules(fire=percent)) == left
    assert multiplied(damage, "physical", "melee", DamageRules(melee=percent)) == left


@pytest.mark.parametrize(
    ("tenths", "parts"), [(0, (0, 0)), (4, (0, 4)), (5, (1, -5)), (14, (1, 4)), (15, (2, -5))]
)
def test_tenths_are_counted_from_the_nearest_whole_number(
    tenths: int, parts: tuple[int, int]
) -> None:
    assert whole_and_tenths(tenths) == parts


def test_the_last_point_that_is_left_takes_life_and_only_the_rest_was_resisted() -> None:
    assert impact_of(2, 5, 0) == Impact(1, 1, 0)
    assert impact_of(2, 5, 9) == Impact(1, 1, 0)


def test_each_part_of_a_hit_is_multiplied_resisted_and_warded_by_its_own_type() -> None:
    ward = shipped("default").statuses["warded"]
    warded = ward.model_copy(update={"absorb_percent": 15, "absorb_most": 50, "taken_percent": 200})
    assert wards_of(33, [warded]) == [(4, 50)]
    assert type(wards_of(33, [warded])[0][0]) is int
    resistances = [0] * 6
    resistances[TYPE_INDEX["cold"]] = 5
    protection = Protection(resistances, 1, 33, [warded])
    rules = DamageRules(fire=50, melee=300)
    parts = [(10, "physical"), (10, "fire"), (10, "cold")]
    assert impacts_of(parts, "melee", rules, protection) == [
        Impact(60 - 5, 0, 5),
        Impact(30 - 5, 0, 5),
        Impact(30 - 5, 30, 5),
    ]
    assert impacts_of(parts, None, rules, protection) == [
        Impact(20 - 5, 0, 5),
        Impact(10 - 5, 0, 5),
        Impact(10 - 5, 10, 5),
    ]
