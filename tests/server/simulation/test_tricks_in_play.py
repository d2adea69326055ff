"""All kinds of a game at once against heroes who stand fast: tricks happen, and hold to the rules.

A run that is saved and restored again and again goes the way of one that goes on undisturbed.
"""

from collections import Counter

import pytest

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped, unvaried
from support.worlds.outcomes import told
from support.worlds.staging import Stage
from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.components.heroes import Hero, Inventory
from undertide_server.simulation.components.monsters import Loaded, Mind, Monster
from undertide_server.simulation.mechanics.floors import spawn_monster
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.snapshot import first_difference, restore, take_snapshot
from undertide_server.simulation.state.inputs import Ticked
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.game.game import make_game

RULES = unvaried(shipped("default"))
WIDTH = 40
ARENA = [
    "#" * WIDTH,
    *["#" + "." * (WIDTH - 2) + "#"] * 8,
    "#" + "." * 19 + "@" + "." * 18 + "#",
    *["#" + "." * (WIDTH - 2) + "#"] * 8,
    "#" * WIDTH,
]
SEEDS = [bytes([seed]) * 16 for seed in range(1, 7)]
SIGNS = {
    "casts",
    "beside",
    "calls, and is answered",
    "grabs",
    "falls into two",
    "into a rage",
    "of your life",
    "close.",
}
"""Words of what tricks tell, but for charges, for which such a crowd leaves no room."""


def full_arena(seed: bytes) -> Stage:
    """Put every kind of a game with tricks, awake and asleep, around two heroes that can't die."""
    stage = Stage(ARENA, make_game(RULES, seed, REPERTOIRE))
    for name in ("Ann", "Ben"):
        hero = stage.hero(name)
        hero.body.life = hero.body.max_life = 10**7
        hero.hero.gold = 1000
        give_stack(hero.inventory, "health_potion", 9)
    run, floor = stage.run, stage.floor
    spots = [(x, y) for y in (2, 5, 13, 16) for x in range(2, WIDTH - 2, 3)]
    tricky = [kind for kind in stage.game.roster.kinds if kind.behaviour.tricks.model_fields_set]
    for number, (cell, kind) in enumerate(zip(spots, tricky[::-1], strict=False)):
        mind = Mind("asleep" if number % 5 == 0 else "hunting", patience=1000)
        entity = spawn_monster(run, floor, kind, cell, mind)
        body = floor.monsters[entity].body
        body.life = max(1, body.max_life // (1 + number % 3))
    return stage


def items_in(run: Run) -> Counter[str]:
    """Return how many of each item there are: in packs, purses and loads, and on the ground."""
    count: Counter[str] = Counter()
    for _, pack in run.world.each(Inventory):
        for stack in pack.stacks:
            count[stack.item] += stack.count
    for _, lying in run.world.each(Lying):
        count[lying.item] += lying.count
    for _, loaded in run.world.each(Loaded):
        count[loaded.item] += loaded.count
    for _, hero in run.world.each(Hero):
        count[run.rules.loot.gold] += hero.gold
    return count


def experience_in(run: Run) -> int:
    return sum(monster.experience for _, monster in run.world.each(Monster))


@pytest.mark.parametrize("seed", SEEDS[:3])
def test_a_restored_run_goes_the_same_way(seed: bytes) -> None:
    stage = full_arena(seed)
    other = restore(stage.game, take_snapshot(stage.run))
    for tick in range(120):
        stage.tick()
        step(other, [Ticked(1)])
        if tick % 10 == 9:
            assert first_difference(stage.run, other) is None
            other.world.close()
            other = restore(stage.game, take_snapshot(stage.run))
    other.world.close()


def test_all_tricks_happen_and_nothing_is_lost_or_won_by_them() -> None:
    texts: set[str] = set()
    for seed in SEEDS:
        stage = full_arena(seed)
        items, experience = items_in(stage.run), experience_in(stage.run)
        for _ in range(150):
            texts |= set(told(stage.tick()))
            assert len(stage.floor.monsters) <= stage.run.rules.population.most_alive
        assert items_in(stage.run) == items
        assert experience_in(stage.run) <= experience
        cells = [row.cell for row in stage.floor.monsters.values()]
        assert len(set(cells)) == len(cells)
    missing = {sign for sign in SIGNS if not any(sign in text for text in texts)}
    assert missing == set()
