"""The lobby: the list of sessions to join or watch, and the way to a new one."""

from collections.abc import Callable

from undertide_client.displays.cells import Console
from undertide_client.keys import Command, Context
from undertide_client.net.address import MAX_ADDRESS, door_of
from undertide_client.screens.hero.calling_screen import CallingScreen
from undertide_client.screens.lobby.account_screen import AccountScreen
from undertide_client.screens.lobby.live_map import LEAST_ROWS, draw_live_map, session_with_map
from undertide_client.screens.lobby.lobby_view import (
    call_hint,
    draw_call,
    draw_columns,
    draw_motd,
    draw_session,
    draw_title,
    draw_who,
    players_width,
)
from undertide_client.screens.lobby.name_screen import RenameScreen
from undertide_client.screens.lobby.new_session_screen import NewSessionScreen
from undertide_client.screens.lobby.runs_screen import RunsScreen
from undertide_client.screens.menus.help_screen import HelpScreen
from undertide_client.screens.menus.quit_screen import QuitScreen
from undertide_client.screens.people.people_screen import open_people
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import (
    AskForRuns,
    ChooseCalling,
    JoinSession,
    Pop,
    Refresh,
    WatchSession,
)
from undertide_client.screens.widgets.drawing import (
    Area,
    draw_text,
    fill,
    put_right,
    whole,
    wrapped,
)
from undertide_client.screens.widgets.hints import Hint
from undertide_client.screens.widgets.line_screen import LineScreen
from undertide_client.screens.widgets.listing import Choice
from undertide_client.screens.widgets.screen import NOTHING, Actions, Push, Screen
from undertide_client.screens.widgets.screen_text import ScreenText
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.session_words import (
    OPEN_SEATS,
    account_words,
    game_name,
    heroes_words,
    in_order,
    seat_words,
    session_words,
    told_session,
)
from undertide_client.screens.words.words import page_words
from undertide_shared.limits import MAX_LISTED_SESSIONS
from undertide_shared.messages import SessionInfo


class JoinByCodeScreen(LineScreen):
    """A line for a session's id or an invite code; takes a seat there."""

    prompt = "Join (a game's id, a code, or an invite):"
    way: type[JoinSession] | type[WatchSession] = JoinSession

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui, MAX_ADDRESS)

    def finish(self, text: str) -> Actions:
        """Join or watch the session that an id, a code or an invite names.

        An empty line only closes the screen.
        """
        door = door_of(text)
        return (Pop(), self.way(door)) if door else (Pop(),)


class WatchByCodeScreen(JoinByCodeScreen):
    """A line for a session's id or an invite code; watches there without a seat."""

    prompt = "Watch (a game's id, a code, or an invite):"
    way = WatchSession


PAGES: dict[Command, Callable[[Ui], Screen]] = {
    Command.NEW_SESSION: NewSessionScreen,
    Command.RENAME: RenameScreen,
    Command.CALLING: lambda ui: CallingScreen(ui, be),
    Command.ACCOUNT: AccountScreen,
    Command.JOIN_BY_CODE: JoinByCodeScreen,
    Command.WATCH_BY_CODE: WatchByCodeScreen,
    Command.HELP: HelpScreen,
    Command.QUIT: QuitScreen,
}
"""Commands that open a screen."""
HINTS: tuple[tuple[tuple[Command, str], ...], ...] = (
    (
        (Command.WATCH, "watch"),
        (Command.NEW_SESSION, "create a game"),
        (Command.JOIN_BY_CODE, "join by code"),
        (Command.WATCH_BY_CODE, "watch by code"),
        (Command.PEOPLE, "people"),
    ),
    (
        (Command.RUNS, "replays"),
        (Command.RENAME, "name"),
        (Command.CALLING, "calling"),
        (Command.ACCOUNT, "account"),
        (Command.HELP, "help"),
        (Command.QUIT, "leave"),
    ),
)
"""Hints at the foot, one row each: about the sessions, and about the player."""
NO_SESSION = "Nobody is playing here yet."
ASKING = "Asking…"
WIDTH = 92
LIST_HEAD = 2
"""Rows of the heads of the list's columns."""
LEAST_LISTED = 3
"""Rows that the list keeps above a live map, for sessions to come."""
HEAD_ROWS = 7
"""Rows of the title and of the player's name, calling and account."""
FOOT_ROWS = 4 + len(HINTS)
"""Rows of the foot: a sentence about the chosen session, its heroes or a notice, what to press
first with a gap below it, and the hints."""


