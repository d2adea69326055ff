"""A floor comes into being when somebody first enters it, for all who are awake then (R3, R9)."""

from dataclasses import replace

import numpy as np
import pytest

from support.worlds.companies import State
from support.worlds.forking_floors import GAME, floor_of, run_of
from undertide_server.simulation.components.floors import Lying, Portals, Traps
from undertide_server.simulation.components.monsters import Mind, Spoils
from undertide_server.simulation.mechanics.dying import strike_down
from undertide_server.simulation.mechanics.floor_visits import enter_floor
from undertide_server.simulation.mechanics.floors import (
    branch_of,
    create_floor,
    entry,
    floor_above,
    floor_below,
    spawn_monster,
)
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.snapshot import restore, take_snapshot
from undertide_server.simulation.state.events import thing
from undertide_server.simulation.state.inputs import PlayerLost, SeatTaken, Withdrawn
from undertide_server.simulation.state.run import new_run
from undertide_server.worldgen.draft.plan import FloorPlan
from undertide_server.worldgen.floor import plan_floor, set_pieces_above
from undertide_server.worldgen.game.game import Game
from undertide_server.worldgen.game.run_tree import branch_at, children_of, root_of
from undertide_server.worldgen.stages.artifacts import depth_of, is_artifact


def planned(*path: int, heroes: int = 1) -> FloorPlan:
    branch = branch_at(GAME, path)
    return plan_floor(GAME, branch, (1,) * heroes, built=set_pieces_above(GAME, branch))


@pytest.mark.parametrize(
    ("state", "heroes"),
    [("well", 3), ("hurt", 3), ("link-dead", 3), ("far", 3), ("asleep", 2), ("fallen", 2)],
)
def test_a_floor_is_filled_for_all_who_stand_wherever_they_are(state: State, heroes: int) -> None:
    run = run_of(3)
    floor, row = run.index.heroes[max(run.index.heroes)]
    if state == "fallen":
        strike_down(run, floor, row, thing("a trap", row.cell))
    elif state == "far":
        other = floor_of(run, 0)
        run.index.leave(row.entity)
        enter_floor(run, row.entity, other, other.state.arrival)
    elif state in {"link-dead", "asleep"}:
        step(run, [PlayerLost(2)])
        step(run, [Withdrawn(2)] if state == "asleep" else [])
    crowds = [{(spawn.x, spawn.y) for spawn in planned(1, heroes=each).spawns} for each in (2, 3)]
    assert [len(crowd) for crowd in crowds] == [28, 24]
    found = {monster.cell for monster in floor_of(run, 1).monsters.values()}
    assert found == crowds[heroes - 2]


def test_floors_on_other_branches_have_other_set_pieces_also_after_a_restore() -> None:
    run = run_of(1)
    floors = [floor_of(run, *path) for path in ((), (0,), (1,), (0, 0), (0, 1))]
    pieces = [floor.state.set_piece for floor in floors]
    assert all(pieces)
    assert planned(1, 0).set_piece == planned(0, 1).set_piece, "whichever is entered first"
    again = restore(GAME, take_snapshot(run))
    other = floor_of(again, 1, 0).state.set_piece
    assert len({*pieces, other}) == 6


@pytest.mark.parametrize("path", [(), (0,), (1,), (0, 0)])
def test_a_floor_is_what_its_plan_says(path: tuple[int, ...]) -> None:
    run = run_of(1)
    floor = floor_of(run, *path)
    plan = planned(*path)
    assert floor.state.name == plan.name
    assert floor.state.stairs_up == plan.layout.stairs_up
    assert (floor.state.tiles == plan.tiles).all()
    found = {row.cell: (row.monster.kind, row.mind.mood) for row in floor.monsters.values()}
    assert found == {
        (spawn.x, spawn.y): (spawn.kind.id, "asleep" if spawn.asleep else "idle")
        for spawn in plan.spawns
    }
    assert set(floor.items) == {(loot.x, loot.y) for loot in plan.loot}


def test_what_lies_about_has_its_number_and_price() -> None:
    run = run_of(1)
    floor = floor_of(run, 0)
    lying = [
        (run.world.get(item, Lying), cell) for cell, heap in floor.items.items() for item in heap
    ]
    found = sorted((one.item, one.count, one.price, cell) for one, cell in lying)
    loot = planned(0).loot
    assert found == sorted((one.item, one.count, one.price, (one.x, one.y)) for one in loot)


def test_traps_and_portals_are_where_the_plan_has_them() -> None:
    run = run_of(1)
    for path in ((), (0,), (1,)):
        floor, plan = floor_of(run, *path), planned(*path)
        traps = run.world.get(floor.entity, Traps).armed
        twins = run.world.get(floor.entity, Portals).twins
        found = {cell: (trap.kind, trap.hidden, trap.facing) for cell, trap in traps.items()}
        assert found == {
            cell: (trap.kind, trap.hidden, trap.facing) for cell, trap in plan.traps.items()
        }
        walls = {cell: trap for cell, trap in traps.items() if any(trap.facing)}
        assert {cell for facing in floor.slits.values() for cell, _ in facing} == set(walls)
        for cell, trap in walls.items():
            faced = (cell[0] + trap.facing[0], cell[1] + trap.facing[1])
            assert (cell, trap) in floor.slits[faced]
        assert twins == plan.portals


def test_changing_a_floor_leaves_the_plan_alone() -> None:
    run = run_of(1)
    floor = floor_of(run, 0)
    floor.set_tile(floor.state.arrival, GAME.terrain.codes["wall"], GAME.terrain)
    assert np.count_nonzero(floor.state.tiles != planned(0).tiles) == 1


