"""Values of the content by key."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from support.content.shipped import shipped
from undertide_server.content.schema.errors import InvalidValueError, NoSuchValueError
from undertide_server.content.schema.faults import Path, dotted
from undertide_server.content.schema.keys import KeyPath, leaves, steps_of, with_values

RULES = shipped("default")

STEPS = st.one_of(
    st.from_regex(r"[a-z_]{1,8}", fullmatch=True),
    st.from_regex(r"[a-z]{1,4}\.[a-z]{1,4}", fullmatch=True),
    st.integers(0, 999),
)


@given(st.lists(STEPS, max_size=11))
def test_a_key_is_read_as_faults_write_it(steps: list[str | int]) -> None:
    assert steps_of(dotted(["items", *steps])) == ("items", *steps)


@pytest.mark.parametrize("key", ["", ".", "a.", ".a", "a..b", "a[0]", "a b", 'a."b', "a.**", "é!"])
def test_what_is_no_key_is_refused(key: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter[str](KeyPath).validate_python(key)


def test_a_key_has_few_steps() -> None:
    assert len(steps_of(".".join("a" * 12))) == 12
    with pytest.raises(ValueError, match="keys with dots"):
        steps_of(".".join("a" * 13))


def test_a_key_leads_to_a_number_a_flag_or_a_text() -> None:
    assert leaves(RULES, "costs.move") == {("costs", "move"): RULES.costs.move}
    assert leaves(RULES, "victory.boss") == {("victory", "boss"): True}
    door = ("terrain", "door", "opens_to")
    assert leaves(RULES, "terrain.door.opens_to") == {door: "open_door"}


def test_a_key_goes_through_records_tables_and_arrays() -> None:
    chance = RULES.people["fire_wizard"].mods["res.fire"]
    found = leaves(RULES, 'people.fire_wizard.mods."res.fire"')
    assert list(found.values()) == [chance]
    assert leaves(RULES, "tree.children[2]") == {("tree", "children", 1): RULES.tree.children[1]}


def test_a_table_by_floors_stands_for_its_rows() -> None:
    found = leaves(RULES, "extras.gold")
    assert list(found.values()) == [row.value for row in RULES.extras.gold]
    assert next(iter(found)) == ("extras", "gold", 0, "value")


def test_a_star_stands_for_every_entry_that_has_the_rest() -> None:
    prices = leaves(RULES, "items.*.price")
    assert list(prices) == [("items", key, "price") for key in RULES.items]
    harmful = [key for key, record in RULES.terrain.items() if record.harm]
    harms = leaves(RULES, "terrain.*.harm.percent")
    assert list(harms) == [("terrain", key, "harm", "percent") for key in harmful]
    assert len(leaves(RULES, "heroes.levels.*.attack")) == len(RULES.heroes.levels)


@pytest.mark.parametrize(
    ("key", "problem"),
    [
        ("themse.shop.weight", 'there is no "themse" in the content; did you mean "themes"?'),
        ("themes.shpo.weight", 'there is no "shpo" in themes; did you mean "shop"?'),
        ("themes.shop.wieght", 'there is no "wieght" in themes.shop; did you mean "weight"?'),
        ("costs.move.twice", 'there is no "twice" in costs.move'),
        ("heroes.levels[99].life", 'there is no "[99]" in heroes.levels'),
        ("items.*.prise", 'nothing in items has "prise"'),
    ],
)
def test_a_key_that_leads_nowhere_says_where_it_ends(key: str, problem: str) -> None:
    with pytest.raises(NoSuchValueError) as caught:
        leaves(RULES, key)
    assert str(caught.value) == problem


@pytest.mark.parametrize(
    ("key", "found"),
    [
        ("themes.shop", "more at themes.shop"),
        ("terrain.floor.harm", "nothing at terrain.floor.harm"),
        ("curve.types.base", "a fraction at curve.types.base"),
        ("population.most_monsters_per_room", "more at population.most_monsters_per_room"),
    ],
)
def test_a_key_must_end_at_one_value(key: str, found: str) -> None:
    with pytest.raises(NoSuchValueError, match="expected the key of a whole number") as caught:
        leaves(RULES, key)
    assert str(caught.value).endswith(f"found {found}")


def test_other_values_change_nothing_else() -> None:
    effect: Path = ("items", "fireball_scroll", "effect", "radius")
    gold: Path = ("extras", "gold", 1, "value")
    other = with_values(RULES, {effect: 5, gold: 7, ("victory", "boss"): False})
    assert leaves(other, "items.fireball_scroll.effect.radius") == {effect: 5}
    assert other.extras.gold[1].value == 7
    assert other.victory.boss is False
    stated = {path: leaves(RULES, dotted(path))[path] for path in (effect, gold)}
    assert with_values(other, {**stated, ("victory", "boss"): True}) == RULES


def test_no_values_leave_all_as_it_is() -> None:
    assert with_values(RULES, {}) == RULES


def test_values_are_held_to_the_bounds_of_their_records() -> None:
    with pytest.raises(InvalidValueError) as caught:
        with_values(RULES, {("items", "fireball_scroll", "effect", "radius"): 9})
    place = "items.fireball_scroll.effect.radius"
    assert str(caught.value) == f"{place}: expected at most 8; found 9"


def test_values_are_held_to_what_a_record_says_of_them_together() -> None:
    with pytest.raises(InvalidValueError, match="`low` at most as large as `high`"):
        with_values(RULES, {("themes", "shop", "decor", "wares", "low"): 99})


def test_values_of_tables_of_numbers_are_held_to_their_bounds() -> None:
    with pytest.raises(
        InvalidValueError, match=r"rooms.shapes.ring: expected at least 0; found -1"
    ):
        with_values(RULES, {("rooms", "shapes", "ring"): -1})
