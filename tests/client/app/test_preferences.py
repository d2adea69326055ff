from pathlib import Path

import pytest

from undertide_client.app.preferences import (
    MAX_FILE,
    BadPreferencesError,
    Preferences,
    as_toml,
    keymap_of,
    load,
)
from undertide_client.keys import BINDINGS, Command, Context, Keymap


def written(folder: Path, text: str) -> Path:
    file = folder / "client.toml"
    file.write_text(text, encoding="utf-8")
    return file


def faults_of(folder: Path, text: str) -> tuple[str, ...]:
    file = written(folder, text)
    with pytest.raises(BadPreferencesError) as found:
        keymap_of(load(file), file)
    assert all(line.startswith(str(file)) for line in str(found.value).splitlines())
    return found.value.faults


def test_without_a_file_everything_is_as_it_ships(tmp_path: Path) -> None:
    file = tmp_path / "client.toml"
    assert load(file) == Preferences()
    assert keymap_of(load(file), file).bindings == BINDINGS


def test_a_key_that_is_set_takes_the_place_of_all_others(tmp_path: Path) -> None:
    file = written(tmp_path, 'vision = "deutan"\n[keys.play]\nexplore = "X ctrl+e"\n')
    preferences = load(file)
    keymap = keymap_of(preferences, file)
    assert preferences.vision == "deutan"
    assert keymap.command(Context.PLAY, "X") is Command.EXPLORE
    assert keymap.command(Context.PLAY, "ctrl+e") is Command.EXPLORE
    assert keymap.command(Context.PLAY, "o") is None
    assert keymap.key(Context.PLAY, Command.EXPLORE) == "X"
    assert keymap.command(Context.WATCH, "tab") is Command.NEXT_EYES


def test_the_hero_calls_for_help_unless_the_file_says_otherwise(tmp_path: Path) -> None:
    assert load(tmp_path / "client.toml").call_for_help
    assert not load(written(tmp_path, "call_for_help = false\n")).call_for_help


def test_keys_can_change_places(tmp_path: Path) -> None:
    file = written(tmp_path, '[keys.play]\nexplore = "i"\npack = "o"\n')
    keymap = keymap_of(load(file), file)
    assert keymap.command(Context.PLAY, "i") is Command.EXPLORE
    assert keymap.command(Context.PLAY, "o") is Command.PACK


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    text = '[keys.plya]\nwait = "x"\n[keys.play]\nexplor = "x"\npack = ""\nrest = "hyper+x"\n'
    assert faults_of(tmp_path, text) == (
        "keys.plya: there is no such place; did you mean 'play'?",
        "keys.play.explor: there is no such command here; did you mean 'explore'?",
        'keys.play.pack: expected keys with spaces between, such as "o f5"',
        "keys.play.rest: 'hyper+x' is not a key",
    )


def test_a_key_for_two_commands_is_a_fault(tmp_path: Path) -> None:
    (fault,) = faults_of(tmp_path, '[keys.play]\nexplore = "i"\n')
    assert "'i' means" in fault
    assert "EXPLORE" in fault
    assert "PACK" in fault


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("vision = 3", "vision"),
        ('vision = "keen"', "vision"),
        ("colour = 1", "colour"),
        ("keys = [", "Invalid value"),
        ("[keys.play]\nexplore = 5", "keys.play.explore: expected keys"),
    ],
)
def test_what_can_not_be_read_is_told_with_its_place(tmp_path: Path, text: str, word: str) -> None:
    (fault,) = faults_of(tmp_path, text)
    assert word in fault


def test_files_that_are_no_text_or_too_long_or_unreadable_are_told(tmp_path: Path) -> None:
    file = tmp_path / "client.toml"
    for data in (b"\xff\xfe", b"#" * (MAX_FILE + 1)):
        file.write_bytes(data)
        with pytest.raises(BadPreferencesError):
            load(file)
    with pytest.raises(BadPreferencesError):
        load(tmp_path)


def test_what_is_in_force_reads_back_as_it_is(tmp_path: Path) -> None:
    file = written(tmp_path, as_toml(Keymap()))
    again = keymap_of(load(file), file)
    for binding in BINDINGS:
        for key in binding.keys:
            assert again.command(binding.context, key) is binding.command
    assert as_toml(again) == as_toml(Keymap())
