import pytest

from support.client.people_examples import among_people
from support.client.screen_text import playing, ui_of
from undertide_client.app.asking import request_action
from undertide_client.model.replay_state import NORMAL_SPEED
from undertide_client.net.link import Link, connect
from undertide_client.screens.widgets.actions import (
    AskForPause,
    AskForRuns,
    BeginAnew,
    Eyes,
    JoinSession,
    Listen,
    NewSession,
    Refresh,
    ReplayRun,
    SendRequest,
    ShowNote,
    Speak,
    Study,
    WatchSession,
)
from undertide_client.screens.widgets.screen import Action
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import (
    Anew,
    AuditEntry,
    ClientMessage,
    Create,
    Follow,
    Govern,
    Hear,
    Kick,
    ListAuditEntries,
    ListKinds,
    ListPeople,
    ListRuns,
    ListSessions,
    LogIn,
    LogOut,
    Options,
    PauseParty,
    Say,
)


def asked(ui: Ui, action: Action) -> Link:
    link = connect("ws://host:1")
    request_action(ui, link, action)
    return link


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (Speak("hi"), Say("hi")),
        (Study(), ListKinds()),
        (AskForPause(wanted=True), PauseParty(True)),
        (AskForPause(wanted=False), PauseParty(False)),
        (Eyes(1), Follow(1)),
        (BeginAnew("mender"), Anew("mender")),
        (NewSession("keep", "party"), Create("keep", "party")),
        (
            NewSession("keep", None, Options(seed="otter", seats=3)),
            Create("keep", None, Options(seed="otter", seats=3)),
        ),
        (SendRequest(Govern(Kick(3), "s")), Govern(Kick(3), "s")),
        (SendRequest(LogOut()), LogOut()),
        (Listen("players"), Hear("players")),
        (Refresh(), ListSessions()),
        (Refresh(500), ListSessions(500)),
        (AskForRuns(), ListRuns()),
        (AskForRuns("ab12"), ListRuns("ab12")),
    ],
)
def test_what_is_asked_for_is_sent(
    sent: list[ClientMessage], action: Action, message: ClientMessage
) -> None:
    asked(playing(), action)
    assert sent == [message]


def test_the_page_of_sessions_that_was_asked_for_is_asked_for_again(
    sent: list[ClientMessage],
) -> None:
    ui = ui_of()
    asked(ui, Refresh(500))
    assert ui.lobby.skipped == 500
    ui.lobby.runs = []
    asked(ui, AskForRuns("ab12"))
    assert ui.lobby.runs is None


def test_what_asks_nothing_of_the_server_sends_nothing(sent: list[ClientMessage]) -> None:
    asked(playing(), ShowNote("So it is."))
    assert sent == []


def test_what_nobody_heard_is_told() -> None:
    ui = playing()
    asked(ui, Speak("hello?"))
    assert "Not sent" in ui.mirror.lines[-1].text


def test_who_begins_anew_stays_what_it_chose_to_be(sent: list[ClientMessage]) -> None:
    ui = playing()
    asked(ui, BeginAnew("mender"))
    assert ui.calling == "mender"


def test_every_replay_begins_at_the_run_s_own_speed(sent: list[ClientMessage]) -> None:
    ui = ui_of()
    ui.speed = 6400
    asked(ui, ReplayRun("0123"))
    assert ui.speed == NORMAL_SPEED
    assert ui.lobby.notice == "Opening the replay…"


@pytest.mark.parametrize("action", [JoinSession("a"), WatchSession("a"), ReplayRun("a")])
def test_a_place_is_asked_for_once_at_a_time(
    monkeypatch: pytest.MonkeyPatch, action: Action
) -> None:
    asked_for: list[str] = []
    monkeypatch.setattr(Link, "entering", True)
    for name in ("join", "watch", "replay"):
        monkeypatch.setattr(Link, name, lambda *_args, **_more: asked_for.append("a place"))
    asked(ui_of(), action)
    assert asked_for == []
    monkeypatch.setattr(Link, "entering", False)
    asked(ui_of(), action)
    assert asked_for == ["a place"]


def test_lists_that_are_asked_for_are_forgotten_until_they_are_told(
    sent: list[ClientMessage],
) -> None:
    ui = among_people()
    asked(ui, SendRequest(ListPeople()))
    assert ui.people is None
    ui.audit_entries = [AuditEntry(0, "Ann", "x")]
    asked(ui, SendRequest(ListAuditEntries()))
    assert not ui.audit_entries


def test_who_may_come_into_what_is_made_is_remembered(sent: list[ClientMessage]) -> None:
    ui = ui_of()
    asked(ui, NewSession("keep", "auto", Options(access="unlisted")))
    assert ui.lobby.making == "unlisted"


def test_that_a_login_is_on_its_way_is_told(sent: list[ClientMessage]) -> None:
    ui = ui_of()
    asked(ui, SendRequest(LogIn("ann", "secret")))
    assert ui.notice == "Asking…"


def test_an_order_that_nobody_heard_is_told() -> None:
    ui = playing()
    asked(ui, SendRequest(Govern(Kick(3))))
    assert "Not sent" in ui.notice


def test_whom_one_hears_is_remembered(sent: list[ClientMessage]) -> None:
    ui = playing()
    asked(ui, Listen("nobody"))
    assert ui.hearing == "nobody"
