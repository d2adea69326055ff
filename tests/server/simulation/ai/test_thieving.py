"""Thieves take gold or one thing, run with it, and leave it where they fall."""

from support.worlds.special_kinds import kind_that, told
from support.worlds.staging import Stage
from undertide_server.content.records.tricks import Tricks
from undertide_server.simulation.ai.thieving import is_loaded, steal
from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.components.monsters import Loaded
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_shared.geometry import distance
from undertide_shared.messages import Move

HALL = ["#" * 16, "#@" + "." * 13 + "#", "#" + "." * 14 + "#", "#" * 16]


def robbed(stage: Stage, *, gold: int = 0, item: str = "") -> tuple[HeroRow, MonsterRow]:
    """Let a hero with some belongings in, and a thief that strikes it until it has something."""
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    hero.inventory.stacks.clear()
    hero.hero.gold = gold
    if item:
        give_stack(hero.inventory, item, 3)
    kind = kind_that(stage, Tricks(steals=100))
    thief = stage.monster((2, 1), mood="hunting", kind=kind, life=10**6)
    for _ in range(20):
        stage.tick()
        if is_loaded(stage.run, thief):
            break
    return hero, thief


def load_of(stage: Stage, thief: MonsterRow) -> Loaded | None:
    return stage.run.world.find(thief.entity, Loaded)


def test_it_takes_a_share_of_a_purse_and_runs() -> None:
    stage = Stage(HALL)
    hero, thief = robbed(stage, gold=50)
    gold = stage.run.rules.loot.gold
    assert load_of(stage, thief) == Loaded(gold, 20)
    assert hero.hero.gold == 30
    assert thief.mind.mood == "fleeing"
    stage.tick(30)
    assert distance(thief.cell, hero.cell) > 8


def test_it_takes_one_thing_of_a_stack() -> None:
    stage = Stage(HALL)
    hero, thief = robbed(stage, item="health_potion")
    assert load_of(stage, thief) == Loaded("health_potion", 1)
    assert [stack.count for stack in hero.inventory.stacks] == [2]


def test_the_last_of_a_stack_leaves_no_empty_one() -> None:
    stage = Stage(HALL)
    hero, thief = robbed(stage)
    give_stack(hero.inventory, "health_potion", 1)
    stage.tick(20)
    assert hero.inventory.stacks == []
    assert load_of(stage, thief) == Loaded("health_potion", 1)


def test_neither_amulets_nor_what_is_worn_can_be_grabbed() -> None:
    stage = Stage(HALL)
    amulet = stage.run.rules.victory.amulets[0]
    hero, thief = robbed(stage)
    give_stack(hero.inventory, amulet, 1)
    give_stack(hero.inventory, "health_potion", 1, "ring")
    stage.tick(60)
    assert load_of(stage, thief) is None
    assert len(hero.inventory.stacks) == 2


def test_whoever_has_nothing_is_only_struck() -> None:
    stage = Stage(HALL)
    hero, thief = robbed(stage)
    assert load_of(stage, thief) is None
    assert thief.mind.mood == "hunting"
    assert hero.body.life < hero.body.max_life


def test_a_loaded_thief_takes_no_more() -> None:
    stage = Stage(["####", "#@.#", "####"])
    hero, thief = robbed(stage, gold=50)
    stage.tick(60)
    assert hero.hero.gold == 30
    assert load_of(stage, thief) == Loaded(stage.run.rules.loot.gold, 20)


def test_what_it_took_lies_where_it_falls() -> None:
    stage = Stage(["####", "#@.#", "####"])
    _, thief = robbed(stage, gold=50)
    thief.body.life = 1
    events = stage.ask(Move(1, 0))
    assert thief.entity not in stage.floor.monsters
    assert "The beast drops 20 gold coins." in told(events)
    (entity,) = stage.floor.items[(2, 1)]
    lying = stage.run.world.get(entity, Lying)
    assert (lying.item, lying.count, lying.price) == (stage.run.rules.loot.gold, 20, 0)


def test_the_victim_and_onlookers_are_told() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    hero.hero.gold = 10
    hero.inventory.stacks.clear()
    thief = stage.monster((2, 1), kind=kind_that(stage, Tricks(steals=100)))
    stage.run.events = []
    rng = stage.run.chance(stage.floor, "test", thief.entity)
    steal(stage.run, stage.floor, thief, hero, rng)
    assert told(stage.run.events) == [
        "The beast grabs 4 gold coins from you, and runs!",
        "Ann is robbed!",
    ]
