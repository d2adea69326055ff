"""`inspect floor`."""

import json
from collections import Counter
from io import StringIO
from pathlib import Path
from typing import get_args

import pytest
from PIL import Image
from rich.console import Console

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped, unvaried
from undertide_server.content.records.layouts import LayoutName
from undertide_server.content.records.population import DIFFICULTIES
from undertide_server.inspection.floor import (
    FAMILIAR,
    SPARE,
    floor_data,
    plot_floor,
    render_floor,
    signs_of,
)
from undertide_server.inspection.floor_records import (
    EncounterData,
    FloorData,
    MonsterData,
    RoomData,
)
from undertide_server.worldgen.creatures.curve import build_curve
from undertide_server.worldgen.layouts.terrain import build_terrain

RULES = unvaried(shipped("reference"))
KEEP = unvaried(shipped("keep"))
SEED = b"0123456789abcdef"
DOWN = (0,) * 13
DATA = floor_data(RULES, SEED, REPERTOIRE, DOWN, layout_name="rooms_and_corridors")
FULL_KEEP = floor_data(KEEP, SEED, REPERTOIRE)
TERRAIN = shipped("default").terrain
MOST = 255
"""Records of terrain that content may have."""


def reached(data: FloorData) -> set[tuple[int, int]]:
    """Return the cells that `tiles` and `walkable` say can be reached, as a script would."""
    tiles, walkable = data["tiles"], data["walkable"]
    found = {(data["arrival"][0], data["arrival"][1])}
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


def test_each_character_stands_for_one_terrain() -> None:
    terrain = [sign["terrain"] for sign in FULL_KEEP["legend"].values()]
    assert len(set(terrain)) == len(terrain)
    for sign, meant in FULL_KEEP["legend"].items():
        assert (sign in FULL_KEEP["walkable"]) is not meant["solid"]
        assert RULES.terrain[meant["terrain"]].glyph == meant["glyph"]


@pytest.mark.parametrize("layout", get_args(LayoutName))
def test_a_script_can_check_that_all_is_connected(layout: LayoutName) -> None:
    data = floor_data(RULES, SEED, REPERTOIRE, DOWN, layout_name=layout)
    cells = reached(data)
    walkable = {
        (x, y)
        for y, row in enumerate(data["tiles"])
        for x, sign in enumerate(row)
        if sign in data["walkable"]
    }
    assert cells == walkable
    up = data["stairs"]["up"]
    assert up is not None
    places = [up, *data["stairs"]["down"]]
    things = (*data["monsters"], *data["items"], *data["doors"], *data["portals"])
    places += [[thing["x"], thing["y"]] for thing in things]
    assert {(x, y) for x, y in places} <= cells


def test_rooms_hold_arrival_and_stairs() -> None:
    assert [room["id"] for room in DATA["rooms"]] == list(range(len(DATA["rooms"])))
    first, last = DATA["rooms"][0], DATA["rooms"][-1]
    for room, (x, y) in ((first, DATA["arrival"]), (last, DATA["stairs"]["down"][0])):
        assert room["x"] <= x < room["x"] + room["width"]
        assert room["y"] <= y < room["y"] + room["height"]


def test_stairs_say_where_they_lead() -> None:
    for data in (DATA, floor_data(RULES, SEED, REPERTOIRE, ())):
        stairs = data["stairs"]
        assert len(stairs["leads_to"]) == len(stairs["down"]) > 0
        assert set(stairs["leads_to"]) <= set(RULES.tree.types)


def test_the_floor_says_which_branch_it_is() -> None:
    assert (DATA["number"], DATA["branch"]) == (14, ".".join("0" * 13))
    assert DATA["type"] in RULES.tree.types
    root = floor_data(RULES, SEED, REPERTOIRE)
    assert (root["number"], root["branch"], root["type"]) == (1, "root", "start")
    assert floor_data(RULES, SEED, REPERTOIRE, (0,))["branch"] == "0"


def encounters(data: FloorData, *, of_bosses: bool) -> list[EncounterData]:
    """Return the encounters with bosses, or those without."""
    bosses = build_curve(RULES.curve, SEED).floors[data["number"] - 1].bosses
    names = {monster["name"] for monster in data["monsters"] if monster["strength"] in bosses}
    found = [room["encounter"] for room in data["rooms"] if room["encounter"]]
    return [each for each in found if names.isdisjoint(each["kinds"]) is not of_bosses]


