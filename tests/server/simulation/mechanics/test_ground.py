"""Terrain that changes carries along whoever and whatever is on it."""

import pytest

from support.content.own_rules import with_terrain
from support.worlds.companies import STATES, State, two_together
from support.worlds.staging import Stage
from undertide_server.content.records.terrain import Harm
from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.mechanics.ground import (
    apply_element,
    change_terrain,
    deal_ground_damage,
    terrain_at,
)
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.state.events import Event, Fell, Hit, Seen, Told, thing
from undertide_server.simulation.state.inputs import PlayerLost, Withdrawn
from undertide_shared.geometry import Cell
from undertide_shared.messages import Travel

LAKE = ["########", "#@.___.#", "#..___.#", "########"]


def lake() -> Stage:
    return Stage(LAKE, legend={"_": "thick_ice"})


def thaw(stage: Stage, *cells: tuple[int, int], into: str = "water") -> list[Event]:
    """Turn cells into water at once, and return what happened."""
    code = stage.game.terrain.codes[into]
    stage.run.events = []
    change_terrain(stage.run, stage.floor, {y * stage.floor.width + x: code for x, y in cells})
    stage.run.world.bury()
    return stage.run.events


def test_the_terrain_of_a_cell_is_its_record() -> None:
    stage = lake()
    assert terrain_at(stage.run, stage.floor, (3, 1)) is stage.run.rules.terrain["thick_ice"]


def test_a_hero_on_ice_that_thaws_gets_ashore_cold_and_without_its_errand() -> None:
    stage = lake()
    row = stage.hero(cell=(3, 1))
    row.auto_action.activity, row.auto_action.path = "travel", [(6, 1), (5, 1), (4, 1)]
    full = row.body.life
    events = thaw(stage, (3, 1))
    assert row.cell == (2, 1)
    assert stage.floor.blockers.keys() == {(2, 1)}
    assert (row.auto_action.activity, row.auto_action.path) == ("none", [])
    hit = next(event for event in events if isinstance(event, Hit))
    assert (hit.source.name, hit.parts[0][1]) == ("deep water", "cold")
    assert (row.body.life, hit.parts[0][0]) == (full - 1, 1), "a point at least: 5 % of it is less"
    assert any(isinstance(event, Seen) and "scramble" in event.own for event in events)


def test_a_monster_forgets_the_way_that_it_was_on() -> None:
    stage = lake()
    stage.hero()
    monster = stage.monster((4, 2), mood="hunting")
    monster.mind.path = [(2, 2), (3, 2)]
    thaw(stage, *[(x, y) for x in (3, 4, 5) for y in (1, 2)])
    assert monster.cell in {(2, 1), (2, 2), (6, 1), (6, 2)}
    assert stage.floor.can_walk(monster.cell)
    assert monster.mind.path == []


def test_cold_water_can_kill() -> None:
    stage = lake()
    stage.hero("Ann")
    stage.put_to_sleep(0)
    row = stage.hero("Ben", cell=(4, 1))
    row.body.life = 1
    events = thaw(stage, (4, 1))
    assert row.hero.fate == "deep water"
    assert any(isinstance(event, Fell) for event in events)
    assert row.entity not in stage.floor.heroes


def test_a_sleeper_drifts_ashore_unharmed_and_blocks_nobody() -> None:
    stage = lake()
    row = stage.hero(cell=(4, 1))
    stage.step(PlayerLost(0))
    stage.step(Withdrawn(0))
    full = row.body.life
    thaw(stage, (3, 1), (4, 1), (5, 1))
    assert stage.floor.can_walk(row.cell)
    assert row.body.life == full
    assert not stage.floor.blockers


def test_things_on_ice_that_thaws_lie_ashore_in_their_order() -> None:
    stage = lake()
    items = [stage.item((3, 1), "health_potion"), stage.item((3, 1), "gold", 7)]
    thaw(stage, (3, 1), (4, 1))
    assert stage.floor.items == {(2, 1): items}
    assert stage.run.world.get(items[1], Lying).count == 7


def test_where_there_is_no_ground_at_all_nobody_moves() -> None:
    stage = Stage(["####", "#@##", "####"])
    row = stage.hero()
    stage.item((1, 1), "health_potion")
    thaw(stage, (1, 1))
    assert row.cell == (1, 1)
    assert (1, 1) in stage.floor.items


@pytest.mark.parametrize("harm", [None, Harm(damage="fire", percent=50)])
def test_a_door_that_takes_fire_lets_nobody_stay(harm: Harm | None) -> None:
    stage = Stage(["#####", "#@'.#", "#####"], with_terrain("burning_door", harm=harm))
    stage.turn((2, 1), "open_door")
    row = stage.hero(cell=(2, 1))
    row.body.life = row.body.max_life = 100
    row.body.absorb = row.body.absorb_tenths = 0
    thaw(stage, (2, 1), into="burning_door")
    assert row.cell == (1, 1)
    assert row.body.life == (100 if harm is None else 50)
    stage.ask(Travel(3, 1))
    assert row.cell == (1, 1)


@pytest.mark.parametrize("state", STATES)
def test_the_ground_harms_nobody_who_sleeps_or_has_fallen(state: State) -> None:
    pair = two_together(state)
    before = pair.ben.body.life
    harm = Harm(damage="fire", percent=5)
    lava = thing("lava", pair.ben.cell)
    deal_ground_damage(pair.stage.run, pair.stage.floor, pair.ben, harm, lava)
    assert before - pair.ben.body.life == (0 if state in {"asleep", "fallen"} else 50)


def test_ground_that_harms_a_sleeping_monster_wakes_it() -> None:
    stage = lake()
    monster = stage.monster((3, 1), mood="asleep", life=100)
    harm = Harm(damage="physical", percent=5)
    deal_ground_damage(stage.run, stage.floor, monster, harm, thing("spikes", (3, 1)))
    assert (monster.mind.mood, monster.body.life) == ("idle", 95)


def test_companions_see_who_scrambles_out_of_what() -> None:
    pair = two_together()
    stage, ben = pair.stage, pair.ben
    was = ben.cell
    ben.auto_action.activity, ben.auto_action.companion = "accompany", pair.ann.entity
    events = thaw(stage, was)
    own, others = "You scramble out of the deep water.", "Ben scrambles out of the deep water."
    floor, water = stage.floor.entity, thing("deep water", was)
    assert ben.cell != was
    assert events == [
        Told(ben.entity, "bad", "You stop following Ann."),
        Seen(floor, who(ben), "bad", own, others),
        Hit(floor, water, who(ben), ((50, "cold"),)),
    ]


@pytest.mark.parametrize("cell", [(0, 1), (1, 0), (0, 0), (7, 1), (1, 3), (7, 3)])
def test_an_element_reaches_the_edge_of_a_floor_and_no_further(cell: Cell) -> None:
    stage = lake()
    for x, y in ((x, y) for x in range(8) for y in range(4)):
        stage.turn((x, y), "grass")
    beyond = [(-1, 1), (1, -1), (8, 1), (1, 4)]
    apply_element(stage.run, stage.floor, [cell, *beyond], "fire")
    grass = stage.game.terrain.codes["grass"]
    burning = [(x, y) for x in range(8) for y in range(4) if stage.floor.state.tiles[y, x] != grass]
    assert burning == [cell]
    assert stage.terrain(cell) == "burning_grass"
