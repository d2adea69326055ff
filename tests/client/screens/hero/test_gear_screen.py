import msgspec

from support.client.hero_examples import AXE, GEAR, SWORD
from support.client.screen_text import playing, press_twice, shown
from undertide_client.screens.hero.gear_screen import GearScreen, SlotScreen
from undertide_client.screens.widgets.actions import Home, Send
from undertide_client.screens.widgets.screen import Push
from undertide_shared.messages import Doff, Wear


def slot_screen(letter: str) -> SlotScreen:
    (push,) = GearScreen(playing(pack=GEAR)).press(letter)
    assert isinstance(push, Push)
    assert isinstance(push.screen, SlotScreen)
    return push.screen


def test_every_slot_is_listed_with_what_is_worn() -> None:
    text = shown(GearScreen(playing(pack=GEAR)))
    assert "a) main hand ) short sword (plain)" in text
    assert "b) off hand free" in text
    assert "i) amulet free" in text


def test_a_taken_slot_offers_to_take_off_what_is_worn_or_to_wear_another() -> None:
    screen = slot_screen("a")
    text = shown(screen)
    assert "a) ) short sword (plain) worn: main hand" in text
    assert "b) ) keen axe (fine)" in text
    assert press_twice(screen, "a") == (Home(), Send(Doff(21)))
    screen.press("down")
    assert "instead of short sword: ▲ attack 7 (+3)" in shown(screen)
    assert screen.press("enter") == (Home(), Send(Wear(22, "main_hand")))


def test_what_fits_two_slots_is_compared_with_what_is_worn_in_the_chosen_one() -> None:
    shield = msgspec.structs.replace(AXE, slots=["main_hand", "off_hand"])
    screen = SlotScreen(playing(pack=[SWORD, shield]), "main_hand")
    screen.press("down")
    assert "instead of short sword" in shown(screen)
    assert "instead of" not in shown(SlotScreen(playing(pack=[SWORD, shield]), "off_hand"))


def test_a_free_slot_lists_what_would_fit() -> None:
    assert "1 in your pack would fit." in shown(GearScreen(playing(pack=GEAR)))
    screen = slot_screen("c")
    text = shown(screen)
    assert "leather cap" in text
    assert "keen axe" not in text
    assert screen.press("enter") == (Home(), Send(Wear(23, "head")))


def test_a_free_slot_that_nothing_fits_says_so() -> None:
    screen = GearScreen(playing(pack=GEAR))
    assert screen.press("f") == ()
    assert "Nothing in your pack fits." in shown(screen)
