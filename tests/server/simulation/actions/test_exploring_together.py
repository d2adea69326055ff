"""Heroes who explore share a floor out and keep together (R17)."""

from hypothesis import given, settings
from hypothesis import strategies as st

from support.worlds.outcomes import told_to
from support.worlds.staging import Stage
from undertide_server.simulation.state.inputs import Asked
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Explore

DOORS = [
    "###########################",
    "#......#.........#........#",
    "#......+....@....+........#",
    "#......#.........#........#",
    "###########################",
]
"""A room with a door on each side."""
WIDE = [
    "#" * 72,
    "#..#" + "." * 64 + "#..#",
    "#..+" + "." * 28 + "@" + "." * 35 + "+..#",
    "#..#" + "." * 64 + "#..#",
    "#" * 35 + "+" + "#" * 36,
    "#" * 30 + "#.........#" + "#" * 31,
    "#" * 72,
]
"""A hall, wider than anybody sees: a room in the middle and one at either end."""


def explorers(stage: Stage, *cells: Cell) -> list[HeroRow]:
    """Let heroes in that begin to explore in the same tick."""
    rows = [stage.hero(name, cell=cell) for name, cell in zip("ABCDE", cells, strict=False)]
    for row in rows:
        row.inventory.stacks.clear()
    stage.step(*(Asked(row.hero.seat, 1, Explore()) for row in rows))
    stage.tick()
    return rows


def test_two_take_different_doors() -> None:
    stage = Stage(DOORS)
    one, other = explorers(stage, (12, 2), (12, 3))
    assert {one.auto_action.goal, other.auto_action.goal} == {(7, 2), (17, 2)}


def test_no_two_go_for_the_same_item() -> None:
    stage = Stage(DOORS)
    stage.item((14, 1), "health_potion")
    stage.item((10, 1), "health_potion")
    rows = explorers(stage, (12, 2), (12, 3), (13, 3))
    goals = [row.auto_action.goal for row in rows]
    assert len(set(goals)) == 3
    assert {(14, 1), (10, 1)} < set(goals)


def test_the_last_item_is_left_to_the_one_who_goes_for_it() -> None:
    stage = Stage(["#############", "#@..........#", "#############"])
    stage.item((11, 1), "health_potion")
    near, far = stage.hero("A", cell=(6, 1)), stage.hero("B", cell=(1, 1))
    events = stage.step(Asked(0, 1, Explore()), Asked(1, 1, Explore()))
    events += stage.tick()
    assert near.auto_action.goal == (11, 1)
    assert far.intents.reason == "there is nothing left to explore here"
    assert told_to(far, events) == ["Explored. Companions fetch the rest."]


def test_they_stay_in_one_part_of_the_floor() -> None:
    """Two in the middle of a hall go to the same end of it, and then to the same other one."""
    stage = Stage(WIDE)
    rows = explorers(stage, (33, 2), (36, 2))
    apart = []
    for _ in range(600):
        stage.tick()
        if any(row.auto_action.activity == "none" for row in rows):
            break
        apart.append(distance(rows[0].cell, rows[1].cell))
    assert len(apart) > 200
    assert max(apart) <= stage.run.rules.heroes.exploring.detour


def test_one_goes_along_through_the_only_door_and_claims_nothing() -> None:
    stage = Stage(["###########", "#....+....#", "#@...######", "###########"])
    first, second = explorers(stage, (4, 1), (2, 1))
    assert first.auto_action.goal == (5, 1)
    assert second.auto_action.goal is None
    assert second.auto_action.path[0] == (5, 1)
    stage.tick(40)
    assert [row.auto_action.activity for row in (first, second)] == ["none", "none"]
    assert (second.memory.floors[1].tiles[stage.floor.walkable] > 0).all()


def test_one_explores_where_a_companion_stands_that_does_not() -> None:
    stage = Stage(WIDE)
    one = stage.hero("A", cell=(52, 2))
    stage.hero("B", cell=(36, 2))
    alone = Stage(WIDE)
    single = alone.hero("A", cell=(52, 2))
    for each in (stage, alone):
        row = each.floor.heroes[one.entity if each is stage else single.entity]
        row.memory.floors[1].tiles[:] = each.floor.state.tiles
        row.memory.floors[1].tiles[5, 31] = 0
        row.memory.floors[1].tiles[1, 70] = 0
        each.ask(Explore())
    assert single.auto_action.goal is not None
    assert one.auto_action.goal is not None
    assert single.auto_action.goal[0] > 60, "what is nearest"
    assert one.auto_action.goal[0] < 40, "what is near the other"


def test_the_fallen_and_sleepers_are_no_party() -> None:
    stage = Stage(DOORS)
    one, other = stage.hero("A", cell=(11, 2)), stage.hero("B", cell=(12, 3))
    stage.ask(Explore(), seat=1)
    stage.put_to_sleep(1)
    other.auto_action.activity, other.auto_action.goal = "explore", (7, 2)
    stage.ask(Explore(), seat=0)
    assert one.auto_action.goal == (7, 2)


@settings(max_examples=15)
@given(
    st.lists(
        st.sampled_from([(9, 1), (12, 2), (15, 3), (3, 1), (20, 3)]),
        min_size=2,
        max_size=4,
        unique=True,
    )
)
def test_together_they_see_all_and_come_to_an_end(cells: list[Cell]) -> None:
    stage = Stage(DOORS)
    stage.item((3, 3), "health_potion")
    rows = explorers(stage, *cells)
    for _ in range(300):
        stage.tick()
        if all(row.auto_action.activity == "none" for row in rows):
            break
    assert all(row.auto_action.activity == "none" for row in rows)
    known = rows[0].memory.floors[1].tiles
    assert (known[stage.floor.walkable] > 0).all()
    assert not stage.floor.items
