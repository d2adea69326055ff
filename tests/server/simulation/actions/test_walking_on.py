"""The steps of auto actions: how they begin, who makes way, and how they end."""

import pytest

from support.worlds.companies import two_apart
from support.worlds.outcomes import told_to
from support.worlds.staging import Stage
from undertide_server.simulation.actions.auto_actions import go_on
from undertide_server.simulation.actions.walking_on import (
    BLOCKED,
    MOST_SHUT,
    begin,
    finish,
    is_barred,
    remember_shut,
    walk_on,
)
from undertide_server.simulation.components.heroes import Pursuit
from undertide_shared.geometry import Cell

HALL = ["########", "#@.....#", "########"]


def test_what_is_in_view_at_the_beginning_is_known() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    sleeper, hunter = stage.monster((5, 1), mood="asleep"), stage.monster((6, 1), mood="hunting")
    stage.step()
    row.auto_action.path, row.auto_action.goal, row.auto_action.companion = [(2, 1)], (2, 1), 7
    assert begin(stage.run, stage.floor, row) == [hunter]
    action = row.auto_action
    assert action.known == (sleeper.entity, hunter.entity)
    assert action.aware == (hunter.entity,)
    assert (action.path, action.goal, action.companion) == ([], None, 0)


def test_what_only_a_companion_sees_is_neither_known_nor_counts_as_a_hunter() -> None:
    apart = two_apart()
    run, floor = apart.stage.run, apart.stage.floor
    apart.bens.mind.mood = "hunting"
    assert [begin(run, floor, row) for row in (apart.ann, apart.ben)] == [[], [apart.bens]]
    own, other = apart.ann.auto_action, apart.ben.auto_action
    assert (own.known, own.aware) == ((apart.hers.entity,), ())
    assert (other.known, other.aware) == ((apart.bens.entity,), (apart.bens.entity,))


def test_a_companion_makes_way_unless_it_walks_itself() -> None:
    cases: list[tuple[Pursuit, list[Cell], Cell]] = [
        ("none", [], (2, 1)),
        ("rest", [], (2, 1)),
        ("accompany", [(3, 1)], (2, 1)),
        ("climb", [], (2, 1)),
        ("climb", [(3, 1)], (1, 1)),
        ("travel", [(1, 1)], (2, 1)),
        ("travel", [(3, 1)], (1, 1)),
    ]
    for activity, path, cell in cases:
        stage = Stage(HALL)
        row, other = stage.hero("Ann"), stage.hero("Ben", cell=(2, 1))
        other.auto_action.activity, other.auto_action.path = activity, list(path)
        row.auto_action.activity, row.auto_action.path = "travel", [(2, 1)]
        assert walk_on(stage.run, stage.floor, row) == ""
        assert row.cell == cell, activity
        assert row.actor.energy < 0, "it walks or waits"


def test_of_two_who_follow_neither_makes_way_for_the_other() -> None:
    stage = Stage(HALL)
    row, other = stage.hero("Ann"), stage.hero("Ben", cell=(2, 1))
    for each in (row, other):
        each.auto_action.activity = "accompany"
    row.auto_action.path = [(3, 1), (2, 1)]
    assert walk_on(stage.run, stage.floor, row) == ""
    assert row.cell == (1, 1)


def test_an_end_is_told() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    stage.monster((2, 1), mood="asleep")
    row.auto_action.activity, row.auto_action.path = "travel", [(3, 1), (2, 1)]
    stage.run.events = []
    assert walk_on(stage.run, stage.floor, row) == BLOCKED
    finish(stage.run, row, "Enough.")
    assert told_to(row, stage.run.events) == ["The way is blocked.", "Enough."]
    assert (row.auto_action.activity, row.auto_action.path) == ("none", [])


def test_over_free_ground_it_takes_the_next_step() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    row.auto_action.activity, row.auto_action.path = "travel", [(3, 1), (2, 1)]
    assert walk_on(stage.run, stage.floor, row) == ""
    assert (row.cell, row.auto_action.path, row.actor.energy) == ((2, 1), [(3, 1)], -20)


def test_heroes_who_wait_for_each_other_in_a_ring_change_places() -> None:
    stage = Stage(["####", "#@.#", "#..#", "####"])
    ring = [(1, 1), (2, 1), (2, 2)]
    rows = [stage.hero(name, cell=cell) for name, cell in zip("ABC", ring, strict=True)]
    for row, ahead in zip(rows, [*ring[1:], ring[0]], strict=True):
        row.auto_action.activity, row.auto_action.path = "travel", [ahead]
    assert walk_on(stage.run, stage.floor, rows[0]) == ""
    assert [row.cell for row in rows[:2]] == [(2, 1), (1, 1)]


def test_one_at_the_end_of_a_queue_waits() -> None:
    stage = Stage(["#######", "#@....#", "#######"])
    queue = [(1, 1), (2, 1), (3, 1)]
    rows = [stage.hero(name, cell=cell) for name, cell in zip("ABC", queue, strict=True)]
    for row, (x, y) in zip(rows, queue, strict=True):
        row.auto_action.activity, row.auto_action.path = "travel", [(x + 1, y)]
    assert walk_on(stage.run, stage.floor, rows[0]) == ""
    assert [row.cell for row in rows] == queue


@pytest.mark.parametrize("activity", ["travel", "regroup"])
def test_a_walk_ends_where_a_hunter_steps_into_its_way(activity: Pursuit) -> None:
    stage = Stage(["#########", "#@......#", "#.......#", "#########"])
    row, friend = stage.hero("Ann"), stage.hero("Ben", cell=(7, 1))
    row.auto_action.activity, row.auto_action.path = activity, [(7, 1), (4, 1), (3, 1), (2, 1)]
    row.auto_action.companion = friend.entity
    hunter = stage.monster((2, 1), mood="hunting")
    assert is_barred(stage.floor, row)
    stage.run.events = []
    assert go_on(stage.run, stage.floor, row) == BLOCKED
    assert (row.cell, row.auto_action.activity) == ((1, 1), "none")
    assert told_to(row, stage.run.events) == ["The way is blocked."]
    hunter.mind.mood = "asleep"
    assert not is_barred(stage.floor, row)


def test_a_traveller_goes_round_whoever_is_no_danger() -> None:
    stage = Stage(["#########", "#@......#", "#.......#", "#########"])
    row = stage.hero("Ann")
    stage.monster((2, 1), mood="asleep")
    stage.step()
    row.auto_action.activity, row.auto_action.path = "travel", [(4, 1), (3, 1), (2, 1)]
    assert go_on(stage.run, stage.floor, row) == ""
    assert row.cell == (2, 2)


def test_the_latest_cells_are_remembered_in_which_monsters_stood_in_the_way() -> None:
    stage = Stage(["#" * 14, "#@" + "." * 11 + "#", "#" * 14])
    row = stage.hero()
    cells = [(x, 1) for x in range(2, MOST_SHUT + 4)]
    for cell in cells:
        monster = stage.monster(cell, mood="asleep")
        row.auto_action.path = [cell]
        remember_shut(stage.floor, row)
        remember_shut(stage.floor, row)
        stage.run.index.leave(monster.entity)
    assert row.auto_action.shut == tuple(cells[-MOST_SHUT:])
    remember_shut(stage.floor, row)
    assert row.auto_action.shut == tuple(cells[-MOST_SHUT:]), "nobody stands there"
    begin(stage.run, stage.floor, row)
    assert row.auto_action.shut == ()
