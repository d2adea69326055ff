import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.client.client_examples import session_info
from support.client.people_examples import people
from support.client.replay_examples import run_info
from support.client.screen_text import playing, shown, ui_of
from undertide_client.app.lists import keep_lists
from undertide_client.screens.hero.bestiary_screen import BestiaryScreen
from undertide_client.screens.hero.calling_screen import CallingScreen
from undertide_client.screens.lobby.lobby_screen import LobbyScreen
from undertide_client.screens.lobby.new_session_screen import NewSessionScreen
from undertide_client.screens.lobby.runs_screen import RunsScreen
from undertide_shared.limits import (
    MAX_CALLINGS,
    MAX_GOAL,
    MAX_LISTED_HEROES,
    MAX_LISTED_RUNS,
    MAX_LISTED_SESSIONS,
    MAX_MET,
    MAX_MOTD,
    MAX_PRESETS,
)
from undertide_shared.messages import (
    PROTOCOL,
    AccountInfo,
    Audit,
    AuditEntry,
    Bestiary,
    CallingInfo,
    Created,
    Customs,
    Invited,
    MetKind,
    PresetInfo,
    Runs,
    ServerMessage,
    Sessions,
    Welcome,
)


@pytest.mark.parametrize("count", [0, 3, MAX_LISTED_SESSIONS + 5])
def test_so_many_sessions_are_kept_at_most(count: int) -> None:
    ui = ui_of()
    keep_lists(ui, Sessions([session_info(f"s{number}") for number in range(count)]))
    assert ui.lobby.sessions is not None
    assert len(ui.lobby.sessions) == min(count, MAX_LISTED_SESSIONS)


def test_whether_another_page_follows_is_kept() -> None:
    ui = ui_of()
    keep_lists(ui, Sessions([session_info()], more=True))
    keep_lists(ui, Runs([run_info()], more=True))
    assert ui.lobby.more_sessions
    assert ui.lobby.more_runs
    keep_lists(ui, Sessions([session_info()]))
    keep_lists(ui, Runs([run_info()]))
    assert not ui.lobby.more_sessions
    assert not ui.lobby.more_runs


def test_a_page_of_sessions_that_are_all_gone_gives_way_to_the_first() -> None:
    ui = ui_of()
    ui.lobby.skipped = MAX_LISTED_SESSIONS
    keep_lists(ui, Sessions([session_info()]))
    assert ui.lobby.skipped == MAX_LISTED_SESSIONS
    keep_lists(ui, Sessions([]))
    assert ui.lobby.skipped == 0


def test_presets_and_callings_are_bounded_and_harmless_when_drawn() -> None:
    ui = ui_of()
    callings = [CallingInfo("odd\x1bkey", "\x1b[2Jmage", "Casts\n.")] * 500
    infos = [PresetInfo(f"p{n}", "\x1b[2Jtitle", "It\nis.", ["a\x1b"] * 9) for n in range(500)]
    presets = ["\x1b[2Jevil", *(info.preset for info in infos)]
    keep_lists(ui, Welcome(PROTOCOL, "x", presets, callings, preset_infos=infos))
    assert len(ui.lobby.preset_infos) == MAX_PRESETS
    assert ui.lobby.preset_infos["p0"] == PresetInfo("p0", "[2Jtitle", "It is.", ["a"] * MAX_GOAL)
    assert len(ui.lobby.presets) == MAX_PRESETS
    assert len(ui.lobby.callings) == MAX_CALLINGS
    assert ui.lobby.callings[0].calling == "odd\x1bkey"
    text = shown(NewSessionScreen(ui)) + shown(CallingScreen(ui, lambda _key: ()))
    assert "?[2Jevil" in text
    assert "[2Jmage" in text
    assert "\x1b" not in text


def test_the_message_of_the_day_stands_in_the_lobby_in_harmless_words() -> None:
    ui = ui_of()
    keep_lists(ui, Welcome(PROTOCOL, "x", [], motd="Be \x1b[2Jkind. " * 99))
    assert len(ui.lobby.motd) <= MAX_MOTD
    text = shown(LobbyScreen(ui))
    assert "Be [2Jkind." in text
    assert "Asking…" in text
    keep_lists(ui, Welcome(PROTOCOL, "x", []))
    assert "kind" not in shown(LobbyScreen(ui))


def test_old_runs_are_bounded_in_number_and_heroes() -> None:
    ui = ui_of()
    assert "Asking…" in shown(RunsScreen(ui))
    heroes = ["A\x1bnn"] * 99
    keep_lists(ui, Runs([run_info(f"{number:032}", heroes=heroes) for number in range(250)]))
    assert ui.lobby.runs is not None
    assert len(ui.lobby.runs) == MAX_LISTED_RUNS
    assert ui.lobby.runs[0].heroes == ["Ann"] * MAX_LISTED_HEROES
    assert "Ann, Ann" in shown(RunsScreen(ui))


@given(st.text(max_size=60), st.integers(0, 2 * MAX_MET))
def test_a_bestiary_is_bounded_and_harmless_when_drawn(text: str, count: int) -> None:
    ui = playing()
    keep_lists(ui, Bestiary([MetKind(text, text, 0, text, 1, [text] * 50)] * count))
    assert ui.bestiary is not None
    assert len(ui.bestiary) == min(count, MAX_MET)
    drawn = shown(BestiaryScreen(ui)).replace("\n", "")
    assert drawn.isprintable()


def test_what_a_session_has_by_itself_is_kept_and_a_new_greeting_is_to_a_guest() -> None:
    ui = ui_of()
    customs = Customs("default", "auto", 8, 2, accounts=True)
    ui.account = AccountInfo("ann")
    keep_lists(ui, Welcome(PROTOCOL, "x", ["default"], [], customs))
    assert ui.lobby.customs == customs
    assert ui.account == AccountInfo("")
    keep_lists(ui, Welcome(PROTOCOL, "x", ["default"]))
    assert ui.lobby.customs is None


def test_what_is_told_of_order_is_kept() -> None:
    ui = ui_of()
    told: list[ServerMessage] = [
        AccountInfo("ann", True, b"t"),
        people(),
        Audit([AuditEntry(1, "Ann", "x")]),
    ]
    for message in told:
        keep_lists(ui, message)
    assert ui.account == AccountInfo("ann", operator=True)
    assert ui.people == people()
    assert ui.audit_entries == [AuditEntry(1, "Ann", "x")]


@pytest.mark.parametrize("told", [Created("k7m2q", "c-1"), Invited("k7m2q", "c-1")])
def test_an_invite_code_is_kept_whoever_tells_it(told: Created | Invited) -> None:
    ui = ui_of()
    keep_lists(ui, told)
    assert ui.invite == Invited("k7m2q", "c-1")


def test_of_an_unlisted_session_that_was_made_the_id_is_what_others_need() -> None:
    ui = ui_of()
    ui.lobby.making = "unlisted"
    keep_lists(ui, Created("k7m2q"))
    assert ui.invite == Invited("k7m2q", "k7m2q")


def test_a_session_that_asks_for_no_code_has_none() -> None:
    ui = ui_of()
    keep_lists(ui, Created("k7m2q"))
    assert ui.invite is None


def test_no_screen_is_told_the_token_of_an_account() -> None:
    ui = ui_of()
    keep_lists(ui, AccountInfo("a\x1bnn", True, b"secret"))
    assert ui.account == AccountInfo("ann", True, b"")
    assert playing().account.token == b""
