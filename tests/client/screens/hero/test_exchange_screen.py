import msgspec

from support.client.hero_examples import KEEN, SMART, SWORD, WARM
from support.client.screen_text import playing, shown
from undertide_client.screens.hero.craft_screen import CraftScreen
from undertide_client.screens.hero.exchange_screen import ExchangeScreen
from undertide_client.screens.widgets.actions import Send, ShowNote
from undertide_client.screens.widgets.screen import Push
from undertide_shared.messages import Craft, PackItem


def at_two(item: PackItem) -> PackItem:
    """Return an essence of which a forge makes one of two others."""
    assert item.essence is not None
    essence = msgspec.structs.replace(item.essence, exchange=2)
    return msgspec.structs.replace(item, essence=essence)


PACK = [SWORD, *map(at_two, (KEEN, WARM, SMART))]


def test_an_essence_that_others_can_pay_for_is_offered_at_the_forge() -> None:
    text = shown(CraftScreen(playing(pack=PACK)))
    assert WARM.name in text
    assert SMART.name in text
    alone = shown(CraftScreen(playing(pack=[SWORD, at_two(KEEN), at_two(SMART)])))
    assert KEEN.name not in alone
    assert WARM.name not in shown(CraftScreen(playing(pack=[SWORD, KEEN, WARM])))


def test_the_player_chooses_what_to_give() -> None:
    ui = playing(pack=PACK)
    screen = CraftScreen(ui)
    (push,) = screen.press("b")
    assert isinstance(push, Push)
    exchange = push.screen
    assert isinstance(exchange, ExchangeScreen)
    assert f"Give 2 for one {WARM.name}:" in shown(exchange) or KEEN.name in shown(exchange)


def test_two_others_are_given_and_never_more() -> None:
    screen = ExchangeScreen(playing(pack=PACK), PACK[2])
    assert "A forge turns 2 other essences into one of these." in shown(screen)
    (note,) = screen.press("enter")
    assert note == ShowNote("Choose 2 essences to give first.")
    for _ in range(4):
        screen.press("right")
    assert "give 2 of 4" in shown(screen)
    screen.press("left")
    screen.press("down")
    screen.press("right")
    screen.press("right")
    assert "give 1 of 1" in shown(screen)
    assert screen.press("enter") == (Send(Craft(WARM.item, [(KEEN.item, 1), (SMART.item, 1)])),)
