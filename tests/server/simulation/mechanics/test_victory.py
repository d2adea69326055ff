"""R15: amulets in the party's hands, the seal on the last boss, and how a run ends."""

from dataclasses import replace

import pytest

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from support.worlds.companies import STATES, State, two_together
from support.worlds.staging import SEED, Stage, make_test_game
from undertide_server.content.records.population import BossRules
from undertide_server.simulation.components.monsters import LastBoss
from undertide_server.simulation.mechanics.damage import deal_damage_of
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.mechanics.victory import (
    amulets_held,
    announce_amulet,
    crown_boss,
    end_run,
    end_when_all_fell,
    make_boss,
)
from undertide_server.simulation.queries.grammar import name_of, who
from undertide_server.simulation.snapshot import restore, take_snapshot
from undertide_server.simulation.state.events import (
    Event,
    Fell,
    FloorTold,
    PartyTold,
    RunEnded,
    Seen,
)
from undertide_server.simulation.state.inputs import Asked, PlayerLost, SeatTaken, Ticked, Withdrawn
from undertide_server.simulation.state.rows import MonsterRow
from undertide_server.util.rng import derive
from undertide_server.worldgen.game.game import Game, make_game
from undertide_shared.messages import Drop, Move, Take, Use

ROOM = ["########", "#@.....#", "#......#", "########"]
AMULETS = shipped("default").victory.amulets


def last_floor(preset: str = "default") -> tuple[Stage, MonsterRow]:
    """Return a stage that is the last floor, with a hero and the boss beside it."""
    stage = Stage(ROOM, make_test_game(preset))
    stage.hero()
    stage.floor.state.number = len(stage.game.curve.floors)
    stage.monster((5, 2), mood="asleep")
    boss = stage.monster((2, 1), life=1, kind=stage.game.roster.kinds[-1])
    crown_boss(stage.run, stage.floor)
    return stage, boss


def take(stage: Stage, item: str) -> list[Event]:
    """Let the hero of the first seat take an item from under its feet."""
    hero = next(iter(stage.floor.heroes.values()))
    stage.item(hero.cell, item)
    return stage.ask(Take())


def told(events: list[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, PartyTold | FloorTold)]


def test_the_strongest_monster_of_the_last_floor_is_the_boss() -> None:
    stage, boss = last_floor()
    crowned = [entity for entity, _ in stage.run.world.each(LastBoss)]
    assert crowned == [boss.entity]


def test_no_other_floor_has_one() -> None:
    stage = Stage(ROOM)
    boss = stage.monster((2, 1), kind=stage.game.roster.kinds[-1])
    crown_boss(stage.run, stage.floor)
    assert not stage.run.world.each(LastBoss)
    assert boss.mind.mood == "idle"


def test_nothing_harms_the_sealed_boss_and_it_harms_nobody() -> None:
    stage, boss = last_floor()
    hero = next(iter(stage.floor.heroes.values()))
    events = [event for _ in range(10) for event in stage.ask(Move(1, 0))]
    assert boss.mind.mood == "sealed"
    assert (boss.body.life, hero.body.life) == (1, hero.body.max_life)
    assert any(isinstance(event, Seen) and "seal" in event.others for event in events)


def test_each_amulet_is_told_and_the_last_breaks_the_seal() -> None:
    stage, boss = last_floor()
    lines: list[str] = []
    for count, amulet in enumerate(AMULETS, start=1):
        assert boss.mind.mood == "sealed"
        lines = told(take(stage, amulet))
        assert f"holds {count} of {len(AMULETS)}" in lines[0]
    assert boss.mind.mood != "sealed"
    assert any("stirs" in line for line in lines)


def test_the_run_is_won_when_the_boss_falls() -> None:
    stage, boss = last_floor()
    for amulet in AMULETS:
        take(stage, amulet)
    events = [event for _ in range(20) for event in stage.ask(Move(1, 0))]
    assert boss.entity not in stage.floor.monsters
    assert RunEnded(won=True) in events


def test_amulets_count_in_whose_hands_of_the_party_they_are() -> None:
    stage, boss = last_floor()
    second = stage.hero("Ben", cell=(4, 2))
    for amulet in AMULETS[:-1]:
        take(stage, amulet)
    stage.item(second.cell, AMULETS[-1])
    stage.ask(Take(), seat=1)
    assert amulets_held(stage.run) == list(AMULETS)
    assert boss.mind.mood != "sealed"


