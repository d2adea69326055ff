"""Blows, missiles and thefts of monsters, and what follows them."""

from dataclasses import replace

from support.content.own_rules import with_terrain
from support.worlds.special_kinds import kind_that, told
from support.worlds.staging import Stage
from undertide_server.content.records.monsters import Behaviour
from undertide_server.content.records.tricks import PLAIN, Tricks
from undertide_server.simulation.ai.attacks import is_loaded, shoot_missile, steal
from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.components.monsters import Loaded
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.state.events import Event, Hit, Seen
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


LONG_HALL = ["##########", "#@.......#", "##########"]


def caster(stage: Stage) -> MonsterRow:
    """Put somebody who casts fire into the hall."""
    kind = replace(stage.game.roster.kinds[0], behaviour=Behaviour(shoots=7, casts="fire"))
    stage.run.kinds[kind.id] = kind
    return stage.monster((6, 1), kind=kind)


def shot(stage: Stage, source: MonsterRow) -> list[Event]:
    """Let a missile fly at the hero, and return what happened."""
    target = next(iter(stage.floor.heroes.values()))
    stage.run.events = []
    shoot_missile(stage.run, stage.floor, source, target)
    stage.run.world.bury()
    return stage.run.events


def test_cover_stops_missiles_by_its_chance() -> None:
    stage = Stage(LONG_HALL, with_terrain("rubble", cover=50))
    row = stage.hero()
    row.body.life = row.body.max_life = 100_000
    stage.turn(row.cell, "rubble")
    archer = stage.monster((6, 1))
    stopped = 0
    for _ in range(100):
        stage.floor.state.clock += 1
        events = shot(stage, archer)
        stopped += not any(isinstance(event, Hit) for event in events)
    assert 30 < stopped < 70


def test_who_is_saved_by_cover_reads_it() -> None:
    stage = Stage(LONG_HALL, with_terrain("rubble", cover=100))
    row = stage.hero()
    stage.turn(row.cell, "rubble")
    (told,) = shot(stage, stage.monster((6, 1)))
    assert isinstance(told, Seen)
    assert (told.actor.entity, told.own) == (row.entity, "The rubble stops what was meant for you.")
    assert told.others == "The rubble stops what was meant for Ann."


def test_open_ground_stops_nothing() -> None:
    stage = Stage(LONG_HALL)
    stage.hero()
    assert any(isinstance(event, Hit) for event in shot(stage, stage.monster((6, 1))))


def test_where_a_casters_missile_strikes_its_element_reaches_the_ground() -> None:
    stage = Stage(LONG_HALL)
    row = stage.hero()
    stage.turn(row.cell, "grass")
    shot(stage, stage.monster((5, 1)))
    assert stage.terrain(row.cell) == "grass"
    shot(stage, caster(stage))
    assert stage.terrain(row.cell) == "burning_grass"


def test_what_cover_stops_brings_no_fire() -> None:
    stage = Stage(LONG_HALL, with_terrain("bramble", cover=100))
    row = stage.hero()
    stage.turn(row.cell, "bramble")
    shot(stage, caster(stage))
    assert stage.terrain(row.cell) == "bramble"


def test_a_caster_on_ground_that_swallows_magic_only_strikes() -> None:
    stage = Stage(LONG_HALL)
    row = stage.hero()
    stage.turn(row.cell, "grass")
    stage.turn((6, 1), "quiet_floor")
    assert any(isinstance(event, Hit) for event in shot(stage, caster(stage)))
    assert stage.terrain(row.cell) == "grass"


def test_the_ground_burns_even_where_the_missile_killed() -> None:
    stage = Stage(LONG_HALL)
    row = stage.hero()
    row.body.life = 1
    stage.turn(row.cell, "grass")
    shot(stage, caster(stage))
    assert row.hero.fate
    assert stage.terrain((1, 1)) == "burning_grass"


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
