"""Heroes fall and get up, or die when nobody could help them (R16); monsters leave things."""

import pytest

from support.worlds.companies import two_together
from support.worlds.outcomes import told
from support.worlds.staging import Stage
from undertide_server.content.records.statuses import SUMMONED
from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.components.monsters import Loaded, Spoils
from undertide_server.simulation.mechanics.damage import deal_damage, deal_damage_of
from undertide_server.simulation.mechanics.dying import (
    HELPLESS,
    die,
    drop_loot,
    get_up,
    strike_down,
    succumb,
)
from undertide_server.simulation.queries.grammar import killer_words, who
from undertide_server.simulation.state.events import Downed, Event, Fell, RunEnded, Seen, Who, thing
from undertide_server.simulation.state.inputs import Asked, Ticked
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.worldgen.creatures.people import species_of
from undertide_shared.messages import Climb, Explore, Move, Rest, Wait

ROOM = ["##########", "#@.......#", "#........#", "#........#", "##########"]


def knock_down(stage: Stage, row: HeroRow) -> list[Event]:
    """Let a hero fall to a test, and return what happened."""
    stage.run.events = []
    strike_down(stage.run, stage.floor, row, thing("a test", row.cell))
    return stage.run.events


class TestFall:
    def test_a_hero_falls_where_a_companion_stands(self) -> None:
        stage = Stage(ROOM)
        ann, ben = stage.hero("Ann"), stage.hero("Ben")
        stage.monster((1, 2), mood="hunting", power=50)
        ann.body.life = 1
        events = stage.ask(Wait())
        (downed,) = [event for event in events if isinstance(event, Downed)]
        assert (downed.victim.name, ann.hero.dies_in) == ("Ann", 149), (
            "150 ticks, of which one passed"
        )
        assert not any(isinstance(event, Fell) for event in events)
        assert (ann.is_fallen, ann.stands, ann.hero.fate, ann.body.life) == (True, False, "", 0)
        assert ann.inventory.stacks
        assert ben.stands

    def test_a_lone_hero_dies_at_once(self) -> None:
        stage = Stage(ROOM)
        ann = stage.hero("Ann")
        ann.body.life = 1
        stage.monster((1, 2), mood="hunting", power=50)
        events = stage.ask(Wait())
        assert not any(isinstance(event, Downed) for event in events)
        assert ann.hero.fate
        assert RunEnded(won=False) in events

    def test_a_sleeping_companion_does_not_stand_and_a_link_dead_one_does(self) -> None:
        stage = Stage(ROOM)
        ann, ben, _cid = stage.hero("Ann"), stage.hero("Ben"), stage.hero("Cid")
        stage.put_to_sleep(2)
        knock_down(stage, ann)
        assert ann.is_fallen
        knock_down(stage, ben)
        assert (ann.hero.fate, ben.hero.fate) == ("a test", "a test")

    def test_all_the_fallen_die_with_the_last_who_stood(self) -> None:
        stage = Stage(ROOM)
        rows = [stage.hero(f"Hero {seat}") for seat in range(3)]
        for row in rows:
            row.hero.felled_by = ""
            knock_down(stage, row)
        assert [row.hero.fate for row in rows] == ["a test"] * 3
        stage.step(Ticked(1))
        assert not stage.floor.heroes
        assert stage.floor.items

    def test_heroes_die_at_once_where_content_says_so(self) -> None:
        stage = Stage(ROOM)
        ann, _ben = stage.hero("Ann"), stage.hero("Ben")
        rules = stage.run.rules.heroes
        falling = rules.falling.model_copy(update={"ticks": 0})
        heroes = rules.model_copy(update={"falling": falling})
        stage.run.rules = stage.run.rules.model_copy(update={"heroes": heroes})
        knock_down(stage, ann)
        assert ann.hero.fate

    def test_it_ends_statuses_and_the_auto_actions_of_the_party(self) -> None:
        stage = Stage(ROOM)
        ann, ben = stage.hero("Ann"), stage.hero("Ben")
        ben.body.life -= 5
        stage.step(Asked(1, 1, Rest()), Ticked(1))
        activities = [ben.auto_action.activity]
        ann.effects.remaining["poisoned"] = 50
        knock_down(stage, ann)
        assert not ann.effects.remaining
        assert [*activities, ben.auto_action.activity] == ["rest", "none"]

    def test_waiting_intents_are_refused_and_so_are_later_ones(self) -> None:
        stage = Stage(ROOM)
        ann, _ben = stage.hero("Ann"), stage.hero("Ben")
        ann.actor.energy = -500
        stage.step(Asked(0, 7, Wait()))
        knock_down(stage, ann)
        intents = ann.intents
        assert (intents.settled, intents.outcome, intents.reason) == (7, "refused", HELPLESS)
        stage.step(Asked(0, 8, Explore()))
        assert (intents.received, intents.settled, intents.outcome) == (8, 8, "refused")
        assert not intents.waiting


