"""Allies fight for the party, are fought, and are gone when their time is over."""

import pytest

from support.worlds.companies import TWO_ROOMS, State, befall, two_together
from support.worlds.outcomes import told_onlookers
from support.worlds.staging import HALL, Stage, cast, caster
from undertide_server.content.records.statuses import SUMMONED
from undertide_server.simulation.ai.allies import allies_act
from undertide_server.simulation.components.actors import Attack
from undertide_server.simulation.components.monsters import Mood
from undertide_server.simulation.mechanics.statuses import inflict
from undertide_server.simulation.state.events import Event, Hit
from undertide_server.simulation.state.rows import ActorRow, MonsterRow
from undertide_server.views.scene import scene_of
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Move, Travel

LONG = ["#" * 30, "#@" + "." * 27 + "#", "#" + "." * 28 + "#", "#" * 30]


def ally(stage: Stage, cell: Cell, ticks: int = 500) -> MonsterRow:
    """Put an ally somewhere."""
    row = stage.monster(cell, life=5000)
    row.effects.remaining[SUMMONED] = ticks
    row.monster.experience = 0
    return row


def foe(stage: Stage, cell: Cell, mood: Mood = "hunting") -> MonsterRow:
    """Put an enemy somewhere that outlives whatever happens here."""
    return stage.monster(cell, life=5000, mood=mood)


def blows(events: list[Event], source: ActorRow, target: ActorRow) -> int:
    return sum(
        isinstance(event, Hit)
        and (event.source.entity, event.target.entity) == (source.entity, target.entity)
        for event in events
    )


def test_an_ally_goes_for_whom_the_party_sees_and_strikes() -> None:
    stage = Stage(HALL)
    caster(stage)
    friend, enemy = ally(stage, (3, 2)), foe(stage, (8, 2), "idle")
    events = stage.tick(60)
    assert blows(events, friend, enemy)


def test_it_never_strikes_a_hero() -> None:
    stage = Stage(HALL)
    row = caster(stage)
    ally(stage, (2, 1))
    stage.tick(100)
    assert row.body.life == row.body.max_life


def test_it_leaves_sleepers_and_the_peaceful_alone() -> None:
    stage = Stage(HALL)
    caster(stage)
    kind = next(kind for kind in stage.run.kinds.values() if kind.behaviour.peaceful)
    peaceful = stage.monster((6, 2), mood="idle", kind=kind)
    asleep = stage.monster((6, 3), mood="asleep", life=5000)
    friend = ally(stage, (5, 2))
    events = stage.tick(3)
    assert not blows(events, friend, peaceful)
    assert not blows(events, friend, asleep)


def test_enemies_beside_it_strike_at_it() -> None:
    stage = Stage(LONG)
    caster(stage)
    friend, enemy = ally(stage, (8, 1)), foe(stage, (9, 1))
    events = stage.tick(40)
    assert blows(events, enemy, friend)


def test_those_who_have_a_hero_to_strike_at_do_that() -> None:
    stage = Stage(["#####", "#@..#", "#####"])
    row = caster(stage)
    enemy = foe(stage, (2, 1))
    friend = ally(stage, (3, 1))
    events = stage.tick(40)
    assert blows(events, enemy, row)
    assert not blows(events, enemy, friend)


def test_it_follows_the_party_where_there_is_nobody_to_fight() -> None:
    stage = Stage(LONG)
    row = caster(stage)
    friend = ally(stage, (12, 1))
    stage.tick(60)
    assert distance(friend.cell, row.cell) <= 2


def test_it_is_gone_when_its_time_is_over_and_pays_nothing() -> None:
    stage = Stage(HALL)
    row = caster(stage, "wake_bones")
    cast(stage, "wake_bones")
    assert len(stage.floor.monsters) == 2
    names = {each.actor.name for each in stage.floor.monsters.values()}
    effect = stage.run.rules.spells["wake_bones"].effect
    events = stage.tick(effect.ticks)  # type: ignore[union-attr]
    assert not stage.floor.monsters
    assert {f"The {name} is gone as it came." for name in names} <= set(told_onlookers(events))
    assert row.hero.experience == 0


def test_one_that_falls_pays_nothing() -> None:
    stage = Stage(HALL)
    row = caster(stage)
    friend = ally(stage, (8, 1))
    friend.body.life = 1
    foe(stage, (9, 1))
    stage.tick(40)
    assert friend.entity not in stage.floor.monsters
    assert row.hero.experience == 0


def test_what_it_kills_is_paid_for_to_the_party() -> None:
    stage = Stage(HALL)
    row = caster(stage)
    friend, enemy = ally(stage, (8, 1)), foe(stage, (9, 1))
    enemy.body.life = 1
    stage.run.world.get(friend.entity, Attack).power = 50
    enemy.monster.experience = 12
    stage.tick(40)
    assert enemy.entity not in stage.floor.monsters
    assert row.hero.experience == 12


def test_it_waits_for_heroes_who_left() -> None:
    stage = Stage(HALL)
    row = caster(stage)
    friend = ally(stage, (8, 1))
    stage.run.index.leave(row.entity)
    before = friend.cell
    stage.tick(20)
    assert friend.cell == before


