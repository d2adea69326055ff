"""A floor comes into being when somebody first enters it, for all who are awake then (R3)."""

import numpy as np

from staging import make_test_game
from undertide_server.simulation.components.actors import Actor, Body
from undertide_server.simulation.components.monsters import Monster
from undertide_server.simulation.floor_place import FloorPlace
from undertide_server.simulation.inputs import PlayerLost, SeatTaken, Withdrawn
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.run import Run, new_run
from undertide_server.simulation.systems.settling import floor_at, waking_heroes
from undertide_server.worldgen.floor import plan_floor

GAME = make_test_game()


def run_of(heroes: int) -> Run:
    run = new_run(GAME)
    for seat in range(heroes):
        step(run, [SeatTaken(seat, f"Hero {seat}")])
    return run


def floor_of(run: Run, number: int) -> FloorPlace:
    with run.world.active():
        return floor_at(run, number)


def planned(number: int, heroes: int) -> int:
    return len(plan_floor(GAME, number, heroes).spawns)


def test_a_floor_is_filled_for_all_waking_heroes_wherever_they_are() -> None:
    run = run_of(3)
    assert len(floor_of(run, 2).monsters) == planned(2, heroes=3) > planned(2, heroes=2)
    step(run, [PlayerLost(0)])
    step(run, [Withdrawn(0)])
    assert len(floor_of(run, 3).monsters) == planned(3, heroes=2) > planned(3, heroes=1)


def test_the_link_dead_still_count_and_the_dead_do_not() -> None:
    run = run_of(3)
    step(run, [PlayerLost(0)])
    with run.world.active():
        heroes = waking_heroes(run)
        assert len(heroes) == 3
        heroes[1][1].fate = "a rat"
        assert [entity for entity, _ in waking_heroes(run)] == [heroes[0][0], heroes[2][0]]


def test_a_floor_is_made_once() -> None:
    run = run_of(1)
    place = floor_of(run, 2)
    assert floor_of(run, 2) is place
    assert list(run.places.by_branch) == [1, 2]
    assert run.progress.deepest == 2


def test_a_floor_is_what_its_plan_says() -> None:
    run = run_of(1)
    place = floor_of(run, 2)
    plan = plan_floor(GAME, 2, 1)
    assert (place.floor.tiles == plan.layout.tiles).all()
    found = {row.cell: (row.monster.kind, row.mind.mood) for row in place.monsters.values()}
    assert found == {
        (spawn.x, spawn.y): (spawn.kind.id, "asleep" if spawn.asleep else "idle")
        for spawn in plan.spawns
    }
    assert set(place.items) == {(loot.x, loot.y) for loot in plan.loot}


def test_changing_a_floor_leaves_the_plan_alone() -> None:
    run = run_of(1)
    place = floor_of(run, 2)
    place.set_tile(place.floor.arrival, GAME.terrain.codes["wall"], GAME.terrain)
    again = plan_floor(GAME, 2, 1).layout.tiles
    assert np.count_nonzero(place.floor.tiles != again) == 1


def test_monsters_have_the_figures_of_their_kind() -> None:
    run = run_of(1)
    place = floor_of(run, 1)
    with run.world.active():
        for entity in place.monsters:
            kind = run.kinds[run.world.get(entity, Monster).kind]
            body, actor = run.world.get(entity, Body), run.world.get(entity, Actor)
            assert (body.life, body.absorb, body.regen) == (kind.life, kind.absorb, kind.regen)
            assert (actor.name, actor.speed, actor.energy) == (kind.name, kind.speed, 0)
