"""The screens, and the reaction to the player and the world. No I/O but through the link."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from undertide_client.app.asking import request_action
from undertide_client.app.entry import Entry, LobbyEntry, ReplayEntry, WatchEntry
from undertide_client.app.introduction import Introduction
from undertide_client.app.lists import keep_lists
from undertide_client.app.preferences import PlayerSettings
from undertide_client.app.reactions import Reactions
from undertide_client.app.reception import Reception
from undertide_client.app.stack import ScreenStack
from undertide_client.displays.attention import Attention
from undertide_client.displays.cells import Console
from undertide_client.keys import Command, Context
from undertide_client.model import safe
from undertide_client.model.mirror import OutOfStepError
from undertide_client.model.numbered_names import NumberedNames
from undertide_client.model.run_time import RunMoment
from undertide_client.net.link import Event, Link
from undertide_client.net.status import LinkStatus
from undertide_client.saved.saved_data import Keepsakes, in_memory
from undertide_client.screens.lobby.lobby_screen import LobbyScreen
from undertide_client.screens.lobby.outage_screen import OutageScreen
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.menus.help_screen import HelpScreen
from undertide_client.screens.widgets.actions import (
    ChooseCalling,
    ChooseSigns,
    ChooseSpeed,
    Copy,
    Home,
    Introduce,
    JumpTo,
    LeaveGame,
    LeaveReplay,
    Pause,
    PlayAgain,
    Pop,
    Rename,
    ResumeReplay,
    ShowNote,
    StepBy,
    ToLobby,
    TurnHints,
)
from undertide_client.screens.widgets.screen import NOTHING, Action, Actions, Push, Screen
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.limits import MAX_LINE
from undertide_shared.messages import (
    AccountData,
    AccountInfo,
    Chat,
    Chronicle,
    Created,
    Delta,
    Ended,
    Error,
    Joined,
    Keyframe,
    Left,
    NewRun,
    Replaying,
    Roster,
    ServerMessage,
    Stop,
    Watching,
    Welcome,
)

COPIED: Final = "Copied. If nothing can be pasted, select the line: Shift and mouse."
NOT_COPIED: Final = "This can't be copied here: select the line, with Shift and the mouse."

MAP_SECONDS: Final = 5.0
"""Seconds between two requests for the live map in the lobby: servers draw it as often."""


class Stage:
    """The screens in front of the player. `outcome` is the exit code once the player has left.

    `copy` hands a line to the clipboard; it returns False if there is no way to it. `shows` says
    whether the player sees each character of a text as itself.
    """

    def __init__(
        self,
        ui: Ui,
        link: Link,
        entry: Entry,
        kept: Keepsakes | None = None,
        settings: PlayerSettings | None = None,
        *,
        copy: Callable[[str], bool] = lambda _text: False,
        shows: Callable[[str], bool] = lambda _text: True,
    ) -> None:
        kept, chosen = kept or in_memory(), settings or PlayerSettings()
        self.ui = ui
        self.outcome: int | None = None
        self.farewell = ""
        """The reason for the end, if it was not the player's wish."""
        self._link = link
        self._copy = copy
        self._names = NumberedNames(shows)
        self._entered = False
        self._map_asked = 0.0
        self._only_replays = isinstance(entry, ReplayEntry)
        self._outage = OutageScreen(ui)
        lobby = isinstance(entry, LobbyEntry)
        self._stack = ScreenStack(LobbyScreen(ui) if lobby else MapScreen(ui))
        self._reception = Reception(ui, link, self._stack)
        self._copies = kept.copies
        ui.is_newcomer = not kept.profile.load().ended
        self._introduction = Introduction(ui, link, self._stack, entry, kept.profile)
        sought = entry.hero if isinstance(entry, WatchEntry | ReplayEntry) else ""
        self._reactions = Reactions(ui, link, self._stack, kept, chosen, sought)

    # --- what is shown -----------------------------------------------------------------------

    @property
    def top(self) -> Screen:
        """Return the screen that gets the keys."""
        return self._stack.top if self.ui.status.phase == "connected" else self._outage

    @property
    def in_lobby(self) -> bool:
        """Return whether the player is in no session and no replay."""
        return isinstance(self._stack.lowest, LobbyScreen)

    @property
    def lists_sessions(self) -> bool:
        """Return whether the list of sessions should stay fresh."""
        return self.in_lobby and not self._link.entering

    def refresh(self) -> None:
        """Ask again for lists on the screen that change without notice."""
        if self.lists_sessions:
            self._link.list_sessions(self.ui.lobby.skipped, self.ui.name)
            self._request_map()
        self._reception.refresh()

    def _request_map(self) -> None:
        """Ask for the live map that the lobby has room for, as often as it may have changed."""
        lobby, since = self._stack.lowest, self.ui.now - self._map_asked
        if isinstance(lobby, LobbyScreen) and lobby.pictured and since >= MAP_SECONDS:
            self._map_asked = self.ui.now
            self._link.list_thumbnails(lobby.pictured)

    @property
    def attention(self) -> Attention:
        """Return what the player should not miss."""
        return self._reactions.attention

    @property
    def is_settled(self) -> bool:
        """Return whether nothing that the player asked for is under way.

        A hero that follows another one does so for as long as its player likes.
        """
        if self.ui.status.phase not in {"connecting", "waiting", "connected"}:
            return True
        if self.top is self._outage or self._link.entering or self._link.unanswered:
            return False
        hero = self.ui.mirror.hero
        is_busy = hero is not None and (hero.activity != "none" or hero.fights or hero.tends)
        return not (is_busy or (self.in_lobby and self.ui.lobby.sessions is None))

    def look_at_link(self) -> None:
        """Note how the intents of the seat fare, and how quickly the server answers."""
        self.ui.fate, self.ui.latency = self._link.fate, self._link.latency
        self.ui.is_seat_new = self._link.is_seat_new

    def draw(self, console: Console) -> None:
        """Draw every visible screen, the lowest first."""
        self._stack.draw(console)
        if self.top is self._outage:
            self._outage.draw(console)

    # --- what the player does ----------------------------------------------------------------

    def press(self, key: str) -> None:
        """Pass a key to the top screen. Any key wakes the player's own hero."""
        self.ui.notice = ""
        self._reactions.alerts.note_key()
        self._reactions.newcomer_hints.note_key()
        before = self._link.fate.sequence
        self._hint_at_layout(key)
        self.perform(self._help_about_top(key) or self.top.press(key))
        if self._link.fate.sequence == before:
            self._wake()

    def _hint_at_layout(self, key: str) -> None:
        """Say that another layout may be on where a letter of another script means nothing.

        A terminal tells characters, not keys, so the letter's place on the keyboard is unknown.
        """
        contexts = self.top.contexts()
        if self.top is not self._stack.lowest or len(key) > 1 or key.isascii():
            return
        if all(self.ui.command(each, key) is None for each in contexts):
            told = f"{key} is no command: is another keyboard layout on?"
            if Context.LOBBY in contexts:
                self.ui.lobby.notice = told
            else:
                self.ui.notice = told

    def _help_about_top(self, key: str) -> Actions:
        """Return the actions that explain the top screen, if a key asks for that.

        A character may be meant as text. The map and the lobby have their own command for help.
        """
        context = self.top.context
        asks = len(key) > 1 and self.ui.command(Context.PLAY, key) is Command.HELP
        if not asks or context is None or self.ui.command(context, key) is not None:
            return NOTHING
        return (Push(HelpScreen(self.ui, context)),)

    def _wake(self) -> None:
        """Ask the own hero to wake if it sleeps: any key does that, also without an intent."""
        hero = self.ui.mirror.hero
        if self._link.playing and hero is not None and hero.state == "asleep":
            self._link.act(Stop())

    def cut_link(self) -> None:
        """Leave the server as a closed terminal does; the link comes back by itself."""
        self._link.cut()

    def click(self, x: int, y: int, *, right: bool) -> None:
        """Press the key of the hint under the pointer, or pass the click to the top screen."""
        key = "" if right else self.ui.spots.key_at(x, y)
        if key:
            self.press(key)
        else:
            self.ui.notice = ""
            self._reactions.newcomer_hints.note_key()
            self.perform(self.top.click(x, y, right))

    def perform(self, actions: Actions) -> None:
        """Carry out the actions that a screen returned."""
        for action in actions:
            self._perform(action)

    def _perform(self, action: Action) -> None:
        match action:
            case Push() | Pop() | Home():
                self._stack.change(action)
            case ShowNote(text=text):
                self.ui.notice = text
                self.ui.mirror.add_note(text)
                self.ui.lobby.notice = text if self.in_lobby else ""
            case Copy(text=text):
                self.ui.notice = COPIED if self._copy(text) else NOT_COPIED
            case Rename() | ChooseCalling() | Introduce():
                self._introduction.take_in(action)
            case TurnHints() | ChooseSigns():
                self._reactions.take_choice(action)
            case LeaveReplay() if not self._only_replays:
                request_action(self.ui, self._link, ToLobby())
            case LeaveGame() | LeaveReplay():
                self._leave()
            case ResumeReplay() | Pause() | ChooseSpeed() | JumpTo() | StepBy():
                control_replay(self.ui, self._link, action)
            case PlayAgain():
                self._reactions.rematch.request_run()
            case _:
                request_action(self.ui, self._link, action)

    def close(self) -> None:
        """End at once: the player is gone."""
        self.outcome = 0

    def _leave(self) -> None:
        over = self.ui.status.phase in {"refused", "gave up", "over"}
        self._end(1 if over else 0, self.ui.status.text if over else "")

    def _end(self, outcome: int, farewell: str) -> None:
        self.outcome, self.farewell = outcome, farewell

    # --- what the world does -----------------------------------------------------------------

    def take_in(self, event: Event) -> None:
        """Take in a message, or a change of the connection."""
        if isinstance(event, LinkStatus):
            self._note_status(event)
            return
        message = self._names.tell_apart(event)
        try:
            self.ui.mirror.apply(message)
        except OutOfStepError:
            self._link.resync()
        self._react(message)

    def link_ended(self) -> None:
        """Note that the connection will never come back."""
        if not self._entered:
            self._end(1, self.ui.status.text)

    def _note_status(self, status: LinkStatus) -> None:
        self.ui.status = self._link.status
        if status.phase == "connected" and status.reason:
            self._reception.note_guest(status)
        elif status.phase == "connected" and self.in_lobby:
            self._link.list_sessions(name=self.ui.name)
            self._entered = True
        if status.phase == "refused" and self._link.status.phase == "connected":
            self._refused(status)

    def _refused(self, status: LinkStatus) -> None:
        """Ask for another name, go back to the lobby, or end if this was the very first request.

        Where all seats are taken, the lobby shows what else there is. While the client asks for its
        earlier place again, the log has already given the reason.
        """
        if self._link.entering:
            return
        if status.join is not None and status.code in {"name_taken", "bad_name"}:
            told, is_taken = safe.text(status.reason, MAX_LINE), status.code == "name_taken"
            self._introduction.ask_again(status.join, told, is_taken=is_taken)
        elif self._entered or status.code == "session_full":
            self._entered = True
            self._to_lobby(safe.text(status.reason, MAX_LINE))
        else:
            self._end(1, status.text)

    def _react(self, message: ServerMessage) -> None:
        match message:
            case Keyframe() | Delta():
                self._introduction.note_frame()
                self._reactions.look_at_frame()
            case Joined() | Watching() | Replaying():
                if isinstance(message, Joined):
                    self._introduction.note_seat()
                self._enter()
            case Left() if self._link.entering:
                pass
            case Left():
                self._to_lobby(safe.text(message.reason, MAX_LINE))
            case Roster():
                self._reactions.sought.turn_to(self.ui.mirror, self._link)
            case Ended() | Chronicle() | NewRun():
                self._reactions.show_end(message)
            case Chat(server=True, text=text) if self.in_lobby:
                self.ui.lobby.notice = safe.text(text, MAX_LINE)
            case Error(sequence=None):
                self._say(safe.text(message.reason, MAX_LINE))
            case _:
                keep_lists(self.ui, message)
                self._reception.take_in(message)
                self._go_on(message)

    def _say(self, reason: str) -> None:
        """Show why the server refused the last request, where the player reads it."""
        self._reception.refuse(reason)
        self._reactions.rematch.refuse()
        if self.in_lobby:
            self.ui.lobby.notice = reason

    def _go_on(self, message: ServerMessage) -> None:
        """Enter, join a session just made, or list the sessions after a login or logout."""
        match message:
            case Welcome():
                self._introduction.begin()
            case Created(session=session):
                self._link.join(session, self.ui.name, self.ui.calling)
            case AccountData(data=data):
                self._save_copy(data)
            case AccountInfo() if self.lists_sessions:
                self._link.list_sessions(name=self.ui.name)
            case _:
                pass

    def _save_copy(self, data: str) -> None:
        """Write a copy of the server's data about the account into a file, and name the file."""
        try:
            file = self._copies.save(self.ui.account.name, data, self.ui.now)
        except OSError as fault:
            told = f"Your data could not be saved: {fault.strerror or fault}."
        else:
            told = f"Your data is in {_shortened(file)}"
        self.ui.notice, self.ui.lobby.notice = "", told

    def _enter(self) -> None:
        """Show the map. Screens on top of it survive an outage."""
        self._entered = True
        self._reactions.begin_session(from_lobby=self.in_lobby)
        self.ui.lobby.notice = ""
        if self.in_lobby:
            self._stack.begin(MapScreen(self.ui))
        if not self.ui.replaying:
            self._reception.enter()
        self._reactions.sought.turn_to_replayed(self.ui.mirror, self._link)

    def _to_lobby(self, notice: str) -> None:
        self._stack.begin(LobbyScreen(self.ui))
        self.ui.lobby.notice = notice
        self.ui.lobby.skipped = 0
        self._reactions.alerts.look()
        self._link.list_sessions(name=self.ui.name)


def _shortened(file: Path) -> str:
    """Return the path of a file, with `~` for the user's own folder."""
    home = Path.home()
    return f"~/{file.relative_to(home)}" if file.is_relative_to(home) else str(file)


ReplayAction = ResumeReplay | Pause | ChooseSpeed | JumpTo | StepBy


def control_replay(ui: Ui, link: Link, action: ReplayAction) -> None:
    """Carry out an action that moves the replay."""
    match action:
        case ResumeReplay():
            link.play(ui.speed)
        case Pause():
            link.play(0)
        case ChooseSpeed(percent=percent):
            ui.speed = percent
            if ui.mirror.replay_state is not None and ui.mirror.replay_state.speed:
                link.play(percent)
        case JumpTo(moment=RunMoment(elapsed=None, tick=tick)):
            ui.mirror.jump(None)
            link.seek(tick)
        case JumpTo(moment=RunMoment(elapsed=int(elapsed))):
            goal = ui.mirror.replay_state.held(elapsed) if ui.mirror.replay_state else elapsed
            ui.mirror.jump(goal)
            link.seek_time(goal)
        case StepBy(steps=steps):
            if steps < 0:
                ui.mirror.rewind()
            link.step(steps)