class TestHelplessness:
    def test_nothing_hurts_hunts_or_stops_at_the_fallen(self) -> None:
        stage = Stage(ROOM)
        ann, ben = stage.hero("Ann", cell=(2, 2)), stage.hero("Ben", cell=(8, 3))
        ben.body.life = ben.body.max_life = 10**6
        knock_down(stage, ann)
        hunter = stage.monster((3, 2), mood="hunting", power=50)
        stage.turn((2, 2), "embers")
        stage.trap((2, 3), "spikes", hidden=False)
        events = stage.tick(40)
        assert (ann.body.life, ann.effects.remaining) == (0, {})
        assert not any(isinstance(event, Fell) and event.victim.is_hero for event in events)
        assert hunter.cell != (3, 2)
        assert ben.body.life < 10**6

    def test_no_damage_reaches_them_from_anywhere(self) -> None:
        stage = Stage(ROOM)
        ann, _ben = stage.hero("Ann"), stage.hero("Ben")
        knock_down(stage, ann)
        stage.run.events = []
        assert (
            deal_damage(stage.run, stage.floor, thing("a test", ann.cell), ann, [(9, "fire")]) == 0
        )
        assert stage.run.events == []
        assert ann.body.life == 0

    def test_they_block_nobody(self) -> None:
        stage = Stage(["######", "#@...#", "######"])
        ann, _ben = stage.hero("Ann", cell=(2, 1)), stage.hero("Ben", cell=(4, 1))
        knock_down(stage, ann)
        assert stage.floor.is_free((2, 1))
        monster = stage.monster((1, 1), mood="hunting", power=0)
        stage.tick(6)
        assert monster.cell[0] > 1

    def test_they_eat_nothing_gain_nothing_and_drive_no_tide(self) -> None:
        stage = Stage(ROOM)
        ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(5, 1))
        knock_down(stage, ann)
        food, tide = ann.hero.food, stage.floor.tide.clock
        pays = stage.monster((6, 1), life=1, mood="asleep").monster.experience
        stage.ask(Move(1, 0), seat=1)
        assert (ann.hero.food, ann.hero.experience) == (food, 0)
        assert ben.hero.experience == pays
        stage.put_to_sleep(1)
        tide = stage.floor.tide.clock
        stage.tick(10)
        assert stage.floor.tide.clock == tide


class TestGettingUp:
    def test_a_hero_stands_up_beside_its_cell_if_that_is_taken(self) -> None:
        stage = Stage(ROOM)
        ann, ben = stage.hero("Ann", cell=(3, 2)), stage.hero("Ben", cell=(7, 2))
        knock_down(stage, ann)
        stage.run.index.move(ben, (3, 2))
        get_up(stage.run, stage.floor, ann, 4)
        assert ann.stands
        assert ann.body.life == 4
        assert ann.cell != ben.cell == (3, 2)
        assert stage.floor.blockers[ann.cell] is ann

    @pytest.mark.parametrize(("life", "left"), [(0, 1), (10**9, None)])
    def test_it_has_some_life_and_never_too_much(self, life: int, left: int | None) -> None:
        stage = Stage(ROOM)
        ann, _ben = stage.hero("Ann"), stage.hero("Ben")
        knock_down(stage, ann)
        get_up(stage.run, stage.floor, ann, life)
        assert ann.body.life == (left or ann.body.max_life)

    def test_a_sleeper_goes_on_sleeping(self) -> None:
        stage = Stage(ROOM)
        ann, _ben = stage.hero("Ann"), stage.hero("Ben")
        knock_down(stage, ann)
        stage.put_to_sleep(0)
        get_up(stage.run, stage.floor, ann, 5)
        assert (ann.hero.presence, ann.is_fallen) == ("asleep", False)
        assert ann.cell not in stage.floor.blockers


