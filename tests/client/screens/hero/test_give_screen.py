from msgspec.structs import replace

from support.client.client_examples import HERO, KINDS, delta, keyframe
from support.client.hero_examples import CAP, KEEN
from support.client.screen_text import playing, press_twice, shown
from undertide_client.screens.hero.give_screen import CountScreen, GiveScreen, give
from undertide_client.screens.widgets.actions import Home, Send, ShowNote
from undertide_client.screens.widgets.screen import Push
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Give, Kind, PartyMember, Sighting

BOB = Kind(4, "hero", "Bob", "@", 0xFFC060, seat=1)
CEE = Kind(5, "hero", "Cee", "@", 0x60C0FF, seat=2)
CROWD = [*keyframe().party, PartyMember(2, "Cee", 0x60C0FF, 3, 100, 1, "alive")]


def with_bob(x: int) -> Ui:
    """Return the state of a client whose companion stands at (x, 2); the hero is at (2, 2)."""
    return playing(kinds=[*KINDS, BOB], sightings=[Sighting(HERO, 1, 2, 2), Sighting(9, 4, x, 2)])


def test_only_who_stands_beside_the_hero_can_be_given_something() -> None:
    assert give(with_bob(5), CAP) == (ShowNote("Nobody of your party is within reach."),)
    assert give(with_bob(3), CAP) == (Home(), Send(Give(23, 1)))


def test_the_server_says_how_far_a_hero_reaches() -> None:
    ui = with_bob(4)
    assert give(ui, CAP) == (ShowNote("Nobody of your party is within reach."),)
    hero = ui.mirror.hero
    assert hero is not None
    ui.mirror.apply(delta(hero=replace(hero, reach=2)))
    assert give(ui, CAP) == (Home(), Send(Give(23, 1)))


def test_it_goes_to_who_stands_there_and_not_to_a_namesake() -> None:
    ui = with_bob(3)
    bob = ui.mirror.party[1]
    ui.mirror.apply(
        delta(party=[PartyMember(0, "Ann", 0, 3, 100, 1, "alive"), replace(bob, seat=4), bob])
    )
    assert give(ui, CAP) == (Home(), Send(Give(23, 1)))


def test_among_several_it_is_asked_to_whom() -> None:
    ui = with_bob(3)
    ui.mirror.apply(delta(kinds=[CEE], appeared=[Sighting(10, 5, 2, 3)], party=CROWD))
    (push,) = give(ui, CAP)
    assert isinstance(push, Push)
    text = shown(push.screen)
    assert "Give leather cap to…" in text
    assert "a) @ Bob" in text
    assert "b) @ Cee" in text
    assert press_twice(push.screen, "b") == (Home(), Send(Give(23, 2)))


def test_a_companion_who_walks_off_meanwhile_is_given_nothing() -> None:
    ui = with_bob(3)
    screen = GiveScreen(ui, CAP)
    ui.mirror.apply(delta(gone=[9]))
    assert "Nobody of your party is within reach." in shown(screen)
    assert screen.press("enter") == ()


def test_of_a_stack_it_is_asked_how_many() -> None:
    (push,) = give(with_bob(3), KEEN)
    assert isinstance(push, Push)
    screen = push.screen
    assert isinstance(screen, CountScreen)
    assert screen.press("enter") == (Home(), Send(Give(24, 1, 4)))
    screen.press("backspace")
    screen.press("9")
    assert screen.press("enter") == ()
    assert "a number from 1 to 4" in shown(screen)
    screen.press("backspace")
    screen.press("2")
    assert screen.press("enter") == (Home(), Send(Give(24, 1, 2)))


def test_a_fallen_companion_is_given_one_of_a_stack_at_once() -> None:
    ui = with_bob(3)
    bob = replace(ui.mirror.party[1], dies_in=90)
    ui.mirror.apply(delta(party=[ui.mirror.party[0], bob]))
    assert give(ui, KEEN) == (Home(), Send(Give(24, 1)))
