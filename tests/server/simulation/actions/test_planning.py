"""What exploring seeks and what it leaves, and ways round creatures."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.worlds.companies import two_apart
from support.worlds.outcomes import refusal, told_to
from support.worlds.staging import Stage, kind_that, make_test_game
from undertide_server.simulation.actions.planning import (
    plan_exploring,
    reason_to_leave,
    way_for_party,
    way_in_view,
    way_to,
)
from undertide_server.simulation.actions.walking_on import BLOCKED
from undertide_server.simulation.components.heroes import Pursuit
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.mechanics.stats import refit
from undertide_server.simulation.queries.visibility import known_ground, memory_of
from undertide_server.simulation.state.events import Event, Found
from undertide_server.simulation.state.inputs import Asked, Turned
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Drop, Explore, Take, Travel

HALL = ["#########", "#@......#", "#.......#", "#.......#", "#########"]
CORRIDOR = ["##########", "#@...+...#", "##########"]
RING = ["#########", "#@......#", "#.#####.#", "#.......#", "#########"]
MOST_TURNS = 200


def explore(stage: Stage, row: HeroRow) -> list[Event]:
    """Let a hero look around and explore until it stops; return what happened."""
    stage.step()
    events = stage.ask(Explore())
    for _ in range(MOST_TURNS):
        if row.auto_action.activity == "none":
            return events
        events += stage.step(Turned(1))
    raise AssertionError(f"still busy: {row.auto_action}")


def bare(stage: Stage) -> HeroRow:
    row = stage.hero()
    row.inventory.stacks.clear()
    return row


def test_exploring_leaves_what_the_hero_dropped() -> None:
    stage = Stage(HALL)
    row = bare(stage)
    for item in ("long_sword^1", "leather_cap^1", "lightning_scroll"):
        stage.ask(Drop(give_stack(row.inventory, item, 1).id))
    events = explore(stage, row)
    assert row.inventory.stacks == []
    assert told_to(row, events) == ["Explored. You leave 1 thing that you dropped."]
    assert refusal(row) == "there is nothing left to explore here"


def test_exploring_takes_what_a_companion_dropped() -> None:
    stage = Stage(HALL)
    ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(5, 2))
    ann.inventory.stacks.clear()
    ben.inventory.stacks.clear()
    stage.ask(Drop(give_stack(ben.inventory, "lightning_scroll", 1).id), seat=1)
    stage.run.index.move(ben, (7, 3))
    explore(stage, ann)
    assert [stack.item for stack in ann.inventory.stacks] == ["lightning_scroll"]


def test_what_a_hero_took_back_is_no_longer_left() -> None:
    stage = Stage(HALL)
    ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(5, 2))
    ann.inventory.stacks.clear()
    stage.ask(Drop(give_stack(ann.inventory, "lightning_scroll", 1).id))
    assert ann.memory.floors[1].own == {ann.cell: "lightning_scroll"}
    stage.ask(Take())
    stage.step()
    assert ann.memory.floors[1].own == {}
    assert ben.memory.floors[1].own == {}


def test_exploring_leaves_plain_gear_no_better_than_what_is_worn() -> None:
    stage = Stage(HALL)
    row = bare(stage)
    give_stack(row.inventory, "long_sword^5", 1, "main_hand")
    stage.item((5, 2), "long_sword^1")
    stage.item((6, 3), "long_sword^5")
    stage.item((4, 2), "long_sword^1/keen:1")
    stage.item((3, 1), "leather_cap^1")
    events = explore(stage, row)
    carried = {stack.item for stack in row.inventory.stacks if not stack.slot}
    assert carried == {"long_sword^1/keen:1", "leather_cap^1"}
    told = "Explored. You leave 2 pieces of plain gear no better than what you wear."
    assert told_to(row, events) == [told]


def test_it_says_how_many_things_have_no_room() -> None:
    stage = Stage(HALL)
    row = bare(stage)
    for _ in range(stage.run.rules.heroes.pack_size):
        give_stack(row.inventory, "leather_cap^9", 1)
    for x in (3, 4, 5):
        stage.item((x, 2), "lightning_scroll")
    stage.item((6, 2), "amulet_of_embers")
    stage.item((6, 3), "heart_container")
    events = explore(stage, row)
    assert {stack.item for stack in row.inventory.stacks} > {"amulet_of_embers", "heart_container"}
    told = "Explored. 3 things lie here that you have no room for."
    assert told in told_to(row, events)


def test_it_says_what_it_can_not_reach_and_is_silent_about_wares() -> None:
    stage = Stage(["#######", "#@.G..#", "#######"], legend={"G": "glass"})
    row = bare(stage)
    stage.item((4, 1), "lightning_scroll")
    stage.item((5, 1), "lightning_scroll", price=9)
    told = "Explored. You know no way to 1 thing that you saw."
    assert told in told_to(row, explore(stage, row))


def test_a_creature_that_blocks_the_only_way_is_named_as_the_reason() -> None:
    stage = Stage(CORRIDOR)
    row = stage.hero()
    sleeper = stage.monster((3, 1), mood="asleep")
    events = stage.ask(Explore())
    assert refusal(row) == "the way is blocked"
    assert told_to(row, events) == ["The way is blocked."]
    stage.run.index.leave(sleeper.entity)
    stage.ask(Explore())
    assert row.auto_action.activity == "explore"


@pytest.mark.parametrize("intent", [Travel(7, 3), Explore()])
def test_errands_go_round_creatures(intent: Travel | Explore) -> None:
    stage = Stage(RING)
    row = bare(stage)
    row.memory.floors[1].tiles[:] = stage.floor.state.tiles
    sleeper = stage.monster((4, 1), mood="asleep")
    stage.item((7, 3), "lightning_scroll")
    row.memory.floors[1].items[7, 3] = "lightning_scroll"
    stage.ask(intent)
    trodden: set[Cell] = set()
    for _ in range(20):
        trodden.add(row.cell)
        stage.step(Turned(1))
    assert row.cell == (7, 3)
    assert sleeper.cell not in trodden
    assert (4, 3) in trodden


@pytest.mark.parametrize("intent", [Travel(7, 1), Explore()])
def test_errands_do_not_go_through_harm_to_get_round_a_creature(intent: Travel | Explore) -> None:
    rows = ["#########", "#@......#", "###.#.###", "###.^.###", "#########"]
    stage = Stage(rows, legend={"^": "acid"})
    row = bare(stage)
    row.memory.floors[1].tiles[:] = stage.floor.state.tiles
    stage.monster((4, 1), mood="asleep", kind=kind_that(stage, notices=1))
    stage.item((7, 1), "lightning_scroll")
    stage.step()
    stage.ask(intent)
    for _ in range(12):
        stage.step(Turned(1))
    assert row.cell in {(1, 1), (3, 1)}
    assert row.body.life == row.body.max_life


def test_a_traveller_goes_up_to_a_creature_that_blocks_the_only_way() -> None:
    stage = Stage(["#########", "#@......#", "#########"])
    row = stage.hero()
    stage.monster((5, 1), mood="asleep", kind=kind_that(stage, notices=1))
    stage.ask(Travel(7, 1))
    for _ in range(10):
        stage.step(Turned(1))
    assert row.cell == (4, 1)
    stage.ask(Travel(7, 1))
    assert refusal(row) == "the way is blocked"


ITEMS = ("lightning_scroll", "long_sword^1", "health_potion", "essence/keen")


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(ITEMS), st.booleans()), max_size=8))
def test_whatever_is_dropped_exploring_leaves_it_and_takes_the_rest(
    laid: list[tuple[str, bool]],
) -> None:
    stage = Stage(HALL, make_test_game())
    row = bare(stage)
    cells = [(x, y) for y in (1, 2, 3) for x in (2, 4, 6)]
    dropped = []
    for (item, own), cell in zip(laid, cells, strict=False):
        if own:
            stage.run.index.move(row, cell)
            stage.ask(Drop(give_stack(row.inventory, item, 1).id))
            dropped.append(cell)
        else:
            stage.item(cell, item)
    stage.run.index.move(row, (1, 1))
    stage.step()
    explore(stage, row)
    assert sorted(stage.floor.items) == sorted(dropped)
    again = len(row.inventory.stacks)
    explore(stage, row)
    assert len(row.inventory.stacks) == again


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


def party_of(*facts: tuple[int, Cell | None]) -> tuple[Stage, list[HeroRow]]:
    """Return heroes in a long corridor that all know: the column of each, and what it explores."""
    stage = Stage(["#" * 82, "#@" + "." * 79 + "#", "#" * 82])
    rows = [stage.hero(f"H{x}", cell=(x, 1)) for x, _ in facts]
    for row, (_, goal) in zip(rows, facts, strict=True):
        memory_of(stage.floor, row).tiles[:] = stage.floor.state.tiles
        row.known = None
        row.auto_action.activity = "none" if goal is None else "explore"
        row.auto_action.goal = goal
    return stage, rows


@pytest.mark.parametrize(
    ("facts", "worth", "target"),
    [
        ([(20, (20, 1)), (22, None), (23, (24, 1))], (25, 30), 30),
        ([(20, (20, 1)), (22, None), (23, (24, 1))], (24, 26), 26),
        ([(33, (33, 1)), (22, None), (25, (24, 1))], (24, 36), 24),
        ([(20, (40, 1)), (60, (60, 1))], (11, 32), 11),
        ([(50, (50, 1)), (20, (40, 1)), (22, (80, 1))], (45, 52), 45),
        ([(20, (20, 1)), (22, None)], (32, 9), 32),
        ([(20, (20, 1)), (22, None)], (33, 10), 10),
    ],
    ids=[
        "apart from a companion's target",
        "beside one rather than going along",
        "along with a companion rather than away",
        "around itself where it is the middle",
        "around what the middle is going to",
        "ten cells from the middle",
        "no further",
    ],
)
def test_the_target_is_the_one_that_suits_the_party(
    facts: list[tuple[int, Cell | None]], worth: tuple[int, int], target: int
) -> None:
    stage, rows = party_of(*facts)
    ground = known_ground(stage.run, stage.floor, rows[0])
    goals = ground.only((worth[0], 1)) | ground.only((worth[1], 1))
    assert way_for_party(stage.run, rows, rows[0], ground, goals)[0] == (target, 1)


def test_the_one_who_went_along_takes_over_a_target_that_is_given_up() -> None:
    stage, (along, first) = party_of((20, (20, 1)), (22, (40, 1)))
    stage.item((40, 1), "lightning_scroll")
    memory_of(stage.floor, along).items[(40, 1)] = "lightning_scroll"
    action = along.auto_action
    action.goal, action.path = None, [(x, 1) for x in range(40, 20, -1)]
    plans: list[tuple[Cell | None, Cell]] = []
    activities: tuple[Pursuit, ...] = ("explore", "none")
    for first.auto_action.activity in activities:
        assert plan_exploring(stage.run, stage.floor, along) == ""
        plans.append((action.goal, action.path[0]))
    assert plans == [(None, (40, 1)), ((40, 1), (40, 1))]


@pytest.mark.parametrize(("steps", "target"), [(20, 30), (21, 52)])
def test_the_party_is_worth_twenty_steps_and_not_more(steps: int, target: int) -> None:
    stage, rows = party_of((30 + steps, (1, 1)), (22, None), (23, None))
    ground = known_ground(stage.run, stage.floor, rows[0])
    goals = ground.only((30, 1)) | ground.only((52, 1))
    assert way_for_party(stage.run, rows, rows[0], ground, goals)[0] == (target, 1)


@pytest.mark.parametrize("peaceful", [False, True])
def test_ways_go_round_what_the_hero_sees_and_not_round_what_a_companion_sees(
    peaceful: bool,
) -> None:
    stage = Stage(RING)
    ann, ben = stage.hero("Ann", cell=(1, 1)), stage.hero("Ben", cell=(7, 3))
    other = stage.monster((4, 3), mood="idle", kind=kind_that(stage, peaceful=peaceful))
    stage.step()
    for row in (ann, ben):
        memory_of(stage.floor, row).tiles[:] = stage.floor.state.tiles
        row.known = None
    assert [bool(row.sees[other.spot]) for row in (ann, ben)] == [False, True]
    assert other.cell in way_to(stage.run, stage.floor, ann, (6, 3))
    assert other.cell not in way_to(stage.run, stage.floor, ben, (2, 3))


@pytest.mark.parametrize(("peaceful", "reason"), [(True, ""), (False, BLOCKED)])
def test_exploring_leads_through_people_who_make_way_and_through_nobody_else(
    peaceful: bool, reason: str
) -> None:
    stage = Stage(["#########", "#@......#", "#########"])
    row = stage.hero()
    stage.item((7, 1), "health_potion")
    other = stage.monster((4, 1), mood="idle", kind=kind_that(stage, peaceful=peaceful))
    other.actor.energy = -(10**6)
    stage.step()
    assert plan_exploring(stage.run, stage.floor, row) == reason
    assert row.auto_action.path[:1] == ([(7, 1)] if peaceful else [])


def test_a_way_in_view_is_barred_by_companions_and_by_what_the_hero_sees_alone() -> None:
    apart = two_apart()
    run, floor, goal = apart.stage.run, apart.stage.floor, (7, 5)
    run.index.move(apart.ben, (8, 5))
    run.index.move(apart.bens, (5, 5))
    apart.stage.step()
    assert [bool(row.sees[apart.bens.spot]) for row in (apart.ann, apart.ben)] == [False, True]
    assert way_in_view(run, floor, apart.ann, [goal])[0] == goal
    assert way_in_view(run, floor, apart.ben, [(3, 5)]) == []
    run.index.move(apart.ben, (6, 5))
    assert way_in_view(run, floor, apart.ann, [goal]) == []


def two_with_swords() -> tuple[Stage, HeroRow, HeroRow]:
    """Return two heroes, of whom the second has the worse sword."""
    stage = Stage(HALL)
    ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(3, 1))
    for row, sword in ((ann, "long_sword^5"), (ben, "long_sword^1")):
        row.inventory.stacks.clear()
        give_stack(row.inventory, sword, 1, "main_hand")
        refit(stage.run, row)
    return stage, ann, ben


def test_gear_is_left_to_the_companion_whom_it_suits_and_to_nobody_else() -> None:
    stage, ann, ben = two_with_swords()
    reasons = [
        reason_to_leave(stage.run, stage.floor, row, (5, 2), "long_sword^9") for row in (ann, ben)
    ]
    assert reasons == ["companion", None]


def test_an_explorer_tells_of_the_gear_that_it_leaves_for_a_companion_and_of_no_other() -> None:
    stage, _, ben = two_with_swords()
    stage.item((5, 2), "long_sword^9")
    stage.item((6, 2), "long_sword^1")
    stage.step()
    events = stage.ask(Explore())
    found = [event for event in events if isinstance(event, Found)]
    assert [(each.finder.name, each.taken) for each in found] == [("Ann", False)]
    assert memory_of(stage.floor, ben).meant == {(5, 2): "long_sword^9"}


@pytest.mark.parametrize("activity", ["none", "rest"])
def test_an_explorer_keeps_its_target_and_changes_places_with_whoever_lets_it_pass(
    activity: Pursuit,
) -> None:
    stage = Stage(["##########", "#@.......#", "##########"])
    ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(5, 1))
    ben.body.life = 1
    stage.item((8, 1), "health_potion")
    stage.step()
    stage.ask(Explore())
    ben.auto_action.activity = activity
    goals = set()
    for _ in range(20):
        stage.step(Turned(1))
        goals.add(ann.auto_action.goal)
        if ann.auto_action.activity == "none":
            break
    assert (8, 1) not in stage.floor.items
    assert goals == {(8, 1)}


def test_a_way_leads_round_cells_out_of_sight_where_somebody_stood() -> None:
    stage = Stage(["#########", "#@..#...#", "#...#...#", "#.......#", "#########"])
    row = stage.hero()
    memory_of(stage.floor, row).tiles[:] = stage.floor.state.tiles
    assert (5, 2) in way_to(stage.run, stage.floor, row, (6, 1))
    row.auto_action.shut = ((5, 2),)
    around = way_to(stage.run, stage.floor, row, (6, 1))
    assert around
    assert (5, 2) not in around
    row.auto_action.shut = ((2, 1),)
    assert (2, 1) in way_to(stage.run, stage.floor, row, (6, 1)), "it sees that nobody is there"
