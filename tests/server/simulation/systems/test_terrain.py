"""The ground harms whoever stands on it; fire spreads and dies, water freezes and thaws."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.content.own_rules import game_with, with_living, with_terrain
from support.worlds.companies import STATES, State, two_together
from support.worlds.outcomes import hits
from support.worlds.staging import Stage, make_test_game
from undertide_server.content.records.terrain import Fading, Harm, Terrain
from undertide_server.simulation.components.actors import Resistance
from undertide_server.simulation.mechanics.ground import apply_element
from undertide_server.simulation.rules.damage import TYPE_INDEX
from undertide_server.simulation.snapshot import restore, take_snapshot
from undertide_server.simulation.state.events import Event, Fell, thing
from undertide_server.simulation.state.inputs import PlayerLost, Withdrawn
from undertide_server.simulation.state.rows import MonsterRow
from undertide_server.simulation.systems import terrain
from undertide_server.simulation.systems.terrain import apply_hazards
from undertide_server.worldgen.game.game import Game
from undertide_shared.geometry import Cell, distance

ROOM = ["#######", "#@^^..#", "#^^^..#", "#######"]


def pool(percent: int = 10) -> Stage:
    game = with_terrain("acid", harm=Harm(damage="poison", percent=percent))
    return Stage(ROOM, game, legend={"^": "acid"})


def beat(stage: Stage) -> list[Event]:
    """Let the ticks from one beat to just before the next pass."""
    return stage.tick(stage.run.rules.living.beat)


def resist(stage: Stage, entity: int, points: int) -> None:
    counted = [0] * 6
    counted[TYPE_INDEX["poison"]] = points
    stage.run.world.get(entity, Resistance).counted = tuple(counted)


def sleeper(stage: Stage, cell: tuple[int, int], life: int = 50) -> MonsterRow:
    """Put a sleeping monster without any resistance somewhere."""
    monster = stage.monster(cell, life=life, mood="asleep")
    resist(stage, monster.entity, 0)
    return monster


def test_a_beat_takes_its_share_of_full_life_from_heroes_and_monsters() -> None:
    stage = pool()
    row, monster = stage.hero(cell=(2, 1)), sleeper(stage, (3, 2), 50)
    safe = sleeper(stage, (5, 1), 50)
    told = {hit.target.entity: hit for hit in hits(beat(stage))}
    assert told.keys() == {row.entity, monster.entity}
    assert told[row.entity].parts == ((row.body.max_life // 10, "poison"),)
    assert (monster.body.life, safe.body.life) == (45, 50)
    assert told[monster.entity].source == thing("pool of acid", monster.cell)


def test_a_small_share_still_hurts() -> None:
    stage = pool(percent=1)
    monster = sleeper(stage, (3, 2), 7)
    beat(stage)
    assert monster.body.life == 6


def test_between_beats_the_ground_waits() -> None:
    stage = pool()
    stage.hero(cell=(2, 1))
    assert len(hits(beat(stage))) == len(hits(beat(stage))) == 1


def test_resistance_counts_and_above_ten_heals() -> None:
    stage = pool()
    half, healed = sleeper(stage, (3, 2)), sleeper(stage, (2, 2))
    resist(stage, half.entity, 5)
    resist(stage, healed.entity, 12)
    healed.body.life = 40
    parts = {hit.target.entity: hit.parts for hit in hits(beat(stage))}
    assert parts == {half.entity: ((3, "poison"),), healed.entity: ((-1, "poison"),)}


def test_nothing_is_told_of_the_immune_and_of_the_whole_that_it_would_heal() -> None:
    stage = pool()
    immune, whole = sleeper(stage, (3, 2)), sleeper(stage, (2, 2))
    resist(stage, immune.entity, 10)
    resist(stage, whole.entity, 12)
    immune.body.life = 40
    assert beat(stage) == []
    assert (immune.body.life, whole.body.life) == (40, 50)


def test_a_sleeping_monster_wakes_and_walks_out_of_what_hurts_it() -> None:
    stage = pool(percent=1)
    monster = sleeper(stage, (3, 2))
    stage.tick(100)
    assert monster.mind.mood == "idle"
    assert monster.cell[0] > 3
    assert monster.body.life > 0


def test_what_kills_a_hero_is_its_fate() -> None:
    stage = pool()
    row = stage.hero(cell=(2, 1))
    row.body.life = 1
    beat(stage)
    assert row.hero.fate == "pool of acid"


def test_the_link_dead_are_harmed_and_the_sleeping_are_not() -> None:
    stage = pool()
    ann, ben = stage.hero("Ann", cell=(2, 1)), stage.hero("Ben", cell=(3, 1))
    stage.step(PlayerLost(0), PlayerLost(1))
    stage.step(Withdrawn(1))
    assert {hit.target.entity for hit in hits(beat(stage))} == {ann.entity}
    assert ben.body.life == ben.body.max_life


def test_the_sealed_are_left_alone() -> None:
    stage = pool()
    boss = stage.monster((3, 2), mood="sealed")
    assert beat(stage) == []
    assert boss.body.life == boss.body.max_life


FIELD = ["##########", "#@.......#", '#..""""""#', '#..""""""#', "##########"]
LEGEND = {
    '"': "grass",
    "f": "burning_grass",
    "t": "burning_tree",
    "≈": "water",
    "w": "poisoned_water",
    "_": "thick_ice",
}


def surely_burning() -> Game:
    """Return a game in which fire spreads at every beat and burns for one."""
    return with_terrain("burning_grass", spreads=100, fades=Fading(percent=100, into="ash"))


def field(game: Game | None = None) -> Stage:
    return Stage(FIELD, game or make_test_game(), legend=LEGEND)


def grow(stage: Stage, count: int = 1) -> None:
    stage.tick(stage.run.rules.living.beat * count)


def count(stage: Stage) -> Counter[str]:
    """Return how many cells of each terrain there are."""
    names = stage.game.terrain.names
    return Counter(names[code] for code in stage.floor.state.tiles.ravel().tolist())


def touch(stage: Stage, *cells: tuple[int, int], element: str = "fire") -> None:
    apply_element(stage.run, stage.floor, cells, element)  # type: ignore[arg-type]


def test_fire_spreads_over_what_burns_a_cell_a_beat_and_leaves_ash() -> None:
    stage = field(surely_burning())
    stage.turn((3, 2), "burning_grass")
    grow(stage)
    assert stage.terrain((3, 2)) == "ash"
    assert [stage.terrain((x, 2)) for x in (4, 5)] == ["burning_grass", "grass"]
    assert stage.terrain((2, 2)) == "floor"
    grow(stage, 6)
    assert count(stage)["ash"] == 12
    assert not count(stage)["grass"] + count(stage)["burning_grass"]


def test_fire_by_the_shipped_rules_dies_out() -> None:
    stage = field()
    stage.turn((3, 2), "burning_grass")
    grow(stage, 80)
    assert not count(stage)["burning_grass"]


def test_nothing_happens_between_beats() -> None:
    stage = field(surely_burning())
    stage.tick(1)
    stage.turn((3, 2), "burning_grass")
    stage.tick(stage.run.rules.living.beat - 1)
    assert stage.terrain((3, 2)) == "burning_grass"


def test_a_quiet_floor_draws_no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = field()
    monkeypatch.setattr(terrain, "shake_128", None)
    grow(stage, 3)


def test_ice_forms_on_water_and_thaws() -> None:
    game = with_terrain("thick_ice", fades=Fading(percent=100, into="water"))
    stage = Stage(["#####", "#@≈.#", "#####"], game, legend=LEGEND)
    assert not stage.floor.can_walk((2, 1))
    touch(stage, (2, 1), element="ice")
    assert stage.terrain((2, 1)) == "thick_ice"
    assert stage.floor.can_walk((2, 1))
    grow(stage)
    assert stage.terrain((2, 1)) == "water"


def test_an_element_reaches_what_it_can_turn_and_nothing_else() -> None:
    stage = field()
    before = count(stage)
    touch(stage, (3, 2), (1, 1), (0, 0), (-1, 2), (99, 99), (3, 99))
    assert count(stage) == before - Counter(["grass"]) + Counter(["burning_grass"])


@pytest.mark.parametrize(
    "cell", [(0, 0), (1, 0), (9, 0), (0, 1), (1, 1), (9, 2), (0, 4), (8, 4), (9, 4)]
)
def test_what_lives_at_the_border_spreads_to_all_around_and_over_no_edge(cell: Cell) -> None:
    stage = field(surely_burning())
    stage.floor.state.tiles[:] = stage.game.terrain.codes["grass"]
    stage.turn(cell, "burning_grass")
    grow(stage)
    burning = stage.floor.state.tiles == stage.game.terrain.codes["burning_grass"]
    lit = {(x, y) for y, x in np.argwhere(burning).tolist()}
    assert lit == {(x, y) for x in range(10) for y in range(5) if distance((x, y), cell) == 1}


@pytest.mark.parametrize(("percent", "ash", "lit"), [(1, 3, 7), (30, 162, 261)])
def test_chances_are_what_the_records_say(percent: int, ash: int, lit: int) -> None:
    """Beside what never fades and what never spreads: neither takes part in the chances."""
    terrain = dict(make_test_game().ruleset.terrain)
    fading = Fading(percent=percent, into="ash")
    for key, spreads in (("burning_grass", percent), ("burning_tree", 0)):
        terrain[key] = terrain[key].model_copy(update={"spreads": spreads, "fades": fading})
    fire = ('#"' * 30 + "#", "#f" * 30 + "#")
    rows = ["#" * 61, "#@" + "w" * 58 + "#", "#" * 61, "#" + "t" * 59 + "#", *fire * 20, "#" * 61]
    stage = Stage(rows, game_with(terrain=terrain), legend=LEGEND)
    grow(stage)
    after = count(stage)
    assert (after["ash"], 600 - after["grass"]) == (ash, lit)


def test_a_beat_looks_at_no_more_living_cells_than_it_may_and_all_get_their_turn() -> None:
    game = game_with(
        living=with_living(most_alive=5).ruleset.living,
        terrain=surely_burning().ruleset.terrain,
    )
    stage = field(game)
    for x in range(3, 9):
        for y in (2, 3):
            stage.turn((x, y), "burning_grass")
    left = []
    for _ in range(6):
        grow(stage)
        left.append(count(stage)["burning_grass"])
    assert left[:2] == [7, 2]
    assert left[-1] == 0


def terrain_of_chance(names: list[str]) -> st.SearchStrategy[Terrain]:
    element = st.sampled_from(["fire", "ice", "poison"])
    return st.builds(
        Terrain,
        name=st.just("something"),
        glyph=st.just("?"),
        colour=st.just(0),
        walkable=st.booleans(),
        transparent=st.booleans(),
        element=element,
        spreads=st.integers(1, 100),
        touched=st.dictionaries(element, st.sampled_from(names)),
        fades=st.none()
        | st.builds(Fading, percent=st.integers(1, 100), into=st.sampled_from(names)),
    )


@settings(max_examples=25)
@given(st.data())
def test_any_valid_terrain_lives_without_breaking_a_floor(data: st.DataObject) -> None:
    names = ["a", "b", "c", "d", "floor"]
    drawn = {name: data.draw(terrain_of_chance(names)) for name in names[:4]}
    game = game_with(terrain={**make_test_game().ruleset.terrain, **drawn})
    rows = ["########", "#@abcda#", "#abcd.d#", "#dcba.b#", "########"]
    stage = Stage(rows, game, legend={name: name for name in names[:4]})
    row = stage.hero()
    monsters = [stage.monster((x, 2), mood="sealed") for x in (1, 3, 5)]
    stage.item((6, 2), "health_potion")
    grow(stage, 8)
    table, floor = stage.game.terrain, stage.floor
    assert (floor.walkable == table.walkable[floor.state.tiles]).all()
    assert (floor.sights.transparent == table.transparent[floor.state.tiles]).all()
    assert (floor.shunned == table.shunned[floor.state.tiles]).all()
    anew = restore(stage.game, take_snapshot(stage.run)).index.floors[floor.entity]
    assert (floor.caches.costs.cost == anew.caches.costs.cost).all()
    assert len({each.cell for each in (row, *monsters)}) == 4
    assert {cell: each.cell for cell, each in floor.blockers.items()} == {
        each.cell: each.cell for each in (row, *monsters)
    }


def test_the_sealed_feel_nothing_of_the_ground_and_nobody_is_told() -> None:
    stage = pool()
    boss = stage.monster((3, 2), mood="sealed")
    resist(stage, boss.entity, 0)
    stage.floor.state.clock, stage.run.events = 0, []
    apply_hazards(stage.run, stage.floor)
    assert stage.run.events == []


@pytest.mark.parametrize("state", STATES)
def test_acid_harms_whoever_stands_in_it(state: State) -> None:
    pair = two_together(state)
    pair.stage.turn(pair.ben.cell, "acid")
    before = pair.ben.body.life
    pair.ben.resistance.counted = (0,) * 6
    pair.stage.floor.state.clock = 0
    apply_hazards(pair.stage.run, pair.stage.floor)
    harm = pair.stage.run.rules.terrain["acid"].harm
    assert harm is not None
    taken = 0 if state in {"asleep", "fallen"} else 1000 * harm.percent // 100
    assert (before - pair.ben.body.life, pair.ann.body.life) == (taken, 1000)


def test_the_fallen_in_acid_die_once_with_the_last_who_stood() -> None:
    pair = two_together("fallen")
    for row in (pair.ann, pair.ben):
        pair.stage.turn(row.cell, "acid")
        row.resistance.counted = (0,) * 6
    pair.ann.body.life = 1
    pair.stage.floor.state.clock, pair.stage.run.events = 0, []
    apply_hazards(pair.stage.run, pair.stage.floor)
    died = [event.victim.entity for event in pair.stage.run.events if isinstance(event, Fell)]
    assert died == [pair.ann.entity, pair.ben.entity]
