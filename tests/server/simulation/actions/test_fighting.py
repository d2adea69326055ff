"""A hero fights by itself: whom, how, and when it stops."""

from dataclasses import replace

import pytest

from support.worlds.companies import LIFE, hero_of, two_apart, two_together
from support.worlds.outcomes import told_to
from support.worlds.staging import Stage
from undertide_server.content.records.monsters import Behaviour
from undertide_server.content.records.statuses import SUMMONED
from undertide_server.simulation.actions.fighting import (
    CANT_CATCH,
    LONGEST_CHASE,
    NOBODY_TO_FIGHT,
    fight_on,
)
from undertide_server.simulation.components.actors import Attack, Resistance
from undertide_server.simulation.mechanics.damage import deal_damage
from undertide_server.simulation.mechanics.statuses import inflict
from undertide_server.simulation.queries.visibility import memory_of
from undertide_server.simulation.state.events import Event, Hit, Told, thing
from undertide_server.simulation.state.inputs import Turned
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_shared.geometry import distance
from undertide_shared.messages import Fight, Shoot

HALL = [
    "##############",
    "#@...........#",
    "#............#",
    "#............#",
    "##############",
]
CORRIDOR = ["##########", "#@.......#", "##########"]


def deaf(stage: Stage) -> MonsterKind:
    """Return a kind that notices only those beside it."""
    kind = replace(stage.game.roster.kinds[0], id="deaf", behaviour=Behaviour(notices=1))
    stage.run.kinds["deaf"] = kind
    return kind


def strong(stage: Stage, *, life: int = 1000) -> HeroRow:
    row = stage.hero()
    row.body.life = row.body.max_life = life
    stage.run.world.get(row.entity, Attack).power = 20
    return row


def fights(row: HeroRow) -> bool:
    return row.auto_action.activity == "fight"


def fought(stage: Stage, row: HeroRow, turns: int = 60) -> list[Event]:
    """Ask for a fight, and let turns pass until it ends; return all events."""
    events = stage.ask(Fight())
    for _ in range(turns):
        if not fights(row):
            return events
        events += stage.step(Turned(1))
    raise AssertionError(f"still fighting after {turns} turns")


def lines(events: list[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, Told)]


def test_it_walks_up_strikes_and_ends_when_nobody_is_left() -> None:
    stage = Stage(HALL)
    row = strong(stage)
    near, far = stage.monster((6, 1), mood="hunting"), stage.monster((11, 3), mood="hunting")
    near.body.life = far.body.life = 30
    events = fought(stage, row)
    assert not stage.floor.monsters
    assert lines(events)[-1] == "Nobody is left to fight."
    victims = [
        hit.target.entity for hit in events if isinstance(hit, Hit) and hit.target.entity > 0
    ]
    assert near.entity in victims
    assert far.entity in victims


def test_it_goes_for_hunters_and_lets_sleepers_lie() -> None:
    stage = Stage(HALL)
    row = strong(stage)
    hunter = stage.monster((8, 2), mood="hunting")
    sleeper = stage.monster((1, 3), mood="asleep", kind=deaf(stage))
    sleeper.body.life = sleeper.body.max_life = 77
    hunter.body.life = 10
    fought(stage, row)
    assert list(stage.floor.monsters) == [sleeper.entity]
    assert sleeper.body.life == 77


def test_it_attacks_the_nearest_sleeper_if_nobody_hunts() -> None:
    stage = Stage(HALL)
    row = strong(stage)
    near = stage.monster((4, 1), mood="asleep")
    far = stage.monster((12, 3), mood="asleep", kind=deaf(stage))
    fought(stage, row)
    assert near.entity not in stage.floor.monsters
    assert far.body.life == far.body.max_life


def test_it_shoots_from_within_range_and_strikes_beside_it() -> None:
    stage = Stage(HALL)
    row = strong(stage)
    row.attack.range = 5
    foe = stage.monster((12, 1), mood="hunting", power=0, life=400)
    manners = [hit.manner for hit in fought(stage, row, 200) if isinstance(hit, Hit)]
    assert manners[0] == "missile"
    assert "blow" in manners
    assert foe.entity not in stage.floor.monsters


def test_wounds_stop_it_at_each_share_and_always_below_the_lowest() -> None:
    stage = Stage(HALL)
    row = strong(stage, life=100)
    stops = stage.run.rules.heroes.fight_stops
    assert stops == (50, 25)
    stage.monster((2, 2), mood="hunting", power=0, life=10**6)
    hurt = []
    for wound in (40, 11, 10, 20, 1):  # To 60, 49, 39, 19 and 18.
        stage.ask(Fight())
        row.body.regen = 0
        deal_damage(stage.run, stage.floor, thing("test", row.cell), row, [(wound, "divine")])
        hurt.append(not fights(row))
    assert hurt == [False, True, False, True, True]
    assert "You are hurt, and stop fighting." in lines(list(stage.run.events))