def test_what_the_dead_carried_lies_where_they_fell() -> None:
    stage = Stage(ROOM)
    ann, _ben = stage.hero("Ann", cell=(4, 2)), stage.hero("Ben", cell=(8, 3))
    carried = sum(stack.count for stack in ann.inventory.stacks)
    knock_down(stage, ann)
    assert not stage.floor.items
    stage.tick(150)
    assert ann.hero.fate == "a test"
    lying = [stage.run.world.get(entity, Lying) for entity in stage.floor.items[(4, 2)]]
    assert sum(each.count for each in lying) == carried


HALL = ["######", "#@...#", "######"]


def test_a_load_is_laid_down_once() -> None:
    stage = Stage(HALL)
    row = stage.monster((3, 1))
    stage.run.events = []
    stage.run.world.add(row.entity, Loaded("health_potion", 1))
    drop_loot(stage.run, stage.floor, row)
    drop_loot(stage.run, stage.floor, row)
    lying = [stage.run.world.get(each, Lying) for each in stage.floor.items[(3, 1)]]
    assert [(each.item, each.count) for each in lying] == [("health_potion", 1)]
    name = stage.run.items.kind("health_potion").name
    assert told(stage.run.events) == [f"The {row.actor.name} drops a {name}."]


def test_who_carries_nothing_drops_nothing() -> None:
    stage = Stage(HALL)
    row = stage.monster((3, 1))
    stage.run.events = []
    drop_loot(stage.run, stage.floor, row)
    assert stage.run.events == []
    assert stage.floor.items == {}


def test_a_boss_leaves_its_spoils_where_it_falls() -> None:
    stage = Stage(HALL)
    row = stage.monster((3, 1))
    stage.run.events = []
    stage.run.world.add(row.entity, Spoils("long_sword^9/keen:2"))
    drop_loot(stage.run, stage.floor, row)
    lying = [stage.run.world.get(each, Lying) for each in stage.floor.items[(3, 1)]]
    assert [(each.item, each.count) for each in lying] == [("long_sword^9/keen:2", 1)]
    assert told(stage.run.events) == [f"The {row.actor.name} drops a keen long sword +."]


def test_a_kill_clears_the_cell_counts_and_pays() -> None:
    stage = Stage(ROOM)
    hero = stage.hero()
    monster = stage.monster((2, 1), life=1)
    pays = monster.monster.experience
    events = stage.ask(Move(1, 0))
    assert any(isinstance(event, Fell) for event in events)
    assert (2, 1) not in stage.floor.blockers
    assert not stage.floor.monsters
    assert (hero.hero.kills, hero.hero.experience) == (1, pays)


def test_the_belongings_of_the_dead_stay_where_they_fell() -> None:
    stage = Stage(ROOM)
    ann, _ben = stage.hero("Ann"), stage.hero("Ben", cell=(6, 2))
    stage.put_to_sleep(1)
    ann.body.life = 1
    carried = sum(stack.count for stack in ann.inventory.stacks)
    assert carried
    stage.monster((2, 1), mood="hunting", power=50)
    stage.ask(Wait())
    lying = [stage.run.world.get(entity, Lying) for entity in stage.floor.items[(1, 1)]]
    assert sum(each.count for each in lying) == carried
    assert ann.hero.fate
    assert ann.entity not in stage.floor.heroes
    assert not stage.run.progress.ended


