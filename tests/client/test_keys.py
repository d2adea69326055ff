from collections import Counter

import pytest

from undertide_client.keys import (
    BINDINGS,
    DIRECTIONS,
    Binding,
    Command,
    Conflict,
    Context,
    Keymap,
    shown,
)

NAMED = {
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown", "insert", "delete"),
    *("enter", "escape", "tab", "backspace", "space"),
    *(f"f{number}" for number in range(1, 13)),
    *(f"kp{digit}" for digit in range(10)),
    *("kp_enter", "kp_plus", "kp_minus", "kp_multiply", "kp_divide", "kp_period"),
}


def test_no_key_means_two_things_in_one_place() -> None:
    Keymap()
    uses = Counter((binding.context, key) for binding in BINDINGS for key in binding.keys)
    assert {use for use, count in uses.items() if count > 1} == set()


def test_a_conflict_is_an_error_that_names_both_commands() -> None:
    clash = (
        Binding(Context.PLAY, Command.WAIT, ("s",), "wait"),
        Binding(Context.PLAY, Command.REST, ("s",), "rest"),
    )
    with pytest.raises(Conflict, match="'s' means WAIT and REST in playing"):
        Keymap(clash)


def test_every_key_is_one_that_displays_tell() -> None:
    for binding in BINDINGS:
        for key in binding.keys:
            *held, base = key.split("+") if len(key) > 1 else [key]
            assert set(held) <= {"ctrl", "alt", "shift"}
            assert base in NAMED or len(base) == 1, key


@pytest.mark.parametrize("context", [Context.PLAY, Context.WATCH, Context.CURSOR])
def test_arrows_vi_keys_digits_and_numpad_all_move(context: Context) -> None:
    keymap = Keymap()
    for keys in ("up down left right", "k j h l y u b n", "8 2 4 6 7 9 1 3"):
        for key in keys.split():
            assert keymap.command(context, key) in DIRECTIONS
    assert keymap.command(context, "kp7") is Command.NORTHWEST
    assert keymap.command(context, "end") is Command.SOUTHWEST


def test_the_eight_directions_are_the_eight_neighbours() -> None:
    assert sorted(DIRECTIONS.values()) == sorted(
        (dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)
    )


@pytest.mark.parametrize("context", list(Context))
def test_every_context_can_be_left(context: Context) -> None:
    ways_out = {Command.BACK, Command.QUIT, Command.NO}
    keymap = Keymap()
    assert keymap.command(context, "ctrl+c") in ways_out | {Command.YES}
    bound = {binding.command for binding in BINDINGS if binding.context is context}
    assert bound & ways_out


def test_unknown_keys_mean_nothing() -> None:
    assert Keymap().command(Context.PLAY, "ctrl+alt+f9") is None


def test_commands_without_a_key_have_no_hint() -> None:
    assert Keymap(()).key(Context.PLAY, Command.WAIT) == ""


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("up", "↑"),
        ("a", "a"),
        ("A", "A"),
        ("+", "+"),
        ("kp5", "num 5"),
        ("kp_enter", "num enter"),
        ("kp_plus", "num +"),
        ("ctrl+c", "Ctrl+C"),
        ("shift+tab", "Shift+Tab"),
        ("f1", "F1"),
        ("f", "f"),
        ("enter", "Enter"),
        ("space", "Space"),
    ],
)
def test_keys_are_written_as_people_write_them(key: str, text: str) -> None:
    assert shown(key) == text
