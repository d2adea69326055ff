import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_client.screens.widgets.text_field import TextField

KEYS = (
    st.sampled_from(
        [
            "left",
            "right",
            "home",
            "end",
            "backspace",
            "delete",
            "ctrl+u",
            "ctrl+w",
            "a",
            "space",
            "é",
        ]
    )
    | st.characters()
)


def typed(keys: str, limit: int = 20) -> TextField:
    field = TextField(limit)
    for key in keys.split():
        field.press(key)
    return field


@pytest.mark.parametrize(
    ("keys", "text", "cursor"),
    [
        ("h i space t h e r e", "hi there", 8),
        ("a b left c", "acb", 2),
        ("a b backspace", "a", 1),
        ("a b home delete", "b", 0),
        ("a b home end c", "abc", 3),
        ("a space b c ctrl+w", "a ", 2),
        ("a b left ctrl+u", "b", 0),
        ("kp1 kp_plus kp2", "1+2", 3),
        ("f5 up alt+x escape", "", 0),
        ("backspace delete left right", "", 0),
    ],
)
def test_keys_edit_the_line(keys: str, text: str, cursor: int) -> None:
    field = typed(keys)
    assert (field.text, field.cursor) == (text, cursor)


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ("B o b", "Bob"),
        ("right e", "Annae"),
        ("backspace", "Ann"),
        ("home J o", "JoAnna"),
        ("ctrl+u B", "B"),
        ("f5 B", "B"),
    ],
)
def test_what_is_written_replaces_a_suggestion_and_other_keys_edit_it(keys: str, text: str) -> None:
    field = TextField(20, "Anna", 4, is_suggested=True)
    for key in keys.split():
        field.press(key)
    assert field.text == text


def test_what_is_pasted_replaces_a_suggestion() -> None:
    field = TextField(4, "Anna", 4, is_suggested=True)
    field.paste("Bob")
    assert (field.text, field.cursor) == ("Bob", 3)


def test_no_more_is_written_than_fits() -> None:
    assert typed("a b c d e", limit=3).text == "abc"


def test_pasted_text_becomes_one_harmless_line() -> None:
    field = TextField(20, "say: ", 5)
    field.paste("one\ntwo\x1b[2J\tthree and much more")
    assert field.text == "say: one two[2J thre"


def test_pasting_into_a_full_line_changes_nothing() -> None:
    field = TextField(3, "abc", 1)
    field.paste("x")
    assert (field.text, field.cursor) == ("abc", 1)


@given(st.lists(KEYS, max_size=40))
def test_whatever_is_typed_the_line_stays_bounded_and_printable(keys: list[str]) -> None:
    field = TextField(12)
    for key in keys:
        field.press(key)
        assert len(field.text) <= 12
        assert 0 <= field.cursor <= len(field.text)
        assert field.text.isprintable()
