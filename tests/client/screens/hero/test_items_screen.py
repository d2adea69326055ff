import pytest
from msgspec.structs import replace

from support.client.client_examples import PACK, delta, hero_status
from support.client.hero_examples import KEEN, SWORD
from support.client.screen_text import LARGE, SMALL, playing, shown
from undertide_client.screens.hero.item_screen import ItemScreen
from undertide_client.screens.hero.items_screen import PackScreen
from undertide_client.screens.map.target_screen import TargetScreen
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.widgets.actions import Home, Pop, Send, ShowNote
from undertide_client.screens.widgets.screen import Push
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Drop, PackItem, Use

AMULET = PackItem(13, "amulet of embers", 1, '"', 0xFF8C42, "Warm.", usable=False)
WORN = replace(SWORD, letter="b")
PEARLS = replace(KEEN, count=4)
MANY = [PackItem(n, f"thing {n}", n, "?", 0xFFFFFF, "Odd.") for n in range(60)]


def item_screen(ui: Ui, letter: str) -> ItemScreen:
    (action,) = PackScreen(ui).press(letter)
    assert isinstance(action, Push)
    assert isinstance(action.screen, ItemScreen)
    return action.screen


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_items_are_listed_by_letter(size: tuple[int, int]) -> None:
    text = shown(PackScreen(playing()), size=size)
    assert "a) ! 3 health potions" in text
    assert "b) ? scroll of fireball" in text
    assert "Closes wounds." in text


def test_an_empty_pack_says_so() -> None:
    screen = PackScreen(playing(pack=[]))
    assert "You carry nothing." in shown(screen)
    assert screen.press("enter") == ()
    assert screen.press("a") == ()


def test_what_is_only_held_is_not_used() -> None:
    ui = playing(pack=[AMULET])
    (note,) = PackScreen(ui).press("enter")
    assert isinstance(note, ShowNote)
    screen = item_screen(ui, "a")
    assert "u use" not in shown(screen)
    assert isinstance(screen.press("u")[0], ShowNote)
    assert screen.press("d") == (Home(), Send(Drop(13)))


def test_enter_uses_the_chosen_item() -> None:
    assert PackScreen(playing()).press("enter") == (Home(), Send(Use(11)))


def test_arrows_choose_and_letters_open() -> None:
    screen = PackScreen(playing())
    screen.press("down")
    home, push = screen.press("enter")
    assert home == Home()
    assert isinstance(push, Push)
    assert isinstance(push.screen, TargetScreen)
    assert screen.press("escape") == (Pop(),)


def test_an_item_can_be_used_or_dropped() -> None:
    screen = item_screen(playing(), "a")
    text = shown(screen)
    assert "health potions" in text
    assert "! 3 health potions" in text
    assert "u use d drop g give G trade Esc back" in text
    assert screen.press("u") == (Home(), Send(Use(11)))
    assert screen.press("d") == (Home(), Send(Drop(11)))
    assert screen.press("escape") == (Pop(),)
    assert screen.press("x") == ()


def test_an_item_with_a_target_is_aimed_first() -> None:
    _, push = item_screen(playing(), "b").press("u")
    assert isinstance(push, Push)
    assert isinstance(push.screen, TargetScreen)


def test_a_full_pack_scrolls_to_what_is_chosen() -> None:
    screen = PackScreen(playing(pack=MANY))
    shown(screen)
    screen.press("end")
    assert "59 thing 59" in shown(screen)
    screen.press("home")
    assert "a) ? thing 0" in shown(screen)
    assert "thing 59" not in shown(screen)


def test_a_pack_that_shrinks_keeps_a_choice() -> None:
    ui = playing(pack=MANY)
    screen = PackScreen(ui)
    screen.press("end")
    ui.mirror.apply(delta(pack=PACK[:1]))
    assert "a) ! 3 health potions" in shown(MapScreen(ui), screen)
    assert screen.press("enter") == (Home(), Send(Use(11)))


def test_an_item_keeps_its_letter_in_every_list() -> None:
    ui = playing(pack=[replace(PACK[0], letter="q"), replace(AMULET, letter="c"), WORN, PEARLS])
    text = shown(PackScreen(ui))
    for line in ("q) ! 3 health potions", 'c) " amulet of embers', "b) ) short sword"):
        assert line in text
    assert "in the pouch" in text
    screen = PackScreen(ui)
    assert screen.press("a") == ()
    (push,) = screen.press("c")
    assert isinstance(push, Push)


def test_the_title_counts_slots() -> None:
    pack = [replace(PACK[0], takes_slot=False), PACK[1], replace(WORN, takes_slot=False)]
    ui = playing(pack=pack)
    assert "Pack (1 slots taken)" in shown(PackScreen(ui))
    ui.mirror.apply(delta(hero=hero_status(pack_size=20)))
    assert "Pack (1 of 20 slots taken)" in shown(PackScreen(ui))
