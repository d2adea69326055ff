import pytest

from support.client.client_examples import session_info
from support.client.screen_text import LARGE, SMALL, drawn, rows_of, shown, ui_of
from undertide_client.screens.lobby.account_screen import AccountScreen
from undertide_client.screens.lobby.lobby_screen import (
    JoinByCodeScreen,
    LobbyScreen,
    WatchByCodeScreen,
)
from undertide_client.screens.lobby.name_screen import RenameScreen
from undertide_client.screens.lobby.new_session_screen import NewSessionScreen
from undertide_client.screens.lobby.runs_screen import RunsScreen
from undertide_client.screens.menus.help_screen import HelpScreen
from undertide_client.screens.menus.quit_screen import QuitScreen
from undertide_client.screens.people.people_screen import PeopleScreen
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import (
    AskForRuns,
    JoinSession,
    Pop,
    Refresh,
    SendRequest,
    WatchSession,
)
from undertide_client.screens.widgets.screen import Push, Screen
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.limits import MAX_LISTED_SESSIONS
from undertide_shared.messages import AccountInfo, ListPeople, LobbyHero, PresetInfo, SeatStatus

CODE = "k7m2q-x4hq9tbncd2w"


@pytest.mark.parametrize(
    ("kind", "action"),
    [(JoinByCodeScreen, JoinSession(CODE)), (WatchByCodeScreen, WatchSession(CODE))],
)
def test_a_code_that_was_told_is_written_and_lets_in(
    kind: type[JoinByCodeScreen], action: JoinSession | WatchSession
) -> None:
    for typed in (f"  {CODE}\n", f"http://host:4414/#/play/{CODE}"):
        screen = kind(ui_of())
        screen.paste(typed)
        assert screen.press("enter") == (Pop(), action)
    assert kind(ui_of()).press("enter") == (Pop(),)


def lobby(*sessions: str) -> Ui:
    ui = ui_of()
    ui.lobby.sessions = [session_info(session) for session in sessions]
    ui.lobby.presets = ["default", "tutorial"]
    return ui


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_sessions_are_listed(size: tuple[int, int]) -> None:
    text = shown(LobbyScreen(lobby("k7m2q", "b3rn9")), size=size)
    for words in ("You play as Ann", "ws://host:4414", "k7m2q default, auto", "2/8 1 4"):
        assert words in text


def test_a_session_is_listed_under_the_title_of_its_game() -> None:
    ui = lobby("k7m2q")
    ui.lobby.preset_infos = {"default": PresetInfo("default", "Down We Go")}
    assert "k7m2q Down We Go, auto" in shown(LobbyScreen(ui))


def test_the_heroes_of_the_chosen_session_are_named_unless_there_is_a_notice() -> None:
    ui = lobby()
    party = [LobbyHero(0, "Bob", 0, 3, 1, "alive")]
    ui.lobby.sessions = [session_info("k7m2q", party=party), session_info("b3rn9")]
    screen = LobbyScreen(ui)
    assert "Bob on floor 3, and 1 more" in shown(screen)
    screen.press("j")
    assert "Bob on floor 3" not in shown(screen)
    screen.press("k")
    ui.lobby.notice = "the session is gone"
    assert "Bob on floor 3" not in shown(screen)


def test_live_games_come_first_and_say_whose_they_are() -> None:
    ui = lobby()
    asleep = session_info("aaaaa", host="Ada", heroes=5, asleep=5)
    live = session_info("bbbbb", host="Bo", heroes=1)
    over = session_info("ccccc", host="Cy", heroes=8, ended=True)
    ui.lobby.sessions = [over, asleep, live]
    screen = LobbyScreen(ui)
    lines = [line for line in shown(screen).splitlines() if "'s game" in line]
    assert [line.split()[:2] for line in lines[:3]] == [["▸", "●"], ["○", "Ada's"], ["†", "Cy's"]]
    assert "Enter Join Bo's game" in shown(screen)
    assert screen.press("enter") == (JoinSession("bbbbb"),)
    screen.press("down")
    screen.press("down")
    assert "w Watch Cy's game" in shown(screen)


