import pytest

from undertide_client.keys import BINDINGS, Binding, Command, Context, Keymap
from undertide_client.plain.command_words import (
    MAX_TIMES,
    Typed,
    command_lines,
    name_of,
    understood,
    unknown_words,
)

PLAY = (Context.PLAY,)


def meant(line: str, *contexts: Context, letters: str = "") -> Typed | None:
    return understood(line.split(), contexts or PLAY, Keymap(), letters)


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("o", "o"),
        ("explore", "o"),
        ("EXPLORE", "o"),
        ("run map", "M"),
        ("run-map", "M"),
        ("inventory", "i"),
        ("ne", "pageup"),
        ("north", "up"),
        ("8", "8"),
        (">", ">"),
        ("esc", "escape"),
        ("\x1b", "escape"),
        ("Tab", "tab"),
        ("f3", "f3"),
        ("ctrl+f", "ctrl+f"),
    ],
)
def test_a_key_and_the_name_of_a_command_mean_the_key(line: str, key: str) -> None:
    assert meant(line) == Typed(key, 1, ())


@pytest.mark.parametrize("line", ["", "hello", "X", "50", "northern", "previous"])
def test_other_words_mean_nothing(line: str) -> None:
    assert meant(line) is None


def test_every_command_of_every_place_has_a_name_that_means_it() -> None:
    keymap = Keymap()
    for one in BINDINGS:
        typed = understood(name_of(one.command).split(), (one.context,), keymap)
        assert typed is not None, one
        if typed.key not in {"up", "down", "left", "right", "home", "end"}:
            assert keymap.command(one.context, typed.key) is one.command


def test_a_number_says_how_often_and_further_words_wait() -> None:
    assert meant("north 3 east 2") == Typed("up", 3, ("east", "2"))
    assert meant("north 999") == Typed("up", MAX_TIMES, ())
    assert meant("north 0") == Typed("up", 1, ())
    assert meant("i c") == Typed("i", 1, ("c",))


def test_a_run_of_keys_that_move_is_pressed_one_by_one() -> None:
    assert meant("kkl") == Typed("k", 1, ("kl",))
    assert meant("66") == Typed("6", 1, ("6",))
    assert meant("kko") is None


def test_letters_of_a_list_are_keys() -> None:
    assert meant("d", Context.LIST) is None
    assert meant("d", Context.LIST, letters="abd") == Typed("d", 1, ())


def test_the_players_own_keys_count() -> None:
    keymap = Keymap([Binding(Context.PLAY, Command.EXPLORE, ("X",), "explore")])
    assert understood(["explore"], PLAY, keymap) == Typed("X", 1, ())
    assert understood(["o"], PLAY, keymap) is None


def test_unknown_words_are_answered_with_the_nearest_command_and_the_place() -> None:
    assert "Do you mean `explore`?" in unknown_words("explor", "", PLAY, Keymap())
    assert "Do you mean" not in unknown_words("zzz", "", PLAY, Keymap())
    assert "This is: Look. `/back` leaves it." in unknown_words("zzz", "Look", PLAY, Keymap())


def test_commands_are_listed_once_with_their_keys() -> None:
    lines = list(command_lines(PLAY, Keymap()))
    assert "explore: explore until something shows up. Keys: o" in lines
    assert "north: move or attack. Keys: up, k, 8, num 8" in lines
    names = [line.partition(":")[0] for line in lines]
    assert len(names) == len(set(names))
