import msgspec
import pytest

from support.client.hero_examples import AXE, CAP, GEAR, KEEN, SWORD
from support.client.screen_text import playing, shown
from undertide_client.screens.hero.item_screen import ItemScreen, use_item
from undertide_client.screens.widgets.actions import Home, Send, ShowNote
from undertide_client.screens.widgets.screen import Actions
from undertide_shared.messages import Break, Doff, Drop, PackItem, Sell, Wear


def screen_of(item: PackItem) -> ItemScreen:
    return ItemScreen(playing(pack=GEAR), item)


@pytest.mark.parametrize(
    ("item", "key", "actions"),
    [
        (AXE, "w", (Home(), Send(Wear(22)))),
        (AXE, "u", (Home(), Send(Wear(22)))),
        (AXE, "b", (Home(), Send(Break(22)))),
        (AXE, "d", (Home(), Send(Drop(22)))),
        (AXE, "t", ()),
        (AXE, "s", ()),
        (msgspec.structs.replace(AXE, offer=7), "s", (Home(), Send(Sell(22)))),
        (CAP, "b", ()),
        (msgspec.structs.replace(CAP, scrap=2), "b", (Home(), Send(Break(23)))),
        (SWORD, "t", (Home(), Send(Doff(21)))),
        (SWORD, "w", ()),
        (SWORD, "b", ()),
        (KEEN, "w", ()),
    ],
)
def test_each_item_offers_what_makes_sense_for_it(
    item: PackItem, key: str, actions: Actions
) -> None:
    assert screen_of(item).press(key) == actions


def test_enter_in_the_pack_wears_and_takes_off() -> None:
    ui = playing(pack=GEAR)
    assert use_item(ui, AXE) == (Home(), Send(Wear(22)))
    assert use_item(ui, SWORD) == (Home(), Send(Doff(21)))


def test_gear_tells_where_it_goes_what_it_changes_and_what_is_in_it() -> None:
    text = shown(screen_of(AXE))
    assert "goes on: main hand" in text
    assert "instead of short sword: ▲ attack 7 (+3)" in text
    assert "Worked into it: keen 2." in text
    assert "w wear d drop g give G trade b break Esc back" in text
    assert "worn: main hand" in shown(screen_of(SWORD))


def test_an_essence_tells_what_it_is_good_for() -> None:
    text = shown(screen_of(KEEN))
    assert "It gives gear the affix “keen”. " in text.replace("\n", " ")


def test_giving_where_nobody_stands_beside_says_so() -> None:
    assert screen_of(CAP).press("g") == (ShowNote("Nobody of your party is within reach."),)


def test_it_says_whom_it_suits_better() -> None:
    assert "It suits Bob better than you." in shown(
        screen_of(msgspec.structs.replace(CAP, suits=1))
    )
    assert "suits" not in shown(screen_of(CAP))


def test_worn_gear_is_neither_broken_nor_traded() -> None:
    worn = msgspec.structs.replace(AXE, slot="main_hand")
    assert screen_of(worn).press("G") == ()


def test_worn_gear_is_not_broken() -> None:
    worn = msgspec.structs.replace(AXE, slot="main_hand")
    assert "break" not in shown(screen_of(worn))
    assert screen_of(worn).press("b") == ()


def test_the_gold_that_gear_gives_is_told() -> None:
    text = shown(screen_of(msgspec.structs.replace(CAP, scrap=2, offer=7)))
    assert "Breaking it gives 2 gold. The trader next to you pays 7" in text
