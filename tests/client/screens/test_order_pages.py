"""Bans, the audit log, invite codes, and the line to write one on."""

import pytest

from people_examples import ANN, CID, among_people
from screen_text import LARGE, SMALL, drawn, playing, rows_of, shown, ui_of
from undertide_client.screens.lobby.by_code_screen import JoinByCodeScreen, WatchByCodeScreen
from undertide_client.screens.people.audit_screen import AuditScreen, open_audit_log
from undertide_client.screens.people.bans_screen import BansScreen
from undertide_client.screens.people.invite_screen import InviteScreen
from undertide_client.screens.widgets.actions import Ask, JoinSession, Pop, Push, WatchSession
from undertide_shared.messages import AuditEntry, Govern, Invited, ListAuditEntries, Unban

CODE = "k7m2q-x4hq9tbncd2w"


def test_bans_tell_whom_how_long_and_why() -> None:
    screen = BansScreen(among_people(), "")
    text = shown(screen)
    for words in ("Max may not join, 1 h left, by Ann", "Eve may not watch, for good, by Bob"):
        assert words in text
    assert "Why: spam" in text
    screen.press("down")
    assert "No reason was given." in shown(screen)


def test_a_ban_is_ended_after_a_question() -> None:
    screen = BansScreen(among_people(), "b3rn9")
    (push,) = screen.press("enter")
    assert isinstance(push, Push)
    assert "Max may come back at once." in shown(push.screen)
    assert push.screen.press("y") == (Pop(), Ask(Govern(Unban(7), "b3rn9")))


def test_where_nobody_is_banned_that_is_said() -> None:
    assert "Nobody is banned." in shown(BansScreen(among_people(CID), ""))
    assert "Nobody is banned." in shown(BansScreen(playing(), ""))


def test_the_audit_log_tells_when_who_and_what() -> None:
    ui = among_people(ANN)
    ask, push = open_audit_log(ui, "b3rn9")
    assert ask == Ask(ListAuditEntries("b3rn9"))
    assert isinstance(push, Push)
    assert "Asking…" in shown(push.screen)
    ui.now = 10_000
    ui.audit_entries = [
        AuditEntry(6_400, "Ann", "kicked Max: " + "spam " * 20, "b3rn9"),
        AuditEntry(0, "Bob", ""),
    ]
    text = shown(push.screen)
    assert "1 h ago Ann: kicked Max: spam" in text
    assert "(b3rn9)" in text
    assert "2 h ago Bob:" in text
    ui.audit_entries = []
    assert "Nothing yet." in shown(AuditScreen(ui))


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_code_stands_alone_in_its_row(size: tuple[int, int]) -> None:
    screen = InviteScreen(ui_of(), Invited("k7m2q", CODE))
    (row,) = [row for row in rows_of(drawn(screen, size=size)) if CODE in row]
    assert row.strip(" │") == CODE
    assert screen.press("x") == ()
    assert screen.press("enter") == screen.press("escape") == (Pop(),)


def test_what_stands_there_is_named_for_what_it_is() -> None:
    code = shown(InviteScreen(ui_of(), Invited("k7m2q", CODE)))
    session = shown(InviteScreen(ui_of(), Invited("k7m2q", "k7m2q")))
    assert "The invite code" in code
    assert "which ends this one" in code
    assert "The session's id" in session
    assert "which ends this one" not in session


@pytest.mark.parametrize(
    ("kind", "action"),
    [(JoinByCodeScreen, JoinSession(CODE)), (WatchByCodeScreen, WatchSession(CODE))],
)
def test_a_code_that_was_told_is_written_and_lets_in(
    kind: type[JoinByCodeScreen], action: JoinSession | WatchSession
) -> None:
    screen = kind(ui_of())
    screen.paste(f"  {CODE}\n")
    assert screen.press("enter") == (Pop(), action)
    assert kind(ui_of()).press("enter") == (Pop(),)