def test_the_run_is_lost_when_the_last_hero_falls() -> None:
    stage = Stage(ROOM)
    hero = stage.hero()
    hero.body.life = 1
    stage.monster((2, 1), mood="hunting", power=50)
    events = stage.ask(Wait())
    assert RunEnded(won=False) in events
    assert stage.run.progress.ended
    assert stage.ask(Wait()) == []


def test_a_hero_falls_for_a_companion_on_another_floor_too() -> None:
    pair = two_together(stage=Stage(["##########", "#@...>...#", "##########"]))
    pair.stage.run.index.move(pair.ben, (5, 1))
    pair.stage.let_leave(1)
    pair.stage.ask(Climb(), seat=1)
    knock_down(pair.stage, pair.ann)
    assert pair.ann.is_fallen


def test_a_fall_ends_what_companions_do_but_for_care_and_what_the_fallen_did() -> None:
    stage = Stage(ROOM)
    ann, ben, cid = (stage.hero(name) for name in ("Ann", "Ben", "Cid"))
    ann.auto_action.activity = ben.auto_action.activity = "revive"
    cid.auto_action.activity = "rest"
    ann.effects.remaining["guarded"], ann.effects.givers["guarded"] = 50, ben.entity
    knock_down(stage, ann)
    assert [row.auto_action.activity for row in (ann, ben, cid)] == ["none", "revive", "none"]
    assert (ann.effects.remaining, ann.effects.givers) == ({}, {})


def test_a_kill_is_counted_for_the_hero_that_did_it() -> None:
    pair = two_together()
    monster = pair.stage.monster((7, 1), life=1)
    deal_damage_of(pair.stage.run, pair.stage.floor, pair.ben, monster, [(5, "fire")])
    assert [row.hero.kills for row in (pair.ann, pair.ben)] == [0, 1]
    assert pair.ben.hero.slain == {monster.monster.kind: 1}
    assert pair.ann.hero.slain == {}
    strike_down(pair.stage.run, pair.stage.floor, pair.stage.monster((7, 1)), who(pair.ben))
    assert (pair.ben.hero.kills, pair.ben.hero.slain) == (2, {monster.monster.kind: 2})


@pytest.mark.parametrize("is_ally", [False, True])
def test_an_ally_leaves_nothing_and_counts_for_no_lore(is_ally: bool) -> None:
    pair = two_together()
    monster = pair.stage.monster((7, 1), life=1)
    species = species_of(monster.monster.kind)
    pair.stage.run.progress.met[species] = 0
    pair.stage.run.world.add(monster.entity, Loaded("health_potion", 1))
    if is_ally:
        monster.effects.remaining[SUMMONED] = 100
    deal_damage_of(pair.stage.run, pair.stage.floor, pair.ben, monster, [(5, "fire")])
    assert (not pair.stage.floor.items) is is_ally
    assert pair.stage.run.progress.met[species] == (0 if is_ally else 1)


def test_a_fall_a_death_and_a_kill_are_told_of_their_floor_victim_and_killer() -> None:
    pair = two_together()
    stage, (floor, run) = pair.stage, (pair.stage.floor, pair.stage.run)
    monster = stage.monster((9, 1))
    by_ann, by_monster = who(pair.ann), who(monster)
    run.events = []
    strike_down(run, floor, monster, by_ann)
    ben, carried = who(pair.ben), tuple(pair.ben.inventory.stacks)
    strike_down(run, floor, pair.ben, by_monster)
    succumb(run, floor, pair.ben)
    told_of = [event for event in run.events if isinstance(event, Fell | Downed)]
    cause = thing(monster.actor.name, pair.ben.cell)
    assert told_of == [
        Fell(floor.entity, by_monster, by_ann),
        Downed(floor.entity, ben, by_monster),
        Fell(floor.entity, ben, cause, carried, pair.ben.sees),
    ]


