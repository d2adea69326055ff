"""Faults in shapes of rooms and in patches, each told where it stands."""

from pathlib import Path
from typing import Any

import pytest

from support.content.shipped import shipped
from undertide_server.content.checks.findings import Finding
from undertide_server.content.checks.rooms import (
    patches_are_viable,
    patches_can_be_drawn,
    patches_have_their_terrain,
    rooms_can_take_shapes,
    set_pieces_are_drawn,
    set_pieces_have_their_parts,
    set_pieces_have_their_theme,
)
from undertide_server.content.load import list_presets, load_ruleset
from undertide_server.content.records.rooms import SetPiece
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.errors import ContentError

RULES = shipped("default")
OF_SET_PIECES = (set_pieces_have_their_theme, set_pieces_are_drawn, set_pieces_have_their_parts)
SOUND = {
    "name": "tried piece",
    "map": ("....", ".#!.", ".g^.", "...."),
    "terrain": {"#": "wall"},
    "people": {"g": "guard"},
    "traps": {"^": "spikes"},
}


def with_rooms(**changes: Any) -> Ruleset:
    return RULES.model_copy(update={"rooms": RULES.rooms.model_copy(update=changes)})


def with_terrain(tile: str, *terrain: str) -> Ruleset:
    tiles = {**RULES.rooms.tiles}
    tiles[tile] = tiles[tile].model_copy(update={"terrain": terrain})  # type: ignore[index]
    return with_rooms(tiles=tiles)


def with_side(name: str, key: str, side: int, rules: Ruleset = RULES) -> Ruleset:
    layout = getattr(rules.layouts, name).model_copy(update={key: side})
    return rules.model_copy(update={"layouts": rules.layouts.model_copy(update={name: layout})})


def findings(rules: Ruleset) -> list[Finding]:
    return [
        *rooms_can_take_shapes(rules),
        *patches_can_be_drawn(rules),
        *patches_are_viable(rules),
        *patches_have_their_terrain(rules),
    ]


@pytest.mark.parametrize("preset", list_presets())
def test_what_ships_is_sound(preset: str) -> None:
    assert findings(shipped(preset)) == []


@pytest.mark.parametrize(
    ("name", "key"), [("rooms_and_corridors", "smallest"), ("keep", "side"), ("small_keep", "side")]
)
def test_a_room_of_three_by_three_takes_no_ring(name: str, key: str) -> None:
    rules = with_side(name, key, 3, with_rooms(shapes={"rectangle": 1, "ring": 1, "cross": 0}))
    problem = "expected at least 5, because rooms can have these shapes: ring; found 3"
    assert findings(rules) == [(("layouts", name, key), problem)]
    assert findings(with_side(name, key, 5, rules)) == []