def test_it_changes_places_with_no_companion() -> None:
    stage = Stage(CORRIDOR)
    row = strong(stage)
    stage.monster((8, 1), mood="hunting", power=0)
    other = stage.hero("Ben", cell=(4, 1))
    fought(stage, row)
    assert row.cell[0] < other.cell[0]


@pytest.mark.parametrize("terrain", ["acid", "fire_trap"])
def test_it_walks_into_no_known_harm(terrain: str) -> None:
    stage = Stage(CORRIDOR)
    row = strong(stage)
    foe = stage.monster((8, 1), mood="asleep", kind=deaf(stage))
    stage.turn((4, 1), terrain)
    stage.step()
    events = stage.ask(Fight())
    assert (row.intents.outcome, row.intents.reason) == ("refused", "the way is blocked")
    assert lines(events)[-1] == "You know no free and harmless way to any enemy."
    assert foe.body.life == foe.body.max_life


def test_it_is_refused_without_an_enemy() -> None:
    stage = Stage(HALL)
    row = strong(stage)
    stage.ask(Fight())
    assert row.intents.reason == "there is nobody in view to fight"


def test_a_confused_hero_staggers_and_may_strike_whom_it_meets() -> None:
    stage = Stage(["###", "#@#", "#.#", "###"])
    row = strong(stage)
    foe = stage.monster((1, 2), mood="hunting", kind=deaf(stage))
    inflict(stage.run, stage.floor, row, "confused", 200)
    for _ in range(100):
        stage.ask(Fight())
        assert (row.intents.outcome, row.auto_action.activity) == ("done", "none")
        if foe.body.life < foe.body.max_life:
            break
    assert foe.body.life < foe.body.max_life
    assert row.cell == (1, 1)


def test_peaceful_people_and_allies_are_no_enemies() -> None:
    stage = Stage(HALL)
    row = strong(stage)
    ally = stage.monster((4, 1), mood="idle")
    inflict(stage.run, stage.floor, ally, "summoned", 100)
    stage.ask(Fight())
    assert row.intents.reason == "there is nobody in view to fight"


def test_somebody_new_in_view_stops_it_but_being_noticed_does_not() -> None:
    stage = Stage(HALL)
    row = strong(stage)
    stage.monster((12, 1), mood="hunting", power=0, life=10**6)
    watcher = stage.monster((12, 3), mood="asleep", kind=deaf(stage))
    stage.ask(Fight())
    watcher.mind.mood = "hunting"
    stage.step(Turned(1))
    assert fights(row)
    stage.monster((10, 3), mood="hunting", power=0)
    stage.step(Turned(1))
    assert not fights(row)


def test_a_new_bad_status_stops_it_and_more_of_the_same_does_not() -> None:
    stage = Stage(HALL)
    row = strong(stage)
    stage.monster((12, 1), mood="hunting", power=0, life=10**6)
    stage.ask(Fight())
    inflict(stage.run, stage.floor, row, "poisoned", 30)
    assert not fights(row)
    stage.ask(Fight())
    inflict(stage.run, stage.floor, row, "poisoned", 30)
    assert fights(row)


ALLEY = ["#" * 20, "#@" + "." * 17 + "#", "#" * 20]


def test_a_missile_strikes_from_afar_wakes_its_target_and_takes_its_time() -> None:
    stage = Stage(ALLEY)
    row = hero_of(stage, "strider")
    monster = stage.monster((1 + row.attack.range, 1), mood="asleep", life=500)
    clock = stage.floor.state.clock
    stage.run.world.get(monster.entity, Resistance).counted = (0,) * 6
    events = stage.ask(Shoot(*monster.cell))
    (hit,) = [each for each in events if isinstance(each, Hit) and each.source.entity == row.entity]
    assert hit.manner == "missile"
    assert monster.body.life == 400
    assert monster.mind.mood == "hunting"
    assert stage.floor.state.clock - clock == 5


def test_it_is_no_fight_with_what_only_a_companion_sees() -> None:
    apart = two_apart()
    apart.stage.run.index.leave(apart.hers.entity)
    apart.bens.mind.mood = "hunting"
    apart.stage.ask(Fight())
    assert apart.ann.intents.reason == "there is nobody in view to fight"
    apart.stage.ask(Fight(), seat=1)
    assert (apart.ben.intents.outcome, apart.ben.intents.reason) == ("done", "")


def test_a_fight_ends_with_the_last_enemy_in_ones_own_view() -> None:
    apart = two_apart()
    apart.stage.run.index.move(apart.ann, (3, 2))
    apart.hers.body.life, apart.bens.mind.mood = 1, "hunting"
    apart.stage.step()
    apart.stage.ask(Fight())
    assert apart.ann.auto_action.known == (apart.hers.entity,)
    events = apart.stage.step(Turned(1))
    assert "Nobody is left to fight." in told_to(apart.ann, events)
    assert apart.ann.auto_action.activity == "none"


