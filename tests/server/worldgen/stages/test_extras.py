"""R10 step 6: what grows and lies about."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.content.own_rules import game_with
from support.worlds.drafts import GAME, count_of, dug, furnished, is_sound
from undertide_server.content.records.layouts import LayoutName
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.stages.extras import add_extras

EXTRAS = GAME.ruleset.extras
NOTHING = dict.fromkeys(("blood", "bones", "glass", "grass", "trees", "stone_doors"), 0)

percents = st.integers(0, 100)


def extended(layout: LayoutName = "small_keep", **shares: int) -> Draft:
    """Return a floor with these shares of extras and no others."""
    changed: dict[str, Any] = {**NOTHING, **shares}
    draft = dug(game_with(extras=EXTRAS.model_copy(update=changed)), 3, layout_name=layout)
    add_extras(draft)
    return draft


def ground_of(layout: LayoutName, *names: str) -> int:
    draft = dug(GAME, 3, layout_name=layout)
    return sum(count_of(draft, name) for name in names)


def test_without_any_shares_a_floor_stays_as_it_was_dug() -> None:
    draft = extended()
    assert np.array_equal(draft.tiles, draft.layout.tiles)


@pytest.mark.parametrize("layout", ["small_keep", "caverns"])
@pytest.mark.parametrize("percent", [8, 50])
def test_grass_grows_on_its_share_of_the_bare_ground(layout: LayoutName, percent: int) -> None:
    bare = ground_of(layout, "floor", "cave_floor")
    grown = count_of(extended(layout, grass=percent), "grass")
    assert bare * percent / 100 - 3 <= grown <= bare * percent / 100 + 1


def test_grass_grows_in_patches() -> None:
    draft = extended("caverns", grass=8)
    grass = draft.tiles == draft.game.terrain.codes["grass"]
    beside = sum(np.roll(grass, step, axis) & grass for step in (-1, 1) for axis in (0, 1))
    assert beside[grass].mean() > 1.5


@pytest.mark.parametrize("percent", [10, 30])
def test_trees_are_a_share_of_all_grass(percent: int) -> None:
    grass = count_of(extended("caverns", grass=40), "grass")
    draft = extended("caverns", grass=40, trees=percent)
    trees = count_of(draft, "tree")
    assert 0.8 * grass * percent / 100 <= trees <= grass * percent / 100 + 1
    assert is_sound(draft)


def test_trees_grow_in_courtyards_too() -> None:
    draft = furnished(GAME, "bone_pit")
    add_extras(draft)
    few = count_of(draft, "tree")
    draft = furnished(GAME, "water_garden")
    add_extras(draft)
    assert count_of(draft, "tree") > few + 20


@pytest.mark.parametrize("sign", ["blood", "bones"])
def test_blood_and_bones_lie_on_their_share_of_plain_ground(sign: str) -> None:
    plain = ground_of("small_keep", "floor", "passage")
    shares = {sign: 10}
    assert abs(count_of(extended("small_keep", **shares), sign) - plain / 10) <= 3


def test_glass_stands_in_walls_between_open_ground() -> None:
    draft = extended(glass=50)
    clear = draft.game.terrain.walkable[draft.tiles] & draft.game.terrain.transparent[draft.tiles]
    glass = np.argwhere(draft.tiles == draft.game.terrain.codes["glass"])
    assert len(glass) > 100
    for y, x in glass:
        assert (clear[y - 1, x] and clear[y + 1, x]) or (clear[y, x - 1] and clear[y, x + 1])


@pytest.mark.parametrize("percent", [0, 50, 100])
def test_a_share_of_the_doors_is_stone(percent: int) -> None:
    draft = extended(stone_doors=percent)
    wood, stone = count_of(draft, "door"), count_of(draft, "stone_door")
    assert wood + stone == ground_of("small_keep", "door") > 10
    assert abs(stone / (wood + stone) - percent / 100) < 0.25
    if percent != 50:
        assert not (wood if percent else stone)


@given(
    st.sampled_from(["small_keep", "rooms_and_corridors", "caverns", "arena"]),
    st.fixed_dictionaries(dict.fromkeys(NOTHING, percents)),
)
@settings(max_examples=40)
def test_a_floor_stays_whole_whatever_the_shares(
    layout: LayoutName, shares: dict[str, int]
) -> None:
    draft = extended(layout, **shares)
    assert is_sound(draft)
    for x, y in draft.taken:
        assert draft.tiles[y, x] == draft.layout.tiles[y, x]
