import pytest

from support.client.client_examples import ARENA, HERO, KEEP, VAULT
from support.client.screen_text import LARGE, SMALL, playing, shown
from undertide_client.screens.map.routes import stairs_to_take
from undertide_client.screens.map.stairs_screen import ON, StairsScreen, climb, forget_stairs
from undertide_client.screens.widgets.actions import Pop, Send, ShowNote
from undertide_client.screens.widgets.screen import Push
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Climb, Sighting, StairAgreement, StairInfo

FORK = "#<.....>#\n#>......#"
LEADS = [StairInfo(7, 0, ARENA), StairInfo(1, 1, VAULT), StairInfo(1, 0, KEEP)]
HERE = [Sighting(HERO, 1, 6, 1)]


def at_fork() -> Ui:
    return playing(drawing=FORK, sightings=HERE, stairs=LEADS)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_each_stair_says_where_it_leads_and_who_is_there(size: tuple[int, int]) -> None:
    text = shown(StairsScreen(at_fork(), "down"), size=size)
    assert "Stairs down" in text
    assert "│▸a) a an arena (ahead); Bob │\n│ b) V a vault (ahead) │" in text


def test_the_chosen_one_is_gone_to() -> None:
    screen = StairsScreen(at_fork(), "down")
    assert screen.press("enter") == (Pop(), Send(Climb(7, 0)))
    assert screen.press("down") == ()
    assert screen.press("enter") == (Pop(), Send(Climb(1, 1)))


def test_it_can_be_left() -> None:
    assert StairsScreen(at_fork(), "down").press("escape") == (Pop(),)
    assert StairsScreen(at_fork(), "down").press("x") == ()


def test_stairs_of_which_nothing_was_told_are_listed_too() -> None:
    text = shown(StairsScreen(playing(drawing=FORK, sightings=HERE), "down"))
    assert text.count("? nobody knows where they lead") == 2


def test_without_stairs_there_is_nothing_to_choose() -> None:
    screen = StairsScreen(playing(drawing="......\n......", sightings=[]), "down")
    assert "Stairs down" in shown(screen)
    assert screen.press("enter") == ()


def test_stairs_on_which_companions_agreed_come_first_and_say_so() -> None:
    proposal = [StairAgreement(VAULT, [1], [0], 40)]
    ui = playing(drawing=FORK, sightings=HERE, stairs=LEADS, agreements=proposal)
    screen = StairsScreen(ui, "down")
    assert "▸a) V a vault (ahead); Bob agreed" in shown(screen)
    assert screen.press("enter") == (Pop(), Send(Climb(1, 1)))


def test_lines_keep_their_letters_while_the_hero_walks_and_new_ones_come_last() -> None:
    ui = at_fork()
    screen = StairsScreen(ui, "down")
    before = screen.lines()
    ui.mirror.sightings[HERO] = Sighting(HERO, 1, 2, 1)
    assert stairs_to_take(ui.mirror, "down")[0] == (1, 1)
    assert screen.lines() == before
    assert screen.press("enter") == (Pop(), Send(Climb(7, 0)))


def test_the_chosen_stairs_are_meant_until_they_are_forgotten() -> None:
    ui = at_fork()
    assert isinstance(climb(ui, "down")[0], Push)
    StairsScreen(ui, "down").choose(1)
    assert climb(ui, "down") == (Send(Climb(1, 1)), ShowNote(ON))
    assert ui.mirror.floor is not None
    ui.mirror.agreements = [StairAgreement(KEEP, [1], [0], 40)]
    assert climb(ui, "down") != (Send(Climb(1, 1)), ShowNote(ON))
    ui.mirror.agreements = []
    forget_stairs(ui)
    assert isinstance(climb(ui, "down")[0], Push)