def test_nobody_fights_a_sealed_boss() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    stage.monster((2, 1), mood="sealed")
    stage.step()
    stage.ask(Fight())
    assert row.intents.reason == "there is nobody in view to fight"


def test_nobody_shoots_at_what_only_a_companion_sees() -> None:
    apart = two_apart()
    apart.ann.attack.range = 20
    outcomes = []
    for target in (apart.bens, apart.hers):
        apart.stage.ask(Shoot(*target.cell))
        outcomes.append(apart.ann.intents.outcome)
    assert outcomes == ["refused", "done"]
    assert apart.bens.body.life == LIFE


def test_nobody_strikes_an_ally_in_a_fight() -> None:
    pair = two_together("far")
    ally, foe = pair.stage.monster((4, 1), mood="hunting"), pair.stage.monster((6, 1), life=LIFE)
    ally.effects.remaining[SUMMONED] = 100
    foe.mind.mood = "hunting"
    ally.actor.energy = -1000
    attack = pair.ann.attack
    attack.power, attack.spread, attack.tenths = 10, 0, 0
    pair.stage.step()
    pair.stage.ask(Fight())
    assert (ally.body.life, foe.body.life) == (50, LIFE - 10)
    pair.stage.run.index.leave(foe.entity)
    assert fight_on(pair.stage.run, pair.stage.floor, pair.ann) == NOBODY_TO_FIGHT


def test_whoever_flees_and_has_done_harm_is_fought() -> None:
    stage = Stage(["########", "#@.....#", "########"])
    row = stage.hero()
    runner = stage.monster((2, 1), mood="fleeing")
    runner.actor.energy = -(10**6)
    stage.monster((6, 1), mood="hunting").actor.energy = -(10**6)
    runner.mind.harmed_at = stage.floor.state.clock
    stage.step()
    events = stage.ask(Fight())
    assert any(isinstance(event, Hit) and event.target.entity == runner.entity for event in events)
    assert row.intents.outcome == "done"


def test_a_fighter_keeps_to_the_enemy_to_which_it_walks() -> None:
    stage = Stage(["###########", "#.........#", "#....@....#", "###########"])
    row = stage.hero()
    left, right = (stage.monster((x, 1), mood="hunting") for x in (1, 9))
    for each in (left, right):
        each.actor.energy = -(10**6)
    stage.step()
    stage.ask(Fight())
    pursued = row.auto_action.pursued
    chosen, other = (left, right) if pursued == left.entity else (right, left)
    before = distance(row.cell, chosen.cell)
    stage.run.index.move(other, (2 * row.cell[0] - 5 + (5 - row.cell[0]) * 3, 1))
    assert distance(row.cell, other.cell) == 2
    stage.step(Turned(1))
    assert (row.auto_action.pursued, distance(row.cell, chosen.cell)) == (pursued, before - 1)


def test_a_fight_ends_with_those_who_keep_away() -> None:
    stage = Stage(["############", "#@.........#", "#..........#", "############"])
    row = stage.hero()
    runner = stage.monster((9, 1), mood="hunting")
    runner.actor.energy = -(10**6)
    stage.step()
    stage.ask(Fight())
    row.auto_action.chased = LONGEST_CHASE - 1
    events = stage.step(Turned(1))
    assert CANT_CATCH in told_to(row, events)
    assert row.auto_action.activity == "none"


def test_a_fight_goes_on_with_whom_the_last_blow_woke() -> None:
    stage = Stage(["########", "#@.....#", "########"])
    row = stage.hero()
    first, second = stage.monster((2, 1), mood="hunting", life=1), stage.monster((5, 1))
    stage.step()
    stage.ask(Fight())
    assert first.entity not in stage.floor.monsters
    assert row.auto_action.activity == "fight"
    second.mind.mood = "hunting"
    stage.floor.stir(second)
    events = stage.step(Turned(1))
    assert "Nobody is left to fight." not in told_to(row, events)


def test_a_fighter_goes_on_to_where_it_saw_the_last_enemy() -> None:
    stage = Stage(["#######", "#@....#", "#####.#", "#####.#", "#####.#", "#######"])
    row = stage.hero()
    memory_of(stage.floor, row).tiles[:] = stage.floor.state.tiles
    action = row.auto_action
    action.activity, action.goal, action.pursued = "fight", (5, 4), 99
    texts = [text for _ in range(20) for text in told_to(row, stage.step(Turned(1)))]
    assert texts == ["Nobody is left to fight."]
    assert row.sees[4 * stage.floor.width + 5]
    assert row.cell[0] >= 4
