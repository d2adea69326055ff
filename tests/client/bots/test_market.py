from collections.abc import Sequence

from msgspec.structs import replace

from support.client.bot_scenes import POTION, view_of
from undertide_client.bots.market import STOCK, Market
from undertide_client.bots.sights import Ware
from undertide_client.bots.survey import Survey
from undertide_shared.messages import Intent, PackItem, Sell, Take, Travel, WareInfo

CAP = PackItem(1, "cap", 1, "^", 0, "", slots=["head"], offer=7)
BREW = WareInfo(40, does=["heal"])
HELM = WareInfo(40, slots=["head"], figures=[("life", 6)])
RICH = 40


def trades(view: Survey, unwanted: Sequence[PackItem] = ()) -> list[Intent]:
    market = Market()
    market.observe_traders(view)
    return [*market.trade(view, [*unwanted])]


def test_what_nobody_wants_is_sold_to_the_trader_at_hand() -> None:
    assert trades(view_of("@t"), [CAP]) == [Sell(1)]
    assert trades(view_of("@t")) == []


def test_a_known_trader_is_gone_to_with_things_to_sell() -> None:
    far = replace(CAP, offer=0)
    assert trades(view_of("@..t"), [far])[0] == Travel(2, 0)
    assert trades(view_of("@..t")) == []
    assert trades(view_of("@t"), [far]) == []


def test_a_trader_is_remembered_until_its_cell_is_seen_empty() -> None:
    market, far = Market(), replace(CAP, offer=0)
    market.observe_traders(view_of("@..t"))
    unseen = view_of("@..+", dark="+")
    market.observe_traders(unseen)
    assert next(market.trade(unseen, [far])) == Travel(2, 0)
    market.observe_traders(view_of("@..."))
    assert [*market.trade(unseen, [far])] == []


def test_a_healing_potion_is_bought_while_few_are_carried() -> None:
    assert trades(view_of("@..!", ware=BREW, gold=RICH)) == [Travel(3, 0)]
    assert trades(view_of("@..!", ware=BREW, gold=RICH - 1)) == []
    many = [replace(POTION, count=STOCK["heal"])]
    assert trades(view_of("@..!", ware=BREW, gold=RICH, pack=many)) == []


def test_only_gear_that_is_clearly_better_is_bought() -> None:
    assert trades(view_of("@..!", ware=HELM, gold=RICH)) == [Travel(3, 0)]
    worn = replace(CAP, slot="head", figures=[("life", 5)])
    assert trades(view_of("@..!", ware=HELM, gold=RICH, pack=[worn])) == []


def test_a_full_pack_takes_no_gear_but_potions() -> None:
    full = {"gold": RICH, "pack": [CAP], "pack_size": 1}
    assert trades(view_of("@..!", ware=HELM, **full)) == []
    assert trades(view_of("@..!", ware=BREW, **full)) == [Travel(3, 0)]


def test_a_ware_behind_glass_is_left_alone() -> None:
    assert trades(view_of("@#!", ware=BREW, gold=RICH)) == []


def test_the_ware_underfoot_is_taken() -> None:
    view = view_of("@!", ware=BREW, gold=RICH)
    view.wares[:] = [Ware(view.cell, ware.glyph, ware.told) for ware in view.wares]
    assert trades(view) == [Take()]


def test_other_wares_stay() -> None:
    assert trades(view_of("@!", ware=WareInfo(1, does=["light"]), gold=RICH)) == []
