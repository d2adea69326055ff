"""R3 and R8: whom heroes find."""

from collections import Counter
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from undertide_server.content.layout_names import LayoutName
from undertide_server.content.load import load_ruleset
from undertide_server.worldgen.floor import FloorPlan, plan_floor
from undertide_server.worldgen.game import Game, make_game
from undertide_server.worldgen.layouts.layout import steps_from
from undertide_server.worldgen.population import headcount

REFERENCE = load_ruleset("reference")
TUTORIAL = load_ruleset("tutorial")
GAME = make_game(REFERENCE, b"0123456789abcdef")

OPEN_LAYOUTS: tuple[LayoutName, ...] = ("rooms_and_corridors", "caverns", "arena")

seeds = st.binary(min_size=16, max_size=16)


@pytest.mark.parametrize(("heroes", "monsters"), [(1, 20), (2, 30), (3, 40), (4, 50), (8, 90)])
def test_a_floor_has_twenty_monsters_and_half_more_for_each_further_hero(
    heroes: int, monsters: int
) -> None:
    for layout in OPEN_LAYOUTS:
        plan = plan_floor(GAME, 12, heroes, layout)
        assert headcount(GAME, heroes, plan.layout.monsters) == monsters
        assert len(plan.spawns) == monsters


@pytest.mark.parametrize(
    ("layout", "heroes", "monsters"),
    [("keep", 1, 60), ("keep", 2, 90), ("small_keep", 1, 30), ("small_keep", 3, 60)],
)
def test_a_keep_states_its_own_total(layout: LayoutName, heroes: int, monsters: int) -> None:
    assert len(plan_floor(GAME, 12, heroes, layout).spawns) == monsters


def test_no_party_is_so_large_that_a_floor_overflows() -> None:
    for name in get_args(LayoutName):
        most = REFERENCE.population.most_alive
        assert len(plan_floor(GAME, 12, 64, name).spawns) == most
        assert headcount(GAME, 64, 200) == headcount(GAME, 64) == most


@pytest.mark.parametrize("layout", get_args(LayoutName))
@given(seed=seeds, floor_number=st.integers(1, 20), heroes=st.integers(1, 8))
@settings(max_examples=20)
def test_bosses_come_once_each_in_the_last_room(
    layout: LayoutName, seed: bytes, floor_number: int, heroes: int
) -> None:
    game = make_game(REFERENCE, seed)
    plan = plan_floor(game, floor_number, heroes, layout)
    lair = set(plan.layout.rooms[-1].cells())
    bosses = [
        spawn for spawn in plan.spawns if spawn.kind.strength in floor_bosses(game, floor_number)
    ]
    assert sorted(spawn.kind.strength for spawn in bosses) == floor_bosses(game, floor_number)
    assert all((spawn.x, spawn.y) in lair for spawn in bosses)


def floor_bosses(game: Game, floor_number: int) -> list[int]:
    return list(game.curve.floors[floor_number - 1].bosses)


@pytest.mark.parametrize("preset", [REFERENCE, TUTORIAL], ids=["reference", "tutorial"])
def test_everybody_stands_on_ground_of_its_own_away_from_the_arrival(preset: object) -> None:
    rules = TUTORIAL if preset is TUTORIAL else REFERENCE
    for number in range(20):
        game = make_game(rules, number.to_bytes(16, "little"))
        for floor_number in (1, 5, 8):
            check_places(game, plan_floor(game, floor_number, 3))


@pytest.mark.parametrize("layout", get_args(LayoutName))
def test_nobody_is_near_the_arrival_in_any_layout(layout: LayoutName) -> None:
    for number in range(10):
        game = make_game(REFERENCE, number.to_bytes(16, "little"))
        check_places(game, plan_floor(game, 14, 2, layout))


def check_places(game: Game, plan: FloorPlan) -> None:
    walkable = game.terrain.walkable[plan.layout.tiles]
    steps = steps_from(plan.layout.arrival, walkable)
    cells = [(spawn.x, spawn.y) for spawn in plan.spawns]
    assert len(set(cells)) == len(cells)
    assert not set(cells) & {plan.layout.stairs_up, *plan.layout.stairs_down}
    for x, y in cells:
        assert walkable[y, x]
        assert steps[y, x] > game.ruleset.population.safe_steps


def test_the_weakest_type_comes_five_times_as_often_as_the_strongest() -> None:
    counts: Counter[int] = Counter()
    for number in range(300):
        plan = plan_floor(
            make_game(REFERENCE, number.to_bytes(16, "little")), 5, 1, OPEN_LAYOUTS[0]
        )
        counts.update(spawn.kind.strength for spawn in plan.spawns)
    total = counts.total()
    shares = [round(150 * counts[strength] / total) for strength in (15, 17, 20, 25, 33)]
    assert shares == pytest.approx([50, 40, 30, 20, 10], abs=2)


def test_sleepers_are_as_many_as_their_kind_says() -> None:
    asleep: dict[int, list[bool]] = {}
    for number in range(300):
        game = make_game(REFERENCE, number.to_bytes(16, "little"))
        for spawn in plan_floor(game, 9, 1).spawns:
            asleep.setdefault(spawn.kind.behaviour.asleep, []).append(spawn.asleep)
    for chance, slept in asleep.items():
        if len(slept) > 300:
            assert 100 * sum(slept) / len(slept) == pytest.approx(chance, abs=8)


def tutorial_counts(floor_number: int) -> tuple[Counter[str], list[int]]:
    """Return how often each kind came over many seeds, and how many were in each room."""
    kinds: Counter[str] = Counter()
    rooms: list[int] = []
    for number in range(150):
        plan = plan_floor(make_game(TUTORIAL, number.to_bytes(16, "little")), floor_number, 1)
        kinds.update(spawn.kind.name for spawn in plan.spawns)
        for room in plan.layout.rooms[1:]:
            cells = set(room.cells())
            rooms.append(sum((spawn.x, spawn.y) in cells for spawn in plan.spawns))
    return kinds, rooms


@pytest.mark.parametrize(
    ("floor_number", "most", "trolls"), [(1, 2, 0), (3, 2, 15), (5, 3, 30), (7, 5, 60)]
)
def test_the_tutorial_is_filled_from_the_tables_alone(
    floor_number: int, most: int, trolls: int
) -> None:
    kinds, rooms = tutorial_counts(floor_number)
    assert max(rooms) == most
    assert min(rooms) == 0
    expected = 100 * trolls / (80 + trolls)
    assert 100 * kinds["troll"] / kinds.total() == pytest.approx(expected, abs=4)


def test_tables_without_weights_on_a_floor_leave_it_empty() -> None:
    population = TUTORIAL.population.model_copy(update={"kind_weights": {}})
    empty = TUTORIAL.model_copy(update={"population": population})
    assert plan_floor(make_game(empty, bytes(16)), 1, 1).spawns == ()
