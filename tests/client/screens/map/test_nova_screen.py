from support.client.client_examples import HERO, KINDS, delta, hero_status
from support.client.hero_examples import BURST
from support.client.screen_text import drawn, find, playing, shown
from undertide_client.screens.hero.spells_screen import cast
from undertide_client.screens.map.nova_screen import NovaScreen
from undertide_client.screens.map.target_screen import STRUCK
from undertide_client.screens.widgets.actions import Home, Pop, Send
from undertide_client.screens.widgets.screen import Actions, Push
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Cast, Kind, Shift, Sighting

BOB = Kind(4, "hero", "Bob", "@", 0xFFC060)
ANN = Sighting(HERO, 1, 2, 2)
BESIDE, GOBLIN = Sighting(9, 4, 3, 2), Sighting(20, 2, 4, 3)
AT_ONCE: Actions = (Home(), Send(Cast("burst")))


def beside(*others: Sighting) -> Ui:
    """Return the state of a client whose hero stands at (2, 2) and knows a burst of radius 2."""
    kinds = [*KINDS, BOB]
    return playing(hero=hero_status(mana=9), kinds=kinds, sightings=[ANN, *others], spells=[BURST])


def asked(ui: Ui) -> NovaScreen:
    home, push = cast(ui, BURST)
    assert home == Home()
    assert isinstance(push, Push)
    assert isinstance(push.screen, NovaScreen)
    return push.screen


def test_where_no_friend_is_near_it_is_cast_at_once() -> None:
    assert cast(beside(GOBLIN), BURST) == AT_ONCE
    assert cast(beside(Sighting(9, 4, 5, 2)), BURST) == AT_ONCE


def test_sleeping_companions_are_safe_so_nothing_is_asked() -> None:
    assert cast(beside(Sighting(9, 4, 3, 2, 100, "asleep")), BURST) == AT_ONCE


def test_those_summoned_are_asked_for_too() -> None:
    asked(beside(Sighting(21, 2, 3, 2, status_effects=["ally"])))


def test_the_question_names_friends_and_foes_but_not_oneself() -> None:
    text = shown(asked(beside(BESIDE, GOBLIN)))
    assert "Cast burst: " in text
    assert "! It strikes your own too: Bob." in text
    assert "It strikes goblin." in text
    assert "y cast it n don't" in text


def test_the_cells_that_would_be_struck_are_marked() -> None:
    assert len(find(drawn(asked(beside(BESIDE))), STRUCK)) > 10


def test_it_is_cast_when_that_is_confirmed_and_only_then() -> None:
    screen = asked(beside(BESIDE))
    for key in ("right", "tab", "x"):
        assert screen.press(key) == ()
    assert screen.cell == (2, 2)
    assert screen.click(5, 5, False) == ()
    assert screen.click(5, 5, True) == screen.press("n") == screen.press("escape") == (Pop(),)
    assert screen.press("y") == screen.press("enter") == AT_ONCE


def test_the_question_keeps_up_with_where_everybody_is() -> None:
    ui = beside(BESIDE)
    screen = asked(ui)
    ui.mirror.apply(delta(shifted=[Shift(9, 8, 2)]))
    assert "your own" not in shown(screen)
    ui.mirror.apply(delta(number=3, shifted=[Shift(HERO, 7, 2)]))
    assert "! It strikes your own too: Bob." in shown(screen)
