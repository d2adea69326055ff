"""What a player asks of the server, passed on to the link."""

from undertide_client.connection import Link
from undertide_client.reel import NORMAL_SPEED
from undertide_client.screens.actions import (
    Action,
    AskForRuns,
    BeginAnew,
    Eyes,
    JoinSession,
    NewSession,
    Refresh,
    ReplayRun,
    Send,
    Speak,
    Study,
    ToLobby,
    TryNow,
    WatchSession,
)
from undertide_client.screens.ui import Ui


def ask(ui: Ui, link: Link, action: Action) -> None:
    """Pass on what an action asks for; one that asks nothing of the server is passed over."""
    match action:
        case Send() | Speak() | Study() | BeginAnew() | Eyes():
            _ask_in_session(ui, link, action)
        case JoinSession() | WatchSession() | ReplayRun():
            _ask_for_place(ui, link, action)
        case NewSession(preset=preset, pace=pace):
            link.create(preset, pace)
        case Refresh():
            link.list_sessions()
        case AskForRuns():
            link.list_runs()
        case ToLobby():
            link.leave()
        case TryNow():
            link.try_now()
        case _:
            pass


def _ask_in_session(ui: Ui, link: Link, action: Send | Speak | Study | BeginAnew | Eyes) -> None:
    match action:
        case Send(intent=intent):
            link.act(intent)
        case Speak(text=text):
            if not link.say(text):
                ui.mirror.note("Nobody heard you: there is no connection.")
        case Study():
            link.list_kinds()
        case BeginAnew(calling=calling):
            ui.calling = calling
            link.begin_anew(calling)
        case Eyes(seat=seat):
            link.follow(seat)


def _ask_for_place(ui: Ui, link: Link, action: JoinSession | WatchSession | ReplayRun) -> None:
    """Ask for a place, unless the answer to a request for one is still on its way."""
    if link.entering:
        return
    match action:
        case JoinSession(session=session):
            link.join(session, ui.name, ui.calling)
        case WatchSession(session=session, seat=seat):
            link.watch(session, ui.name, seat)
        case ReplayRun(run=run, seat=seat):
            ui.lobby.notice = "Opening the replay…"
            ui.speed = NORMAL_SPEED
            link.replay(run, seat, speed=ui.speed)
