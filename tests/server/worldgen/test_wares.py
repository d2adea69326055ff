"""R12: things for sale."""

from typing import Any

import pytest

from furnished_drafts import GAME, exactly, furnished, game_of, themed
from undertide_server.content.themes import Count, Decor
from undertide_server.worldgen.draft import Draft
from undertide_server.worldgen.furnishing import furnish_rooms

ITEMS = GAME.ruleset.items


def shops(count: Count, number: int = 5, **catalogues: Any) -> Draft:
    draft = themed(game_of(Decor(wares=count), **catalogues), number=number)
    furnish_rooms(draft)
    return draft


def with_loot(**changes: Any) -> dict[str, Any]:
    return {"loot": GAME.ruleset.loot.model_copy(update=changes)}


def test_each_shop_has_its_wares_at_a_price() -> None:
    draft = shops(exactly(4))
    assert len(draft.loot) == 4 * (len(draft.rooms) - 1)
    assert all(loot.price == ITEMS[loot.item].price * loot.count > 0 for loot in draft.loot)


@pytest.mark.parametrize("percent", [1, 50, 200])
def test_prices_follow_the_rules(percent: int) -> None:
    for loot in shops(exactly(2), **with_loot(price_percent=percent)).loot:
        assert abs(loot.price - max(1, ITEMS[loot.item].price * percent / 100)) <= 0.5


@pytest.mark.parametrize(("number", "missing"), [(1, "confusion_scroll"), (5, "fireball_scroll")])
def test_shops_sell_what_is_found_on_such_a_floor(number: int, missing: str) -> None:
    sold = {loot.item for loot in shops(exactly(4), number).loot}
    assert "health_potion" in sold
    assert missing not in sold
    assert missing in {loot.item for loot in shops(exactly(4), number + 1).loot}


def test_what_has_no_price_is_not_for_sale() -> None:
    free = {key: item.model_copy(update={"price": 0}) for key, item in ITEMS.items()}
    assert shops(exactly(4), items=free).loot == []
    one = free | {"health_potion": ITEMS["health_potion"]}
    assert {loot.item for loot in shops(exactly(4), items=one).loot} == {"health_potion"}


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