def test_monsters_have_the_figures_of_their_kind() -> None:
    run = run_of(1)
    floor = floor_of(run)
    armed = next(kind for kind in run.kinds.values() if kind.extra_attacks)
    paying = spawn_monster(run, floor, armed, floor.state.arrival, Mind("idle"), experience=7)
    for entity, row in floor.monsters.items():
        kind, body, attack = run.kinds[row.monster.kind], row.body, row.attack
        assert row.monster.experience == (7 if entity == paying else kind.experience)
        assert body.life == body.max_life == kind.life
        assert (body.absorb, body.regen) == (kind.absorb, kind.regen)
        assert (attack.power, attack.spread, attack.extra) == (kind.attack, 25, kind.extra_attacks)
        assert row.resistance.counted == kind.resistances
        assert (row.actor.name, row.actor.speed, row.actor.energy) == (kind.name, kind.speed, 0)


def test_a_boss_of_the_plan_is_one_and_leaves_its_spoils() -> None:
    run = run_of(1)
    floor = create_floor(run, 40, branch_at(GAME, (0, 1, 1, 0)))
    (spawn,) = (spawn for spawn in planned(0, 1, 1, 0).spawns if spawn.boss)
    (boss,) = floor.bosses
    assert (boss.cell, boss.monster.kind) == ((spawn.x, spawn.y), spawn.kind.id)
    assert boss.boss is not None
    assert boss.boss.name
    spoils = [(entity, each.item) for entity, each in run.world.each(Spoils)]
    assert spoils == [(boss.entity, spawn.spoils)]


CALLED = {
    ("anti_magic", False): "a hall of silence",
    ("anti_magic", True): "a wizards' prison",
    ("archer_barracks", False): "an archers' barracks",
    ("courtyard", False): "a courtyard",
    ("empty", False): "",
    ("flooded_hall", False): "a flooded hall",
    ("floor_traps", False): "",
    ("gallery", False): "a gallery of statues",
    ("guard_barracks", False): "a guard barracks",
    ("kennels", False): "a kennels",
    ("poison", False): "the poisoned rooms",
    ("portal", False): "a portal room",
    ("portal", True): "a crossroads of portals",
    ("prison", True): "a forgotten prison",
    ("shop", False): "a shop",
    ("shrine", False): "a shrine",
    ("shrine", True): "a desecrated shrine",
    ("smithy", False): "a smithy",
    ("treasure", False): "",
    ("wall_traps", False): "",
}
"""The names of the rooms of a keep by set piece, region or theme, and whether that is special."""


def test_rooms_are_called_after_set_pieces_then_regions_then_themes() -> None:
    run = run_of(1)
    built = frozenset({floor_of(run).state.set_piece})
    branch = branch_at(GAME, (0, 1, 1))
    plan = plan_floor(GAME, branch, (1,), built=built)
    chambers = create_floor(run, 40, branch).state.chambers
    names = {(each.x, each.y, each.width, each.height): each.name for each in chambers}
    found = {
        (each.set_piece or each.region or each.theme, each.special): names.get(
            (each.room.x, each.room.y, each.room.width, each.room.height), ""
        )
        for each in plan.rooms
    }
    assert found == CALLED


def test_an_artifact_lies_on_the_first_floor_of_its_depth_alone() -> None:
    artifact = {"gutterspark": GAME.ruleset.artifacts["gutterspark"]}
    certain = {key: record.model_copy(update={"percent": 100}) for key, record in artifact.items()}
    rules = GAME.ruleset.model_copy(update={"artifacts": certain})
    games = (replace(GAME, ruleset=rules, seed=bytes([number]) * 16) for number in range(250))
    game = next(game for game in games if _lies_below_a_fork(game, "gutterspark"))
    run = new_run(game)
    step(run, [SeatTaken(0, "Ann")])
    first, second = (floor_below(run, entry(run), stair) for stair in (1, 0))
    lying = [(run.world.get(each, Lying).item, floor) for floor in (first, second)
             for entities in floor.items.values() for each in entities]  # fmt: skip
    assert [floor for item, floor in lying if is_artifact(game, item)] == [first]


def _lies_below_a_fork(game: Game, artifact: str) -> bool:
    return depth_of(game, artifact) == 2 and len(children_of(game, root_of(game))) > 1


def test_a_floor_is_made_once() -> None:
    run = run_of(1)
    floor = floor_of(run, 0)
    assert floor_of(run, 0) is floor
    assert len(run.index.floors) == 2
    assert run.progress.deepest == 2


def test_each_stair_leads_to_a_branch_of_its_own() -> None:
    run = run_of(1)
    first, second = floor_of(run, 0), floor_of(run, 1)
    assert first is not second
    assert (first.state.path, second.state.path) == ((0,), (1,))
    assert first.state.branch != second.state.branch
    assert run.progress.deepest == 2


def test_a_floor_knows_the_branches_that_its_stairs_lead_to() -> None:
    run = run_of(1)
    root, below = floor_of(run), floor_of(run, 1)
    children = children_of(GAME, root_of(GAME))
    assert (root.state.branch, root.state.children) == (1, (2, 3, 4))
    assert below.state.children == (5,)
    assert len(root.state.children) == len(root.state.stairs_down) == len(children)
    assert root.state.children[1] == below.state.branch
    numbers = [number for floor in (root, below) for number in floor.state.children]
    assert len({root.state.branch, *numbers}) == 1 + len(numbers)
    assert branch_of(below.state) == children[1]


def test_the_stairs_up_lead_to_the_floor_above_on_the_path() -> None:
    run = run_of(1)
    below = floor_of(run, 1, 0)
    assert floor_above(run, below) is floor_of(run, 1)
    assert floor_above(run, floor_of(run, 1)) is floor_of(run)
