import pytest

from support.client.client_examples import (
    ARENA,
    GOBLIN,
    HERO,
    VAULT,
    delta,
    hero_status,
    keyframe,
    watching,
)
from support.client.replay_examples import HOUR, LANDMARKS, moment_at, watched_again
from support.client.screen_text import LARGE, SMALL, drawn, find, playing, rows_of, shown, ui_of
from undertide_client.screens.hero.items_screen import PackScreen
from undertide_client.screens.hero.sheet_screen import SheetScreen
from undertide_client.screens.map.cursor_screen import LookScreen, TravelScreen
from undertide_client.screens.map.search_screen import SearchScreen
from undertide_client.screens.map.stairs_screen import StairsScreen
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.menus.chat_screen import ChatScreen
from undertide_client.screens.menus.help_screen import HelpScreen
from undertide_client.screens.menus.history_screen import HistoryScreen
from undertide_client.screens.menus.quit_screen import QuitScreen
from undertide_client.screens.people.party_screen import PartyScreen
from undertide_client.screens.replay.go_to_screen import GoToScreen
from undertide_client.screens.replay.landmarks_screen import LandmarksScreen
from undertide_client.screens.run.run_map_screen import RunMapScreen
from undertide_client.screens.widgets.actions import (
    AskForPause,
    Eyes,
    JumpTo,
    LeaveReplay,
    ReplayRun,
    ResumeReplay,
    Send,
    ShowNote,
)
from undertide_client.screens.widgets.screen import Push, Screen
from undertide_shared.messages import (
    Climb,
    Explore,
    Fight,
    Intent,
    Move,
    PaceStatus,
    PackItem,
    Rest,
    Shift,
    Sighting,
    StairInfo,
    Stop,
    Take,
    Travel,
    Use,
    Wait,
)

SPOTS = [Sighting(HERO, 1, 2, 1), Sighting(GOBLIN, 2, 4, 0)]


def spectator() -> MapScreen:
    ui = playing()
    ui.mirror.apply(watching())
    ui.mirror.apply(keyframe("." * 100 + "\n" + "." * 100, sightings=SPOTS))
    return MapScreen(ui)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_it_shows_the_map_the_log_the_panel_and_the_status(size: tuple[int, int]) -> None:
    text = shown(MapScreen(playing()), size=size)
    for words in ("#·@···g··#", "A goblin shouts!", "Life", "@ Ann", "● connected"):
        assert words in text


def test_before_the_first_frame_it_says_so() -> None:
    assert "The dark gives way slowly…" in shown(MapScreen(ui_of()))


def test_before_there_is_a_place_one_can_only_leave_or_ask_for_help() -> None:
    screen = MapScreen(ui_of())
    for key in ("up", "o", "f", "B", "t", "K", "9", "space"):
        assert screen.press(key) == ()
    for key, page in (("Q", QuitScreen), ("?", HelpScreen)):
        (action,) = screen.press(key)
        assert isinstance(action, Push)
        assert type(action.screen) is page


@pytest.mark.parametrize(
    ("key", "intent"),
    [
        ("up", Move(0, -1)),
        ("n", Move(1, 1)),
        ("kp7", Move(-1, -1)),
        ("6", Move(1, 0)),
        (".", Wait()),
        ("g", Take()),
        ("o", Explore(passes=True)),
        ("tab", Fight(passes=True)),
        ("z", Rest()),
        ("escape", Stop()),
        (">", Climb(7, 3)),
        ("<", Climb(3, 3)),
    ],
)
def test_keys_become_intents_at_once(key: str, intent: Intent) -> None:
    assert MapScreen(playing()).press(key) == (Send(intent),)


