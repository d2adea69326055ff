"""Statuses take, give and change what they say, run out once, and say so."""

from collections import Counter

import pytest

from support.content.own_rules import game_with
from support.worlds.companies import LONG_HALL, State, befall, two_together
from support.worlds.staging import Stage, make_test_game
from undertide_server.content.records.statuses import Mending, Toll
from undertide_server.content.records.terrain import Harm
from undertide_server.simulation.components.actors import Attack, Resistance
from undertide_server.simulation.mechanics.damage import deal_damage, deal_damage_of
from undertide_server.simulation.mechanics.statuses import inflict
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.state.events import Fell, Hit, Seen, thing
from undertide_server.simulation.state.rows import ActorRow
from undertide_server.simulation.systems.statuses import apply_statuses, apply_statuses_on_hit
from undertide_server.worldgen.game.game import Game

ROOM = ["#########", "#@......#", "#########"]
APART = ["#########", "#@.#....#", "#########"]
NO_RESISTANCE = (0,) * 6


def bare(stage: Stage, row: ActorRow, counted: tuple[int, ...] = NO_RESISTANCE) -> None:
    """Give somebody a round life that doesn't come back, and this much resistance."""
    row.body.life = row.body.max_life = 1000
    row.body.regen = row.body.absorb = row.body.absorb_tenths = 0
    stage.run.world.get(row.entity, Resistance).counted = counted


def test_a_status_lasts_its_ticks_and_its_end_is_told_once() -> None:
    stage = Stage(ROOM)
    row, monster = stage.hero(), stage.monster((7, 1), mood="asleep")
    row.effects.remaining["confused"] = 3
    monster.effects.remaining["confused"] = 2
    events = stage.tick(2)
    assert row.effects.remaining == {"confused": 1}
    assert monster.effects.remaining == {}
    events += stage.tick(5)
    told = [event for event in events if isinstance(event, Seen) and "no longer" in event.others]
    assert [event.others for event in told] == [
        f"The {monster.actor.name} is no longer confused.",
        "Ann is no longer confused.",
    ]
    assert told[1].own == "You are no longer confused."


def test_several_statuses_run_side_by_side() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    row.effects.remaining |= {"sheltered": 5, "confused": 2}
    stage.tick(3)
    assert row.effects.remaining == {"sheltered": 2}


def test_the_end_of_what_others_do_not_see_is_told_to_nobody_else() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    row.effects.remaining["sheltered"] = 1
    [told] = [event for event in stage.tick() if isinstance(event, Seen)]
    assert (told.own, told.others) == ("You are no longer sheltered.", "")


@pytest.mark.parametrize("key", ["burning", "poisoned"])
def test_what_harms_takes_its_share_at_its_beats_from_heroes_and_monsters(key: str) -> None:
    stage = Stage(APART)
    toll = stage.run.rules.statuses[key].harm
    assert toll is not None
    rows = [stage.hero(), stage.monster((7, 1), mood="asleep")]
    for row in rows:
        bare(stage, row)
        row.effects.remaining[key] = 4 * toll.every
    stage.tick(4 * toll.every + 10)
    assert [row.body.life for row in rows] == [1000 - 4 * 10 * toll.percent] * 2


