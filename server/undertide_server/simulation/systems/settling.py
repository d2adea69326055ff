"""Floors come into being when they are first entered (R3, R8)."""

from undertide_server.simulation.components.actors import (
    Actor,
    Attack,
    Body,
    Effects,
    Resistance,
)
from undertide_server.simulation.components.floors import Cell, Floor, Tide
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.components.items import Lying
from undertide_server.simulation.components.monsters import Mind, Monster, Mood
from undertide_server.simulation.floor_place import FloorPlace
from undertide_server.simulation.run import Run
from undertide_server.worldgen.floor import plan_floor
from undertide_server.worldgen.roster import MonsterKind


def floor_at(run: Run, number: int) -> FloorPlace:
    """Return the floor of a number, as it was left, or made now for all waking heroes."""
    branch = number
    entity = run.places.by_branch.get(branch)
    return run.places.floors[entity] if entity is not None else _settle(run, branch, number)


def waking_heroes(run: Run) -> list[tuple[int, Hero]]:
    """Return the living heroes of the run that are awake, in entity order."""
    return [
        (entity, hero)
        for entity, hero in run.world.each(Hero)
        if not hero.fate and hero.presence != "asleep"
    ]


def _settle(run: Run, branch: int, number: int) -> FloorPlace:
    plan = plan_floor(run.game, number, max(1, len(waking_heroes(run))))
    layout = plan.layout
    floor = Floor(
        branch=branch,
        number=number,
        name=plan.name,
        tiles=layout.tiles.copy(),
        arrival=layout.arrival,
        stairs_up=layout.stairs_up,
        stairs_down=layout.stairs_down,
    )
    entity = run.world.create(floor, Tide())
    place = run.places.add_floor(entity)
    for spawn in plan.spawns:
        mood: Mood = "asleep" if spawn.asleep else "idle"
        spawn_monster(run, place, spawn.kind, (spawn.x, spawn.y), Mind(mood))
    for loot in plan.loot:
        item = run.world.create(Lying(loot.item, loot.count))
        run.places.put(item, entity, (loot.x, loot.y))
    run.progress.deepest = max(run.progress.deepest, number)
    return place


def spawn_monster(
    run: Run,
    place: FloorPlace,
    kind: MonsterKind,
    cell: Cell,
    mind: Mind,
    experience: int | None = None,
) -> int:
    """Put a new monster on a free cell and return its entity. It pays its kind's experience."""
    pays = kind.experience if experience is None else experience
    entity = run.world.create(
        Monster(kind.id, pays),
        mind,
        Actor(kind.name, kind.speed),
        Body(kind.life, kind.life, kind.absorb, kind.regen),
        Attack(kind.attack, run.rules.monsters.spread_percent, kind.extra_attacks),
        Resistance(kind.resistances),
        Effects(),
    )
    run.places.put(entity, place.entity, cell)
    return entity