def test_a_ring_in_a_small_room_is_refused_when_content_is_loaded(tmp_path: Path) -> None:
    place = tmp_path / "rules" / "mine"
    place.mkdir(parents=True)
    head = 'title = "Mine"\ndescription = ""\nbuilds_on = "default"\n'
    (place / "preset.toml").write_text(head, encoding="utf-8")
    (place / "layouts.toml").write_text("[small_keep]\nside = 3\n", encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_ruleset("mine", tmp_path)
    [fault] = caught.value.faults
    assert Path(fault.file).name == "layouts.toml"
    assert fault.key == "small_keep.side"
    assert "ring" in fault.problem


def test_weights_must_not_sum_to_0() -> None:
    assert findings(with_rooms(shapes={"rectangle": 0})) == [
        (("rooms", "shapes"), "expected a shape whose weight is above 0")
    ]
    assert findings(with_rooms(patches={"none": 0, "hole": 0})) == [
        (("rooms", "patches"), "expected a patch whose weight is above 0")
    ]


def test_a_patch_with_a_weight_needs_a_tile_with_one() -> None:
    where = ("rooms", "viability", "hole")
    problem = "expected a tile whose weight is above 0, since the patch has one; found "
    weightless = RULES.rooms.tiles["wall"].model_copy(update={"weight": 0})
    tiles = {**RULES.rooms.tiles, "wall": weightless}
    for viable, found in (((), "()"), (("wall",), '("wall",)')):
        rules = with_rooms(tiles=tiles, viability={**RULES.rooms.viability, "hole": viable})
        assert findings(rules) == [(where, problem + found)]
    patches = {**RULES.rooms.patches, "hole": 0}
    assert not findings(
        with_rooms(patches=patches, viability={**RULES.rooms.viability, "hole": ()})
    )


@pytest.mark.parametrize(
    ("name", "tile"),
    [
        ("cellular", "wall"),
        ("blobs", "rough"),
        ("squares", "rough"),
        ("none", "cover"),
        ("fill", "hazard"),
        ("fill", "wall"),
    ],
)
def test_pairs_that_cut_rooms_up_or_would_not_matter_are_refused(name: str, tile: str) -> None:
    table: dict[Any, tuple[str, ...]] = {**RULES.rooms.viability}
    table[name] = (tile,) if name in ("none", "fill") else ("hazard", tile)
    index = len(table[name]) - 1
    assert findings(with_rooms(viability=table)) == [
        (("rooms", "viability", name, index), f'"{tile}" is never viable in the patch "{name}"')
    ]


def test_a_viable_tile_must_be_there() -> None:
    tiles = {"hazard": RULES.rooms.tiles["hazard"]}
    rules = with_rooms(
        tiles=tiles, viability={"hole": ("hazard", "wall")}, patches={"none": 1, "hole": 1}
    )
    assert findings(rules) == [(("rooms", "viability", "hole", 1), 'there is no tile "wall"')]


@pytest.mark.parametrize(
    ("tile", "terrain", "wanted"),
    [
        ("hazard", "mud", "terrain that can be walked and harms"),
        ("wall", "mud", "terrain that can't be walked"),
        (
            "rough",
            "floor",
            "terrain that can be walked without harm, whose `step_percent` is above 100",
        ),
        ("rough", "foul_shallows", "terrain that can be walked without harm, whose `step_percent`"),
        ("cover", "mud", "terrain that can be walked without harm, whose `cover` is above 0"),
        ("cover", "wall", "terrain that can be walked without harm, whose `cover` is above 0"),
    ],
)
def test_a_tile_is_of_terrain_that_does_what_it_is_for(
    tile: str, terrain: str, wanted: str
) -> None:
    [(where, problem)] = findings(with_terrain(tile, terrain))
    assert where == ("rooms", "tiles", tile, "terrain", 0)
    assert problem.startswith(f"expected {wanted}")
    assert problem.endswith(f'found "{terrain}"')


def test_terrain_of_patches_must_be_there() -> None:
    assert findings(with_terrain("rough", "mud", "mudd")) == [
        (
            ("rooms", "tiles", "rough", "terrain", 1),
            'there is no terrain "mudd"; did you mean "mud"?',
        )
    ]


def with_piece(**changes: Any) -> Ruleset:
    piece = SetPiece.model_validate({**SOUND, **changes})
    return RULES.model_copy(update={"set_pieces": {"tried": piece}})


def findings_of_set_pieces(rules: Ruleset) -> list[Finding]:
    return [finding for check in OF_SET_PIECES for finding in check(rules)]


def test_a_sound_piece_and_the_shipped_ones_have_no_faults() -> None:
    assert findings_of_set_pieces(with_piece()) == []
    assert findings_of_set_pieces(RULES) == []


def test_pieces_need_a_theme_for_their_rooms() -> None:
    themes = {key: theme for key, theme in RULES.themes.items() if key != "set_piece"}
    (found,) = findings_of_set_pieces(with_piece().model_copy(update={"themes": themes}))
    assert found == (("themes", "set_piece"), "is missing; rooms with set pieces need it")
    none = {"themes": themes, "set_pieces": {}}
    assert findings_of_set_pieces(RULES.model_copy(update=none)) == []


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        (("....", ".#!.", ".g^..", "...."), "4 characters"),
        (("....", ".#!.", "^g^.", "...."), "border"),
        (("....", ".#!.", ".g^.", "..#."), "border"),
        (("....", ".#!.", ".g^.", "....", ".x..", "...."), 'one meaning of "x"; found 0'),
        (("....", ".#!.", ".g..", "...."), 'expected "^", since it has a meaning'),
    ],
)
def test_a_map_is_even_open_all_round_and_says_what_each_mark_means(
    rows: tuple[str, ...], problem: str
) -> None:
    found = findings_of_set_pieces(with_piece(map=rows))
    assert found
    assert all(path[:3] == ("set_pieces", "tried", "map") for path, _ in found)
    assert any(problem in text for _, text in found)


def test_a_mark_has_one_meaning() -> None:
    ((_, problem),) = findings_of_set_pieces(with_piece(terrain={"#": "wall", "g": "grass"}))
    assert problem == 'expected one meaning of "g"; found 2'


@pytest.mark.parametrize(
    ("changes", "where", "problem"),
    [
        ({"terrain": {"#": "wal"}}, ("terrain", "#"), 'there is no terrain "wal"'),
        ({"terrain": {"#": "stairs_up"}}, ("terrain", "#"), "without stairs"),
        ({"people": {"g": "gard"}}, ("people", "g"), 'there is no person "gard"'),
        ({"traps": {"^": "spike"}}, ("traps", "^"), 'there is no trap "spike"'),
        ({"traps": {"^": "arrows"}}, ("traps", "^"), "a trap in the floor"),
    ],
)
def test_parts_exist_and_fit(changes: dict[str, Any], where: tuple[str, ...], problem: str) -> None:
    ((path, text),) = findings_of_set_pieces(with_piece(**changes))
    assert path == ("set_pieces", "tried", *where)
    assert problem in text
