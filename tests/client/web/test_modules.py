"""Parts of the page that reckon, alone."""

import random
from collections import defaultdict
from itertools import pairwise
from typing import Any

from playwright.sync_api import Page

WAITS = """async (jitter) => {
    const { waitAfter } = await load("net/backoff");
    return Array.from({ length: 15 }, (_, index) => waitAfter(index + 1, jitter));
}"""
COLUMNS = """async (branches) => {
    const { columns, grown } = await load("model/tree");
    return [...columns(grown(branches))];
}"""
ZOOMED = """async () => {
    const { Camera } = await load("map/camera");
    const camera = new Camera();
    camera.resize(1200, 800, 2);
    camera.enter({ left: 0, top: 0, right: 199, bottom: 99 });
    camera.lookAt(100, 50);
    camera.jump();
    const before = camera.cellAt(300, 500);
    const sizes = [];
    for (const factor of [1.5, 0.5, 100, 0.0001]) {
        camera.zoom(factor, 300, 500);
        sizes.push([camera.cellWidth, camera.cellHeight, camera.cellAt(300, 500)]);
    }
    return [before, sizes];
}"""
FITTED = """async (parts) => {
    const { Camera } = await load("map/camera");
    const camera = new Camera();
    camera.resize(1100, 560, 1);
    camera.lookAt(20, 10);
    camera.enter(parts[0]);
    return parts.map((known) => {
        camera.fitKnown(known);
        while (camera.glide());
        const [first, last] = [[known.left, known.top], [known.right, known.bottom]];
        const corners = [first, last].map(([x, y]) => camera.shows({ x, y }));
        return [camera.cellHeight, ...corners, camera.shows({ x: 20, y: 10 })];
    });
}"""
CLOCKS = """async (ticks) => {
    const { clock } = await load("model/replay_state");
    return ticks.map(clock);
}"""

MEMBERS = """async (seats) => {
    const { Scene } = await load("model/scene");
    const scene = new Scene();
    scene.party = [0, 1].map((seat) => ({ seat, name: "Bob", colour: 0 }));
    scene.kinds = new Map(seats.map((seat, id) => [id, { name: "Bob", colour: 0, seat }]));
    return seats.map((_, kind) => scene.memberOf({ kind })?.seat ?? null);
}"""


def a_tree(seed: int, size: int) -> list[dict[str, Any]]:
    draw = random.Random(seed)
    tree = [{"id": 1, "parent": 0, "depth": 0, "sibling": 0}]
    below: dict[int, int] = defaultdict(int)
    while len(tree) < size:
        above = draw.choice(tree)
        sibling = below[above["id"]]
        below[above["id"]] += 1
        place = {"parent": above["id"], "depth": above["depth"] + 1, "sibling": sibling}
        tree.append({"id": len(tree) + 1, **place})
    return tree


def test_the_map_is_as_large_as_what_is_known_allows(modules: Page) -> None:
    def part(left: int, top: int, right: int, bottom: int) -> dict[str, int]:
        return {"left": left, "top": top, "right": right, "bottom": bottom}

    parts = [part(15, 6, 25, 12), part(5, 2, 40, 20), part(0, 0, 60, 25), part(0, 0, 199, 99)]
    assert modules.evaluate(FITTED, parts) == [
        [48, True, True, True],
        [24, True, True, True],
        [20, True, True, True],
        [20, True, False, True],
    ]


def test_waits_grow_up_to_a_longest_and_then_it_is_given_up(modules: Page) -> None:
    waits = modules.evaluate(WAITS, 0)
    assert waits == [0.5, 1, 2, 4, 8, 16, *[30] * 8, None]
    hasty = modules.evaluate(WAITS, 1)
    assert hasty == [*(wait / 2 for wait in waits[:-1]), None]


def test_no_two_floors_of_a_tree_lie_on_each_other(modules: Page) -> None:
    for seed in range(5):
        tree = a_tree(seed, 60)
        columns = dict(modules.evaluate(COLUMNS, tree))
        assert min(columns.values()) == 0
        storeys: dict[int, list[float]] = defaultdict(list)
        forks: dict[int, list[float]] = defaultdict(list)
        for branch in tree:
            storeys[branch["depth"]].append(columns[branch["id"]])
            forks[branch["parent"]].append(columns[branch["id"]])
        for storey in storeys.values():
            ordered = sorted(storey)
            gaps = [right - left for left, right in pairwise(ordered)]
            assert all(gap >= 1 for gap in gaps)
        del forks[0]
        for above, columns_below in forks.items():
            assert columns[above] == (columns_below[0] + columns_below[-1]) / 2


def test_floors_that_hang_on_nothing_are_left_out(modules: Page) -> None:
    root = {"id": 1, "parent": 0, "depth": 0, "sibling": 0}
    loose = [
        {"id": 2, "parent": 9, "depth": 1, "sibling": 0},
        {"id": 3, "parent": 1, "depth": 2, "sibling": 0},
        {"id": 4, "parent": 0, "depth": 0, "sibling": 0},
        {"id": 5, "parent": 5, "depth": 1, "sibling": 0},
    ]
    assert modules.evaluate(COLUMNS, [root, *loose]) == [[1, 0]]


def test_what_is_pointed_at_stays_there_however_large_it_becomes(modules: Page) -> None:
    before, sizes = modules.evaluate(ZOOMED)
    assert [cell for _, _, cell in sizes[:3]] == [before] * 3
    # A cell is as high as 7 to 48 CSS pixels, and half as wide: there are two to each.
    assert sizes[2][:2] == [50, 96]
    assert sizes[3][:2] == [7, 14]


def test_moments_are_written_as_the_terminal_writes_them(modules: Page) -> None:
    milliseconds = [0, 999, 1_000, 754_000, 3_600_000, 99_999_900]
    assert modules.evaluate(CLOCKS, milliseconds) == [
        *("0:00:00", "0:00:00", "0:00:01", "0:12:34", "1:00:00", "27:46:39")
    ]


def test_heroes_on_the_map_are_those_of_their_seats_whatever_they_are_called(modules: Page) -> None:
    assert modules.evaluate(MEMBERS, [1, 0, None, 7]) == [1, 0, None, None]
