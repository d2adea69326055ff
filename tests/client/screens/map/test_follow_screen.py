"""The keys that follow a companion and lead to the party."""

from support.client.people_examples import PARTY, SIGHTINGS, in_company
from support.client.screen_text import playing, press_twice, shown
from undertide_client.screens.map.follow_screen import FollowScreen, follow, regroup
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.widgets.actions import Pop, Send, ShowNote
from undertide_client.screens.widgets.screen import Push
from undertide_shared.messages import Accompany, Regroup


def test_the_only_companion_is_followed_at_once() -> None:
    ui = in_company(sightings=SIGHTINGS[:2])
    assert follow(ui) == MapScreen(ui).press("F") == (Send(Accompany(1)),)


def test_of_several_the_player_chooses_nearest_first() -> None:
    ui = in_company()
    (push,) = follow(ui)
    assert isinstance(push, Push)
    screen = push.screen
    assert isinstance(screen, FollowScreen)
    text = shown(MapScreen(ui), screen)
    assert "▸a) @ Bob 4→" in text
    assert "b) @ Cat 22→" in text
    assert screen.press("enter") == (Pop(), Send(Accompany(1)))
    assert press_twice(screen, "b") == (Pop(), Send(Accompany(2)))


def test_nobody_is_nobody() -> None:
    assert follow(playing()) == (ShowNote("No companion stands on this floor."),)
    assert "No companion stands on this floor." in shown(FollowScreen(playing()))


def test_the_way_to_the_party_is_one_key() -> None:
    ui = in_company()
    assert regroup(ui) == MapScreen(ui).press("R") == (Send(Regroup()),)
    alone = in_company(sightings=SIGHTINGS[:1], party=PARTY[:1])
    assert regroup(alone) == (ShowNote("You have no companions."),)
