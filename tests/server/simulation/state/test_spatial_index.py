"""The index of who is where stays what it would be if it were made anew."""

from operator import attrgetter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.worlds.staging import Stage
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.snapshot import restore, take_snapshot
from undertide_server.simulation.state.floor_caches import OPEN_COST, TAKEN_COST
from undertide_server.simulation.state.floor_index import WATCH_EVERY, FloorIndex
from undertide_server.simulation.state.inputs import (
    Asked,
    Input,
    PlayerBack,
    PlayerLost,
    Ticked,
    Withdrawn,
)
from undertide_server.simulation.state.spatial_index import SpatialIndex
from undertide_shared.messages import Drop, Explore, Move, Take, Use, Wait

ROOM = [
    "##########",
    "#@...#...#",
    "#....+...#",
    "#....#..>#",
    "##########",
]

moves = st.builds(Move, st.integers(-1, 1), st.integers(-1, 1))
intents = st.one_of(
    moves,
    moves,
    st.just(Wait()),
    st.just(Explore()),
    st.just(Take()),
    st.builds(Drop, st.integers(1, 3)),
    st.builds(Use, st.integers(1, 4), st.integers(0, 9), st.integers(0, 4)),
)
seats = st.integers(0, 1)
happenings = st.one_of(
    st.builds(Asked, seats, st.just(1), intents),
    st.builds(Asked, seats, st.just(1), intents),
    st.builds(PlayerLost, seats),
    st.builds(PlayerBack, seats),
    st.builds(Withdrawn, seats),
)


LULL: list[list[Input]] = [[]] * 30
"""Steps in which nobody asks for anything, for what was begun to go on."""


def index_of(floor: FloorIndex) -> dict[str, object]:
    """Return all of a floor's index that rules read."""
    return {
        "heroes": [(row.entity, row.cell, row.spot) for row in floor.heroes.values()],
        "monsters": [(row.entity, row.cell, row.spot) for row in floor.monsters.values()],
        "on watch": [row.entity for row in floor.on_watch()],
        "watched": floor.watched(),
        "in sight": [row.entity for row in floor.in_sight()],
        "restless": [row.entity for row in floor.stirring if not row.is_at_rest],
        "alive": floor.alive.tolist(),
        "blockers": {cell: row.entity for cell, row in floor.blockers.items()},
        "items": [(cell, list(each)) for cell, each in floor.items.items()],
        "lying": floor.lying(),
        "slits": floor.slits,
        "cost": floor.caches.costs.cost.tolist(),
        "walkable": floor.walkable.tolist(),
        "transparent": floor.sights.transparent.tolist(),
        "sees": [row.sees for row in floor.heroes.values()],
    }


def crowded() -> Stage:
    """Return a stage with two heroes who can do much, and monsters who don't know friends."""
    stage = Stage(ROOM)
    for row in (stage.hero("Ann"), stage.hero("Ben", cell=(4, 3))):
        row.body.life = row.body.max_life = 60
        for item in ("confusion_scroll", "fireball_scroll", "lightning_scroll"):
            give_stack(row.inventory, item, 1)
    cells = [(x, y) for x in (2, 3, 6, 7, 8) for y in (1, 2, 3)]
    for number, cell in enumerate(cells):
        monster = stage.monster(cell, mood="hunting", life=9 if number % 3 else 1, power=3)
        monster.mind.last_seen, monster.mind.patience = (1 + number % 8, 3), 1000
        if number % 2 == 0:
            monster.effects.remaining["confused"] = 1000
    stage.item((2, 1), "health_potion", 2)
    stage.trap((0, 2), "arrows", facing=(1, 0))
    return stage


@settings(max_examples=30)
@given(st.lists(st.lists(happenings, max_size=3), max_size=40))
def test_the_index_stays_what_it_would_be_if_made_anew(steps: list[list[Input]]) -> None:
    stage = crowded()
    for inputs in (*steps, *LULL):
        stage.step(*inputs, Ticked(1))
        fresh = restore(stage.game, take_snapshot(stage.run))
        for entity, floor in stage.run.index.floors.items():
            assert index_of(floor) == index_of(fresh.index.floors[entity])
        fresh.world.close()
    stage.run.world.close()


@settings(max_examples=30)
@given(st.lists(st.lists(happenings, max_size=3), max_size=40))
def test_the_living_stand_on_cells_of_their_own_that_can_be_walked(
    steps: list[list[Input]],
) -> None:
    stage = crowded()
    floor = stage.floor
    for inputs in (*steps, *LULL):
        stage.step(*inputs, Ticked(1))
        upright = [row for row in floor.heroes.values() if row.stands]
        standing = [*upright, *floor.monsters.values()]
        assert {row.cell: row.entity for row in standing} == {
            cell: row.entity for cell, row in floor.blockers.items()
        }
        assert len(standing) == len(floor.blockers)
        assert all(floor.can_walk(row.cell) for row in standing)
        assert all(row.body.life > 0 for row in standing)
    stage.run.world.close()


