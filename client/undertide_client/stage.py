"""The stack of screens, and what the world and the player do to it. No I/O but through the link."""

from typing import Final

from tcod.console import Console

from undertide_client import safe
from undertide_client.connection import Event, Link
from undertide_client.entry import Entry, JoinEntry, LobbyEntry, WatchEntry
from undertide_client.mirror import OutOfStep
from undertide_client.screens.death_screen import DeathScreen
from undertide_client.screens.end_screen import EndScreen
from undertide_client.screens.eyes import seat_of
from undertide_client.screens.lobby_screen import LobbyScreen
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.outage_screen import OutageScreen
from undertide_client.screens.screen import (
    Action,
    Actions,
    Eyes,
    Home,
    JoinSession,
    LeaveGame,
    NewSession,
    Note,
    Pop,
    Push,
    Refresh,
    Rename,
    Screen,
    Send,
    Speak,
    ToLobby,
    TryNow,
    WatchSession,
)
from undertide_client.screens.ui import Ui
from undertide_client.status import Status
from undertide_shared.messages import (
    Created,
    Delta,
    Ended,
    Error,
    Joined,
    Keyframe,
    Left,
    Roster,
    ServerMessage,
    Sessions,
    Watching,
    Welcome,
)

MAX_SESSIONS: Final = 500
"""Sessions that the lobby lists: more than one server holds by default."""
MAX_PRESETS: Final = 100
"""Presets that can be chosen from."""
MAX_SCREENS: Final = 16
"""Screens on top of each other; none leads further than five deep."""