@pytest.mark.parametrize(
    ("key", "screen"),
    [
        ("i", PackScreen),
        ("_", TravelScreen),
        ("/", SearchScreen),
        ("ctrl+f", SearchScreen),
        (";", LookScreen),
        ("t", ChatScreen),
        ("enter", ChatScreen),
        ("m", HistoryScreen),
        ("M", RunMapScreen),
        ("p", PartyScreen),
        ("c", SheetScreen),
        ("?", HelpScreen),
        ("Q", QuitScreen),
        ("ctrl+c", QuitScreen),
    ],
)
def test_keys_open_screens(key: str, screen: type[Screen]) -> None:
    (action,) = MapScreen(playing()).press(key)
    assert isinstance(action, Push)
    assert type(action.screen) is screen


def test_the_best_healing_is_drunk_and_without_any_a_note_says_so() -> None:
    potion = PackItem(3, "potion", 1, "!", 0, "", does=["heal"])
    assert MapScreen(playing(pack=[potion])).press("q") == (Send(Use(3)),)
    assert MapScreen(playing(pack=[])).press("q") == (ShowNote("You carry nothing that heals."),)


@pytest.mark.parametrize(
    ("pace", "wanted"),
    [
        (PaceStatus("real"), True),
        (PaceStatus("real", pause_asked=[1]), True),
        (PaceStatus("real", pause_asked=[0]), False),
        (PaceStatus("real", paused_for=60_000, pause_asked=[0, 1]), False),
    ],
)
def test_a_key_asks_for_a_pause_or_ends_it(pace: PaceStatus, wanted: bool) -> None:
    assert MapScreen(playing(pace=pace)).press("W") == (AskForPause(wanted),)


def test_keys_without_a_meaning_do_nothing() -> None:
    assert MapScreen(playing()).press("f12") == ()
    assert spectator().press("o") == ()


def test_unknown_stairs_are_told_and_not_asked_for() -> None:
    screen = MapScreen(playing(drawing="." * 8 + "\n" + "." * 8, sightings=SPOTS))
    assert screen.press(">") == (ShowNote("You know of no stairs down on this floor yet."),)


def test_of_several_stairs_one_is_chosen() -> None:
    leads = [StairInfo(7, 0, ARENA), StairInfo(1, 1, VAULT)]
    ui = playing(drawing="#<.....>#\n#>......#", sightings=[Sighting(HERO, 1, 3, 1)], stairs=leads)
    (action,) = MapScreen(ui).press(">")
    assert isinstance(action, Push)
    assert isinstance(action.screen, StairsScreen)
    ui.mirror.apply(delta(shifted=[Shift(HERO, 1, 1)]))
    assert MapScreen(ui).press(">") == (Send(Climb()),)


def test_a_spectator_looks_at_the_run_too() -> None:
    (action,) = spectator().press("M")
    assert isinstance(action, Push)
    assert isinstance(action.screen, RunMapScreen)


def test_a_spectator_changes_eyes_and_sends_no_intents() -> None:
    screen = spectator()
    assert screen.press("f") == (Eyes(1),)
    assert screen.press("F") == (Eyes(None),)
    assert screen.press("a") == (Eyes(None),)
    assert screen.press("up") == ()


def test_a_dead_hero_s_player_is_a_spectator() -> None:
    screen = MapScreen(playing(hero=hero_status(state="dead")))
    assert screen.press("up") == ()
    assert isinstance(screen.press("f")[0], Eyes)


def test_a_spectator_scrolls_and_comes_back() -> None:
    screen = spectator()
    before = rows_of(drawn(screen))
    for _ in range(60):
        screen.press("right")
    scrolled = "\n".join(rows_of(drawn(screen)))
    assert "·g·" not in scrolled
    assert "···" in scrolled
    screen.press("escape")
    assert rows_of(drawn(screen)) == before


def test_clicks_travel_and_look() -> None:
    screen = MapScreen(playing())
    console = drawn(screen)
    x, y = find(console, ">")[0]
    assert screen.click(x, y, False) == (Send(Travel(7, 3)),)
    (action,) = screen.click(x, y, True)
    assert isinstance(action, Push)
    assert isinstance(action.screen, LookScreen)
    assert action.screen.cell == (7, 3)


