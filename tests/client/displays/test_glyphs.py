import ast
import unicodedata
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcwidth

import undertide_client.screens
from undertide_client.displays.glyphs import (
    ascii_glyph,
    has_unproven_width,
    replace_glyphs,
    shows_text,
    terminal_glyph,
)

UNREADABLE = ord("?")


@pytest.mark.parametrize(
    "code",
    [
        *range(0x20),
        *range(0x7F, 0xA0),
        0x200B,  # zero-width space
        0x200D,  # zero-width joiner
        0x00AD,  # soft hyphen
        0x0301,  # combining accent
        0x061C,  # Arabic letter mark
        *range(0x202A, 0x202F),  # embeddings and overrides
        *range(0x2066, 0x206A),  # isolates
        0x2028,  # line separator
        0xFEFF,  # byte order mark
        0xD800,  # surrogate
        0xDFFF,
        0x754C,  # wide
        0x1F600,  # emoji
        0x3000,  # wide space
        0x05D0,  # a letter from right to left
        0xE000,  # private use
        0xFFFF,  # no character
        0x110000,  # beyond Unicode
        0xFFFFFFFF,
    ],
)
def test_what_moves_or_misleads_is_a_question_mark(code: int) -> None:
    assert terminal_glyph(code) == UNREADABLE
    assert ascii_glyph(code) == UNREADABLE


@pytest.mark.parametrize("character", "aZ ~@#│═╬█▒→·é€ßЖΩ♥\N{REPLACEMENT CHARACTER}")
def test_visible_characters_of_one_cell_stay(character: str) -> None:
    assert terminal_glyph(ord(character)) == ord(character)


@given(st.integers(0, 0x120000))
def test_whatever_reaches_a_terminal_takes_one_cell_and_controls_nothing(code: int) -> None:
    shown = chr(terminal_glyph(code))
    assert wcwidth(shown) == 1
    assert unicodedata.category(shown)[0] not in "CM"
    assert shown.encode()


@given(st.integers(0, 0x120000))
def test_ascii_terminals_get_ascii(code: int) -> None:
    assert 0x20 <= ascii_glyph(code) < 0x7F


@pytest.mark.parametrize(
    ("drawn", "look"),
    list(zip("│║─═┼╬╔┘█░→←↑↓↗↘↙↖·×♥≈…’é", "||--+:++#8><^v/\\/\\.x!{.'e", strict=True)),  # noqa: RUF001
)
def test_lines_and_signs_have_look_alikes_in_ascii(drawn: str, look: str) -> None:
    assert chr(ascii_glyph(ord(drawn))) == look


def test_every_line_and_block_has_a_look_alike() -> None:
    assert UNREADABLE not in {ascii_glyph(code) for code in range(0x2500, 0x25A0)}


@pytest.mark.parametrize(
    ("text", "unicode", "latin", "plain"),
    [
        ("Ann 2", True, True, True),
        ("José", True, True, False),
        ("Ольга", True, False, False),
        ("王小明", True, False, False),
        ("😀", True, False, False),
        ("☰", True, False, False),
        ("ნინო", True, False, False),
        ("㉈", False, False, False),  # two cells in tmux and xterm, one in kitty
        ("שרה", False, False, False),
        ("กี", False, False, False),
    ],
)
def test_what_a_terminal_shows_as_it_is(text: str, unicode: bool, latin: bool, plain: bool) -> None:
    assert shows_text(text, utf8=True) == unicode
    assert shows_text(text, utf8=True, is_simple=True) == latin
    assert shows_text(text, utf8=False) == plain


def signs_of_screens() -> set[int]:
    """Return the signs that are no letters in the texts of the screens."""
    texts = (
        node.value
        for path in Path(undertide_client.screens.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    return {ord(one) for text in texts for one in text if one.isprintable() and not one.isalnum()}


def test_every_sign_of_the_screens_takes_one_cell_and_has_a_look_alike() -> None:
    signs = signs_of_screens() - {UNREADABLE}
    assert ord("▸") in signs
    assert {chr(code) for code in signs if terminal_glyph(code) != code} == set()
    assert {chr(code) for code in signs if ascii_glyph(code) == UNREADABLE} == set()
    assert not has_unproven_width(np.array(sorted(signs), np.uint32)).any()


def test_glyphs_are_replaced_in_place() -> None:
    codes = np.array([[ord("a"), 7], [7, ord("│")]], np.uint32)
    assert replace_glyphs(codes, terminal_glyph).tolist() == [[97, 63], [63, 0x2502]]