class Stage:
    """What is on the screen. `outcome` is the exit code once the player has left for good."""

    def __init__(self, ui: Ui, link: Link, entry: Entry) -> None:
        self.ui = ui
        self.outcome: int | None = None
        self.farewell = ""
        """Why it ended, where it did not end as the player asked."""
        self._link = link
        self._entered = False
        self._mourned = False
        self._wanted_hero = ""
        self._outage = OutageScreen(ui)
        self._screens: list[Screen] = []
        self._begin(entry)

    def _begin(self, entry: Entry) -> None:
        match entry:
            case LobbyEntry():
                self._screens = [LobbyScreen(self.ui)]
            case JoinEntry(session=session, name=name):
                self._screens = [MapScreen(self.ui)]
                self._link.join(session, name)
            case WatchEntry(session=session, hero=hero, name=name):
                self._screens = [MapScreen(self.ui)]
                self._wanted_hero = hero
                self._link.watch(session, name)

    # --- what is shown -----------------------------------------------------------------------

    @property
    def top(self) -> Screen:
        """The screen that keys go to."""
        return self._screens[-1] if self.ui.status.phase == "connected" else self._outage

    @property
    def in_lobby(self) -> bool:
        """Whether the list of sessions is to be kept fresh."""
        return isinstance(self._screens[0], LobbyScreen)

    def draw(self, console: Console) -> None:
        """Draw every screen that can be seen, the lowest first."""
        self.ui.fate, self.ui.latency = self._link.fate, self._link.latency
        covering = [index for index, screen in enumerate(self._screens) if screen.covers]
        for screen in self._screens[covering[-1] :]:
            screen.draw(console)
        if self.top is self._outage:
            self._outage.draw(console)

    # --- what the player does ----------------------------------------------------------------

    def perform(self, actions: Actions) -> None:
        """Carry out what a screen asked for."""
        for action in actions:
            self._perform(action)

    def _perform(self, action: Action) -> None:
        match action:
            case Push(screen=screen):
                if len(self._screens) < MAX_SCREENS:
                    self._screens.append(screen)
            case Pop():
                del self._screens[max(1, len(self._screens) - 1) :]
            case Home():
                del self._screens[1:]
            case Note(text=text):
                self.ui.mirror.note(text)
            case Rename(name=name):
                self.ui.name = name
            case LeaveGame():
                self._leave()
            case _:
                self._request(action)

    def _request(self, action: Action) -> None:
        """Pass on what the server is asked for."""
        link = self._link
        match action:
            case Send(intent=intent):
                link.act(intent)
            case Speak(text=text):
                self._speak(text)
            case Eyes(seat=seat):
                link.follow(seat)
            case JoinSession(session=session):
                link.join(session, self.ui.name)
            case WatchSession(session=session):
                link.watch(session, self.ui.name)
            case NewSession(preset=preset, pace=pace):
                link.create(preset, pace)
            case Refresh():
                link.list_sessions()
            case ToLobby():
                link.leave()
            case TryNow():
                link.try_now()
            case _:
                pass

    def _speak(self, text: str) -> None:
        if not self._link.say(text):
            self.ui.mirror.note("Nobody heard you: there is no connection.")

    def _leave(self) -> None:
        over = self.ui.status.phase in {"refused", "gave up"}
        self._end(1 if over else 0, self.ui.status.text if over else "")

    def _end(self, outcome: int, farewell: str) -> None:
        self.outcome, self.farewell = outcome, farewell

    # --- what the world does -----------------------------------------------------------------

    def take_in(self, event: Event) -> None:
        """Take in a message or a change of the connection."""
        if isinstance(event, Status):
            self._note_status(event)
            return
        try:
            self.ui.mirror.apply(event)
        except OutOfStep:
            self._link.resync()
        self._react(event)

    def link_ended(self) -> None:
        """Note that the connection will never come back."""
        if not self._entered:
            self._end(1, self.ui.status.text)

    def _note_status(self, status: Status) -> None:
        self.ui.status = self._link.status
        if status.phase == "connected" and self.in_lobby:
            self._link.list_sessions()
            self._entered = True
        if status.phase == "refused" and self._link.status.phase == "connected":
            self._refused(status)

    def _refused(self, status: Status) -> None:
        """Go back to the lobby, or end where the first thing asked for was turned down."""
        if self._entered:
            self._to_lobby(status.reason)
        else:
            self._end(1, status.text)

    def _react(self, message: ServerMessage) -> None:
        match message:
            case Keyframe() | Delta():
                self._mourn()
            case Joined() | Watching():
                self._enter()
            case Left():
                self._to_lobby(safe.text(message.reason, safe.MAX_LINE))
            case Roster():
                self._find_wanted_hero()
            case Ended():
                self._show_end()
            case Error(sequence=None) if self.in_lobby:
                self.ui.lobby.notice = safe.text(message.reason, safe.MAX_LINE)
            case _:
                self._react_in_lobby(message)

    def _react_in_lobby(self, message: ServerMessage) -> None:
        lobby = self.ui.lobby
        match message:
            case Welcome(presets=presets):
                # Presets go back to the server, so they stay as they came.
                lobby.presets = presets[:MAX_PRESETS]
            case Sessions(sessions=sessions):
                lobby.sessions = [safe.session(info) for info in sessions[:MAX_SESSIONS]]
            case Created(session=session):
                self._link.join(session, self.ui.name)
            case _:
                pass

    def _enter(self) -> None:
        """Show the map; what is open on top of it survives an outage."""
        self._entered = True
        self.ui.lobby.notice = ""
        if not isinstance(self._screens[0], MapScreen):
            self._screens = [MapScreen(self.ui)]
            self._mourned = False

    def _to_lobby(self, notice: str) -> None:
        self._screens = [LobbyScreen(self.ui)]
        self.ui.lobby.notice = notice
        self._link.list_sessions()

    def _mourn(self) -> None:
        """Tell the player once that the own hero died."""
        if self.ui.dead and not self._mourned:
            self._mourned = True
            del self._screens[1:]
            self._screens.append(DeathScreen(self.ui))
        elif not self.ui.dead and self.ui.mirror.hero is not None:
            self._mourned = False

    def _find_wanted_hero(self) -> None:
        """Turn to the hero that the player asked to watch by name."""
        name, self._wanted_hero = self._wanted_hero, ""
        if not name:
            return
        seat = seat_of(self.ui.mirror, name)
        if seat is None:
            self.ui.mirror.note(f"No hero here is called {name}: you watch the whole party.")
        else:
            self._link.follow(seat)

    def _show_end(self) -> None:
        ended = self.ui.mirror.ended
        if ended is not None:
            del self._screens[1:]
            self._screens.append(EndScreen(self.ui, ended))