@pytest.mark.parametrize(("number", "bosses"), [(14, (429,)), (18, (1098, 1708))])
def test_monsters_are_those_of_the_floor_bosses_first_in_their_room(
    number: int, bosses: tuple[int, ...]
) -> None:
    data = floor_data(RULES, SEED, REPERTOIRE, (0,) * (number - 1))
    strengths = {monster["name"]: monster["strength"] for monster in data["monsters"]}
    others = encounters(data, of_bosses=False)
    (lair,) = encounters(data, of_bosses=True)
    assert tuple(strengths[name] for name in lair["kinds"][: len(bosses)]) == bosses
    counts = Counter(monster["strength"] for monster in data["monsters"])
    assert [counts[boss] for boss in bosses] == [1] * len(bosses)
    pairs = [each for each in others if len(each["kinds"]) == 2]
    regular = {strengths[name] for each in pairs for name in each["kinds"]}
    assert regular <= set(build_curve(RULES.curve, SEED).floors[number - 1].strengths)


def test_each_encounter_says_what_it_was_to_be_and_what_it_became() -> None:
    medium = RULES.heroes.levels[13].thresholds
    met = encounters(DATA, of_bosses=False)
    assert met
    for encounter in met:
        wanted = DIFFICULTIES.index(encounter["difficulty"])
        assert encounter["budget"] == medium[wanted]
        assert encounter["adjusted"] >= encounter["budget"]
        assert encounter["reached"] is not None
        assert DIFFICULTIES.index(encounter["reached"]) >= wanted
        assert 1 <= len(encounter["kinds"]) <= min(2, encounter["monsters"])


