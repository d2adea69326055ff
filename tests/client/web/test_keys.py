"""Keys mean on the page what they mean in the terminal."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from support.client.browser import until
from support.client.client_examples import keyframe
from support.client.playing_page import PlayingPage
from undertide_client.displays.key_names import is_key
from undertide_client.keys import BINDINGS, Command, Context, Keymap, shown
from undertide_shared.messages import Fight, Move

MEANT = """async () => {
    const { Keymap } = await load("keys/keymap");
    const { BINDINGS } = await load("generated/commands");
    const keymap = new Keymap();
    return [
        BINDINGS.flatMap(({ context, keys }) => keys.map((key) => keymap.command(context, key))),
        BINDINGS.map(({ context, command }) => keymap.key(context, command)),
        [keymap.command("PLAY", "f12"), keymap.key("FORM", "NORTH")],
    ];
}"""
CONFLICT = """async () => {
    const { Keymap } = await load("keys/keymap");
    const twice = (key, context) => [
        { context, command: "REST", keys: ["z", key], help: "" },
        { context: "PLAY", command: "WAIT", keys: [key], help: "" },
    ];
    new Keymap(twice(".", "WATCH"));
    try {
        new Keymap(twice("'", "PLAY"));
    } catch (fault) {
        return [fault.constructor.name, fault.message];
    }
}"""
SHOWN = """async (keys) => {
    const { shown } = await load("keys/names");
    return keys.map(shown);
}"""
NAMED = """async (keys) => {
    const { isKey } = await load("keys/names");
    return keys.map(isKey);
}"""
PRESSED = """async ([key, rest, altGraph]) => {
    const { keyOf } = await load("keys/key_events");
    const modifierAltGraph = altGraph;
    return keyOf(new KeyboardEvent("keydown", { key, modifierAltGraph, ...rest }));
}"""
LEFT = """async (keys) => {
    const { leftToBrowser } = await load("keys/key_events");
    return keys.map((key) => [leftToBrowser(key, true), leftToBrowser(key, false)]);
}"""
KEYS = sorted({key for binding in BINDINGS for key in binding.keys})
ODD_KEYS = ["+", "ctrl++", "alt+shift+tab", "kp_plus", "f12", "ctrl+kp5", "f", "fx", "alt+X"]
NO_KEYS = ["", " ", "ab", "shift+ctrl+up", "ctrl+", "\n", "f13", "KP5", "\ufffd", "\u00a0"]
PLACED = """async ([key, code, shiftKey]) => {
    const { keyByPlace } = await load("keys/key_events");
    return keyByPlace(new KeyboardEvent("keydown", { key, code, shiftKey }));
}"""
LEFT_MAP = """async (key) => {
    const { leaveMap } = await load("keys/focus");
    const names = ["a", "hidden", "disabled", "skipped", "map", "also-hidden", "b", "c"];
    const made = names.map((name) => {
        const one = document.createElement(name === "map" ? "canvas" : "button");
        Object.assign(one, { id: `stop-${name}`, disabled: name === "disabled" });
        one.hidden = name.endsWith("hidden");
        one.tabIndex = name === "skipped" ? -1 : 0;
        return one;
    });
    const kept = [...document.body.children];
    document.body.replaceChildren(...made);
    const map = document.getElementById("stop-map");
    map.focus();
    const left = leaveMap(key, map);
    const found = document.activeElement.id.replace("stop-", "");
    document.body.replaceChildren(...kept);
    return [left, found];
}"""


def test_each_key_means_what_it_means_in_the_terminal(modules: Page) -> None:
    keymap = Keymap()
    commands, first, none = modules.evaluate(MEANT)
    assert commands == [
        _name(keymap.command(binding.context, key)) for binding in BINDINGS for key in binding.keys
    ]
    assert first == [keymap.key(binding.context, binding.command) for binding in BINDINGS]
    assert none == [None, keymap.key(Context.FORM, Command.NORTH)]


def _name(command: Command | None) -> str:
    assert command is not None
    return command.name


def test_a_key_with_two_commands_in_one_place_is_refused(modules: Page) -> None:
    told = ["KeyConflictError", '"\'" means REST and WAIT in playing']
    assert modules.evaluate(CONFLICT) == told


def test_keys_are_written_as_the_terminal_writes_them(modules: Page) -> None:
    keys = [*KEYS, *ODD_KEYS]
    assert modules.evaluate(SHOWN, keys) == [shown(key) for key in keys]


def test_the_same_names_name_keys(modules: Page) -> None:
    keys = [*KEYS, *ODD_KEYS, *NO_KEYS]
    assert modules.evaluate(NAMED, keys) == [is_key(key) for key in keys]


@pytest.mark.parametrize(
    ("pressed", "rest", "key"),
    [
        ("ArrowUp", {"code": "ArrowUp"}, "up"),
        ("ArrowUp", {"code": "Numpad8"}, "kp8"),
        ("8", {"code": "Numpad8"}, "kp8"),
        ("Clear", {"code": "Numpad5"}, "kp5"),
        ("Enter", {"code": "NumpadEnter"}, "kp_enter"),
        ("+", {"code": "NumpadAdd"}, "kp_plus"),
        ("Enter", {}, "enter"),
        ("Tab", {"shiftKey": True}, "shift+tab"),
        ("F1", {}, "f1"),
        ("F13", {}, None),
        (" ", {"shiftKey": True}, "space"),
        ("D", {"shiftKey": True}, "D"),
        ("c", {"ctrlKey": True}, "ctrl+c"),
        ("C", {"ctrlKey": True, "shiftKey": True}, "ctrl+C"),
        ("C", {"ctrlKey": True}, "ctrl+c"),
        ("x", {"altKey": True}, "alt+x"),
        ("c", {"metaKey": True}, None),
        ("a", {"isComposing": True}, None),
        ("Enter", {"keyCode": 229}, None),
        ("Enter", {"keyCode": 13}, "enter"),
        ("Shift", {"shiftKey": True}, None),
        ("Dead", {}, None),
        ("Unidentified", {}, None),
    ],
)
def test_presses_have_the_names_of_the_terminal(
    modules: Page, pressed: str, rest: dict[str, Any], key: str | None
) -> None:
    assert modules.evaluate(PRESSED, [pressed, rest, False]) == key


@pytest.mark.parametrize(
    ("key", "code", "shift", "placed"),
    [
        ("ш", "KeyI", False, "i"),
        ("Ш", "KeyI", True, "I"),
        ("Ш", "KeyI", False, "I"),
        ("λ", "KeyL", False, "l"),
        ("ש", "KeyA", False, "a"),
        ("ؤ", "KeyC", True, "C"),
        ("é", "Digit2", False, "2"),
        ("x", "KeyB", False, None),
        ("&", "Digit1", False, None),
        ("ж", "Semicolon", False, None),
        ("ö", "", False, None),
        ("Enter", "KeyI", False, None),
    ],
    ids=ascii,
)
def test_keys_of_other_scripts_stand_for_what_is_in_their_place(
    modules: Page, key: str, code: str, shift: bool, placed: str | None
) -> None:
    assert modules.evaluate(PLACED, [key, code, shift]) == placed


def test_command_letters_work_in_every_layout_and_own_keys_come_first(page: Page) -> None:
    playing = PlayingPage(page, keyframe())
    page.locator("#map").focus()
    press = """([key, code]) => document.activeElement.dispatchEvent(
        new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true }))"""
    assert page.evaluate(press, ["ю", "Period"]) is True, "it means nothing, and the browser has it"
    assert page.evaluate(press, ["\N{CYRILLIC SMALL LETTER O}", "KeyJ"]) is False
    until(page, lambda: playing.intents == [Move(0, 1)])
    assert page.evaluate(press, ["ш", "KeyI"]) is False
    expect(playing.box).to_contain_text("Pack")


def test_alt_gr_writes_a_character(modules: Page) -> None:
    held = {"ctrlKey": True, "altKey": True}
    assert modules.evaluate(PRESSED, ["@", held, True]) == "@"
    assert modules.evaluate(PRESSED, ["@", held, False]) == "ctrl+alt+@"


def test_shortcuts_and_the_focus_stay_with_the_browser(modules: Page) -> None:
    keys = ["ctrl+w", "alt+left", "f5", "f6", "tab", "shift+tab", "f1", "escape", "q", "+"]
    left = dict(zip(keys, modules.evaluate(LEFT, keys), strict=True))
    assert [key for key in keys if left[key] == [True, True]] == ["ctrl+w", "alt+left", "f5", "f6"]
    assert [key for key in keys if left[key] == [False, True]] == ["tab", "shift+tab"]


@pytest.mark.parametrize(
    ("key", "found"),
    [("f6", [True, "b"]), ("shift+f6", [True, "a"]), ("tab", [False, "map"])],
)
def test_a_key_leads_out_of_the_map(modules: Page, key: str, found: list[Any]) -> None:
    assert modules.evaluate(LEFT_MAP, key) == found


def test_the_map_takes_tab_and_gives_the_focus_back(page: Page) -> None:
    playing = PlayingPage(page, keyframe())
    page.locator("#map").focus()
    playing.press("Tab")
    until(page, lambda: playing.intents == [Fight(passes=True)])
    expect(page.locator("#map")).to_be_focused()
    playing.press("F6")
    expect(page.locator("#map")).not_to_be_focused()
    playing.press("Shift+Tab")
    expect(page.locator("#map")).to_be_focused()
    playing.press("Shift+F6", "Tab")
    expect(page.locator("#map")).to_be_focused()
    assert playing.intents == [Fight(passes=True)]
