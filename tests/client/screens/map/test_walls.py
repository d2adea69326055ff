import numpy as np

from undertide_client.screens.map.walls import wall_glyphs
from undertide_shared.messages import Joins, TileLook

SIGNS = " #.+o"


def look(sign: str, joins: Joins = "none") -> TileLook:
    code = SIGNS.index(sign)
    return TileLook(code, sign, sign, 0, sign not in "#o", sign not in "#o", joins=joins)


LOOKS = {
    each.code: each
    for each in (look("."), look("#", "straight"), look("+", "edge"), look("o", "round"))
}


def lines(drawing: str) -> list[str]:
    rows = drawing.splitlines()
    codes = np.array([[SIGNS.index(sign) for sign in row] for row in rows], np.uint16)
    lined, glyphs = wall_glyphs(np.pad(codes, 1), LOOKS)
    shown = np.where(lined, np.vectorize(chr)(glyphs), np.array([list(row) for row in rows]))
    return ["".join(row) for row in shown]


def test_the_walls_of_rooms_are_joined() -> None:
    assert lines("#####\n#.#.#\n#####") == ["┏━┳━┓", "┃.┃.┃", "┗━┻━┛"]


def test_caves_have_round_corners() -> None:
    assert lines("oooo\no..o\noooo") == ["╭──╮", "│..│", "╰──╯"]


def test_lines_end_at_doors() -> None:
    assert lines("#####\n+...#\n#####") == ["┏━━━┓", "+...┃", "┗━━━┛"]


def test_rock_shows_its_outline_alone() -> None:
    assert lines("######\n######\n##..##\n######\n######") == [
        "      ",
        " ┏━━┓ ",
        " ┃..┃ ",
        " ┗━━┛ ",
        "      ",
    ]


def test_a_pillar_stands_alone() -> None:
    assert lines("...\n.#.\n...") == ["...", ".▪.", "..."]


def test_what_nobody_knows_joins_nothing() -> None:
    assert lines("###\n   \n...") == ["   ", "   ", "..."]
