"""`inspect floor`."""

import json
from collections import Counter
from io import StringIO
from pathlib import Path
from typing import get_args

import pytest
from PIL import Image
from rich.console import Console

from undertide_server.content.layout_names import LayoutName
from undertide_server.content.load import load_ruleset
from undertide_server.inspection.floor import floor_data, plot_floor, render_floor

RULES = load_ruleset("reference")
SEED = b"0123456789abcdef"
DATA = floor_data(RULES, SEED, 14, layout_name="rooms_and_corridors")


def reached() -> set[tuple[int, int]]:
    """Return the cells that `tiles` and `walkable` say can be reached, as a script would."""
    tiles, walkable = DATA["tiles"], DATA["walkable"]
    found = {(DATA["arrival"][0], DATA["arrival"][1])}
    fresh = list(found)
    while fresh:
        x, y = fresh.pop()
        for cell in [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]:
            if cell not in found and tiles[cell[1]][cell[0]] in walkable:
                found.add(cell)
                fresh.append(cell)
    return found


def test_tiles_are_rows_of_the_map() -> None:
    assert [len(row) for row in DATA["tiles"]] == [80] * 43
    assert {sign for row in DATA["tiles"] for sign in row} == set(DATA["legend"])
    assert set(DATA["walkable"]) <= set(DATA["legend"])
    assert "#" not in DATA["walkable"]


def test_a_script_can_check_that_all_is_connected() -> None:
    cells = reached()
    walkable = {
        (x, y)
        for y, row in enumerate(DATA["tiles"])
        for x, sign in enumerate(row)
        if sign in DATA["walkable"]
    }
    assert cells == walkable
    up = DATA["stairs"]["up"]
    assert up is not None
    places = [up, *DATA["stairs"]["down"]]
    places += [[one["x"], one["y"]] for one in (*DATA["monsters"], *DATA["items"])]
    assert {(x, y) for x, y in places} <= cells


def test_rooms_hold_arrival_and_stairs() -> None:
    assert [room["id"] for room in DATA["rooms"]] == list(range(len(DATA["rooms"])))
    first, last = DATA["rooms"][0], DATA["rooms"][-1]
    for room, (x, y) in ((first, DATA["arrival"]), (last, DATA["stairs"]["down"][0])):
        assert room["x"] <= x < room["x"] + room["width"]
        assert room["y"] <= y < room["y"] + room["height"]


def test_monsters_are_those_of_the_floor_bosses_included() -> None:
    strengths = Counter(monster["strength"] for monster in DATA["monsters"])
    assert strengths[429] == strengths[662] == 1
    assert strengths.total() == 20
    assert len(floor_data(RULES, SEED, 14, 3, "rooms_and_corridors")["monsters"]) == 40


def test_every_layout_can_be_asked_for() -> None:
    for layout in get_args(LayoutName):
        assert floor_data(RULES, SEED, 14, layout_name=layout)["layout"] == layout


def test_connections_lead_to_every_room() -> None:
    for layout in get_args(LayoutName):
        data = floor_data(RULES, SEED, 14, layout_name=layout)
        found = {0}
        for _ in data["rooms"]:
            found |= {room for link in data["connections"] if found & set(link) for room in link}
        assert found == {room["id"] for room in data["rooms"]}


def test_a_keep_shows_its_maze_and_its_treasures() -> None:
    data = floor_data(RULES, SEED, 14, layout_name="keep")
    assert len(data["rooms"]) == 81
    assert len(data["maze_connections"]) == 80
    joined = {tuple(link) for link in data["connections"]}
    assert {tuple(link) for link in data["maze_connections"]} <= joined
    ways = Counter(room for link in joined for room in link)
    ends = [room for room, count in sorted(ways.items()) if count == 1]
    assert [treasure["room"] for treasure in data["treasures"]] == ends
    items = {(item["x"], item["y"]): item["name"] for item in data["items"]}
    for treasure in data["treasures"]:
        assert items[treasure["x"], treasure["y"]] == treasure["items"][0]
    assert DATA["maze_connections"] == []
    assert DATA["treasures"] == []


def test_data_is_plain_enough_for_json() -> None:
    for data in (DATA, floor_data(RULES, SEED, 14, layout_name="small_keep")):
        assert json.loads(json.dumps(data)) == data


def test_the_first_floor_has_no_stairs_up_and_the_last_none_down() -> None:
    assert floor_data(RULES, SEED, 1)["stairs"]["up"] is None
    assert floor_data(RULES, SEED, 20)["stairs"]["down"] == []


def test_the_map_shows_the_arrival_and_who_is_there() -> None:
    file = StringIO()
    Console(file=file, width=120).print(render_floor(DATA))
    text = file.getvalue()
    assert text.startswith(f"Floor 14: {DATA['name']}")
    assert "@" in text
    assert all(monster["name"] in text for monster in DATA["monsters"])
    assert all(item["name"] in text for item in DATA["items"])


def test_the_picture_is_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "floor.png"
    plot_floor(DATA, path)
    with Image.open(path) as image:
        assert image.format == "PNG"
        assert image.width > image.height > 500
        assert len(image.convert("RGB").getcolors(image.width * image.height) or ()) > 50


def test_signs_tell_ground_from_walls_even_where_glyphs_do_not() -> None:
    wall = RULES.terrain["wall"].model_copy(update={"glyph": "."})
    rules = RULES.model_copy(update={"terrain": {**RULES.terrain, "wall": wall}})
    data = floor_data(rules, SEED, 14, layout_name="rooms_and_corridors")
    corner = data["tiles"][0][0]
    assert corner not in data["walkable"]
    assert data["legend"][corner]["name"] == "wall"


def test_a_depth_that_the_game_has_not_is_refused() -> None:
    with pytest.raises(IndexError, match="floor 21 of 20"):
        floor_data(RULES, SEED, 21)