def test_a_script_can_reckon_what_an_encounter_counts_for() -> None:
    pays: dict[str, set[int]] = {}
    for monster in DATA["monsters"]:  # Champions of one name differ in strength by room.
        pays.setdefault(monster["name"], set()).add(monster["experience"])
    percent = [0, 100, 150, *[200] * 4, *[250] * 4, *[300] * 2]
    alone = [each for each in encounters(DATA, of_bosses=False) if len(each["kinds"]) == 1]
    for encounter in alone:
        count = encounter["monsters"]
        each = pays[encounter["kinds"][0]]
        assert encounter["adjusted"] in {count * pay * percent[count] // 100 for pay in each}


def test_heroes_have_the_floors_number_as_level_and_share_their_budgets() -> None:
    one, four = (floor_data(RULES, SEED, REPERTOIRE, DOWN, heroes) for heroes in (1, 4))
    budgets = [
        {room["encounter"]["budget"] for room in data["rooms"] if room["encounter"]}
        for data in (one, four)
    ]
    thresholds = RULES.heroes.levels[13].thresholds
    assert budgets[0] <= set(thresholds)
    assert budgets[1] <= {4 * threshold for threshold in thresholds}
    assert len(one["monsters"]) < len(four["monsters"])


def test_heroes_of_deep_floors_have_the_last_level_that_there_is() -> None:
    heroes = RULES.heroes.model_copy(update={"levels": RULES.heroes.levels[:3]})
    few = RULES.model_copy(update={"heroes": heroes})
    data = floor_data(few, SEED, REPERTOIRE, DOWN)
    budgets = {room["encounter"]["budget"] for room in data["rooms"] if room["encounter"]}
    assert budgets <= set(heroes.levels[-1].thresholds)


def test_every_layout_can_be_asked_for() -> None:
    for layout in get_args(LayoutName):
        assert floor_data(RULES, SEED, REPERTOIRE, DOWN, layout_name=layout)["layout"] == layout


def test_connections_lead_to_every_room() -> None:
    for layout in get_args(LayoutName):
        data = floor_data(RULES, SEED, REPERTOIRE, DOWN, layout_name=layout)
        found = {0}
        for _ in data["rooms"]:
            found |= {room for link in data["connections"] if found & set(link) for room in link}
        assert found == {room["id"] for room in data["rooms"]}


def test_a_keep_shows_its_maze_and_its_treasures() -> None:
    data = FULL_KEEP
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
    amulets = [KEEP.items[key].name for key in KEEP.victory.amulets]
    found = Counter(item for treasure in data["treasures"] for item in treasure["items"])
    assert [found[amulet] for amulet in amulets] == [1, 1, 1]
    assert DATA["maze_connections"] == []


def test_rooms_say_what_they_were_made_into() -> None:
    rooms = FULL_KEEP["rooms"]
    assert {room["theme"] for room in rooms} <= set(KEEP.themes)
    assert {room["region"] for room in rooms} == {"fire", "ice", "poison", None}
    assert len({room["shape"] for room in rooms}) > 1
    assert {patch["room"] for patch in FULL_KEEP["terrain"]} < {room["id"] for room in rooms}
    assert {patch["tile"] for patch in FULL_KEEP["terrain"]} <= set(KEEP.rooms.tiles)


def test_doors_traps_portals_and_gold_are_told() -> None:
    data = FULL_KEEP
    signs = {meant["terrain"]: sign for sign, meant in data["legend"].items()}
    for door in data["doors"]:
        assert data["tiles"][door["y"]][door["x"]] == signs[door["terrain"]]
    portals = {(one["x"], one["y"]): tuple(one["to"]) for one in data["portals"]}
    assert all(portals[twin] == cell for cell, twin in portals.items())  # type: ignore[index]
    assert {trap["kind"] for trap in data["traps"]} <= set(KEEP.traps)
    gold = sum(item["count"] for item in data["items"] if item["name"] == "gold coin")
    assert data["gold"] == gold > 0


def test_data_is_plain_enough_for_json() -> None:
    for data in (DATA, FULL_KEEP):
        assert json.loads(json.dumps(data)) == data


def test_the_first_floor_has_no_stairs_up_and_the_last_none_down() -> None:
    assert floor_data(RULES, SEED, REPERTOIRE)["stairs"]["up"] is None
    assert floor_data(RULES, SEED, REPERTOIRE, (0,) * 19)["stairs"]["down"] == []


def shown(data: FloorData, width: int = 120) -> str:
    file = StringIO()
    Console(file=file, width=width).print(render_floor(data))
    return file.getvalue()


def test_the_map_shows_the_arrival_and_who_is_there() -> None:
    text = shown(DATA)
    assert text.startswith(f"Floor 14: {DATA['name']}")
    assert "@" in text
    assert all(monster["name"] in text for monster in DATA["monsters"])
    assert all(item["name"] in text for item in DATA["items"])
    assert all(trap["name"] in text for trap in DATA["traps"])


def test_a_line_for_each_room_says_what_it_is_and_who_waits_there() -> None:
    lines = shown(FULL_KEEP, 200).partition("\nroom ")[2].splitlines()
    for room in FULL_KEEP["rooms"]:
        line = next(line for line in lines if line.startswith(f"{room['id']} "))
        theme, shape = line.split()[1:3]
        assert (theme.rstrip("*"), shape) == (room["theme"], room["shape"])
        assert theme.endswith("*") is room["special"]
        met = room["encounter"]
        if met is not None:
            assert all(kind in line for kind in met["kinds"])
            assert {met["difficulty"], str(met["budget"]), str(met["adjusted"])} <= set(
                line.split()
            )


def test_hidden_traps_are_marked_in_the_map() -> None:
    file = StringIO()
    console = Console(file=file, width=120, force_terminal=True, color_system="truecolor")
    assert any(trap["hidden"] for trap in FULL_KEEP["traps"])
    console.print(render_floor(FULL_KEEP))
    marked = file.getvalue().count("48;2;122;31;43m")
    found = [trap for trap in FULL_KEEP["traps"] if trap["hidden"]]
    assert 1 < marked <= len(found) + 1  # the word in the note below the map, too


def test_the_picture_is_a_picture_with_a_legend(tmp_path: Path) -> None:
    path = tmp_path / "floor.png"
    for data in (DATA, FULL_KEEP):
        plot_floor(data, path)
        with Image.open(path) as image:
            assert image.format == "PNG"
            assert image.width > 18 * len(data["tiles"][0])
            assert image.height > 18 * (len(data["tiles"]) + 5)
            assert len(image.convert("RGB").getcolors(image.width * image.height) or ()) > 50


def test_signs_tell_ground_from_walls_even_where_glyphs_do_not() -> None:
    wall = RULES.terrain["wall"].model_copy(update={"glyph": "."})
    rules = RULES.model_copy(update={"terrain": {**RULES.terrain, "wall": wall}})
    data = floor_data(rules, SEED, REPERTOIRE, DOWN, layout_name="rooms_and_corridors")
    corner = data["tiles"][0][0]
    assert corner not in data["walkable"]
    assert data["legend"][corner]["name"] == "wall"


@pytest.mark.parametrize("path", [(0,) * 20, (3,), (0, 5)])
def test_a_branch_that_the_game_has_not_is_refused(path: tuple[int, ...]) -> None:
    with pytest.raises(IndexError):
        floor_data(RULES, SEED, REPERTOIRE, path)


def test_the_last_floor_of_the_reference_has_its_boss() -> None:
    data = floor_data(RULES, SEED, REPERTOIRE, (0,) * 19)
    strongest = max(monster["strength"] for monster in data["monsters"])
    assert strongest == build_curve(RULES.curve, SEED).floors[-1].bosses[-1]


def test_rooms_say_whom_their_theme_promises_and_who_is_there() -> None:
    rules = shipped("default")
    rooms = [
        (room, data["monsters"])
        for seed in range(4)
        for data in [
            floor_data(rules, bytes([seed] * 16), REPERTOIRE, DOWN[:6], layout_name="small_keep")
        ]
        for room in data["rooms"]
    ]
    promised = [room for room, _ in rooms if room["people_promised"]]
    assert len(promised) > 10
    assert all(room["people"] >= room["people_promised"] for room in promised)
    barracks = [room for room in promised if room["theme"] == "guard_barracks"]
    assert {room["people_promised"] for room in barracks if not room["special"]} == {2}
    for room, monsters in rooms:
        inside = [one for one in monsters if is_inside(room, one)]
        assert room["people"] <= len(inside)
        if room["theme"] == "guard_barracks" and not room["special"]:
            assert room["people"] == sum(one["name"] == "guard" for one in inside)


def is_inside(room: RoomData, one: MonsterData) -> bool:
    right, bottom = room["x"] + room["width"], room["y"] + room["height"]
    return room["x"] <= one["x"] < right and room["y"] <= one["y"] < bottom


def test_the_set_piece_is_told_with_its_room_and_differs_from_those_above() -> None:
    pieces = [floor_data(RULES, SEED, REPERTOIRE, DOWN[:depth])["set_piece"] for depth in range(4)]
    keys = [piece["key"] for piece in pieces if piece is not None]
    assert len(set(keys)) == len(keys) == 4
    piece = DATA["set_piece"]
    assert piece is not None
    assert piece["name"] == RULES.set_pieces[piece["key"]].name
    assert DATA["rooms"][piece["room"]]["theme"] == "set_piece"


def test_every_terrain_has_a_character_of_its_own() -> None:
    table = build_terrain(TERRAIN)
    signs = signs_of(table)
    assert len(set(signs)) == len(signs) == len(table.names)
    assert all(len(sign) == 1 and sign.isprintable() for sign in signs)


def test_familiar_terrain_keeps_its_glyph() -> None:
    table = build_terrain(TERRAIN)
    signs = signs_of(table)
    assert [signs[table.codes[name]] for name in FAMILIAR] == [
        TERRAIN[name].glyph for name in FAMILIAR
    ]


def test_there_are_characters_enough_for_as_much_terrain_as_may_be() -> None:
    more = {f"ground {index}": TERRAIN["floor"] for index in range(MOST - len(TERRAIN))}
    crowded = build_terrain({**TERRAIN, **more})
    assert len(set(signs_of(crowded))) == MOST == len(crowded.names)
    letters = {
        f"letter {index}": TERRAIN["floor"].model_copy(update={"glyph": sign})
        for index, sign in enumerate(SPARE[: MOST - len(TERRAIN)])
    }
    assert len(set(signs_of(build_terrain({**TERRAIN, **letters})))) == MOST