class TestFloors:
    def test_nothing_is_free_beyond_the_edge(self) -> None:
        floor = Stage(ROOM).floor
        for cell in ((-1, 1), (10, 1), (1, -1), (1, 5), (2**62, 0)):
            assert not floor.can_walk(cell)
            assert not floor.is_free(cell)

    def test_distances_count_steps_round_walls(self) -> None:
        floor = Stage(ROOM).floor
        steps = floor.distances([(4, 1), (1, 3)])
        assert steps[1, 4] == steps[3, 1] == 0
        assert steps[1, 6] == 2
        assert steps[0, 0] == np.iinfo(np.int32).max

    def test_the_nearest_free_cell_is_nearest_on_foot(self) -> None:
        stage = Stage(ROOM)
        floor = stage.floor
        assert floor.nearest_free((6, 1)) == (6, 1)
        for x, y in ((4, 1), (3, 1), (3, 2), (4, 2), (5, 2)):
            stage.monster((x, y))
        found = floor.nearest_free((4, 1))
        assert int(floor.distances([(4, 1)])[found[1], found[0]]) == 2

    def test_a_floor_without_room_says_so(self) -> None:
        stage = Stage(["####", "#@.#", "####"])
        stage.monster((1, 1))
        stage.monster((2, 1))
        with pytest.raises(LookupError, match="no free cell on floor 1"):
            stage.floor.nearest_free((1, 1))

    def test_paths_lead_round_others_where_that_is_not_far(self) -> None:
        stage = Stage(ROOM)
        stage.monster((2, 2))
        path = stage.floor.path((1, 2), (4, 2))
        assert (2, 2) not in path
        assert (path[0], len(path)) == ((4, 2), 3)
        assert stage.floor.caches.costs.cost[2, 2] == TAKEN_COST

    def test_there_is_no_path_through_rock(self) -> None:
        stage = Stage(["#######", "#@.#..#", "#######"])
        assert stage.floor.path((1, 1), (4, 1)) == []

    def test_a_changed_tile_changes_ways_and_sight(self) -> None:
        stage = Stage(ROOM)
        row = stage.hero(cell=(4, 2))
        floor, terrain = stage.floor, stage.game.terrain
        floor.set_tile((5, 2), terrain.codes["wall"], terrain)
        assert not floor.can_walk((5, 2))
        assert floor.path((4, 2), (6, 2)) == []
        floor.set_tile((5, 2), terrain.codes["floor"], terrain)
        stage.step()
        assert row.sight.mask[2, 6]
        assert floor.caches.costs.cost[2, 5] == OPEN_COST


class TestMoving:
    def test_two_change_places(self) -> None:
        stage = Stage(ROOM)
        ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(2, 1))
        stage.run.index.swap(ann, ben)
        assert (ann.cell, ben.cell) == ((2, 1), (1, 1))
        assert stage.floor.blockers == {(2, 1): ann, (1, 1): ben}

    def test_leaving_a_cell_frees_it_only_for_who_stood_there(self) -> None:
        stage = Stage(ROOM)
        ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(2, 1))
        ben.stand_on((1, 1), stage.floor.width)
        stage.floor.unblock(ben)
        assert stage.floor.blockers[(1, 1)] is ann

    def test_a_hero_that_is_nowhere_is_on_no_floor(self) -> None:
        stage = Stage(ROOM)
        row = stage.hero()
        stage.run.index.leave(row.entity)
        assert stage.run.index.of_hero(row.entity) is None
        assert stage.run.index.of_hero(10**6) is None
        assert stage.run.index.of_seat(row.hero.seat) is None

    def test_a_hero_is_found_by_its_seat(self) -> None:
        stage = Stage(ROOM)
        stage.hero("Ann")
        ben = stage.hero("Ben")
        assert stage.run.index.of_seat(1) == (stage.floor, ben)
        assert stage.run.index.of_seat(2) is None

    def test_rows_come_in_the_order_of_entities_whoever_came_back_last(self) -> None:
        stage = Stage(ROOM)
        ann, ben = stage.hero("Ann"), stage.hero("Ben")
        stage.run.index.leave(ann.entity)
        stage.run.index.place(ann.entity, stage.floor.entity, (3, 3))
        assert list(stage.floor.heroes) == [ann.entity, ben.entity]

    def test_an_emptied_cell_holds_no_items(self) -> None:
        stage = Stage(ROOM)
        first, second = stage.item((2, 2), "health_potion"), stage.item((2, 2), "health_potion")
        versions = [stage.floor.caches.items_version]
        for entity in (second, first):
            stage.run.index.leave(entity)
            versions.append(stage.floor.caches.items_version)
        assert stage.floor.items == {}
        assert versions == sorted(set(versions))