def test_heroes_change_places_with_it() -> None:
    stage = Stage(["######", "#@...#", "######"])
    row = caster(stage)
    friend = ally(stage, (2, 1))
    stage.ask(Move(1, 0))
    assert (row.cell, friend.cell) == ((2, 1), (1, 1))
    assert friend.body.life == friend.body.max_life


def test_it_interrupts_nobody_and_is_shown_as_no_enemy() -> None:
    stage = Stage(LONG)
    row = caster(stage)
    friend = ally(stage, (6, 2))
    stage.ask(Travel(20, 1))
    assert row.intents.outcome == "done"
    stage.tick(20)
    assert row.cell[0] > 6
    seen = scene_of(stage.run, stage.floor).shown_to(row.sees)[friend.entity]
    assert (seen.mood, seen.statuses) == ("peaceful", ("summoned",))


def test_who_was_taunted_lets_an_ally_be() -> None:
    stage = Stage(LONG)
    hero = caster(stage, cell=(1, 1))
    friend, enemy = ally(stage, (8, 1)), foe(stage, (9, 1))
    inflict(stage.run, stage.floor, enemy, "taunted", 50, hero.entity)
    assert not blows(stage.tick(6), enemy, friend)
    enemy.effects.remaining.clear()
    stage.run.index.move(hero, (1, 2))
    stage.run.index.move(enemy, (9, 2))
    stage.run.index.move(friend, (8, 2))
    assert blows(stage.tick(20), enemy, friend)


def still(row: MonsterRow) -> MonsterRow:
    """Make a monster do nothing."""
    row.actor.energy = -(10**6)
    return row


@pytest.mark.parametrize(("hero_at", "strikes"), [((2, 2), False), ((9, 3), True)])
def test_it_strikes_those_alone_whom_a_hero_sees(hero_at: Cell, strikes: bool) -> None:
    stage = Stage(TWO_ROOMS)
    caster(stage, cell=hero_at)
    friend, enemy = ally(stage, (8, 1)), still(foe(stage, (9, 1)))
    assert blows(stage.tick(), friend, enemy) == strikes


@pytest.mark.parametrize(("x", "goes_to"), [(16, 9), (17, 8)])
def test_it_goes_for_enemies_within_eight_cells(x: int, goes_to: int) -> None:
    stage = Stage(LONG)
    caster(stage, cell=(7, 1))
    friend, _ = ally(stage, (8, 2)), still(foe(stage, (x, 2), "idle"))
    stage.tick()
    assert friend.cell[0] == goes_to


def test_it_goes_for_the_nearest_enemy() -> None:
    stage = Stage(LONG)
    caster(stage, cell=(10, 1))
    far, near, friend = still(foe(stage, (4, 2))), still(foe(stage, (13, 2))), ally(stage, (10, 2))
    stage.tick()
    assert friend.cell[0] == 11
    stage.run.index.move(friend, (12, 2))
    friend.actor.energy = 0
    events = stage.tick()
    assert (blows(events, friend, near), blows(events, friend, far)) == (1, 0)


@pytest.mark.parametrize(
    ("state", "apart", "x"),
    [
        ("well", 2, 20),
        ("well", 3, 19),
        ("hurt", 2, 20),
        ("link-dead", 2, 20),
        ("asleep", 2, 19),
        ("fallen", 2, 19),
    ],
)
def test_it_stays_within_two_cells_of_the_nearest_hero_who_stands(
    state: State, apart: int, x: int
) -> None:
    pair = two_together()
    pair.stage.run.index.move(pair.ben, (20 - apart, 1))
    pair.stage.step()
    befall(pair.stage, pair.ben, state)
    friend = ally(pair.stage, (20, 1))
    pair.stage.tick()
    assert friend.cell[0] == x


@pytest.mark.parametrize(("state", "strikes"), [("well", 0), ("link-dead", 0), ("fallen", 1)])
def test_a_hero_beside_an_enemy_keeps_it_off_an_ally_as_long_as_it_has_not_fallen(
    state: State, strikes: int
) -> None:
    pair = two_together()
    enemy = foe(pair.stage, (7, 1))
    pair.stage.step()
    befall(pair.stage, pair.ben, state)
    friend = still(ally(pair.stage, (8, 1)))
    assert blows(pair.stage.tick(), enemy, friend) == strikes


@pytest.mark.parametrize(("energy", "confused", "strikes"), [(0, 0, 1), (-1, 0, 0), (0, 9, 0)])
def test_it_strikes_when_it_is_ready_and_clear_in_its_head(
    energy: int, confused: int, strikes: int
) -> None:
    stage = Stage(LONG)
    caster(stage)
    friend, enemy = ally(stage, (8, 1)), still(foe(stage, (9, 1)))
    friend.actor.energy = energy
    if confused:
        friend.effects.remaining["confused"] = confused
    stage.step()
    stage.run.events = []
    allies_act(stage.run, stage.floor)
    assert blows(stage.run.events, friend, enemy) == strikes