class LobbyScreen(Screen):
    """The lowest screen while the client is in no session."""

    covers = True

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui)
        self._choice = Choice()
        self._list = Area(0, 0, 0, 0)
        self._top = 0
        self.pictured = ""
        """The session whose live map has room on the screen; empty for none."""

    @property
    def _sessions(self) -> list[SessionInfo]:
        return in_order(self.ui.lobby.sessions or [])

    def draw(self, console: Console) -> None:
        """Draw the title, the player, the sessions and the keys."""
        fill(console, whole(console), palette.PAPER)
        width = min(WIDTH, console.width - 4)
        area = Area((console.width - width) // 2, 1, width, console.height - 2)
        draw_title(console, area)
        draw_who(console, Area(area.x, area.y + 4, width, 2), self.ui)
        head = HEAD_ROWS + draw_motd(
            console, Area(area.x, area.y + HEAD_ROWS - 1, width, 3), self.ui
        )
        rows = area.height - head - FOOT_ROWS
        self._draw_lists(console, Area(area.x, area.y + head, width, rows))
        self._draw_foot(console, area)

    def as_text(self) -> ScreenText:
        """Return who the player is and what the server says; the sessions are the choices."""
        ui, sessions = self.ui, self._sessions
        self._choice.hold(len(sessions))
        calling = ui.lobby.calling_name(ui.calling)
        who = f"You play as {ui.name}{f', {calling}' if calling else ''}, on {ui.addresses[0]}."
        nothing = "" if sessions else NO_SESSION if ui.lobby.sessions == [] else ASKING
        account = f"{account_words(ui.account)}."
        lines = (who, account, ui.lobby.motd, ui.lobby.notice, ui.silence_words, nothing)
        return ScreenText(
            "The lobby",
            tuple(filter(None, lines)),
            choices=tuple(told_session(one, ui.lobby.title_of(one.preset)) for one in sessions),
            chosen=self._choice.index if sessions else -1,
            detail=self._details() if sessions else (),
            hints=[self._call, *(hint for row in HINTS for hint in ui.hints(Context.LOBBY, *row))],
        )

    def _details(self) -> tuple[str, ...]:
        """Return what the text of the lobby says of the chosen session."""
        info = self._sessions[self._choice.index]
        return tuple(filter(None, (session_words(info), self._own_seat_words(info))))

    def contexts(self) -> tuple[Context, ...]:
        """Return the context of the lobby."""
        return (Context.LOBBY,)

    def pick(self, index: int, /) -> Actions:
        """Mark a session."""
        self._choice.index = index
        return NOTHING

    def _draw_lists(self, console: Console, area: Area) -> None:
        """Draw the sessions and, where there is room below them, the live map of one."""
        sessions = self._sessions
        self._choice.hold(len(sessions))
        listed = LIST_HEAD + max(LEAST_LISTED, len(sessions)) + 1
        info = session_with_map(sessions, self._choice.index)
        has_room = area.height - listed >= LEAST_ROWS and not self.ui.plain_glyphs
        self.pictured = info.session if info is not None and has_room else ""
        thumbnail = self.ui.lobby.thumbnails.get(self.pictured)
        if info is None or thumbnail is None:
            self._draw_sessions(console, area)
            return
        self._draw_sessions(console, Area(area.x, area.y, area.width, listed))
        below = Area(area.x, area.y + listed, area.width, area.height - listed - 1)
        draw_live_map(console, below, thumbnail, game_name(info))

    def _draw_sessions(self, console: Console, area: Area) -> None:
        sessions = self._sessions
        self._choice.hold(len(sessions))
        self._draw_page(console, area)
        draw_columns(console, area)
        if not sessions:
            words = NO_SESSION if self.ui.lobby.sessions == [] else ASKING
            draw_text(console, area.x + 2, area.y + 2, words, palette.SOFT)
            return
        rows = max(1, area.height - LIST_HEAD)
        self._list = Area(area.x, area.y + 2, area.width, rows)
        self._top = top = self._choice.first_shown(len(sessions), rows)
        players = players_width(sessions)
        for index, info in enumerate(sessions[top : top + rows], top):
            row = Area(area.x, self._list.y + index - top, area.width, 1)
            title = self.ui.lobby.title_of(info.preset)
            draw_session(console, row, info, title, players, chosen=index == self._choice.index)

    def _draw_page(self, console: Console, area: Area) -> None:
        """Name the page above the list, if there are several."""
        lobby = self.ui.lobby
        words = page_words(1 + lobby.skipped // MAX_LISTED_SESSIONS, more=lobby.more_sessions)
        put_right(console, area.right, area.y - 1, words, palette.SOFT, area.width)

    def _draw_foot(self, console: Console, area: Area) -> None:
        y = area.bottom - FOOT_ROWS
        if self._sessions:
            words = session_words(self._sessions[self._choice.index])
            draw_text(console, area.x, y, words, palette.SOFT, width=area.width)
            if not self.ui.lobby.notice:
                chosen = self._sessions[self._choice.index]
                heroes = self._own_seat_words(chosen) or heroes_words(chosen)
                draw_text(console, area.x, y + 1, heroes, palette.SOFT, width=area.width)
        for line in wrapped(self.ui.lobby.notice, area.width)[:1]:
            draw_text(console, area.x, y + 1, line, palette.WARNING)
        self.ui.spots.clear()
        draw_call(console, Area(area.x, y + 2, area.width, 1), self.ui, self._call)
        for row, pairs in enumerate(HINTS, y + 4):
            hints = self.ui.hints(Context.LOBBY, *pairs)
            self.ui.spots.draw(console, area.x, row, hints, palette.SOFT, area.width)

    @property
    def _call(self) -> Hint:
        """The one thing to press here."""
        return call_hint(self.ui, self._sessions[self._choice.index] if self._sessions else None)

    def _own_seat_words(self, info: SessionInfo) -> str:
        """Return what became of the player's seat in a session; empty without one to go on with."""
        seat = self.ui.lobby.seats.get(info.session)
        if seat is None or seat.state not in OPEN_SEATS:
            return ""
        return seat_words(seat, self.ui.name)

    def press(self, key: str) -> Actions:
        """Move in the list, or carry out a command about a session or about the player."""
        command = self.ui.command(Context.LOBBY, key)
        turned = self._turn_page(command)
        if turned:
            return turned
        self._choice.move(command, len(self._sessions), 1)
        return self._at_session(command) if self._sessions else self._open(command)

    def _turn_page(self, command: Command | None) -> Actions:
        """Ask for the page beyond the last or the first line, if a command leads there."""
        lobby = self.ui.lobby
        turned = self._choice.beyond(command, len(self._sessions)) if self._sessions else 0
        if not ((turned > 0 and lobby.more_sessions) or (turned < 0 and lobby.skipped)):
            return NOTHING
        self._choice.index = 0
        return (Refresh(max(0, lobby.skipped + turned * MAX_LISTED_SESSIONS)),)

    def _at_session(self, command: Command | None) -> Actions:
        """Carry out a command about the chosen session, or any other command."""
        session = self._sessions[self._choice.index].session
        match command:
            case Command.CHOOSE:
                return (JoinSession(session),)
            case Command.WATCH:
                return (WatchSession(session),)
            case Command.PEOPLE:
                return open_people(self.ui, session)
            case _:
                return self._open(command)

    def _open(self, command: Command | None) -> Actions:
        match command:
            case Command.REFRESH:
                return (Refresh(self.ui.lobby.skipped),)
            case Command.RUNS:
                return (AskForRuns(), Push(RunsScreen(self.ui)))
            case Command() if command in PAGES:
                return (Push(PAGES[command](self.ui)),)
            case _:
                return NOTHING

    def click(self, x: int, y: int, right: bool, /) -> Actions:
        """Choose the session under the pointer. A second click joins it."""
        index = self._top + y - self._list.y
        if right or not self._list.contains(x, y) or index >= len(self._sessions):
            return NOTHING
        if index == self._choice.index:
            return self._at_session(Command.CHOOSE)
        self._choice.index = index
        return NOTHING

    def turn_wheel(self, up: bool, /) -> Actions:
        """Choose the previous or the next session."""
        command = Command.PREVIOUS if up else Command.NEXT
        turned = self._turn_page(command)
        if not turned:
            self._choice.move(command, len(self._sessions), 1)
        return turned


def be(calling: str) -> Actions:
    """Return the actions that choose the calling of the player's next hero."""
    return (Pop(), ChooseCalling(calling))
