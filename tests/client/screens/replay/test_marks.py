from typing import get_args

from undertide_client.displays.glyphs import ascii_glyph, terminal_glyph
from undertide_client.displays.tilesheet import codepoints
from undertide_client.screens.replay.marks import EVERY, FALLS, MARKS, RANKS
from undertide_client.screens.replay.replay_bar import AHEAD, CURSOR, PLAYED
from undertide_shared.messages import LandmarkKind

GLYPHS = [PLAYED, AHEAD, CURSOR, *(mark.glyph for mark in MARKS.values())]


def test_every_kind_has_a_mark_of_its_own() -> None:
    kinds = set(get_args(LandmarkKind))
    assert set(MARKS) == set(RANKS) == EVERY == kinds
    assert kinds > FALLS
    assert len({mark.word for mark in MARKS.values()}) == len(kinds)


def test_marks_differ_without_colours_on_any_display() -> None:
    for glyph_on_it in (terminal_glyph, ascii_glyph):
        shown = {glyph_on_it(ord(glyph)) for glyph in GLYPHS}
        assert len(shown) == len(GLYPHS)
        assert ord("?") not in shown
    assert {ord(glyph) for glyph in GLYPHS} <= codepoints()