def test_a_broken_seal_stays_broken() -> None:
    stage, boss = last_floor()
    for amulet in AMULETS:
        take(stage, amulet)
    hero = next(iter(stage.floor.heroes.values()))
    stage.ask(Drop(hero.inventory.stacks[-1].id))
    assert boss.mind.mood != "sealed"
    boss.mind.mood = "idle"
    crown_boss(stage.run, stage.floor)
    assert boss.mind.mood == "idle"


def test_the_same_amulet_twice_is_one() -> None:
    stage, boss = last_floor()
    for _ in AMULETS:
        take(stage, AMULETS[0])
    assert boss.mind.mood == "sealed"


def test_where_there_is_no_boss_the_amulets_win() -> None:
    stage = Stage(ROOM, make_game(shipped("keep"), bytes(16), REPERTOIRE))
    stage.hero()
    assert not [event for event in take(stage, AMULETS[0]) if isinstance(event, RunEnded)]
    take(stage, AMULETS[1])
    assert RunEnded(won=True) in take(stage, AMULETS[2])


def test_where_there_are_no_amulets_the_boss_is_awake_from_the_first() -> None:
    stage, boss = last_floor("tutorial")
    assert boss.mind.mood == "idle"
    events = [event for _ in range(20) for event in stage.ask(Move(1, 0))]
    assert RunEnded(won=True) in events


def names_of(count: int, game: Game | None = None) -> list[str]:
    """Return the names of the first bosses of a game."""
    stage = Stage(ROOM, game)
    found = []
    for number in range(count):
        row = stage.monster((1 + number, 2))
        make_boss(stage.run, stage.floor, row)
        found.append(row.boss.name if row.boss else "")
    return found


def game_with(*names: str) -> Game:
    game = make_test_game()
    rules = game.ruleset.model_copy(update={"bosses": BossRules(names=names)})
    return replace(game, ruleset=rules)


def test_each_boss_of_a_run_has_a_name_of_its_own() -> None:
    names = names_of(5)
    assert all(names)
    assert len(set(names)) == 5


def test_the_seed_alone_decides_the_order_of_names() -> None:
    assert names_of(3) == names_of(3)
    other = make_test_game(seed=b"another seed oky")
    assert names_of(5, other) != names_of(5)


def test_names_come_again_once_all_were_given() -> None:
    names = names_of(3, game_with("Ash", "Bram"))
    assert sorted(names[:2]) == ["Ash", "Bram"]
    assert names[2] == names[0]


def test_content_without_names_has_nameless_bosses() -> None:
    assert names_of(1, game_with()) == [""]


def test_who_is_a_boss_already_keeps_its_name() -> None:
    stage = Stage(ROOM)
    row = stage.monster((3, 2))
    make_boss(stage.run, stage.floor, row)
    before = row.boss
    make_boss(stage.run, stage.floor, row)
    assert row.boss is before
    assert stage.floor.bosses == [row]


def test_a_boss_keeps_its_name_in_a_run_that_comes_back() -> None:
    stage = Stage(ROOM)
    row = stage.monster((3, 2))
    make_boss(stage.run, stage.floor, row)
    back = restore(stage.game, take_snapshot(stage.run))
    (floor,) = back.index.floors.values()
    assert [each.boss for each in floor.bosses] == [row.boss]
    assert back.progress.bosses == 1


def test_a_boss_that_falls_leaves_the_index() -> None:
    stage = Stage(ROOM)
    row = stage.monster((3, 2))
    make_boss(stage.run, stage.floor, row)
    stage.run.index.leave(row.entity)
    assert stage.floor.bosses == []


PLAIN_ROOM = ["########", "#@.....#", "#.....>#", "########"]


def test_a_run_without_heroes_has_not_ended() -> None:
    stage = Stage(PLAIN_ROOM)
    stage.step()
    assert not stage.run.progress.ended


def test_the_run_ends_with_its_last_hero() -> None:
    stage = Stage(PLAIN_ROOM)
    ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(6, 1))
    for row in (ann, ben):
        row.body.life = 1
        stage.monster((row.cell[0], 2), mood="hunting", power=50)
    assert ends(stage.tick(20)) == [RunEnded(won=False)]
    assert stage.run.progress.ended
    assert not stage.run.progress.won


def test_a_sleeper_keeps_the_run_going() -> None:
    stage = Stage(PLAIN_ROOM)
    ann = stage.hero("Ann")
    stage.hero("Ben", cell=(6, 1))
    stage.step(PlayerLost(1))
    stage.step(Withdrawn(1))
    ann.body.life = 1
    stage.monster((1, 2), mood="hunting", power=50)
    stage.tick(5)
    assert ann.hero.fate
    assert not stage.run.progress.ended


