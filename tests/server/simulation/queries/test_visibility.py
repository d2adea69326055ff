from random import Random

import pytest

from support.worlds.companies import two_apart
from support.worlds.staging import Stage, cast, caster
from undertide_server.simulation.mechanics.finds import leave_for
from undertide_server.simulation.queries.visibility import known_ground, memory_of, monsters_in_view
from undertide_server.simulation.snapshot import restore, take_snapshot
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.walk_grid import ground_of
from undertide_server.simulation.systems.sight import update_sight

HOUSE = ["##########", "#@..#....#", "#...+....#", "##########"]


def test_monsters_in_view_come_in_the_order_of_their_entities() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    monsters = [stage.monster(cell) for cell in ((3, 2), (2, 2), (7, 1))]
    seen = [monster.entity for monster in monsters_in_view(stage.floor, row)]
    assert seen == [monsters[0].entity, monsters[1].entity]


def test_a_hero_sees_no_monster_that_only_its_companion_sees() -> None:
    apart = two_apart()
    assert monsters_in_view(apart.stage.floor, apart.ann) == [apart.hers]
    assert monsters_in_view(apart.stage.floor, apart.ben) == [apart.bens]


MAZE = [
    "####################",
    "#@..#....#.........#",
    "#...#....#.........#",
    "##+###+###.....#####",
    "#..............#...#",
    "#####.##########...#",
    "#...#..............#",
    "####################",
]
TERRAIN = ("floor", "wall", "door", "open_door", "acid")


def is_current(stage: Stage, row: HeroRow) -> bool:
    """Return whether the hero's ground is what its memory gives."""
    remembered = memory_of(stage.floor, row).tiles
    known = known_ground(stage.run, stage.floor, row)
    return known == ground_of(remembered, stage.run.game.terrain)


def free_cells(stage: Stage) -> list[tuple[int, int]]:
    cells = [(x, y) for y in range(stage.floor.height) for x in range(stage.floor.width)]
    return [cell for cell in cells if stage.floor.is_free(cell)]


@pytest.mark.parametrize("seed", range(12))
def test_it_is_kept_current_whatever_happens(seed: int) -> None:
    stage, chance = Stage(MAZE), Random(seed)
    rows = [stage.hero("Ann"), stage.hero("Ben")]
    for _ in range(120):
        what = chance.choice(["walk", "walk", "turn", "see", "ask"])
        row = chance.choice(rows)
        if what == "walk":
            stage.run.index.move(row, chance.choice(free_cells(stage)))
        elif what == "turn":
            stage.turn((chance.randrange(1, 19), chance.randrange(1, 7)), chance.choice(TERRAIN))
        elif what == "see":
            update_sight(stage.run, stage.floor)
        else:
            assert is_current(stage, row)
    assert all(is_current(stage, row) for row in rows)


def test_terrain_that_turns_in_sight_is_known_once_the_hero_has_seen_it() -> None:
    stage = Stage(MAZE)
    row = stage.hero()
    stage.turn((2, 2), "acid")
    before = known_ground(stage.run, stage.floor, row)
    update_sight(stage.run, stage.floor)
    assert is_current(stage, row)
    assert known_ground(stage.run, stage.floor, row).shunned != before.shunned


def test_light_adds_to_it() -> None:
    stage = Stage(MAZE)
    row = caster(stage, "light")
    before = known_ground(stage.run, stage.floor, row)
    cast(stage, "light")
    assert is_current(stage, row)
    assert known_ground(stage.run, stage.floor, row).unknown != before.unknown


def test_so_does_a_companion_who_says_where_gear_lies() -> None:
    stage = Stage(MAZE)
    ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(17, 5))
    cell = (2, 2)
    memory_of(stage.floor, ben).tiles[:] = 0
    ben.known = None
    stage.item(cell, "long_sword^9")
    memory_of(stage.floor, ann).items[cell] = "long_sword^9"
    before = known_ground(stage.run, stage.floor, ben)
    leave_for(stage.run, stage.floor, ann, ben, cell)
    assert is_current(stage, ben)
    assert known_ground(stage.run, stage.floor, ben).unknown != before.unknown


def test_it_comes_back_with_a_snapshot_and_is_no_part_of_it() -> None:
    stage = Stage(MAZE)
    row = stage.hero()
    fresh = take_snapshot(stage.run)
    known = known_ground(stage.run, stage.floor, row)
    assert take_snapshot(stage.run) == fresh
    run = restore(stage.run.game, fresh)
    floor, again = run.index.heroes[row.entity]
    assert known_ground(run, floor, again) == known
    run.world.close()


def test_what_a_hero_remembers_is_read_once_until_the_ground_changes() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    first = known_ground(stage.run, stage.floor, row)
    reader = row.known
    assert known_ground(stage.run, stage.floor, row) is first
    assert row.known is reader
    stage.turn((2, 1), "wall")
    stage.step()
    assert known_ground(stage.run, stage.floor, row) is not first
    assert row.known is not reader
