"""R12: things for sale."""

from typing import Any

import pytest

from support.worlds.furnished_drafts import GAME, exactly, furnished, game_of, themed
from undertide_server.content.records.themes import Count, Decor
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.stages.furnishing import furnish_rooms

ITEMS = GAME.ruleset.items


def shops(count: Count, number: int = 5, **catalogues: Any) -> Draft:
    draft = themed(game_of(Decor(wares=count), **catalogues), number=number)
    furnish_rooms(draft)
    return draft


def with_loot(**changes: Any) -> dict[str, Any]:
    return {"loot": GAME.ruleset.loot.model_copy(update=changes)}


def price(item: str) -> int:
    return GAME.items.kind(item).price


def test_each_shop_has_its_wares_at_a_price() -> None:
    draft = shops(exactly(4))
    assert len(draft.loot) == 4 * (len(draft.rooms) - 1)
    assert all(loot.price == price(loot.item) * loot.count > 0 for loot in draft.loot)


@pytest.mark.parametrize("percent", [1, 50, 200])
def test_prices_follow_the_rules(percent: int) -> None:
    for loot in shops(exactly(2), **with_loot(price_percent=percent)).loot:
        wanted = price(loot.item) * loot.count * percent / 100
        assert abs(loot.price - max(1, wanted)) <= 0.5


def test_prices_of_spells_vary_besides_all_prices() -> None:
    both = with_loot(price_percent=50, spell_price_percent=300, gear=(), essences=())
    books = {key: ITEMS[key] for key in ("book_light", "health_potion", "essence")}
    prices = {loot.item: loot.price for loot in shops(exactly(4), **both, items=books).loot}
    assert prices == {
        "book_light": ITEMS["book_light"].price * 3 // 2,
        "health_potion": ITEMS["health_potion"].price // 2,
    }


@pytest.mark.parametrize(("number", "missing"), [(1, "confusion_scroll"), (5, "fireball_scroll")])
def test_shops_sell_what_is_found_on_such_a_floor(number: int, missing: str) -> None:
    few = {key: ITEMS[key] for key in ("health_potion", "essence", missing)}
    only = with_loot(gear=(), essences=()) | {"items": few}
    assert {loot.item for loot in shops(exactly(4), number, **only).loot} == {"health_potion"}
    deeper = {loot.item for loot in shops(exactly(4), number + 1, **only).loot}
    assert deeper == {"health_potion", missing}


def test_what_has_no_price_is_not_for_sale() -> None:
    free = {key: item.model_copy(update={"price": 0}) for key, item in ITEMS.items()}
    no_gear = with_loot(gear=())
    assert shops(exactly(4), items=free, **no_gear).loot == []
    one = free | {"health_potion": ITEMS["health_potion"]}
    sold = {loot.item for loot in shops(exactly(4), items=one, **no_gear).loot}
    assert sold == {"health_potion"}


@pytest.mark.parametrize("percent", [0, 100])
def test_shops_sell_good_gear_as_often_as_the_rules_say(percent: int) -> None:
    gear = GAME.ruleset.loot.gear if percent else ()
    loot = shops(exactly(4), **with_loot(ware_gear=percent, gear=gear)).loot
    assert loot
    assert {GAME.items.kind(each.item).gear is not None for each in loot} == {bool(percent)}


def test_wares_lie_in_their_shop_and_nothing_is_built_there_later() -> None:
    draft = shops(exactly(3))
    cells = {(loot.x, loot.y) for loot in draft.loot}
    assert cells <= draft.taken
    for plan in draft.rooms[1:]:
        assert len(cells & set(plan.room.cells())) == 3


def test_the_shop_that_ships_has_a_keeper_and_wares() -> None:
    draft = furnished(GAME, "shop")
    assert {spawn.kind.family for spawn in draft.spawns} == {"shopkeeper"}
    assert len(draft.loot) >= 3 * (len(draft.rooms) - 1)