def test_a_click_on_the_panel_tells_what_its_figures_mean() -> None:
    screen = MapScreen(playing())
    drawn(screen)
    (action,) = screen.click(79, 0, False)
    assert isinstance(action, Push)
    assert "Your hero falls at 0." in shown(action.screen)


def test_clicks_on_walls_and_beside_the_map_do_nothing() -> None:
    screen = MapScreen(playing())
    x, y = find(drawn(screen), "#")[0]
    assert screen.click(x, y, False) == ()
    assert MapScreen(ui_of()).click(3, 3, False) == ()


def test_a_spectator_can_go_back_to_the_beginning() -> None:
    ui = playing()
    ui.mirror.apply(watching())
    ui.mirror.apply(keyframe(seat=1))
    assert MapScreen(ui).press("B") == (ReplayRun("k7m2q", 1),)


# --- in a replay ---------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_replay_has_a_bar_over_the_status(size: tuple[int, int]) -> None:
    *_, bar, status = shown(MapScreen(watched_again()), size=size).splitlines()
    assert bar.startswith("0:12:34 / 1:00:00")
    assert status.startswith("replay of 01234567")
    assert "#·@···g··#" in shown(MapScreen(watched_again()), size=size)


def test_without_a_replay_there_is_no_bar() -> None:
    assert "0:00:00" not in shown(MapScreen(playing()))


@pytest.mark.parametrize(
    ("key", "action"),
    [
        ("space", ResumeReplay()),
        ("]", JumpTo(moment_at(LANDMARKS[1].tick))),
        ("5", JumpTo(moment_at(HOUR // 2))),
        ("Q", LeaveReplay()),
        ("f", Eyes(None)),
        ("a", Eyes(None)),
    ],
)
def test_keys_move_the_replay_or_change_the_eyes(key: str, action: object) -> None:
    ui = watched_again()
    ui.mirror.apply(keyframe(seat=0, party=ui.mirror.party[:1]))
    assert MapScreen(ui).press(key) == (action,)


@pytest.mark.parametrize(
    ("key", "screen"),
    [
        ("e", LandmarksScreen),
        ("g", GoToScreen),
        (";", LookScreen),
        ("m", HistoryScreen),
        ("M", RunMapScreen),
        ("p", PartyScreen),
        ("?", HelpScreen),
    ],
)
def test_a_replay_has_its_own_screens(key: str, screen: type[Screen]) -> None:
    (action,) = MapScreen(watched_again()).press(key)
    assert isinstance(action, Push)
    assert type(action.screen) is screen


def test_in_a_replay_nobody_acts_or_talks() -> None:
    screen = MapScreen(watched_again())
    for key in ("o", "i", "t", "enter", "B", "z", "f12"):
        assert screen.press(key) == ()
    x, y = next(spot for spot in find(drawn(screen), "·") if spot[0] < 50)
    assert screen.click(x, y, False) == ()


def test_arrows_scroll_a_replay_too() -> None:
    ui = watched_again()
    ui.mirror.apply(keyframe("." * 100 + "\n" + "." * 100, sightings=SPOTS))
    screen = MapScreen(ui)
    before = rows_of(drawn(screen))
    for _ in range(15):
        assert screen.press("right") == ()
    assert rows_of(drawn(screen)) != before
    screen.press("escape")
    assert rows_of(drawn(screen)) == before


def test_a_click_on_the_bar_goes_there() -> None:
    screen = MapScreen(watched_again())
    console = drawn(screen)
    (x, y) = find(console, "♛")[0]
    assert y == 22
    assert screen.click(x, y, False) == (JumpTo(moment_at(LANDMARKS[2].tick)),)
    assert screen.click(2, y, False) == ()


def test_who_prefers_to_stop_for_everybody_passes_nobody() -> None:
    ui = playing()
    ui.passes_weak = False
    assert MapScreen(ui).press("o") == (Send(Explore()),)
    assert MapScreen(ui).press("tab") == (Send(Fight()),)
