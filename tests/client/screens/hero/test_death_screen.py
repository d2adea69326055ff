import pytest

from support.client.client_examples import hero_status
from support.client.replay_examples import ANNS_LIFE
from support.client.screen_text import LARGE, SMALL, playing, shown
from undertide_client.screens.hero.death_screen import DeathScreen
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.menus.quit_screen import QuitScreen
from undertide_client.screens.widgets.actions import Eyes, Home, PlayTutorial, Pop
from undertide_client.screens.widgets.drawing import TIMES
from undertide_client.screens.widgets.screen import Push
from undertide_shared.messages import Line

HITS = [Line("bad", "The goblin hits you.")] * 9


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


def test_death_says_what_would_have_helped_once_that_is_known() -> None:
    ui = playing(lines=HITS)
    screen = DeathScreen(ui)
    assert "would have helped" not in shown(screen)
    ui.life = ANNS_LIFE
    for text in (shown(screen), " ".join(screen.as_text().lines)):
        assert "What would have helped? 3 health potions were left" in text
        assert "4 steps away." in text


def test_a_newcomer_who_died_in_company_is_offered_the_tutorial() -> None:
    ui = playing(lines=HITS, hero=hero_status(state="dead", life=0))
    ui.lobby.presets = ["default", "tutorial"]
    assert DeathScreen(ui).press("T") == MapScreen(ui).press("T") == ()
    ui.began_as_newcomer = True
    assert "T tutorial" in shown(DeathScreen(ui), size=LARGE)
    assert DeathScreen(ui).press("T") == (Home(), PlayTutorial())
    assert MapScreen(ui).press("T") == (PlayTutorial(),)


def test_a_death_without_a_word_is_told_too() -> None:
    assert "You have died." in shown(DeathScreen(playing(lines=[])))
