"""Floors hold what their lessons need."""

import pytest

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from undertide_server.worldgen.draft.plan import FloorPlan
from undertide_server.worldgen.floor import plan_floor
from undertide_server.worldgen.game.game import Game, make_game
from undertide_server.worldgen.game.run_tree import branch_at
from undertide_server.worldgen.layouts.layout import steps_from

RULES = shipped("tutorial")
GAMES = [make_game(RULES, number.to_bytes(16, "little"), REPERTOIRE) for number in range(6)]


def planned(game: Game, number: int, heroes: int = 1) -> FloorPlan:
    return plan_floor(game, branch_at(game, (0,) * (number - 1)), (1,) * heroes)


def things(plan: FloorPlan) -> set[tuple[str, int]]:
    return {(loot.item, loot.count) for loot in plan.loot}


@pytest.mark.parametrize("game", GAMES, ids=range(6))
def test_each_floor_of_the_tutorial_has_what_it_teaches(game: Game) -> None:
    walk, fight, gear, spell, shop, tide, forge, boss = (planned(game, n) for n in range(1, 9))
    assert walk.spawns == ()
    assert all(plan.spawns for plan in (fight, gear, spell, shop, tide, forge, boss))
    assert ("health_potion", 2) in things(fight)
    pieces = {("leather_armour^3/sturdy:1", 1), ("copper_ring^3/hale:1", 1), ("dagger^3/keen:2", 1)}
    assert pieces <= things(gear)
    assert ("book_fire_bolt", 1) in things(spell)
    assert (spell.tiles == game.terrain.codes["grass"]).sum() > 10
    prices = [loot.price for loot in shop.loot if loot.price]
    assert min(prices) <= sum(loot.count for loot in shop.loot if loot.item == "gold")
    assert any(spawn.kind.name == "shopkeeper" for spawn in shop.spawns)
    assert tide.branch.type == "rising"
    assert {("essence/hale", 4), ("essence/keen", 4), ("essence/sturdy", 4)} <= things(forge)
    assert (forge.tiles == game.terrain.codes["forge"]).any()
    assert sum(spawn.boss for spawn in boss.spawns) == 1


@pytest.mark.parametrize("number", range(1, 9))
def test_a_lesson_costs_few_steps(number: int) -> None:
    plan = planned(GAMES[0], number)
    steps = steps_from(plan.layout.arrival, GAMES[0].terrain.walkable[plan.tiles])
    assert all(steps[y, x] < 120 for x, y in plan.layout.stairs_down)


def test_company_finds_the_things_of_a_lesson_in_the_same_places() -> None:
    alone, together = planned(GAMES[0], 3), planned(GAMES[0], 3, heroes=4)
    assert alone.loot[:3] == together.loot[:3]
    assert {loot.item for loot in alone.loot[:3]} >= {"leather_armour^3/sturdy:1"}
