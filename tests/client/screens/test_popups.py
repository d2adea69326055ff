import pytest

from client_examples import AMULETS, hero_status
from screen_text import LARGE, SMALL, playing, shown, ui_of
from undertide_client.net.status import LinkStatus, Phase
from undertide_client.screens.hero.death_screen import DeathScreen
from undertide_client.screens.lobby.outage_screen import OutageScreen
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.menus.quit_screen import QuitScreen
from undertide_client.screens.run.end_screen import EndScreen
from undertide_client.screens.run.run_map_screen import RunMapScreen
from undertide_client.screens.widgets.actions import Eyes, LeaveGame, Pop, Push, ToLobby, TryNow
from undertide_client.screens.widgets.drawing import TIMES
from undertide_shared.messages import Ended, HeroEnd, Line

HITS = [Line("bad", "The goblin hits you.")] * 9
ANN = HeroEnd("Ann", 0x60C0FF, 4, 3, 17, "killed by a goblin")


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


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_death_says_what_killed_the_hero(size: tuple[int, int]) -> None:
    ui = playing(lines=[Line("info", "Hm."), *HITS, Line("bad", "You die, killed by a goblin.")])
    screen = DeathScreen(ui)
    text = shown(MapScreen(ui), screen, size=size)
    assert "You have died." in text
    assert f"The goblin hits you. {TIMES}9" in text
    assert "You die, killed by a goblin." in text
    assert "You are a ghost now" in text
    assert screen.press("f") == (Pop(), Eyes(1))
    assert screen.press("enter") == screen.press("escape") == (Pop(),)
    assert screen.press("l") == screen.press("space") == (), "a key held in the fight"
    (push,) = screen.press("Q")
    assert isinstance(push, Push)
    assert isinstance(push.screen, QuitScreen)


def test_a_death_without_a_word_is_told_too() -> None:
    assert "You have died." in shown(DeathScreen(playing(lines=[])))


@pytest.mark.parametrize(("won", "verdict"), [(True, "Victory"), (False, "Defeat")])
def test_the_end_is_a_table(won: bool, verdict: str) -> None:
    ended = Ended(won, "Of restless bones", [ANN], 14_000)
    screen = EndScreen(playing(), ended)
    text = shown(screen)
    assert f"{verdict}: Of restless bones" in text
    assert "Ann 4 3 17 killed by a goblin" in text
    assert "23 minutes below" in text
    assert screen.press("enter") == (ToLobby(),)
    assert screen.press("escape") == (Pop(),)
    assert screen.press("x") == ()


def test_an_end_with_a_crowd_and_with_nobody() -> None:
    crowd = Ended(False, "x" * 200, [ANN] * 40, -5)
    assert "and 28 more" in shown(EndScreen(playing(), crowd))
    assert "Defeat" in shown(EndScreen(playing(), Ended(False, "", [], 0)))


def test_the_end_tells_what_was_special_and_what_was_found() -> None:
    ended = Ended(True, "The deep falls silent", [ANN], 14_000, "restless bones", 7, AMULETS)
    screen = EndScreen(playing(), ended)
    text = shown(screen)
    for words in (
        "restless bones",
        "23 minutes below, 7 floors entered",
        "1 of 2 amulets: amulet of embers (Ann)",
    ):
        assert words in text
    (push,) = screen.press("M")
    assert isinstance(push, Push)
    assert isinstance(push.screen, RunMapScreen)


def test_an_end_without_any_amulet_in_hand() -> None:
    ended = Ended(False, "Lost to the tide", [ANN], 0, "", 1, AMULETS[1:])
    assert "0 of 1 amulets │" in shown(EndScreen(playing(), ended))


def outage(phase: Phase) -> OutageScreen:
    ui = ui_of()
    ui.status = LinkStatus(phase, "the connection broke", 4.0, 3)
    ui.wait_left = 2.6
    return OutageScreen(ui)


def test_an_outage_says_what_went_wrong_and_what_comes_next() -> None:
    screen = outage("waiting")
    text = shown(screen)
    for words in ("the connection broke", "Trying again in 3 s, attempt 3", "ws://host:4414"):
        assert words in text
    assert screen.press("enter") == (TryNow(),)
    assert screen.press("Q") == (LeaveGame(),)
    assert screen.press("a") == ()


def test_an_attempt_under_way_is_told() -> None:
    screen = outage("connecting")
    assert "Connecting… attempt 3" in shown(screen)
    assert screen.press("ctrl+c") == (LeaveGame(),)


@pytest.mark.parametrize("phase", ["refused", "gave up"])
def test_where_it_is_over_any_key_leaves(phase: Phase) -> None:
    screen = outage(phase)
    assert "won't help" in shown(screen)
    assert screen.press("x") == (LeaveGame(),)
