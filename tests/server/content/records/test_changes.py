"""Changes to values of the content."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.content.shipped import shipped
from undertide_server.content.records.changes import (
    at_ends,
    changed,
    doubled,
    drawn_as,
    removed,
    with_changes,
)
from undertide_server.content.records.variety import Change, Variable
from undertide_server.content.schema.errors import UnfitChangeError

RULES = shipped("default")
KEY = "extras.grass"


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_a_share_is_rounded_to_the_nearest(value: int, percent: int) -> None:
    after = changed(value, Change(key=KEY, percent=percent))
    assert isinstance(after, int)
    assert abs(100 * after - value * percent) <= 50


def test_halves_are_rounded_up() -> None:
    assert changed(5, Change(key=KEY, percent=150)) == 8


def test_numbers_are_added_and_replaced() -> None:
    assert changed(5, Change(key=KEY, add=-7)) == -2
    assert changed(5, Change(key=KEY, value=9)) == 9
    assert changed(True, Change(key=KEY, value=False)) is False
    assert changed("ash", Change(key=KEY, value="embers")) == "embers"


@pytest.mark.parametrize(
    ("value", "change", "problem"),
    [
        (5, {"value": True}, "expected a whole number, as it is; found true"),
        (True, {"value": 1}, "expected true or false, as it is; found 1"),
        ("ash", {"value": 3}, "expected text, as it is; found 3"),
        (True, {"percent": 200}, "expected a key of numbers; found true or false, true"),
        ("ash", {"add": 1}, 'expected a key of numbers; found text, "ash"'),
    ],
)
def test_a_value_stays_of_its_sort(
    value: int | bool | str, change: dict[str, int | bool], problem: str
) -> None:
    with pytest.raises(UnfitChangeError) as caught:
        changed(value, Change.model_validate({"key": KEY, **change}))
    assert str(caught.value) == problem


def test_changes_are_made_one_after_another() -> None:
    other = with_changes(RULES, [Change(key=KEY, value=20), Change(key=KEY, percent=300)])
    assert other.extras.grass == 60
    assert other.model_copy(update={"extras": RULES.extras}) == RULES


def test_a_table_by_floors_is_changed_row_by_row() -> None:
    other = with_changes(RULES, [Change(key="extras.gold", percent=50)])
    assert [row.value for row in other.extras.gold] == [
        (row.value + 1) // 2 for row in RULES.extras.gold
    ]


def test_a_variable_replaces_a_number_or_multiplies_it() -> None:
    assert drawn_as(Variable(key=KEY, low=0, high=9), 4) == Change(key=KEY, value=4)
    share = Variable(key=KEY, low=50, high=150, percent=True)
    assert drawn_as(share, 80) == Change(key=KEY, percent=80)


def test_themes_are_removed_and_doubled_by_weight() -> None:
    weight = RULES.themes["shop"].weight
    other = with_changes(RULES, [doubled("shop"), removed("empty")])
    assert (other.themes["shop"].weight, other.themes["empty"].weight) == (2 * weight, 0)


def test_the_ends_of_variables_are_those_that_a_run_can_draw() -> None:
    variables = (
        Variable(key=KEY, low=3, high=9),
        Variable(key="extras.gold", low=50, high=200, percent=True),
    )
    variety = RULES.variety.model_copy(update={"variables": variables})
    low, high = at_ends(RULES.model_copy(update={"variety": variety}))
    assert (low.extras.grass, high.extras.grass) == (3, 9)
    first = RULES.extras.gold[0].value
    assert (low.extras.gold[0].value, high.extras.gold[0].value) == (first // 2, 2 * first)
