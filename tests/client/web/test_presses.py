"""A key or click does on the page what it does in the terminal, and opens the same screen."""

import json
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
from playwright.sync_api import Page

from support.client.page_twins import camel
from support.client.page_values import VIEWS, mirror_values, plain
from support.client.twin_scenes import scenes
from undertide_client.keys import Command, Context
from undertide_client.screens.map.cursor_screen import CursorScreen, describe
from undertide_client.screens.map.play_view import camera_at
from undertide_client.screens.map.routes import focus_of
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.menus.chat_screen import ChatScreen
from undertide_client.screens.widgets.actions import Send, SendRequest
from undertide_client.screens.widgets.layout import MIN_COLUMNS, MIN_ROWS, layout_of
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import PageScreen, Row
from undertide_client.screens.widgets.screen import Actions, Push, Screen
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.geometry import Cell
from undertide_shared.messages import ClientMessage, Intent

WIDTH = 10_000
"""Cells in which every line fits: the page has paragraphs."""
Click = tuple[int, int, bool]
"""A cell of the floor, and whether the right button is pressed there."""
Path = tuple[str | Click, ...]
PRESSED = (
    f"""async (given) => {{
    const [mirrors, uis, paths] = JSON.parse(given);
    {VIEWS}"""
    """
    const { Ui } = await load("screens/widgets/ui");
    const { MapScreen } = await load("screens/map_screen");
    const link = { repeats: { press: () => true }, fate: { sequence: 0, stage: "none" } };
    const map = { camera: { recentre() {} }, scroll() {} };
    const states = uis.map(({ mirror, welcome, presetInfos, hinting, invite }) => {
        const infos = new Map(presetInfos);
        const ui = new Ui(link, { name: "Ann", calling: "", hints: hinting ? "" : "off" });
        ui.mirror = Object.assign(views[mirror], welcome, { presetInfos: infos });
        const offered = { presets: [], preset_infos: [...infos.values()], ...welcome };
        ui.lobby.offer?.(offered);
        return Object.assign(ui, { hinting, invite });
    });
    const told = (value) => {
        const lines = value.lines?.() ?? [];
        const detail = lines.length ? value.detail(value.choice.index) : [];
        const rows = [...lines, ...detail, ...(value.rows?.() ?? [])];
        const words = rows.map((row) => row.map(([text]) => text).join("")).join("");
        const cell = value.describe?.().join("") ?? "";
        const asked = typeof value.text === "string" ? value.text : "";
        const squeezed = (text) => text.replace(/\\s/gu, "");
        return [value.constructor.name, ...[value.heading(), words + cell + asked].map(squeezed)];
    };
    const action = ({ kind, ...values }) => {
        const given = Object.values(values);
        return [kind, ...(kind === "push" ? given.map(told) : given)];
    };
    const host = document.createElement("div");
    document.body.append(host);
    const follow = ([state, keys]) => {
        let screen = new MapScreen(states[state], map);
        let actions = [];
        for (const key of keys) {
            const [x, y, right] = key;
            const isClick = Array.isArray(key);
            actions = (isClick ? screen.click({ x, y }, right) : screen.press(key)) ?? [];
            const pushed = actions.find(({ kind }) => kind === "push");
            if (!pushed) continue;
            screen = pushed.screen;
            host.replaceChildren(screen.mount(() => {}));
            screen.draw();
        }
        return actions.map(action);
    };
    const found = paths.map(follow);
    host.remove();
    return JSON.stringify(found);
}"""
)


def paths_of(ui: Ui, length: int) -> Iterator[Path]:
    """Yield each path of at most `length` keys that the terminal knows of."""
    yield from _further(ui, (), length)


def _further(ui: Ui, path: Path, length: int) -> Iterator[Path]:
    screen, actions = _follow(ui, path)
    opens = any(isinstance(each, Push) and not is_chat(each) for each in actions)
    if len(path) == length or (path and not opens):
        return
    for key in _keys(ui, screen):
        yield (*path, key)
        yield from _further(ui, (*path, key), length)


def _keys(ui: Ui, screen: Screen) -> list[str]:
    """Return the first key of each command of a screen, and the first letters of a list.

    The page's signs are among its settings, where the terminal has one key that goes round.
    """
    context = getattr(screen, "context", Context.LIST)
    if isinstance(screen, MapScreen):
        context = Context.WATCH if ui.spectating else Context.PLAY
    bindings = (each for each in ui.keymap.bindings if each.context is context)
    keys = [each.keys[0] for each in bindings if each.command is not Command.SIGNS]
    return [*keys, "a", "b"] if isinstance(screen, ListScreen) and screen.lettered else keys


def clicks_of(ui: Ui) -> Iterator[Path]:
    """Yield a click with each button on each cell that the terminal shows."""
    floor = ui.mirror.floor
    assert floor is not None
    for x, y, right in product(range(floor.width), range(floor.height), (False, True)):
        if _spot(ui, (x, y)) is not None:
            yield ((x, y, right),)