def test_who_takes_a_seat_as_the_last_one_falls_plays_on() -> None:
    stage = Stage(PLAIN_ROOM)
    ann = stage.hero("Ann")
    ann.body.life = 1
    ann.inventory.stacks.clear()
    give_stack(ann.inventory, "fireball_scroll", 1)
    stage.monster((1, 2), mood="hunting", power=50)
    burn = Use(ann.inventory.stacks[0].id, 1, 2)
    stage.step(SeatTaken(1, "Ben"), Asked(0, 1, burn), Ticked(1))
    assert ann.is_fallen
    assert not stage.run.progress.ended


def ends(events: list[Event]) -> list[RunEnded]:
    return [event for event in events if isinstance(event, RunEnded)]


@pytest.mark.parametrize("state", STATES)
def test_the_party_holds_the_amulets_of_all_its_heroes(state: State) -> None:
    pair = two_together(state)
    give_stack(pair.ann.inventory, AMULETS[2], 1)
    give_stack(pair.ben.inventory, AMULETS[0], 1)
    assert amulets_held(pair.stage.run) == [AMULETS[0], AMULETS[2]]


def test_the_fall_of_any_other_monster_ends_nothing() -> None:
    stage, _ = last_floor()
    stage.run.progress.seal_broken = True
    common = stage.monster((1, 2), life=1)
    hero = next(iter(stage.floor.heroes.values()))
    deal_damage_of(stage.run, stage.floor, hero, common, [(5, "fire")])
    assert common.entity not in stage.floor.monsters
    assert not stage.run.progress.ended


def announced(stage: Stage, item: str) -> list[Event]:
    """Give an item to the hero of the first seat, and return what the party is told of it."""
    hero = next(iter(stage.floor.heroes.values()))
    give_stack(hero.inventory, item, 1)
    stage.run.events = []
    announce_amulet(stage.run, item)
    return stage.run.events


def test_what_the_party_is_told_of_amulets_and_of_the_seal() -> None:
    stage, boss = last_floor()
    names = [stage.run.items.kind(amulet).name for amulet in AMULETS]
    held = [PartyTold("good", f"The party holds {n + 1} of 3: the {names[n]}.") for n in range(3)]
    assert announced(stage, "health_potion") == []
    assert announced(stage, AMULETS[0]) == held[:1]
    assert announced(stage, AMULETS[1]) == held[1:2]
    assert announced(stage, AMULETS[2]) == [
        held[2],
        PartyTold("tide", "Far below, a seal breaks. The last floor is awake."),
        FloorTold(stage.floor.entity, "tide", f"{name_of(boss)} stirs."),
    ]
    assert boss.mind.mood == "idle"
    assert announced(stage, AMULETS[0]) == []


def test_the_seal_frees_none_that_is_free() -> None:
    stage, boss = last_floor()
    boss.mind.mood = "hunting"
    events = [event for amulet in AMULETS for event in announced(stage, amulet)]
    assert boss.mind.mood == "hunting"
    assert not [event for event in events if isinstance(event, FloorTold)]


def test_no_monster_is_crowned_where_there_is_none_or_no_boss_is_wanted() -> None:
    for stage in (Stage(ROOM), Stage(ROOM, make_game(shipped("keep"), bytes(16), REPERTOIRE))):
        stage.floor.state.number = len(stage.game.curve.floors)
        if not stage.run.rules.victory.boss:
            stage.monster((2, 1))
        crown_boss(stage.run, stage.floor)
        assert not stage.run.world.each(LastBoss)


def test_bosses_are_named_in_the_order_of_the_seed() -> None:
    names = make_test_game().ruleset.bosses.names
    assert names_of(5) == derive(SEED, "bosses").shuffled(names)[:5]


@pytest.mark.parametrize("won", [False, True])
def test_a_run_ends_once(*, won: bool) -> None:
    stage = Stage(PLAIN_ROOM)
    end_run(stage.run, won=won)
    end_run(stage.run, won=not won)
    assert ends(stage.run.events) == [RunEnded(won)]
    assert (stage.run.progress.ended, stage.run.progress.won) == (True, won)


@pytest.mark.parametrize("fell", [False, True])
def test_a_run_is_lost_in_the_step_in_which_its_last_hero_fell(*, fell: bool) -> None:
    stage = Stage(PLAIN_ROOM)
    row = stage.hero()
    row.hero.fate = "a trap"
    stage.run.events = [Fell(stage.floor.entity, who(row), None)] if fell else []
    end_when_all_fell(stage.run)
    assert ends(stage.run.events) == ([RunEnded(won=False)] if fell else [])
