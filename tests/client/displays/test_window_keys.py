import pytest
from tcod.event import KeyDown, KeySym, Modifier, Scancode, TextInput

from undertide_client.displays.base import KeyPress
from undertide_client.displays.window_keys import WindowKeys


def down(sym: int, mod: Modifier = Modifier.NONE) -> KeyDown:
    return KeyDown(scancode=Scancode(0), sym=KeySym(sym), mod=mod)


def names(presses: list[KeyPress]) -> list[str]:
    return [press.key for press in presses]


def typed(keys: WindowKeys, event: KeyDown, text: str) -> list[str]:
    """What a key gives that SDL reports as a key and then as text."""
    return names(keys.of_key(event) + keys.of_text(TextInput(text=text)))


@pytest.mark.parametrize(
    ("sym", "mod", "text", "key"),
    [
        (KeySym.A, Modifier.NONE, "a", "a"),
        (KeySym.A, Modifier.LSHIFT, "A", "A"),
        (KeySym.PERIOD, Modifier.LSHIFT, ">", ">"),
        (KeySym.SPACE, Modifier.NONE, " ", "space"),
        (KeySym.Q, Modifier.RALT, "@", "@"),
        (KeySym.Q, Modifier.LCTRL | Modifier.RALT, "@", "@"),
        (KeySym.KP_7, Modifier.NUM, "7", "kp7"),
        (KeySym.KP_PLUS, Modifier.NUM, "+", "kp_plus"),
        (KeySym.A, Modifier.LALT, "a", "alt+a"),
        (KeySym.X, Modifier.LALT | Modifier.LSHIFT, "X", "alt+X"),
    ],
)
def test_a_key_that_is_also_text_counts_once(
    sym: KeySym, mod: Modifier, text: str, key: str
) -> None:
    assert typed(WindowKeys(), down(sym, mod), text) == [key]


@pytest.mark.parametrize(
    ("sym", "mod", "key"),
    [
        (KeySym.UP, Modifier.NONE, "up"),
        (KeySym.UP, Modifier.LSHIFT, "shift+up"),
        (KeySym.LEFT, Modifier.RCTRL | Modifier.LSHIFT, "ctrl+shift+left"),
        (KeySym.RETURN, Modifier.NONE, "enter"),
        (KeySym.KP_ENTER, Modifier.NONE, "kp_enter"),
        (KeySym.KP_7, Modifier.NONE, "kp7"),
        (KeySym.F12, Modifier.NONE, "f12"),
        (KeySym.C, Modifier.LCTRL, "ctrl+c"),
        (KeySym.SPACE, Modifier.LCTRL, "ctrl+space"),
        (KeySym.PAGEUP, Modifier.NUM | Modifier.CAPS, "pageup"),
    ],
)
def test_a_key_without_text_has_its_name(sym: KeySym, mod: Modifier, key: str) -> None:
    assert names(WindowKeys().of_key(down(sym, mod))) == [key]


@pytest.mark.parametrize("sym", [KeySym.LSHIFT, KeySym.RCTRL, KeySym.CAPSLOCK, KeySym.F24])
def test_modifiers_and_unknown_keys_are_no_keys(sym: KeySym) -> None:
    assert WindowKeys().of_key(down(sym, Modifier.LCTRL)) == []


def test_keys_of_the_system_are_left_to_it() -> None:
    assert WindowKeys().of_key(down(KeySym.Q, Modifier.LGUI)) == []


def test_a_digit_after_one_of_the_numpad_counts_too() -> None:
    keys = WindowKeys()
    assert typed(keys, down(KeySym.KP_7, Modifier.NUM), "7") == ["kp7"]
    assert typed(keys, down(KeySym.N7), "7") == ["7"]


def test_a_numpad_key_without_text_swallows_no_later_text() -> None:
    keys = WindowKeys()
    assert names(keys.of_key(down(KeySym.KP_7))) == ["kp7"]
    assert typed(keys, down(KeySym.N7), "7") == ["7"]


def test_composed_text_is_a_key_for_each_character() -> None:
    assert names(WindowKeys().of_text(TextInput(text="né\x00 "))) == ["n", "é", "space"]
