"""What each cell of a map shows."""

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped, unvaried
from undertide_server.inspection.floor import floor_data
from undertide_server.inspection.floor_map import REGION_COLOURS, cells_of, draw_look
from undertide_server.worldgen.layouts.terrain import ELEMENTS

DATA = floor_data(unvaried(shipped("keep")), b"0123456789abcdef", REPERTOIRE)
CELLS = cells_of(DATA)


def test_ground_and_what_is_beside_it_is_shown_and_nothing_else() -> None:
    legend = DATA["legend"]
    for y, row in enumerate(DATA["tiles"]):
        for x, sign in enumerate(row):
            near = {
                DATA["tiles"][v][u]
                for v in range(max(0, y - 1), min(len(DATA["tiles"]), y + 2))
                for u in range(max(0, x - 1), min(len(row), x + 2))
            }
            assert ((x, y) in CELLS) is not near.isdisjoint(DATA["walkable"])
            if (x, y) in CELLS:
                assert CELLS[x, y].ground == legend[sign]["colour"]
                assert CELLS[x, y].solid is legend[sign]["solid"]


def test_who_is_somewhere_hides_what_lies_there() -> None:
    for monster in DATA["monsters"]:
        look = CELLS[monster["x"], monster["y"]]
        assert (look.glyph, look.colour) == (monster["glyph"], monster["colour"])
    x, y = DATA["arrival"]
    assert CELLS[x, y].glyph == "@"


def test_hidden_traps_are_marked_and_seen_ones_are_not() -> None:
    hidden = {(trap["x"], trap["y"]) for trap in DATA["traps"] if trap["hidden"]}
    assert {cell for cell, look in CELLS.items() if look.hidden} == hidden & set(CELLS)
    assert hidden


def test_rooms_of_regions_are_tinted() -> None:
    assert set(REGION_COLOURS) == set(ELEMENTS)
    for room in DATA["rooms"]:
        if room["region"] is not None:
            middle = (room["x"] + room["width"] // 2, room["y"] + room["height"] // 2)
            if middle in CELLS:
                assert CELLS[middle].tint == REGION_COLOURS[room["region"]]
    assert {look.tint for look in CELLS.values()} == {*REGION_COLOURS.values(), None}


def test_rooms_worth_a_word_have_a_label_and_all_that_is_there_stands_in_the_legend() -> None:
    look = draw_look(DATA)
    worth = [room for room in DATA["rooms"] if room["theme"] != "empty" or room["special"]]
    assert [(label.x, label.y) for label in look.labels] == [(one["x"], one["y"]) for one in worth]
    names = [name for _, _, name in look.legend]
    assert {monster["name"] for monster in DATA["monsters"]} <= set(names)
    assert len(set(look.legend)) == len(look.legend)
    assert (look.width, look.height) == (len(DATA["tiles"][0]), len(DATA["tiles"]))