def test_the_one_thing_to_press_is_golden_and_takes_clicks() -> None:
    ui = lobby("k7m2q")
    ui.lobby.seats = {"k7m2q": SeatStatus("k7m2q", "asleep", "Ann")}
    console = drawn(LobbyScreen(ui))
    y = next(y for y, row in enumerate(rows_of(console)) if "Go on in game k7m2q" in row)
    x = rows_of(console)[y].index("Go on")
    assert tuple(console.rgb[y, x]["bg"]) == palette.GOLD
    assert ui.spots.key_at(x, y) == "enter"
    assert "n Create a game" in shown(LobbyScreen(lobby()))


def test_an_empty_server_invites() -> None:
    assert "Nobody is playing here yet" in shown(LobbyScreen(lobby()))
    assert "Asking…" in shown(LobbyScreen(ui_of()))


def test_a_server_that_does_not_answer_is_told() -> None:
    ui = ui_of()
    ui.silence = 5.0
    assert "no answer for 5 s" in shown(LobbyScreen(ui))


def test_a_notice_says_why_one_is_here() -> None:
    ui = lobby()
    ui.lobby.notice = "The session was closed."
    assert "The session was closed." in shown(LobbyScreen(ui))


def test_the_chosen_session_is_joined_or_watched() -> None:
    screen = LobbyScreen(lobby("k7m2q", "b3rn9"))
    assert screen.press("enter") == (JoinSession("k7m2q"),)
    screen.press("down")
    assert screen.press("enter") == (JoinSession("b3rn9"),)
    assert screen.press("w") == (WatchSession("b3rn9"),)
    screen.press("k")
    assert screen.press("w") == (WatchSession("k7m2q"),)


def test_in_an_empty_lobby_nothing_can_be_entered() -> None:
    screen = LobbyScreen(lobby())
    assert screen.press("enter") == screen.press("w") == ()


@pytest.mark.parametrize(
    ("key", "page"),
    [
        ("n", NewSessionScreen),
        ("e", RenameScreen),
        ("i", JoinByCodeScreen),
        ("I", WatchByCodeScreen),
        ("a", AccountScreen),
        ("?", HelpScreen),
        ("Q", QuitScreen),
    ],
)
def test_keys_open_pages(key: str, page: type[Screen]) -> None:
    (action,) = LobbyScreen(lobby()).press(key)
    assert isinstance(action, Push)
    assert type(action.screen) is page


def test_the_list_can_be_asked_for_again() -> None:
    assert LobbyScreen(lobby()).press("r") == (Refresh(),)


def test_pages_are_turned_beyond_the_last_and_the_first_session() -> None:
    ui = lobby("one", "two")
    ui.lobby.more_sessions = True
    screen = LobbyScreen(ui)
    assert "page 1, more below" in shown(screen)
    assert screen.press("j") == ()
    assert screen.press("j") == (Refresh(MAX_LISTED_SESSIONS),)
    ui.lobby.skipped, ui.lobby.more_sessions = MAX_LISTED_SESSIONS, False
    assert "page 2" in shown(screen)
    assert screen.press("r") == (Refresh(MAX_LISTED_SESSIONS),)
    assert screen.turn_wheel(True) == (Refresh(),)
    screen.press("j")
    assert screen.turn_wheel(False) == ()


def test_a_list_of_one_page_names_none() -> None:
    assert "page" not in shown(LobbyScreen(lobby("one")))


def test_a_long_list_scrolls() -> None:
    screen = LobbyScreen(lobby(*(f"session-{number:02}" for number in range(50))))
    for _ in range(60):
        screen.press("j")
    text = shown(screen)
    assert "▸ ● game session-49" in text
    assert "session-00" not in text


def test_a_list_that_shrinks_keeps_a_choice() -> None:
    ui = lobby("one", "two", "three")
    screen = LobbyScreen(ui)
    for _ in range(2):
        screen.press("down")
    ui.lobby.sessions = [session_info("one")]
    assert screen.press("enter") == (JoinSession("one"),)


