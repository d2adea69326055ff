from collections import Counter

import pytest

from undertide_client.keys.bindings import BINDINGS
from undertide_client.keys.commands import DIRECTIONS, TENTHS, Command, Context
from undertide_client.keys.keymap import Keymap

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


def test_in_a_replay_arrows_and_vi_keys_move_and_digits_go_to_tenths() -> None:
    keymap = Keymap()
    for key in (*"kjhlyubn", "up", "down", "left", "right", "home", "end", "pageup", "pagedown"):
        assert keymap.command(Context.REPLAY, key) in DIRECTIONS
    for digit, command in enumerate(TENTHS):
        assert keymap.command(Context.REPLAY, str(digit)) is command
        assert keymap.command(Context.REPLAY, f"kp{digit}") is command


@pytest.mark.parametrize("context", list(Context))
def test_every_context_can_be_left(context: Context) -> None:
    ways_out = {Command.BACK, Command.QUIT, Command.NO}
    keymap = Keymap()
    assert keymap.command(context, "ctrl+c") in ways_out | {Command.YES}
    bound = {binding.command for binding in BINDINGS if binding.context is context}
    assert bound & ways_out
