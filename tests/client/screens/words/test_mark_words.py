import string

from support.client.client_examples import hero_status
from support.client.screen_text import playing
from undertide_client.displays.glyphs import ascii_glyph, terminal_glyph
from undertide_client.screens.words.mark_words import GLYPHS, INKS, mark_words, needs_help
from undertide_shared.messages import MarkInfo


def test_each_mark_has_a_glyph_of_its_own_on_every_terminal() -> None:
    codes = [ord(glyph) for glyph in GLYPHS.values()]
    assert [terminal_glyph(code) for code in codes] == codes
    plain = [chr(ascii_glyph(code)) for code in codes]
    assert len(set(plain)) == len(plain)
    assert set(plain) <= set(string.digits)
    assert INKS.keys() == GLYPHS.keys()


def test_a_mark_says_whose_it_is() -> None:
    mirror = playing().mirror
    assert mark_words(mirror, MarkInfo(1, 1, "danger", 1)) == "danger, marked by Bob"
    assert mark_words(mirror, MarkInfo(1, 1, "loot", 0)) == "loot, marked by you"


def test_a_hero_needs_help_below_its_share_of_life_while_it_stands() -> None:
    assert needs_help(hero_status(life=29, max_life=100))
    assert not needs_help(hero_status(life=30, max_life=100))
    assert not needs_help(hero_status(life=0, max_life=100, dies_in=50))
    assert not needs_help(None)
