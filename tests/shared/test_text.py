"""Text from strangers comes out printable, on one line, short, and the same when cleaned again."""

import contextlib
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_shared.errors import BadTextError
from undertide_shared.limits import MAX_CHAT, MAX_MARKS, MAX_NAME
from undertide_shared.text import clean, clean_chat, clean_name

ACUTE = "\u0301"

# Letters with what hides, turns round, joins, piles up, composes or breaks lines between them.
HOSTILE = st.text(
    st.sampled_from("aZ0 \u1100\u1161\u11a8\u09c7\u09be\u0958\u212b")
    | st.sampled_from("\u0300\u0301\u0323\u0327\u0489\u20dd\u0903\u0345")
    | st.sampled_from("\x00\x07\x1b\x7f\x85\x9b\t\n\r\u2028\u2029\u00a0\u3000")
    | st.sampled_from("\u200b\u200d\u200e\u202e\u2066\ufeff\u034f\u3164\u2800\ufe0f\U000e0100")
    | st.characters(categories=("Mn", "Me", "Mc"))
    | st.characters(categories=("Cs", "Co", "Cn", "Cf"))
    | st.characters()
)


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("Ann", "Ann"),
        ("  Ann   the\tbold \n", "Ann the bold"),
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("\x9b2Jgone", "2Jgone"),
        ("bell\x07 and\x00 null", "bell and null"),
        ("one\u2028two\u2029three\x85four", "one two three four"),
        ("no\u00a0break\u3000wide", "no break wide"),
        ("\u202egnp.exe", "gnp.exe"),
        ("left\u2066right\u2069", "leftright"),
        ("ze\u200bro\u200d wi\ufeffdth", "zero width"),
        ("lone \ud800 surrogate", "lone surrogate"),
        ("private \ue000 use", "private use"),
        ("un\u0378assigned", "unassigned"),
        ("heart \u2764\ufe0f", "heart \u2764"),
        ("e\u0301", "\u00e9"),
        ("\u212b", "\u00c5"),
        ("\u00e9\u00df\u0416\u4eba\U0001f409", "\u00e9\u00df\u0416\u4eba\U0001f409"),
        ("", ""),
        ("\x1b\u200b \u3164", ""),
    ],
)
def test_only_what_can_be_shown_stays(raw: str, cleaned: str) -> None:
    assert clean(raw, 40) == cleaned


@pytest.mark.parametrize(
    "blank", "\u034f\u115f\u1160\u17b4\u2800\u3164\uffa0\u180b\ufe00\U000e01ef"
)
def test_characters_that_show_nothing_go(blank: str) -> None:
    assert clean(f"{blank}a{blank}b", 40) == "ab"


def test_piled_up_marks_are_cut() -> None:
    piled = clean("Z" + ACUTE * 30 + "a", 40)
    assert piled == "\u0179" + ACUTE * MAX_MARKS + "a"


@pytest.mark.parametrize("between", ["\u200d", "\u034f", "\ufe0f", "\x1b", "\ud800"])
def test_hidden_characters_do_not_let_marks_pile_up(between: str) -> None:
    piled = clean("q" + (ACUTE * 2 + between) * 10, 40)
    assert piled == "q" + ACUTE * MAX_MARKS


@pytest.mark.parametrize("raw", [f"{ACUTE}a", f" {ACUTE}a", f"\u200b{ACUTE}a"])
def test_a_mark_without_a_character_goes(raw: str) -> None:
    assert clean(raw, 40) == "a"
    assert clean(f"b{raw}", 40).endswith("a")


@pytest.mark.parametrize("word", ["သို့", "རྐྱེ", "ที่", "बिन्दु", "Việt", "מִּלָּה"])
def test_words_of_living_scripts_stay_whole(word: str) -> None:
    assert clean(word, 40) == unicodedata.normalize("NFC", word)


@pytest.mark.parametrize("apart", ["e\u200d\u0301", "\u1100\u200b\u1161", "\u09c7\x00\u09be"])
def test_what_hidden_characters_held_apart_combines(apart: str) -> None:
    assert len(clean(apart, 40)) == 1


def test_a_cut_leaves_no_space_at_the_end() -> None:
    assert clean("abc def", 4) == "abc"


@given(HOSTILE, st.integers(0, 40))
def test_cleaned_text_is_safe_to_show(raw: str, limit: int) -> None:
    cleaned = clean(raw, limit)
    assert len(cleaned) <= limit
    assert cleaned.isprintable()
    assert cleaned == " ".join(cleaned.split())
    assert unicodedata.is_normalized("NFC", cleaned)


@given(HOSTILE, st.integers(0, 40))
def test_cleaning_again_changes_nothing(raw: str, limit: int) -> None:
    cleaned = clean(raw, limit)
    assert clean(cleaned, limit) == cleaned


@given(HOSTILE)
def test_marks_never_pile_up(raw: str) -> None:
    room = 0
    for character in clean(raw, 200):
        if unicodedata.category(character) in {"Mn", "Me"}:
            room -= 1
            assert room >= 0
        else:
            room = 0 if character == " " else MAX_MARKS


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=40))
def test_plain_words_stay_as_they_are(word: str) -> None:
    assert clean(word, 40) == word


@given(HOSTILE)
def test_a_name_is_clean_or_refused(raw: str) -> None:
    with contextlib.suppress(BadTextError):
        name = clean_name(raw)
        assert 1 <= len(name) <= MAX_NAME
        assert name[0].isalnum()
        assert clean_name(name) == name


@given(HOSTILE)
def test_a_chat_line_is_clean_or_refused(raw: str) -> None:
    with contextlib.suppress(BadTextError):
        line = clean_chat(raw)
        assert 1 <= len(line) <= MAX_CHAT
        assert clean_chat(line) == line


@pytest.mark.parametrize(
    ("raw", "name"), [("Ann", "Ann"), ("  Ann ", "Ann"), ("9 lives", "9 lives"), ("Ж", "Ж")]
)
def test_names_are_cleaned(raw: str, name: str) -> None:
    assert clean_name(raw) == name


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ("", "a name needs at least one visible character"),
        ("\u3164\u3164", "a name needs at least one visible character"),
        (" \x1b\u202e ", "a name needs at least one visible character"),
        ("a" * (MAX_NAME + 1), "a name has at most 16 characters"),
        ("-rf", "a name begins with a letter or digit"),
        ("@home", "a name begins with a letter or digit"),
    ],
)
def test_names_that_will_not_do_are_refused(raw: str, reason: str) -> None:
    with pytest.raises(BadTextError) as refusal:
        clean_name(raw)
    assert refusal.value.reason == reason
    assert str(refusal.value) == reason


def test_a_name_may_have_all_its_characters() -> None:
    assert clean_name("a" * MAX_NAME) == "a" * MAX_NAME


def test_a_chat_line_may_have_all_its_characters() -> None:
    assert clean_chat("a" * MAX_CHAT) == "a" * MAX_CHAT


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ("\x1b \u200b", "there is nothing to say"),
        ("a" * (MAX_CHAT + 1), "a chat line has at most 240 characters"),
    ],
)
def test_chat_lines_that_will_not_do_are_refused(raw: str, reason: str) -> None:
    with pytest.raises(BadTextError) as refusal:
        clean_chat(raw)
    assert refusal.value.reason == reason
