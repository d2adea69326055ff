import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_client.displays.key_names import MAX_PASTE, is_key, join, key_of, printable_key, tidy


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("KEY_UP", "up"),
        ("KEY_PGDOWN", "pagedown"),
        ("KEY_F12", "f12"),
        ("KEY_CTRL_C", "ctrl+c"),
        ("KEY_CTRL_SPACE", "ctrl+space"),
        ("KEY_CTRL__", "ctrl+_"),
        ("KEY_ALT_SHIFT_A", "alt+A"),
        ("KEY_SHIFT_UP", "shift+up"),
        ("KEY_CTRL_ALT_SHIFT_F1", "ctrl+alt+shift+f1"),
        ("KEY_KP_7", "kp7"),
        ("KEY_KP_ADD", "kp_plus"),
        ("KEY_CENTER", "kp5"),
        ("KEY_SUPER_UP", None),
        ("KEY_F35", None),
        ("CPR_RESPONSE", None),
        ("MOUSE_SCROLL_UP", None),
    ],
)
def test_names_of_blessed_become_ours(name: str, key: str | None) -> None:
    assert key_of("\x1b[?", name) == key


def test_modifiers_stand_in_one_order() -> None:
    assert join(frozenset({"shift", "alt", "ctrl"}), "left") == "ctrl+alt+shift+left"


def test_a_character_carries_its_own_shift() -> None:
    assert join(frozenset({"shift", "alt"}), "x") == "alt+X"


@pytest.mark.parametrize(
    ("text", "key"),
    [("a", "a"), ("A", "A"), (" ", "space"), ("é", "é"), ("\x00", None), ("", None)],
)
def test_printable_keys_are_themselves(text: str, key: str | None) -> None:
    assert printable_key(text) == key


def test_bytes_that_are_no_character_are_no_key() -> None:
    assert printable_key("\N{REPLACEMENT CHARACTER}") is None


@pytest.mark.parametrize("name", ["a", "A", ">", "+", "ctrl++", "space", "kp5", "ctrl+shift+up"])
def test_names_that_keys_can_have(name: str) -> None:
    assert is_key(name)


@pytest.mark.parametrize(
    "name", ["", " ", "ab", "ctrl+", "shift+ctrl+up", "hyper+x", "\x1b", "kp10"]
)
def test_names_that_no_key_has(name: str) -> None:
    assert not is_key(name)


def test_line_ends_of_every_system_are_line_feeds() -> None:
    assert tidy("a\r\nb\rc\nd") == "a\nb\nc\nd"


def test_control_characters_are_left_out() -> None:
    assert tidy("a\x1b[31mb\x07\x00c\u202e\td") == "a[31mbc d"


@given(st.text())
def test_line_feeds_are_the_only_control_characters(text: str) -> None:
    assert tidy(text).replace("\n", "").isprintable()


def test_a_huge_paste_is_cut() -> None:
    assert len(tidy("x" * 1_000_000)) == MAX_PASTE
