"""The lobby: which sessions there are, to join, to watch, or to make a new one."""

from collections.abc import Callable

from tcod.console import Console

from undertide_client.keys import Command, Context
from undertide_client.screens import palette
from undertide_client.screens.actions import (
    NOTHING,
    Actions,
    AskForRuns,
    ChooseCalling,
    JoinSession,
    Pop,
    Push,
    Refresh,
    WatchSession,
)
from undertide_client.screens.calling_screen import CallingScreen
from undertide_client.screens.drawing import (
    Area,
    fill,
    put,
    put_centred,
    put_right,
    rule,
    whole,
    wrapped,
)
from undertide_client.screens.help_screen import HelpScreen
from undertide_client.screens.listing import Choice
from undertide_client.screens.new_session_screen import NewSessionScreen
from undertide_client.screens.quit_screen import QuitScreen
from undertide_client.screens.rename_screen import RenameScreen
from undertide_client.screens.runs_screen import RunsScreen
from undertide_client.screens.screen import Screen
from undertide_client.screens.ui import Ui
from undertide_shared.messages import SessionInfo

PAGES: dict[Command, Callable[[Ui], Screen]] = {
    Command.NEW_SESSION: NewSessionScreen,
    Command.RENAME: RenameScreen,
    Command.CALLING: lambda ui: CallingScreen(ui, _be),
    Command.HELP: HelpScreen,
    Command.QUIT: QuitScreen,
}
"""Commands that open a screen."""
WIDTH = 92
PACES = {"auto": "auto", "party": "party turns", "real": "real time"}


class LobbyScreen(Screen):
    """The lowest screen while there is no session."""

    covers = True

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui)
        self._choice = Choice()
        self._list = Area(0, 0, 0, 0)
        self._top = 0

    @property
    def _sessions(self) -> list[SessionInfo]:
        return self.ui.lobby.sessions or []

    def draw(self, console: Console) -> None:
        """Draw the title, who one is, the sessions and the keys."""
        fill(console, whole(console), palette.PAPER)
        width = min(WIDTH, console.width - 4)
        area = Area((console.width - width) // 2, 1, width, console.height - 2)
        _draw_title(console, area)
        _draw_who(console, area, self.ui)
        self._draw_sessions(console, Area(area.x, area.y + 8, width, area.height - 11))
        self._draw_foot(console, area)

    def _draw_sessions(self, console: Console, area: Area) -> None:
        sessions = self._sessions
        self._choice.hold(len(sessions))
        _draw_columns(console, area)
        if not sessions:
            words = "No session yet: make the first." if self.ui.lobby.sessions == [] else "Asking…"
            put(console, area.x + 2, area.y + 2, words, palette.SOFT)
            return
        rows = max(1, area.height - 2)
        self._list = Area(area.x, area.y + 2, area.width, rows)
        self._top = top = self._choice.first_shown(len(sessions), rows)
        for index, info in enumerate(sessions[top : top + rows], top):
            row = Area(area.x, self._list.y + index - top, area.width, 1)
            _draw_session(console, row, info, chosen=index == self._choice.index)

    def _draw_foot(self, console: Console, area: Area) -> None:
        notice = wrapped(self.ui.lobby.notice, area.width)[:1]
        for line in notice:
            put(console, area.x, area.bottom - 2, line, palette.WARNING)
        pairs = (
            (Command.CHOOSE, "join"),
            (Command.WATCH, "watch"),
            (Command.NEW_SESSION, "new"),
            (Command.RUNS, "old runs"),
            (Command.RENAME, "name"),
            (Command.CALLING, "calling"),
            (Command.HELP, "help"),
            (Command.QUIT, "leave"),
        )
        hints = self.ui.hints(Context.LOBBY, *pairs)
        self.ui.spots.clear()
        self.ui.spots.draw(console, area.x, area.bottom - 1, hints, palette.SOFT, area.width)

    def press(self, key: str) -> Actions:
        """Move, join, watch, make, look at old runs, rename, ask again or leave."""
        command = self.ui.command(Context.LOBBY, key)
        self._choice.move(command, len(self._sessions), 1)
        match command:
            case Command.CHOOSE:
                return self._enter(JoinSession)
            case Command.WATCH:
                return self._enter(WatchSession)
            case Command.REFRESH:
                return (Refresh(),)
            case Command.RUNS:
                return (AskForRuns(), Push(RunsScreen(self.ui)))
            case Command() if command in PAGES:
                return (Push(PAGES[command](self.ui)),)
            case _:
                return NOTHING

    def click(self, x: int, y: int, right: bool, /) -> Actions:
        """Choose the session that is pointed at; a second click joins it."""
        index = self._top + y - self._list.y
        if right or not self._list.contains(x, y) or index >= len(self._sessions):
            return NOTHING
        if index == self._choice.index:
            return self._enter(JoinSession)
        self._choice.index = index
        return NOTHING

    def turn_wheel(self, up: bool, /) -> Actions:
        """Choose the session above, or the one below."""
        self._choice.move(Command.PREVIOUS if up else Command.NEXT, len(self._sessions), 1)
        return NOTHING

    def _enter(self, how: type[JoinSession] | type[WatchSession]) -> Actions:
        sessions = self._sessions
        return (how(sessions[self._choice.index].session),) if sessions else NOTHING


def _be(calling: str) -> Actions:
    return (Pop(), ChooseCalling(calling))


def _draw_title(console: Console, area: Area) -> None:
    waves = "≈ ~ ≈ ~ ≈"
    put_centred(console, area, area.y + 1, f"{waves}   U N D E R T I D E   {waves}", palette.WATER)
    motto = "Go down together. Don't stay too long."
    put_centred(console, area, area.y + 2, motto, palette.SOFT)


def _draw_who(console: Console, area: Area, ui: Ui) -> None:
    x = put(console, area.x, area.y + 5, "You play as ", palette.SOFT)
    x = put(console, x, area.y + 5, ui.name, palette.BRIGHT)
    calling = ui.lobby.calling_name(ui.calling)
    put(console, x, area.y + 5, f", {calling}" if calling else "", palette.INK)
    put_right(console, area.right, area.y + 5, ui.address, palette.SOFT, area.width // 2)


def _draw_columns(console: Console, area: Area) -> None:
    put(console, area.x + 2, area.y, "Session", palette.GOLD)
    for right, title in _figures(area, ("players", "watch", "floor")):
        put_right(console, right, area.y, title, palette.GOLD, 8)
    put(console, area.x + 24, area.y, "Game", palette.GOLD)
    rule(console, area.x, area.y + 1, area.width)


def _draw_session(console: Console, row: Area, info: SessionInfo, *, chosen: bool) -> None:
    if chosen:
        fill(console, row, palette.CHOSEN)
        put(console, row.x, row.y, "▸", palette.GOLD)
    ink = palette.BRIGHT if chosen else palette.INK
    put(console, row.x + 2, row.y, info.session, ink, width=21)
    game = f"{info.preset}, {PACES[info.pace]}" + (f", {info.subtitle}" if info.subtitle else "")
    put(console, row.x + 24, row.y, game, ink, width=row.width - 24 - 27)
    texts = (f"{info.heroes}/{info.seats}", str(info.spectators), str(info.deepest_floor))
    for right, text in _figures(row, texts):
        put_right(console, right, row.y, text, ink, 8)


def _figures(area: Area, texts: tuple[str, str, str]) -> list[tuple[int, str]]:
    """Return each text with the column that it ends before."""
    return [(area.right - gap, text) for gap, text in zip((17, 9, 1), texts, strict=True)]