class TestWatching:
    def test_each_monster_has_its_tick_and_those_of_one_tick_come_in_the_order_of_entities(
        self,
    ) -> None:
        stage = Stage(ROOM)
        cells = [(x, y) for x in range(1, 8) for y in (1, 2, 3) if stage.floor.is_free((x, y))]
        monsters = [stage.monster(cell, mood="asleep").entity for cell in cells]
        turns = []
        for _ in range(WATCH_EVERY):
            turns.append([row.entity for row in stage.floor.on_watch()])
            stage.tick()
        assert sorted(entity for turn in turns for entity in turn) == monsters
        assert all(turn and turn == sorted(turn) for turn in turns)

    def test_what_is_watched_is_what_all_eyes_see_together(self) -> None:
        stage = Stage(ROOM)
        floor = stage.floor
        assert not any(floor.watched())
        ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(4, 3))
        assert floor.watched() == (ann.sight.mask | ben.sight.mask).tobytes()
        stage.run.index.leave(ben.entity)
        assert floor.watched() == ann.sees


def test_who_has_come_to_rest_stirs_no_more_until_something_happens_to_it() -> None:
    stage = Stage(ROOM)
    sleeper, hurt = stage.monster((2, 1), mood="asleep"), stage.monster((6, 1), mood="asleep")
    hurt.body.life, hurt.body.regen = hurt.body.max_life - 1, 1000
    floor = stage.floor
    assert floor.stirring == [sleeper, hurt]
    floor.skip_resting()
    assert floor.stirring == [hurt]
    hurt.body.life = hurt.body.max_life
    floor.skip_resting()
    assert floor.stirring == []
    floor.stir(hurt)
    floor.stir(sleeper)
    floor.stir(hurt)
    assert floor.stirring == [sleeper, hurt]
    stage.run.index.leave(hurt.entity)
    assert floor.stirring == [sleeper]


def test_rebuilding_forgets_what_was_indexed_before() -> None:
    stage = Stage(ROOM)
    stage.monster((3, 3))
    places = SpatialIndex(stage.run.world, stage.game.terrain, stage.run.kinds)
    places.rebuild()
    once = index_of(places.floors[stage.floor.entity])
    places.rebuild()
    assert index_of(places.floors[stage.floor.entity]) == once


def test_many_cells_turn_at_once_as_they_would_one_by_one() -> None:
    one, other = Stage(ROOM), Stage(ROOM)
    cells = {(1, 2): "acid", (2, 2): "tree", (6, 1): "water", (3, 3): "mud"}
    for stage in (one, other):
        stage.hero()
        stage.monster((1, 2), mood="sealed")
    codes = one.game.terrain.codes
    for cell, name in cells.items():
        one.turn(cell, name)
    width = other.floor.width
    changes = {y * width + x: codes[name] for (x, y), name in cells.items()}
    other.floor.set_tiles(changes, other.game.terrain)
    for array in ("walkable", "sights.transparent", "shunned", "caches.costs.cost"):
        read = attrgetter(array)
        assert (read(one.floor) == read(other.floor)).all()
    assert (one.floor.state.tiles == other.floor.state.tiles).all()
    assert one.floor.caches.turned == other.floor.caches.turned == changes.keys()


def test_only_what_hides_or_shows_something_asks_for_new_looks() -> None:
    stage = Stage(ROOM)
    stage.turn((2, 2), "mud")
    assert not stage.floor.caches.view_changed
    stage.turn((2, 2), "tree")
    assert stage.floor.caches.view_changed


def test_paths_lead_round_what_harms_where_that_is_not_far() -> None:
    stage = Stage(["#######", "#@....#", "#.....#", "#######"])
    for cell in ((3, 1), (4, 1)):
        stage.turn(cell, "acid")
    assert all(cell[1] == 2 for cell in stage.floor.path((1, 1), (5, 1))[1:-1])
    stage.turn((3, 2), "acid")
    assert len(stage.floor.path((1, 1), (5, 1))) == 4
    assert not stage.floor.is_inviting((3, 1))
    assert stage.floor.is_free((3, 1))


def test_newcomers_find_ground_beside_an_arrival_that_is_gone() -> None:
    stage = Stage(["#####", "#@..#", "#####"])
    stage.turn((1, 1), "water")
    assert stage.floor.nearest_free((1, 1)) == (2, 1)
