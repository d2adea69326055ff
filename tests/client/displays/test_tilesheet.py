import numpy as np
import pytest
import tcod.tileset

from undertide_client.displays.tilesheet import codepoints, draw_tileset
from undertide_client.displays.window import CELLS

SPACES = {0x20, 0xA0}


@pytest.fixture(scope="module", params=[*CELLS.values()], ids=[*CELLS])
def tileset(request: pytest.FixtureRequest) -> tcod.tileset.Tileset:
    return draw_tileset(*request.param)


def opacity(
    tileset: tcod.tileset.Tileset, character: str
) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return tileset[ord(character)][..., 3]


def test_what_the_screens_need_has_a_tile() -> None:
    needed = "".join(map(chr, range(0x20, 0x7F))) + "éßΩЖ·•…×→←↑↓≈♥♣▲░▒▓█▀▄▌▐"  # noqa: RUF001
    lines = range(0x2500, 0x25A0)
    assert {*map(ord, needed), *lines} <= codepoints()


def test_every_tile_shows_something(tileset: tcod.tileset.Tileset) -> None:
    empty = {code for code in codepoints() if not tileset[code][..., 3].any()}
    assert empty - SPACES <= {code for code in empty if chr(code).isspace()}
    assert ord("@") not in empty


def test_letters_are_legible(tileset: tcod.tileset.Tileset) -> None:
    for character in "@#agMW8":
        assert opacity(tileset, character).max() > 200
    tiles = [opacity(tileset, each).tobytes() for each in "0O1lI|5S8B"]
    assert len(set(tiles)) == len(tiles)


def test_lines_meet_those_of_the_next_cell(tileset: tcod.tileset.Tileset) -> None:
    for left, right in ("──", "┌─", "├┤", "┼─", "══", "╔═", "━━", "╭─", "█▌"):
        ends = opacity(tileset, left)[:, -1].astype(int)
        begins = opacity(tileset, right)[:, 0].astype(int)
        assert ends.max() > 100
        assert (ends == begins).all()
    for upper, lower in ("││", "┌└", "┬┴", "┼│", "║║", "╔╚", "┃┃", "╭│", "█▀"):
        ends = opacity(tileset, upper)[-1].astype(int)
        begins = opacity(tileset, lower)[0].astype(int)
        assert ends.max() > 100
        assert (ends == begins).all()


def test_blocks_fill_their_share_of_the_cell(tileset: tcod.tileset.Tileset) -> None:
    shares = {"█": 1.0, "▀": 0.5, "▄": 0.5, "▌": 0.5, "▐": 0.5, "░": 0.25, "▒": 0.5, "▓": 0.75}
    for block, share in shares.items():
        assert opacity(tileset, block).mean() / 255 == pytest.approx(share, abs=0.03)
