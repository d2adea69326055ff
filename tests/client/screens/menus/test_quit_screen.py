from support.client.client_examples import hero_status
from support.client.screen_text import playing, shown, ui_of
from undertide_client.screens.menus.quit_screen import QuitScreen
from undertide_client.screens.widgets.actions import LeaveGame, Pop
from undertide_client.screens.widgets.ui import Hosting, Ui
from undertide_shared.messages import Ended, SeatInfo


def test_leaving_is_asked_about_first() -> None:
    screen = QuitScreen(playing())
    text = shown(screen)
    assert "Leave the game?" in text
    assert "falls asleep" in text
    assert screen.press("y") == (LeaveGame(),)
    assert screen.press("ctrl+c") == (LeaveGame(),)
    assert screen.press("n") == screen.press("escape") == (Pop(),)
    assert screen.press("x") == ()


def test_a_spectator_leaves_no_hero_behind() -> None:
    assert "goes on without you" in shown(QuitScreen(ui_of()))
    assert "goes on without you" in shown(QuitScreen(playing(hero=hero_status(state="dead"))))


def hosting(*seats: SeatInfo, keeps_runs: bool = True) -> Ui:
    """Return the state of a host who plays in the first seat."""
    ui = playing()
    ui.mirror.seat, ui.mirror.watcher_count = 0, 0
    ui.hosting = Hosting(keeps_runs)
    ui.mirror.roster = [SeatInfo(0, "Ann", 0, connected=True), *seats]
    return ui


def test_a_lone_host_reads_whether_the_run_is_saved() -> None:
    text = shown(QuitScreen(hosting(SeatInfo(1, "Bob", 1, connected=False))))
    assert "Your run is saved, and goes on when you play again." in text
    assert "You host" not in text
    assert "falls asleep" not in text
    assert "Your run is not saved: leaving ends it." in shown(QuitScreen(hosting(keeps_runs=False)))


def test_a_host_reads_for_whom_the_game_ends() -> None:
    ui = hosting(SeatInfo(1, "Bob", 1, connected=True), SeatInfo(2, "Cy", 2, connected=False))
    text = shown(QuitScreen(ui))
    assert "You host this game: leaving ends it for Bob too." in text
    assert "goes on when you play again" in text
    ui.mirror.watcher_count = 2
    text = shown(QuitScreen(ui))
    assert "for Bob and" in text
    assert "spectators too." in text


def test_a_run_that_is_over_does_not_go_on() -> None:
    ui = hosting()
    ui.mirror.apply(Ended(True, "The deep is silent", [], 12_000))
    text = shown(QuitScreen(ui))
    assert "The run is over." in text
    assert "goes on" not in text


def test_a_host_in_the_lobby_ends_it_for_everyone() -> None:
    ui = ui_of()
    ui.hosting = Hosting(keeps_runs=True)
    assert "for everyone" in shown(QuitScreen(ui))
