"""Functions of the terminal and their twins on the page, called with the same values.

A `Twins` records calls: each names the page's module and function, its arguments in a form that the
page revives, and what the terminal's function returned. `CALLED` then makes all of them in one tab.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import fields, is_dataclass
from itertools import islice
from typing import Any

from playwright.sync_api import Page

from support.client.page_values import GLYPH_INK, VIEWS, mirror_values, plain
from undertide_client.model.mirror import Mirror
from undertide_client.model.replay_state import ReplayState
from undertide_client.screens.widgets.ui import Ui

ROOT = "undertide_client."
MOVED = {
    "screens/words/": "words/",
    "model/run_tree": "model/tree",
    "screens/map/search_screen": "screens/map/search",
    "screens/map/harm_screen": "screens/map/harm",
}
"""Where the page has modules that it doesn't have at the terminal's paths."""


MOST = 3
"""Differences that are told."""
CALLED = (
    f"""async (given) => {{
    const [mirrors, uis, calls] = JSON.parse(given);
    {VIEWS}"""
    """
    const { Keymap } = await load("keys/keymap");
    const { Lobby } = await load("screens/widgets/lobby");
    const states = uis.map(({ mirror, welcome, presetInfos, ...rest }) => {
        Object.assign(views[mirror], welcome, { presetInfos: new Map(presetInfos) });
        const keymap = new Keymap();
        const hints = (context, ...pairs) =>
            pairs.map(([command, words]) => ({ key: keymap.key(context, command), words }));
        return { ...rest, mirror: views[mirror], lobby: new Lobby(views[mirror]), keymap, hints };
    });
    const revived = (value) => {
        if (Array.isArray(value)) return value.map(revived);
        if (value === null || typeof value !== "object") return value;
        if ("$mirror" in value) return views[value.$mirror];
        if ("$ui" in value) return states[value.$ui];
        if ("$replayState" in value) return views[value.$replayState].replayState;
        if ("$map" in value) return new Map(value.$map);
        if ("$set" in value) return new Set(value.$set);
        const entries = Object.entries(value).map(([name, each]) => [name, revived(each)]);
        return Object.fromEntries(entries);
    };
    const plain = (value) => {
        if (value instanceof Set) return plain([...value].sort());
        if (value instanceof Map) return plain([...value]);
        if (Array.isArray(value)) return value.map(plain);
        if (value === null || typeof value !== "object") return value ?? null;
        return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
    };
    const found = [];
    for (const [module, name, args] of calls) {
        const { [name]: called } = await load(module);
        if (!called) throw new Error(`${module} has no ${name}`);
        found.push(plain(called(...args.map(revived))));
    }
    return JSON.stringify(found);
}"""
)


class Wide(int):
    """A width of the terminal's lines. The page needs none: a browser breaks lines."""


WIDE = Wide(100_000)


class Twins:
    """Calls, with what the terminal's functions returned."""

    def __init__(self) -> None:
        self.mirrors: list[Mirror] = []
        self.uis: list[Ui] = []
        self.calls: list[tuple[str, str, list[Any]]] = []
        self.returned: list[Any] = []

    def of(self, function: Callable[..., Any], *args: Any, **named: Any) -> None:
        """Call a function of the terminal, and record that for its twin."""
        told = [each for each in (*args, *named.values()) if type(each) is not Wide]
        result = function(*args, **named)
        result = list(result) if isinstance(result, Iterator) else result
        module, name = page_module(function.__module__), camel(function.__name__)
        self.calls.append((module, name, [self._argument(each) for each in told]))
        self.returned.append(plain(result))

    def differences(self, page: Page) -> str:
        """Make the calls in a tab. Return the first that returned something else, one a line."""
        found = json.loads(page.evaluate(CALLED, json.dumps(self.given())))
        told = (
            f"{module} {name} {told}: {theirs!r}, in the terminal {ours!r}"
            for (module, name, told), ours, theirs in zip(
                self.calls, self.returned, found, strict=True
            )
            if not _same(ours, theirs)
        )
        return "\n".join(islice(told, MOST))

    def check(self, page: Page) -> None:
        """Fail if the page differs anywhere."""
        found = self.differences(page)
        assert not found, found

    def given(self) -> list[Any]:
        """Return what `CALLED` is given."""
        mirrors = [mirror_values(each) for each in self.mirrors]
        return [mirrors, [self._ui_values(each) for each in self.uis], self.calls]

    def _argument(self, value: Any) -> Any:
        """Return a value in the form that `CALLED` revives."""
        if isinstance(value, Mirror | Ui | ReplayState):
            return self._state(value)
        if isinstance(value, Mapping):
            return {"$map": plain(value)}
        if isinstance(value, Set):
            return {"$set": plain(value)}
        if not is_dataclass(value):
            return plain(value)
        stated = {each.name: getattr(value, each.name) for each in fields(value)}
        return {name: self._argument(each) for name, each in stated.items() if not callable(each)}

    def _state(self, value: Mirror | Ui | ReplayState) -> dict[str, int]:
        match value:
            case Mirror():
                return {"$mirror": _place(self.mirrors, value)}
            case Ui():
                _place(self.mirrors, value.mirror)
                return {"$ui": _place(self.uis, value)}
            case ReplayState():
                return {"$replayState": [each.replay_state for each in self.mirrors].index(value)}

    def _ui_values(self, ui: Ui) -> dict[str, Any]:
        welcome = {"customs": plain(ui.lobby.customs), "callings": plain(ui.lobby.callings)}
        return {
            "mirror": _place(self.mirrors, ui.mirror),
            "welcome": welcome,
            "presetInfos": [[name, plain(info)] for name, info in ui.lobby.preset_infos.items()],
            "ownMember": plain(ui.own_member),
            "invite": plain(ui.invite),
            "followed": plain(ui.followed),
            "status": {"phase": ui.status.phase, "text": ui.status.text},
            "silenceWords": ui.silence_words,
            "mayPlayAgain": ui.may_play_again,
            **{name: getattr(ui, name) for name in ("spectating", "replaying", "dead", "latency")},
            **{name: getattr(ui, name) for name in ("returning", "hinting", "speed")},
        }


def _same(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(_same, ours, theirs))
    return (ours == GLYPH_INK and isinstance(theirs, int)) or bool(ours == theirs)


def _place(those: list[Any], value: Any) -> int:
    """Return the place of a value in a list, at its end if it is new."""
    for index, each in enumerate(those):
        if each is value:
            return index
    those.append(value)
    return len(those) - 1


def page_module(name: str) -> str:
    """Return the path of the page's twin of a module."""
    path = name.removeprefix(ROOT).replace(".", "/")
    for before, after in MOVED.items():
        if path.startswith(before):
            return path.replace(before, after)
    return path


def camel(name: str) -> str:
    """Return the page's name of a function."""
    first, *others = name.strip("_").split("_")
    return first + "".join(each.capitalize() for each in others)