def test_resistance_counts_against_it_and_above_ten_it_heals() -> None:
    stage = Stage(ROOM)
    toll = stage.run.rules.statuses["burning"].harm
    assert toll is not None
    stage.hero()
    lives = []
    for points, x in ((5, 3), (12, 5), (-5, 7)):
        monster = stage.monster((x, 1), mood="asleep")
        bare(stage, monster, (0, 0, points, 0, 0, 0))
        monster.body.life = 500
        monster.effects.remaining["burning"] = toll.every
        lives.append(monster)
    stage.tick(toll.every)
    whole = 10 * toll.percent
    expected = [500 - whole // 2, 500 + whole // 5, 500 - whole * 3 // 2]
    assert [monster.body.life for monster in lives] == expected


def test_it_kills_and_is_the_fate_of_its_victim() -> None:
    stage = Stage(ROOM)
    stage.hero("Ben", cell=(5, 1))
    stage.put_to_sleep()
    row = stage.hero()
    row.body.life, row.body.regen = 1, 0
    row.effects.remaining["poisoned"] = 100
    events = stage.tick(20)
    assert [event.victim.name for event in events if isinstance(event, Fell)] == ["Ann"]
    assert row.hero.fate == "poison"


def test_it_pays_like_any_other_end_of_a_monster() -> None:
    stage = Stage(ROOM)
    hero, monster = stage.hero(), stage.monster((7, 1), mood="asleep")
    bare(stage, monster)
    monster.body.life = 1
    monster.monster.experience = 7
    monster.effects.remaining["burning"] = 30
    stage.tick(10)
    assert hero.hero.experience == 7


def test_it_wakes_those_who_sleep() -> None:
    stage = Stage(ROOM)
    stage.hero()
    monster = stage.monster((7, 1), mood="asleep")
    bare(stage, monster)
    monster.effects.remaining["burning"] = 30
    stage.tick(10)
    assert monster.mind.mood != "asleep"


def test_what_mends_gives_back_at_its_beats_and_never_too_much() -> None:
    stage = Stage(ROOM)
    mending = stage.run.rules.statuses["regenerating"].mends
    assert mending is not None
    row = stage.hero()
    bare(stage, row)
    row.body.life = 500
    row.effects.remaining["regenerating"] = 200
    stage.tick(2 * mending.every)
    assert row.body.life == 500 + 2 * 10 * mending.percent
    row.body.life = 999
    stage.tick(2 * mending.every)
    assert row.body.life == 1000


@pytest.mark.parametrize(("key", "ticks"), [(None, 4), ("slowed", 8), ("hasted", 3)])
def test_statuses_change_how_soon_somebody_is_ready_again(key: str | None, ticks: int) -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    row.actor.speed, row.actor.energy = 10, -40
    if key is not None:
        row.effects.remaining[key] = 100
    stage.tick(ticks - 1)
    assert row.actor.energy < 0
    stage.tick()
    assert row.actor.energy == 0


def test_a_status_at_work_is_told_as_a_hit() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    bare(stage, row)
    row.effects.remaining["burning"] = 5
    hits = [event for event in stage.tick(5) if isinstance(event, Hit)]
    assert [(hit.source.name, hit.parts[0][1]) for hit in hits] == [("fire", "fire")]


def test_a_ward_takes_a_share_of_the_full_life_off_every_hit_but_never_over_half_of_it() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    bare(stage, row)
    off = 10 * stage.run.rules.statuses["warded"].absorb_percent
    row.effects.remaining["warded"] = 50
    source = thing("a rock", row.cell)
    for damage, left in ((3 * off, 2 * off), (off, off - off // 2)):
        row.body.life = 1000
        deal_damage(stage.run, stage.floor, source, row, [(damage, "physical")])
        assert 1000 - row.body.life == left


def bringing(key: str, percent: int) -> Game:
    """Return the test game in which damage brings a status as often as this."""
    statuses = make_test_game().ruleset.statuses
    caught = statuses[key].caught
    assert caught is not None
    changed = caught.model_copy(update={"percent": percent})
    return game_with(
        statuses={**statuses, key: statuses[key].model_copy(update={"caught": changed})}
    )


def duel(game: Game, kind: str, power: int = 5) -> tuple[Stage, ActorRow, ActorRow]:
    """Put a hero beside a monster whose blows do damage of some type besides."""
    stage = Stage(ROOM, game)
    hero, monster = stage.hero(), stage.monster((2, 1), mood="hunting")
    hero.body.life = hero.body.max_life = 10_000
    stage.run.world.get(monster.entity, Attack).extra = ((kind, power),)
    stage.run.world.get(hero.entity, Resistance).counted = (0,) * 6
    return stage, hero, monster


def test_a_burning_blow_sets_on_fire() -> None:
    stage, hero, _ = duel(bringing("burning", 100), "fire")
    stage.tick(2)
    assert "burning" in hero.effects.remaining


def test_a_monster_is_set_on_fire_too() -> None:
    stage, hero, monster = duel(bringing("burning", 100), "arcane")
    bare(stage, monster)
    stage.run.events = []
    deal_damage_of(stage.run, stage.floor, hero, monster, [(5, "fire")])
    apply_statuses_on_hit(stage.run)
    assert monster.effects.givers == {"burning": hero.entity}


def test_other_blows_do_not() -> None:
    stage, hero, _ = duel(bringing("burning", 100), "arcane")
    stage.tick(10)
    assert "burning" not in hero.effects.remaining


def test_the_chance_is_that_of_the_content() -> None:
    found: Counter[bool] = Counter()
    stage, hero, _ = duel(bringing("poisoned", 30), "poison")
    for _ in range(1200):
        before = hero.body.life
        stage.tick()
        if hero.body.life < before:
            found["poisoned" in hero.effects.remaining] += 1
        hero.effects.remaining.clear()
    assert (found[True], found.total()) == (78, 300)


def test_who_resists_the_damage_wholly_catches_nothing() -> None:
    stage, hero, _ = duel(bringing("slowed", 100), "cold")
    stage.run.world.get(hero.entity, Resistance).counted = (0, 10, 0, 0, 0, 0)
    stage.tick(10)
    assert "slowed" not in hero.effects.remaining


def test_fire_does_not_keep_itself_alive() -> None:
    stage = Stage(ROOM, bringing("burning", 100))
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10_000
    hero.effects.remaining["burning"] = 12
    stage.tick(12)
    assert hero.effects.remaining == {}


def test_a_status_is_told_by_its_key_from_ground_of_the_same_name() -> None:
    rules = bringing("burning", 100).ruleset
    embers = rules.terrain["embers"].model_copy(update={"name": rules.statuses["burning"].name})
    game = game_with(statuses=rules.statuses, terrain={**rules.terrain, "embers": embers})
    stage = Stage(["#####", "#@^.#", "#####"], game, legend={"^": "embers"})
    hero = stage.hero(cell=(2, 1))
    hero.body.life = hero.body.max_life = 10_000
    stage.tick(game.ruleset.living.beat)
    assert "burning" in hero.effects.remaining


def test_who_has_it_does_not_catch_more_of_it() -> None:
    stage, hero, monster = duel(bringing("poisoned", 100), "poison")
    stage.tick(2)
    left = hero.effects.remaining["poisoned"]
    stage.tick(20)
    assert hero.effects.remaining["poisoned"] == left - 20
    assert monster.effects.remaining == {}


def test_ground_that_burns_sets_on_fire_too() -> None:
    game = bringing("burning", 100)
    stage = Stage(["#####", "#@^.#", "#####"], game, legend={"^": "embers"})
    assert isinstance(game.ruleset.terrain["embers"].harm, Harm)
    hero = stage.hero(cell=(2, 1))
    hero.body.life = hero.body.max_life = 10_000
    stage.tick(game.ruleset.living.beat)
    assert "burning" in hero.effects.remaining


def test_who_brought_a_status_by_a_hit_is_remembered() -> None:
    stage, hero, monster = duel(bringing("burning", 100), "fire")
    stage.tick(8)
    assert hero.effects.givers == {"burning": monster.entity}


@pytest.mark.parametrize("state", ["well", "hurt", "link-dead", "asleep"])
def test_statuses_work_on_nobody_who_sleeps_and_run_out_all_the_same(state: State) -> None:
    pair = two_together()
    bare(pair.stage, pair.ben)
    inflict(pair.stage.run, pair.stage.floor, pair.ben, "poisoned", 100)
    befall(pair.stage, pair.ben, state)
    before, toll = pair.ben.body.life, pair.stage.run.rules.statuses["poisoned"].harm
    assert toll is not None
    pair.stage.floor.state.clock = toll.every
    apply_statuses(pair.stage.run, pair.stage.floor)
    taken = 0 if state == "asleep" else 1000 * toll.percent // 100
    assert before - pair.ben.body.life == taken
    assert pair.ben.effects.remaining == {"poisoned": 99}


def test_sleepers_regain_nothing_by_a_status() -> None:
    pair = two_together()
    bare(pair.stage, pair.ben)
    pair.ben.body.life = 500
    mends = pair.stage.run.rules.statuses["regenerating"].mends
    assert mends is not None
    pair.ben.effects.remaining["regenerating"] = 100
    lives = []
    states: tuple[State, ...] = ("well", "link-dead", "asleep")
    for state in states:
        befall(pair.stage, pair.ben, state)
        pair.stage.floor.state.clock = mends.every
        apply_statuses(pair.stage.run, pair.stage.floor)
        lives.append(pair.ben.body.life)
    point = 10 * mends.percent
    assert lives == [500 + point, 500 + 2 * point, 500 + 2 * point]


def test_nothing_works_on_the_sealed() -> None:
    pair = two_together()
    boss = pair.stage.monster((9, 1), mood="idle", life=1000)
    boss.body.life = 500
    boss.effects.remaining = {"poisoned": 100, "regenerating": 100}
    boss.mind.mood = "sealed"
    pair.stage.floor.state.clock = 0
    pair.stage.run.events = []
    apply_statuses(pair.stage.run, pair.stage.floor)
    assert (boss.body.life, pair.stage.run.events) == (500, [])
    assert boss.effects.remaining == {"poisoned": 99, "regenerating": 99}


def test_the_last_harm_of_a_fire_sets_nobody_on_fire_again() -> None:
    stage = Stage(ROOM, bringing("burning", 100))
    row = stage.hero()
    bare(stage, row)
    harm = stage.run.rules.statuses["burning"].harm
    assert harm is not None
    row.effects.remaining["burning"] = 1
    stage.floor.state.clock = harm.every
    events = stage.tick()
    assert [event.source.key for event in events if isinstance(event, Hit)] == ["burning"]
    assert row.effects.remaining == {}


def test_what_hits_bring_is_rolled_once_each_by_the_chance_of_their_target() -> None:
    stage = Stage(ROOM, bringing("poisoned", 30))
    hero, foe = stage.hero(), stage.monster((5, 1))
    outcomes = []
    for _ in range(30):
        hit = Hit(stage.floor.entity, who(foe), who(hero), ((3, "poison"),))
        rng = stage.run.chance(stage.floor, "catch", hero.entity)
        stage.run.events = [hit, hit]
        hero.effects.remaining.clear()
        hero.effects.givers.clear()
        apply_statuses_on_hit(stage.run)
        catches = rng.percent(30) or rng.percent(30)
        assert ("poisoned" in hero.effects.remaining) is catches
        assert hero.effects.givers == ({"poisoned": foe.entity} if catches else {})
        outcomes.append(catches)
        stage.floor.state.clock += 1
    assert set(outcomes) == {True, False}


def test_hits_on_those_who_are_gone_keep_no_other_from_catching() -> None:
    stage = Stage(ROOM, bringing("poisoned", 100))
    hero, foe = stage.hero(), stage.monster((5, 1))
    gone = who(hero)._replace(entity=10**6)
    stage.run.events = [
        Hit(stage.floor.entity, who(foe), target, ((3, "poison"),)) for target in (gone, who(hero))
    ]
    apply_statuses_on_hit(stage.run)
    assert list(hero.effects.remaining).count("poisoned") == 1


@pytest.mark.parametrize(
    ("amount", "kind", "catches"),
    [(1, "poison", True), (0, "poison", False), (-3, "poison", False), (9, "fire", False)],
)
def test_only_damage_of_its_type_that_was_done_brings_a_status(
    amount: int, kind: str, catches: bool
) -> None:
    stage = Stage(ROOM, bringing("poisoned", 100))
    hero = stage.hero()
    spikes = thing("spikes", hero.cell)
    stage.run.events = [
        Hit(stage.floor.entity, spikes, who(hero), ((5, "physical"), (amount, kind)))
    ]
    apply_statuses_on_hit(stage.run)
    assert ("poisoned" in hero.effects.remaining) is catches
    assert hero.effects.givers == {}


@pytest.mark.parametrize(
    ("key", "before", "after"),
    [("slowed", 0, 0), ("slowed", -20, -25), ("hasted", -1, 0), ("hasted", 0, 0)],
)
def test_a_status_changes_the_pace_of_those_alone_who_are_not_ready(
    key: str, before: int, after: int
) -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    row.actor.speed, row.actor.energy = 10, before
    row.effects.remaining[key] = 9
    apply_statuses(stage.run, stage.floor)
    assert row.actor.energy == after


def test_one_who_falls_by_a_status_gains_nothing_by_the_next() -> None:
    poisoned = make_test_game().ruleset.statuses["poisoned"]
    mends = Mending(percent=50, every=1)
    harm = Toll(percent=100, every=1, damage="poison")
    statuses = {
        **make_test_game().ruleset.statuses,
        "poisoned": poisoned.model_copy(update={"harm": harm}),
        "warded": poisoned.model_copy(update={"harm": None, "mends": mends}),
    }
    pair = two_together(stage=Stage(LONG_HALL, game_with(statuses=statuses)))
    bare(pair.stage, pair.ben)
    pair.ben.effects.remaining.update({"poisoned": 9, "warded": 9})
    apply_statuses(pair.stage.run, pair.stage.floor)
    assert (pair.ben.is_fallen, pair.ben.body.life) == (True, 0)


def test_the_harm_of_a_status_comes_from_where_its_victim_is() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    bare(stage, row)
    status = stage.run.rules.statuses["poisoned"]
    assert status.harm is not None
    row.effects.remaining["poisoned"] = 9
    stage.floor.state.clock = status.harm.every
    stage.run.events = []
    apply_statuses(stage.run, stage.floor)
    (hit,) = (event for event in stage.run.events if isinstance(event, Hit))
    assert hit.source == thing(status.name, row.cell, "poisoned")
    assert hit.target == who(row)


def test_an_ally_goes_when_its_time_is_over_and_not_before() -> None:
    stage = Stage(ROOM)
    ally = stage.monster((5, 1))
    ally.effects.remaining["summoned"] = 2
    there = []
    for _ in range(2):
        apply_statuses(stage.run, stage.floor)
        there.append(ally.entity in stage.floor.monsters)
    assert there == [True, False]


def test_each_who_is_hit_catches_by_a_chance_of_its_own() -> None:
    stage = Stage(ROOM, bringing("poisoned", 50))
    rows = [stage.hero(name) for name in ("Ann", "Ben")]
    differ = 0
    for _ in range(20):
        stage.run.events = [
            Hit(stage.floor.entity, thing("spikes", row.cell), who(row), ((3, "poison"),))
            for row in rows
        ]
        rolls = [stage.run.chance(stage.floor, "catch", row.entity).percent(50) for row in rows]
        for row in rows:
            row.effects.remaining.clear()
        apply_statuses_on_hit(stage.run)
        assert ["poisoned" in row.effects.remaining for row in rows] == rolls
        differ += rolls[0] is not rolls[1]
        stage.floor.state.clock += 1
    assert differ