def test_one_who_falls_and_dies_later_dies_of_the_cause_of_its_fall() -> None:
    pair = two_together()
    killer = who(pair.stage.monster((9, 1)))
    strike_down(pair.stage.run, pair.stage.floor, pair.ben, killer)
    hero, words = pair.ben.hero, killer_words(killer)
    assert (hero.felled_by, hero.cause, hero.fate) == (killer.name, words, "")
    hero.tended = 5
    succumb(pair.stage.run, pair.stage.floor, pair.ben)
    assert (hero.fate, hero.cause) == (killer.name, words)
    assert (hero.dies_in, hero.tended, hero.felled_by, pair.ben.body.life) == (0, 0, "", 0)


def test_one_who_dies_at_once_dies_of_that() -> None:
    stage = Stage(ROOM)
    ann = stage.hero("Ann")
    killer = who(stage.monster((4, 1)))
    strike_down(stage.run, stage.floor, ann, killer)
    assert (ann.hero.fate, ann.hero.cause) == (killer.name, killer_words(killer))
    assert (ann.hero.dies_in, ann.body.life) == (0, 0)


def test_nothing_of_a_fall_is_left_on_one_who_got_up() -> None:
    pair = two_together("fallen")
    pair.ben.hero.tended, pair.ben.body.healed = 7, 999
    get_up(pair.stage.run, pair.stage.floor, pair.ben, 4)
    hero = pair.ben.hero
    assert (hero.dies_in, hero.tended, hero.felled_by, hero.cause) == (0, 0, "", "")
    assert (pair.ben.body.life, pair.ben.body.healed) == (4, 0)


def test_heroes_fall_for_as_little_as_a_tick_where_content_says_so() -> None:
    pair = two_together()
    rules = pair.stage.run.rules.heroes
    falling = rules.falling.model_copy(update={"ticks": 1})
    heroes = rules.model_copy(update={"falling": falling})
    pair.stage.run.rules = pair.stage.run.rules.model_copy(update={"heroes": heroes})
    knock_down(pair.stage, pair.ben)
    assert (pair.ben.is_fallen, pair.ben.hero.dies_in) == (True, 1)


def test_what_a_hero_leaves_is_its_gold_and_then_its_pack_as_it_was_worn() -> None:
    stage = Stage(ROOM)
    ann = stage.hero("Ann", cell=(4, 2))
    ann.hero.gold = 30
    held = [(stack.item, stack.count) for stack in ann.inventory.stacks]
    wore = {stack.slot: stack.item for stack in ann.inventory.stacks if stack.slot}
    assert wore
    knock_down(stage, ann)
    lying = [stage.run.world.get(entity, Lying) for entity in stage.floor.items[(4, 2)]]
    gold = stage.run.rules.loot.gold
    assert [(each.item, each.count) for each in lying] == [(gold, 30), *held]
    assert [each.told for each in lying] == [False] + [True] * len(held)
    assert (ann.hero.wore, ann.hero.gold, ann.inventory.stacks) == (wore, 0, [])


def test_what_a_monster_drops_is_told_of_where_it_fell() -> None:
    stage = Stage(HALL)
    row = stage.monster((3, 1))
    stage.run.events = []
    stage.run.world.add(row.entity, Loaded("health_potion", 2))
    drop_loot(stage.run, stage.floor, row)
    (seen,) = (event for event in stage.run.events if isinstance(event, Seen))
    actor = Who(row.entity, row.actor.name, is_hero=False, cell=(3, 1), key=row.monster.kind)
    assert (seen.floor, seen.actor, seen.tone, seen.own) == (stage.floor.entity, actor, "good", "")
    (lying,) = (stage.run.world.get(each, Lying) for each in stage.floor.items[(3, 1)])
    assert (lying.item, lying.count, lying.told) == ("health_potion", 2, True)
    assert stage.run.world.find(row.entity, Loaded) is None


@pytest.mark.parametrize("gold", [0, 30])
def test_gold_stays_where_its_bearer_died(gold: int) -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    row.hero.gold = gold
    row.inventory.stacks.clear()
    die(stage.run, stage.floor, row, thing("a test", row.cell))
    left = [
        (lying.item, lying.count)
        for entities in stage.floor.items.values()
        for lying in (stage.run.world.get(entity, Lying) for entity in entities)
    ]
    assert left == ([(stage.run.rules.loot.gold, 30)] if gold else [])