def test_old_runs_are_asked_for_and_listed() -> None:
    ask, push = LobbyScreen(lobby()).press("o")
    assert ask == AskForRuns()
    assert isinstance(push, Push)
    assert isinstance(push.screen, RunsScreen)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_keys_that_matter_fit_under_the_list(size: tuple[int, int]) -> None:
    *_, call, _, sessions, who = shown(LobbyScreen(lobby("k7m2q")), size=size).rstrip().splitlines()
    assert call == "Enter Join game k7m2q"
    for words in ("w watch", "n create a game", "i join by code", "p people"):
        assert words in sessions
    for words in ("o replays", "e name", "c calling", "a account", "? help", "Q leave"):
        assert words in who


def test_who_one_is_here_is_told() -> None:
    ui = lobby()
    assert "A guest, without an account" in shown(LobbyScreen(ui))
    ui.account = AccountInfo("ann", operator=True)
    assert "Logged in as ann, an operator of this server" in shown(LobbyScreen(ui))


def test_how_the_sessions_are_run_is_told() -> None:
    ui = lobby()
    closed = {"access": "invited", "locked": True, "host": "Bob", "delay": 30}
    ui.lobby.sessions = [session_info("k7m2q"), session_info("b3rn9", **closed)]
    screen = LobbyScreen(ui)
    assert "k7m2q: without a party leader, public" in shown(screen)
    assert "Bob's game locked, by invitat" in shown(screen)
    screen.press("down")
    told = "b3rn9: led by Bob, by invitation, locked, spectators are 30 s behind"
    assert told in shown(screen)


def test_sleepers_are_told_from_those_who_are_here() -> None:
    ui = lobby()
    asleep = {"heroes": 8, "asleep": 6, "seats": 8}
    ui.lobby.sessions = [session_info("k7m2q", **asleep), session_info("b3rn9", full=True)]
    screen = LobbyScreen(ui)
    text = shown(screen, size=SMALL)
    assert "2 here, 6 asleep" in text
    assert "k7m2q: without a party leader, public, 8 seats" in text
    assert "b3rn9 full, d" in text
    screen.press("down")
    assert "all seats are taken" in shown(screen, size=SMALL)


def test_the_people_of_the_chosen_session_are_asked_for() -> None:
    ask, push = LobbyScreen(lobby("k7m2q")).press("p")
    assert ask == SendRequest(ListPeople("k7m2q"))
    assert isinstance(push, Push)
    assert isinstance(push.screen, PeopleScreen)
    assert LobbyScreen(lobby()).press("p") == ()


def test_a_click_chooses_a_session_and_a_second_joins_it() -> None:
    screen = LobbyScreen(lobby("k7m2q", "b3rn9"))
    rows = rows_of(drawn(screen))
    y = next(y for y, row in enumerate(rows) if "b3rn9" in row)
    x = rows[y].index("b3rn9")
    assert screen.click(x, y, False) == ()
    assert screen.click(x, y, False) == (JoinSession("b3rn9"),)
    assert screen.click(x, y + 5, False) == screen.click(x, y, True) == ()


def test_the_wheel_chooses_a_session() -> None:
    screen = LobbyScreen(lobby("k7m2q", "b3rn9"))
    assert screen.turn_wheel(False) == ()
    assert screen.press("enter") == (JoinSession("b3rn9"),)
    assert screen.turn_wheel(True) == ()
    assert screen.press("enter") == (JoinSession("k7m2q"),)


def test_of_the_own_seat_it_shows_what_the_server_says() -> None:
    ui = lobby("k7m2q", "wt4he")
    ui.lobby.seats = {
        "k7m2q": SeatStatus("k7m2q", "asleep", "Ann", 2),
        "wt4he": SeatStatus("wt4he", "dead", "Ann"),
    }
    screen = LobbyScreen(ui)
    words = "Your hero Ann sleeps there, and nothing can harm it."
    assert words in shown(screen)
    assert screen.as_text().detail[-1] == words
    screen.press("down")
    assert "Your hero" not in shown(screen)
    assert len(screen.as_text().detail) == 1
