"""The requests of a player to the server, passed on to the link."""

from undertide_client.app.entry import Entry, JoinEntry, LobbyEntry, ReplayEntry, WatchEntry
from undertide_client.model.replay_state import NORMAL_SPEED
from undertide_client.net.destination import NEW_SESSION
from undertide_client.net.link import Link, Request
from undertide_client.screens.widgets.actions import (
    AskForPause,
    AskForRuns,
    BeginAnew,
    Eyes,
    JoinSession,
    Listen,
    NewSession,
    PlayTutorial,
    Refresh,
    ReplayRun,
    Send,
    SendRequest,
    Speak,
    Study,
    ToLobby,
    TryNow,
    WatchSession,
)
from undertide_client.screens.widgets.screen import Action
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import (
    ChangePassword,
    EraseAccount,
    ExportAccount,
    Hear,
    ListAuditEntries,
    ListPeople,
    LogIn,
    LogOut,
    SignUp,
)
from undertide_shared.options import TUTORIAL


def ask_to_enter(ui: Ui, link: Link, entry: Entry) -> None:
    """Ask for the place where a client begins. The lobby needs no request."""
    match entry:
        case JoinEntry(session=session, name=name, calling=calling, preset=preset):
            options = entry.options(ui.usual_options)
            link.join(session, name, calling, makes_if_full=False, preset=preset, options=options)
        case WatchEntry(session=session, name=name):
            link.watch(session, name)
        case ReplayEntry(run=run, begins=begins):
            link.replay(run, tick=begins.tick, speed=ui.speed, elapsed=begins.elapsed)
        case LobbyEntry():
            pass


def request_action(ui: Ui, link: Link, action: Action) -> None:
    """Send the request of an action. Ignore an action without a request."""
    match action:
        case Send() | Speak() | AskForPause() | Study() | BeginAnew() | Eyes():
            _ask_in_session(ui, link, action)
        case JoinSession() | PlayTutorial() | WatchSession() | ReplayRun():
            _ask_for_place(ui, link, action)
        case NewSession(preset=preset, pace=pace, options=options):
            ui.lobby.making = options.access
            link.create(preset, pace, options)
        case SendRequest(request=request):
            _send_request(ui, link, request)
        case Listen(whom=whom):
            ui.hearing = whom
            link.send_request(Hear(whom))
        case Refresh(skip=skip):
            ui.lobby.skipped = skip
            link.list_sessions(skip, ui.name)
        case AskForRuns(before=before):
            ui.lobby.runs, ui.lobby.notice = None, ""
            link.list_runs(before)
        case ToLobby():
            link.leave()
        case TryNow():
            link.try_now()
        case _:
            pass


def _send_request(ui: Ui, link: Link, request: Request) -> None:
    """Send a request about moderation or the own account.

    Clear the old list until a new one comes.
    """
    match request:
        case ListPeople():
            ui.people = None
        case ListAuditEntries():
            ui.audit_entries = None
        case LogIn() | SignUp() | ChangePassword() | LogOut() | ExportAccount() | EraseAccount():
            ui.notice = "Asking…"
    if not link.send_request(request):
        ui.notice = "Not sent: there is no connection."


def _ask_in_session(
    ui: Ui, link: Link, action: Send | Speak | AskForPause | Study | BeginAnew | Eyes
) -> None:
    match action:
        case Send(intent=intent):
            link.act(intent)
        case Speak(text=text):
            if not link.say(text):
                ui.mirror.add_note("Not sent: there is no connection.")
        case AskForPause(wanted=wanted):
            link.pause_party(wanted=wanted)
        case Study():
            link.list_kinds()
        case BeginAnew(calling=calling):
            ui.calling = calling
            link.begin_anew(calling)
        case Eyes(seat=seat):
            link.follow(seat)


def _ask_for_place(
    ui: Ui, link: Link, action: JoinSession | PlayTutorial | WatchSession | ReplayRun
) -> None:
    """Ask for a place, unless the answer to an earlier request is still on its way."""
    if link.entering:
        return
    match action:
        case JoinSession(session=session):
            link.join(session, ui.name, ui.calling, options=ui.usual_options)
        case PlayTutorial():
            link.join(NEW_SESSION, ui.name, ui.calling, preset=TUTORIAL)
        case WatchSession(session=session, seat=seat):
            link.watch(session, ui.name, seat)
        case ReplayRun(run=run, seat=seat):
            ui.lobby.notice = "Opening the replay…"
            ui.speed = NORMAL_SPEED
            link.replay(run, seat, speed=ui.speed)
