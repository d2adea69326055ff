"""The glyphs of shipped content on a player's screen: every one can be drawn and told apart."""

import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

import undertide_client.web
from support.content.shipped import shipped
from undertide_client.displays.glyphs import ascii_glyph, has_unproven_width, terminal_glyph
from undertide_client.displays.tilesheet import codepoints
from undertide_client.screens.map.shading import PRETTY
from undertide_client.screens.map.target_screen import STRUCK
from undertide_server.content.checks.glyphs import Meaning, meanings
from undertide_server.content.load import list_presets
from undertide_server.content.records.heroes import HERO_GLYPH

SHARED_IN_ASCII = {
    "*": {
        *(("harm", damage) for damage in ("cold", "fire", "poison", "physical")),
        *(("barrier", transparent, False, True) for transparent in (True, False)),
    },
    "|": {("barrier", False, False, False), ("barrier", False, False, True)},
    "!": {("item", "use"), ("item", "hearten")},
    "?": {("item", "use"), ("item", "teach")},
    "[": {("gear", "body"), ("gear", "head"), ("gear", "hands"), ("gear", "feet")},
    "=": {("gear", "ring"), ("gear", "amulet")},
}
"""What looks the same where only ASCII can be shown, which has too few signs: all that hurts or
burns, traps in walls and towers, what is consumed, what is read, armour, and jewellery."""


def looks(preset: str, *, ascii_only: bool = False) -> Mapping[str, set[Meaning]]:
    """Return the meanings of each glyph that a map may show."""
    found: defaultdict[str, set[Meaning]] = defaultdict(set)
    found[HERO_GLYPH].add(("hero",))
    for _, glyph, meaning in meanings(shipped(preset)):
        found[chr(ascii_glyph(ord(glyph))) if ascii_only else glyph].add(meaning)
    return found


@pytest.mark.parametrize("preset", list_presets())
def test_the_window_has_every_glyph(preset: str) -> None:
    drawn = {PRETTY.get(glyph, glyph) for glyph in looks(preset)} | {STRUCK}
    assert {glyph for glyph in drawn if ord(glyph) not in codepoints()} == set()


@pytest.mark.parametrize("preset", list_presets())
def test_every_glyph_takes_one_cell_in_every_terminal(preset: str) -> None:
    drawn = {PRETTY.get(glyph, glyph) for glyph in looks(preset)} | {STRUCK}
    codes = np.array([ord(glyph) for glyph in drawn], np.uint32)
    assert not has_unproven_width(codes).any()
    assert {glyph for glyph in drawn if terminal_glyph(ord(glyph)) != ord(glyph)} == set()


@pytest.mark.parametrize("preset", list_presets())
def test_creatures_alone_are_letters(preset: str) -> None:
    for glyph, owners in looks(preset, ascii_only=True).items():
        kinds = {meaning[0] for meaning in owners}
        assert glyph.isalpha() == (kinds <= {"creature", "person"}), glyph


@pytest.mark.parametrize("preset", list_presets())
def test_no_item_is_a_digit_which_lists_would_seem_to_count(preset: str) -> None:
    for glyph, owners in looks(preset, ascii_only=True).items():
        assert not (glyph.isdigit() and {meaning[0] for meaning in owners} & {"item", "gear"})


@pytest.mark.parametrize("preset", list_presets())
def test_ascii_keeps_meanings_apart_as_far_as_it_has_signs(preset: str) -> None:
    found = looks(preset, ascii_only=True).items()
    shared = {glyph: owners for glyph, owners in found if len(owners) > 1}
    assert shared == SHARED_IN_ASCII


@pytest.mark.parametrize("preset", list_presets())
def test_the_marks_of_the_client_are_nobody_elses(preset: str) -> None:
    marks = {STRUCK, *PRETTY.values()}
    assert marks.isdisjoint(looks(preset))
    assert chr(ascii_glyph(ord(STRUCK))) not in looks(preset, ascii_only=True)
    # The prettier form of a glyph stands for that glyph, on every terminal.
    assert all(chr(ascii_glyph(ord(pretty))) == plain for plain, pretty in PRETTY.items())


def test_goblins_and_dragons_keep_the_letters_that_every_player_knows() -> None:
    families = shipped("default").families
    letters = {key: [tier.glyph for tier in families[key].tiers] for key in ("goblin", "dragon")}
    assert letters == {"goblin": ["g", "h", "G", "G"], "dragon": ["d", "D", "D"]}


def test_the_marks_of_the_page_are_nobody_elses() -> None:
    page = (Path(undertide_client.web.__file__).parent / "map" / "map.js").read_text("utf-8")
    moods = page.partition("const MARKS = {")[2].partition("}")[0]
    marks = {*re.findall(r'"(.)"', moods), *re.findall(r'const UNDER = "(.)"', page)}
    assert len(marks) >= 8
    assert marks.isdisjoint(looks("default"))
