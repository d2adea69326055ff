"""R8: what lies about for further heroes."""

from collections import Counter
from functools import cache

import pytest

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped, unvaried
from support.worlds.drafts import dug
from undertide_server.worldgen.draft.plan import Loot
from undertide_server.worldgen.game.game import make_game
from undertide_server.worldgen.stages.artifacts import is_artifact
from undertide_server.worldgen.stages.loot import place_loot
from undertide_server.worldgen.stages.party_loot import gold_for
from undertide_server.worldgen.stages.treasures import place_treasures

RULES = unvaried(shipped("default"))
GAMES = [make_game(RULES, number.to_bytes(16, "little"), REPERTOIRE) for number in range(40)]
FLOOR = 8


@cache
def laid(index: int, heroes: int) -> tuple[Loot, ...]:
    """Return what lies on a keep of one game for some heroes."""
    draft = dug(GAMES[index], FLOOR, (8,) * heroes, "small_keep")
    place_treasures(draft)
    place_loot(draft)
    return tuple(draft.loot)


def counted(heroes: int) -> Counter[str]:
    """Return the number of supplies, of artifacts, of gold and of all other finds of all games."""
    total: Counter[str] = Counter()
    for index, game in enumerate(GAMES):
        for loot in laid(index, heroes):
            if loot.item == RULES.loot.gold:
                total["gold"] += loot.count
            elif loot.item in RULES.loot.supplies:
                total["supplies"] += 1
            else:
                total["artifacts" if is_artifact(game, loot.item) else "items"] += 1
    return total


def test_each_further_hero_finds_35_percent_more_items_and_60_more_potions_and_food() -> None:
    heroes = 3
    alone, together = counted(1), counted(heroes)
    assert together["items"] / alone["items"] == pytest.approx(1 + 0.35 * (heroes - 1), rel=0.07)
    assert together["supplies"] / alone["supplies"] == pytest.approx(
        1 + 0.6 * (heroes - 1), rel=0.12
    )
    assert together["artifacts"] == alone["artifacts"]
    assert together["gold"] / alone["gold"] == pytest.approx(heroes**0.5, rel=0.01)


def test_what_lies_for_one_hero_lies_for_several_too() -> None:
    for index in range(10):
        alone = [loot for loot in laid(index, 1) if loot.item != RULES.loot.gold]
        assert set(alone) <= set(laid(index, 4))


def test_all_lies_on_cells_of_its_own() -> None:
    for index in range(10):
        cells = [(loot.x, loot.y) for loot in laid(index, 5)]
        assert len(cells) == len(set(cells))


@pytest.mark.parametrize(("heroes", "gold"), [(1, 140), (2, 197), (3, 242), (4, 280), (8, 395)])
def test_gold_grows_with_the_root_of_the_heroes(heroes: int, gold: int) -> None:
    assert gold_for(140, heroes) == gold
