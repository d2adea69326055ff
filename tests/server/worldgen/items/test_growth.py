"""R8: what grows with its bearer, and what doesn't."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.worlds.staging import make_test_game
from undertide_server.worldgen.items.growth import grown

ITEMS = make_test_game().items


@pytest.mark.parametrize(
    ("item", "deepest", "then"),
    [
        ("dawnbreaker^9", 14, "dawnbreaker^16"),
        ("dawnbreaker^9", 3, "dawnbreaker^9"),
        ("long_sword^7+/keen:2", 2, "long_sword^7+/keen:2"),
        ("long_sword^7+/keen:2", 10, "long_sword^12+/keen:2"),
        ("long_sword^7/keen:2", 10, "long_sword^7/keen:2"),
        ("long_sword^7", 10, "long_sword^7"),
        ("health_potion", 10, "health_potion"),
        ("essence/keen", 10, "essence/keen"),
    ],
)
def test_artifacts_and_forged_gear_grow_to_what_is_made_on_the_deepest_floor(
    item: str, deepest: int, then: str
) -> None:
    assert grown(ITEMS, item, deepest) == then


@given(st.integers(1, 20), st.integers(1, 20))
def test_what_grows_never_loses_a_figure(before: int, after: int) -> None:
    item = grown(ITEMS, "dawnbreaker^9", before)
    later = grown(ITEMS, item, after)
    mine, then = ITEMS.kind(item).gear, ITEMS.kind(later).gear
    assert mine is not None
    assert then is not None
    assert all(then.figures[stat] >= figure for stat, figure in mine.figures.items())
    assert ITEMS.kind(later).price >= ITEMS.kind(item).price
