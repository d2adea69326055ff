"""Measures of content, taken in play on the ground: terrain, living terrain and traps."""

from collections.abc import Callable

from support.content.played_content import Played
from support.worlds.content_scenes import ALLEY, HALL, damage, hits_on, lost, sturdy_hero
from support.worlds.staging import Stage
from undertide_server.simulation.components.floors import Traps
from undertide_server.simulation.state.events import Event
from undertide_shared.messages import Move

Measure = Callable[[Played], float]


def step_cost(terrain: str) -> Measure:
    """Ticks that ten steps onto some terrain take."""

    def measure(played: Played) -> float:
        stage = played.stage(ALLEY)
        sturdy_hero(stage)
        for x in range(2, 12):
            stage.turn((x, 1), terrain)
        before = stage.floor.state.clock
        for _ in range(10):
            stage.ask(Move(1, 0))
        return stage.floor.state.clock - before

    return measure


def harm_of(terrain: str) -> Measure:
    """Life that some terrain takes from whoever stands on it for a while."""

    def measure(played: Played) -> float:
        stage = played.stage(HALL)
        hero = sturdy_hero(stage)
        for _ in range(3):
            stage.turn(hero.cell, terrain)
            stage.tick(played.rules.living.beat)
        return lost(hero)

    return measure


def hits_of_ground(played: Played) -> float:
    """How often the ground hurts in a given time."""
    stage = played.stage(HALL)
    hero = sturdy_hero(stage)
    stage.turn(hero.cell, "spikes")
    return len(hits_on(stage.tick(60), hero))


def left_of(terrain: str, ticks: int) -> Measure:
    """Cells that still are of some living terrain after a time."""

    def measure(played: Played) -> float:
        stage = played.stage(HALL)
        sturdy_hero(stage)
        cells = [(x, y) for x in range(1, 13) for y in range(1, 5)]
        for cell in cells:
            stage.turn(cell, terrain)
        stage.tick(ticks)
        return sum(stage.terrain(cell) == terrain for cell in cells)

    return measure


def trap_damage(kind: str) -> Measure:
    """What a trap takes from a hero that steps into it, or into its line."""

    def measure(played: Played) -> float:
        stage = played.stage(HALL)
        hero = sturdy_hero(stage)
        _put_trap(stage, kind)
        return sum(map(damage, hits_on(stage.ask(Move(1, 0)), hero)))

    return measure


def trap_bursts(played: Played) -> float:
    """How often a trap goes off under a hero that steps on and off it for a while."""
    stage = played.stage(HALL)
    hero = sturdy_hero(stage)
    _put_trap(stage, "spikes")
    return len(hits_on(_to_and_fro(stage, 40), hero))


def arrows_through(terrain: str) -> Measure:
    """How many arrows of a wall reach a hero in cover, of a good many."""

    def measure(played: Played) -> float:
        stage = played.stage(HALL)
        hero = sturdy_hero(stage)
        _put_trap(stage, "arrows")
        stage.turn((2, 5), terrain)
        events: list[Event] = []
        for _ in range(60):
            events += _to_and_fro(stage, 1)
            stage.run.world.get(stage.floor.entity, Traps).reloading.clear()
        return len(hits_on(events, hero))

    return measure


def _put_trap(stage: Stage, kind: str) -> None:
    """Put a trap right of the hero, or into the wall below that cell."""
    if stage.run.rules.traps[kind].where == "floor":
        stage.trap((2, 5), kind)
    else:
        stage.trap((2, 6), kind, facing=(0, -1))


def _to_and_fro(stage: Stage, times: int) -> list[Event]:
    """Let the hero step to the right and back again."""
    events: list[Event] = []
    for _ in range(times):
        events += [*stage.ask(Move(1, 0)), *stage.ask(Move(-1, 0))]
    return events
