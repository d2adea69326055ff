import pytest

from undertide_client.keys.bindings import Binding
from undertide_client.keys.commands import Command, Context
from undertide_client.keys.keymap import KeyConflictError, Keymap


def test_a_conflict_is_an_error_that_names_both_commands() -> None:
    clash = (
        Binding(Context.PLAY, Command.WAIT, ("s",), "wait"),
        Binding(Context.PLAY, Command.REST, ("s",), "rest"),
    )
    with pytest.raises(KeyConflictError, match="'s' means WAIT and REST in playing"):
        Keymap(clash)


def test_unknown_keys_mean_nothing() -> None:
    assert Keymap().command(Context.PLAY, "ctrl+alt+f9") is None


def test_commands_without_a_key_have_no_hint() -> None:
    assert Keymap(()).key(Context.PLAY, Command.WAIT) == ""


def test_a_hint_gets_the_first_key_of_a_command() -> None:
    assert Keymap().key(Context.PLAY, Command.TAKE) == "g"
