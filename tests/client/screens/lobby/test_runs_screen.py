import pytest

from support.client.replay_examples import RUN, run_info
from support.client.screen_text import LARGE, SMALL, shown, ui_of
from undertide_client.screens.lobby.runs_screen import RunsScreen
from undertide_client.screens.widgets.actions import AskForRuns, Pop, ReplayRun
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import PresetInfo, RunInfo


def kept(*runs: RunInfo) -> Ui:
    ui = ui_of()
    ui.lobby.runs = list(runs)
    ui.now = 8_300.0
    return ui


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_runs_are_listed_with_who_played_when_and_how_long(size: tuple[int, int]) -> None:
    ui = kept(run_info(), run_info("f" * 32, state="aside", heroes=[], begun=8_300))
    text = shown(RunsScreen(ui), size=size)
    assert "k7m2q default Ann, Bob 2 h ago 1:00:00 ended" in text
    assert "k7m2q default nobody just now 1:00:00 set aside" in text


def test_a_run_is_listed_under_the_title_of_its_game() -> None:
    ui = kept(run_info())
    ui.lobby.preset_infos = {"default": PresetInfo("default", "Down We Go")}
    assert "k7m2q Down We Go Ann, Bob" in shown(RunsScreen(ui))


def test_a_crowd_and_long_names_never_hide_the_state() -> None:
    long = run_info(session="s" * 40, preset="p" * 40, heroes=["A" * 16] * 8, ticks=10**9)
    assert "… 2 h ago 27777:4… ended" in shown(RunsScreen(kept(long)))


def test_the_chosen_run_is_watched_by_its_whole_name() -> None:
    screen = RunsScreen(kept(run_info(), run_info("f" * 32)))
    assert screen.press("enter") == (ReplayRun(RUN),)
    screen.press("j")
    assert screen.press("enter") == (ReplayRun("f" * 32),)


def test_the_list_can_be_asked_for_again_and_left() -> None:
    screen = RunsScreen(kept())
    assert screen.press("r") == (AskForRuns(),)
    assert screen.press("escape") == screen.press("q") == (Pop(),)
    assert screen.press("enter") == ()


def test_pages_are_turned_beyond_the_last_and_the_first_line() -> None:
    ui = kept(run_info("a" * 32), run_info("b" * 32))
    ui.lobby.more_runs = True
    screen = RunsScreen(ui)
    assert "Old runs, page 1, more below" in shown(screen)
    assert screen.press("j") == ()
    assert screen.press("j") == (AskForRuns("b" * 32),)
    ui.lobby.runs = None
    assert screen.press("j") == ()
    ui.lobby.runs, ui.lobby.more_runs = [run_info("c" * 32)], False
    assert "Old runs, page 2" in shown(screen)
    assert screen.turn_wheel(False) == ()
    assert screen.turn_wheel(True) == (AskForRuns(""),)
    assert screen.press("k") == ()


def test_asking_again_goes_to_the_first_page() -> None:
    ui = kept(run_info("a" * 32))
    ui.lobby.more_runs = True
    screen = RunsScreen(ui)
    assert screen.press("j") == (AskForRuns("a" * 32),)
    ui.lobby.more_runs = False
    assert screen.press("r") == (AskForRuns(),)
    assert "page" not in shown(screen)


def test_a_page_that_was_refused_says_why() -> None:
    ui = kept()
    ui.lobby.runs, ui.lobby.notice = None, "there is no run ab12; it may have been deleted"
    assert ui.lobby.notice in shown(RunsScreen(ui))


def test_a_server_without_old_runs_says_so() -> None:
    assert "There are no runs to watch again." in shown(RunsScreen(kept()))
    assert "Asking…" in shown(RunsScreen(ui_of()))


def test_why_a_run_was_refused_is_told() -> None:
    ui = kept(run_info())
    ui.lobby.notice = "this run can't be shown: its rules are others"
    assert "this run can't be shown: its rules are others" in shown(RunsScreen(ui))


def test_a_long_list_scrolls_and_one_that_shrinks_keeps_a_choice() -> None:
    ui = kept(*(run_info(f"{number:032}", session=f"s{number:03}") for number in range(100)))
    screen = RunsScreen(ui)
    assert "s000" in shown(screen)
    screen.press("end")
    assert "s099" in shown(screen)
    assert "s000" not in shown(screen)
    ui.lobby.runs = [run_info()]
    shown(screen)
    assert screen.press("enter") == (ReplayRun(RUN),)