def _spot(ui: Ui, cell: Cell) -> Cell | None:
    """Return where the terminal's smallest screen shows a cell of the floor."""
    area = layout_of(MIN_COLUMNS, MIN_ROWS).map
    return camera_at(ui, area, focus_of(ui.mirror)).on_screen(cell)


def _follow(ui: Ui, path: Path) -> tuple[Screen, Actions]:
    """Return the screen that is open at the end of a path, and what its last step did."""
    screen: Screen = MapScreen(ui)
    actions: Actions = ()
    for step in path:
        actions = _taken(ui, screen, step)
        pushed = [each.screen for each in actions if isinstance(each, Push)]
        screen = pushed[-1] if pushed else screen
    return screen, actions


def _taken(ui: Ui, screen: Screen, step: str | Click) -> Actions:
    if isinstance(step, str):
        return screen.press(step)
    x, y, right = step
    spot = _spot(ui, (x, y))
    assert spot is not None
    return screen.click(*spot, right)


def told_by_terminal(ui: Ui, path: Path) -> list[Any]:
    """Return what the last step of a path does: each action by its name, with its values."""
    return [_action(each) for each in _follow(ui, path)[1]]


def is_chat(action: Any) -> bool:
    """Return whether an action goes to the line of chat."""
    return isinstance(action, Push) and isinstance(action.screen, ChatScreen)


def _action(action: Any) -> list[Any]:
    name = camel(re.sub(r"(?<=.)([A-Z])", r"_\1", type(action).__name__).lower())
    if is_chat(action):
        return ["talk"]  # The page has its line of chat in view.
    if isinstance(action, Push):
        return [name, _told(action.screen)]
    if isinstance(action, Send | SendRequest):
        return [name, _sent(action.intent if isinstance(action, Send) else action.request)]
    return [name, *(plain(getattr(action, each)) for each in action.__struct_fields__)]


def _sent(message: Any) -> Any:
    """Return an intent or a request as it goes over the wire, with all of its fields."""
    return msgspec.to_builtins(message)


def _told(screen: Screen) -> list[str]:
    """Return what a screen shows, without spaces: its name, its heading and its words.

    A heading is empty where the terminal's screen tells it only by drawing it.
    """
    rows: list[Row] = []
    heading = words = ""
    if isinstance(screen, ListScreen):
        heading, rows = screen.heading(), [*screen.lines()]
        rows += [*screen.detail(0, WIDTH)] if rows else []
    elif isinstance(screen, PageScreen):
        heading, rows = screen.title, screen.rows(WIDTH)
    elif isinstance(screen, CursorScreen):
        heading, words = screen.heading(), "".join(describe(screen.ui.mirror, screen.cell))
    words += "".join(text for row in rows for text, _ink in row)
    name = type(screen).__name__.lstrip("_")
    return [name, *(re.sub(r"\s", "", text) for text in (heading, words))]


def told_by_page(page: Page, uis: list[Ui], paths: list[tuple[int, Path]]) -> list[Any]:
    """Return the same of the page."""
    states = [
        {
            "mirror": index,
            "welcome": {"customs": plain(ui.lobby.customs), "callings": plain(ui.lobby.callings)},
            "presetInfos": [[name, plain(info)] for name, info in ui.lobby.preset_infos.items()],
            "hinting": ui.hinting,
            "invite": plain(ui.invite),
        }
        for index, ui in enumerate(uis)
    ]
    mirrors = [mirror_values(ui.mirror) for ui in uis]
    found = json.loads(page.evaluate(PRESSED, json.dumps([mirrors, states, paths])))
    return [[_intended(action) for action in actions] for actions in found]


def is_alike(ours: Any, theirs: Any) -> bool:
    """Return whether the page does what the terminal does, as far as that tells."""
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(is_alike, ours, theirs))
    return ours in {theirs, ""} if isinstance(ours, str) else bool(ours == theirs)


def _intended(action: list[Any]) -> list[Any]:
    """Return an action of the page; an intent or a request with all of its fields."""
    kind: Any = {"send": Intent, "sendRequest": ClientMessage}.get(action[0])
    return action if kind is None else [action[0], _sent(msgspec.convert(action[1], kind))]


LENGTH = 2
"""Keys of the longest path."""
UIS = [ui for ui in scenes() if ui.mirror.session and not ui.replaying]


def done_alike(modules: Page, paths: list[tuple[int, Path]]) -> None:
    ours = [told_by_terminal(UIS[index], path) for index, path in paths]
    theirs = told_by_page(modules, UIS, paths)
    differences = [
        f"{path} in {index}: {page}, in the terminal {terminal}"
        for (index, path), terminal, page in zip(paths, ours, theirs, strict=True)
        if not is_alike(terminal, page)
    ]
    assert "\n".join(differences) == ""


def test_keys_do_what_they_do_in_the_terminal(modules: Page) -> None:
    done_alike(modules, [(n, path) for n, ui in enumerate(UIS) for path in paths_of(ui, LENGTH)])


def test_clicks_do_what_they_do_in_the_terminal(modules: Page) -> None:
    done_alike(modules, [(n, path) for n, ui in enumerate(UIS) for path in clicks_of(ui)])
