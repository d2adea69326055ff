"""What follows a blow: a drink, a theft, a step back."""

from support.worlds.outcomes import told
from support.worlds.staging import Stage, kind_that
from undertide_server.content.records.tricks import PLAIN, Tricks
from undertide_server.simulation.ai.tricks.after_blows import is_loaded, steal
from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.components.monsters import Loaded
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.state.events import Hit
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_shared.geometry import distance
from undertide_shared.messages import Move

HALL = ["#" * 12, "#@" + "." * 9 + "#", "#" + "." * 10 + "#", "#" * 12]


def test_drinkers_get_back_a_share_of_what_they_took() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    hero.body.regen = 0
    drinker = stage.monster(
        (2, 1), mood="hunting", kind=kind_that(stage, Tricks(drains=50)), power=40, life=1000
    )
    drinker.body.life = 100
    events = stage.tick(1)
    (hit,) = [each for each in events if isinstance(each, Hit)]
    taken = sum(amount for amount, _ in hit.parts)
    assert drinker.body.life == 100 + taken // 2
    assert f"The beast drinks {taken // 2} of your life." in told(events)


def test_drinkers_never_have_more_than_their_full_life() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    kind = kind_that(stage, Tricks(drains=100))
    drinker = stage.monster((2, 1), mood="hunting", kind=kind, power=40)
    drinker.body.life = drinker.body.max_life - 1
    stage.tick(30)
    assert drinker.body.life == drinker.body.max_life


def test_those_that_flit_are_off_after_a_blow_and_come_back() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    bat = stage.monster((2, 1), mood="hunting", kind=kind_that(stage, Tricks(flits=100)))
    distances, blows = set(), 0
    for _ in range(60):
        events = stage.tick()
        blows += sum(isinstance(each, Hit) for each in events)
        distances.add(distance(bat.cell, hero.cell))
    assert distances >= {1, 2}
    assert blows > 2


def test_others_only_strike() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    hero.hero.gold = 50
    plain = stage.monster((2, 1), mood="hunting", kind=kind_that(stage, PLAIN))
    plain.body.life = 10
    stage.tick(60)
    assert (plain.cell, plain.body.life, hero.hero.gold) == ((2, 1), 10, 50)


SHORT_HALL = ["#" * 16, "#@" + "." * 13 + "#", "#" + "." * 14 + "#", "#" * 16]


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
    stage = Stage(SHORT_HALL)
    hero, thief = robbed(stage, gold=50)
    gold = stage.run.rules.loot.gold
    assert load_of(stage, thief) == Loaded(gold, 20)
    assert hero.hero.gold == 30
    assert thief.mind.mood == "fleeing"
    stage.tick(30)
    assert distance(thief.cell, hero.cell) > 8


def test_it_takes_one_thing_of_a_stack() -> None:
    stage = Stage(SHORT_HALL)
    hero, thief = robbed(stage, item="health_potion")
    assert load_of(stage, thief) == Loaded("health_potion", 1)
    assert [stack.count for stack in hero.inventory.stacks] == [2]


def test_the_last_of_a_stack_leaves_no_empty_one() -> None:
    stage = Stage(SHORT_HALL)
    hero, thief = robbed(stage)
    give_stack(hero.inventory, "health_potion", 1)
    stage.tick(20)
    assert hero.inventory.stacks == []
    assert load_of(stage, thief) == Loaded("health_potion", 1)


def test_neither_amulets_nor_what_is_worn_can_be_grabbed() -> None:
    stage = Stage(SHORT_HALL)
    amulet = stage.run.rules.victory.amulets[0]
    hero, thief = robbed(stage)
    give_stack(hero.inventory, amulet, 1)
    give_stack(hero.inventory, "health_potion", 1, "ring")
    stage.tick(60)
    assert load_of(stage, thief) is None
    assert len(hero.inventory.stacks) == 2


def test_whoever_has_nothing_is_only_struck() -> None:
    stage = Stage(SHORT_HALL)
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
    stage = Stage(SHORT_HALL)
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


def test_none_flits_from_whom_it_has_killed() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    hero.body.life = 1
    bat = stage.monster((2, 1), mood="hunting", kind=kind_that(stage, Tricks(flits=100)))
    stage.tick()
    assert hero.hero.fate
    assert bat.cell == (2, 1)


def test_a_thief_that_dies_of_thorns_takes_nothing() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    hero.body.thorns = 1000
    hero.body.absorb = hero.body.absorb_tenths = 0
    hero.inventory.stacks.clear()
    hero.hero.gold = 50
    kind = kind_that(stage, Tricks(steals=100))
    thief = stage.monster((2, 1), mood="hunting", kind=kind, life=1)
    thief.resistance.counted = (0,) * 6
    stage.tick()
    assert thief.entity not in stage.floor.monsters
    assert (hero.hero.gold, stage.floor.items) == (50, {})
