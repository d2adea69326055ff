"""The page reads a player's own keys as the terminal does from its file."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from undertide_client.app.preferences import BadPreferencesError, Preferences, as_toml, keymap_of
from undertide_client.keys import Keymap

READ = """async (text) => {
    const { keymapOf } = await load("keys/own_keys");
    try {
        return keymapOf(text).bindings.map((one) => [one.context, one.command, one.keys, one.help]);
    } catch (fault) {
        if (fault.constructor.name !== "BadKeysError") throw fault;
        return fault.faults;
    }
}"""
TOLD = """async () => {
    const { Keymap } = await load("keys/keymap");
    const { asText } = await load("keys/own_keys");
    return asText(new Keymap());
}"""
WRITTEN = [
    "",
    '[keys.play]\nexplore = "X f4"  # a "comment"\n',
    '# "all\n[keys.play]\nexplore = "i"\npack = \'o\'\nchat = "# \\\\ \\""',
    '[keys.watch]\nnorth = "w"\nsouth = "w"\n',
    '[keys.play]\nexplore = "i"\n',
    '[keys.plya]\nrest = "z"\n[keys.xyz]\nrest = "z"\n[keys.conf]\nyes = "z"',
    '[keys.play]\nexplor = "x"\nqqq = "x"\nrest = ""\npack = "f99 ctr+x"\n[keys.lobby]\nrest = "r"',
    '[keys.trade]\naccept = "a"\nbak = "b"\nen_trade = "x"\npagedwn = "d"\nnex = "n"',
]


def read_by_terminal(text: str) -> Any:
    file = Path("client.toml")
    preferences = Preferences(keys=tomllib.loads(text).get("keys", {}))
    try:
        keymap = keymap_of(preferences, file)
    except BadPreferencesError as fault:
        return list(fault.faults)
    return [
        [one.context.name, one.command.name, list(one.keys), one.help] for one in keymap.bindings
    ]


@pytest.mark.parametrize("text", [*WRITTEN, as_toml(Keymap())])
def test_the_same_text_means_the_same(modules: Page, text: str) -> None:
    assert modules.evaluate(READ, text) == read_by_terminal(text)


def test_all_keys_are_written_as_the_terminal_writes_them(modules: Page) -> None:
    assert modules.evaluate(TOLD) == as_toml(Keymap())


def test_what_is_no_key_of_a_place_is_told_by_its_line(modules: Page) -> None:
    expected = 'expected [keys.play], or below it a command such as rest = "z r"'
    text = 'rest = "z"\n[keys.play]\n\nrest: z\n'
    assert modules.evaluate(READ, text) == [f"line 1: {expected}", f"line 4: {expected}"]
    assert modules.evaluate(READ, "#" * 70_000) == ["more than 65536 characters"]
