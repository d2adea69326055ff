"""Floors: one is made, with its monsters and items, when a hero first enters it (R3, R8, R9)."""

from collections.abc import Iterable

from undertide_server.simulation.components.actors import Actor, Attack, Body, Effects, Resistance
from undertide_server.simulation.components.floors import (
    Chamber,
    Floor,
    Graves,
    Lying,
    Portals,
    Tide,
    Trap,
    Traps,
)
from undertide_server.simulation.components.monsters import Mind, Monster, Mood, Spoils
from undertide_server.simulation.mechanics.victory import crown_boss, make_boss
from undertide_server.simulation.queries.grammar import a
from undertide_server.simulation.queries.heroes import standing_heroes
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_server.worldgen.draft.plan import FloorPlan, Loot, RoomPlan
from undertide_server.worldgen.floor import plan_floor
from undertide_server.worldgen.game.run_tree import Branch, children_of, root_of
from undertide_server.worldgen.stages.artifacts import is_artifact
from undertide_shared.geometry import Cell

ROOT = 1
"""The branch where every run begins."""
MOST_CHAMBERS = 255
"""The most named rooms of a floor: more than the largest keep that plays well has."""


def entry(run: Run) -> FloorIndex:
    """Return the floor where the run begins.

    It may be made ahead of the step in which the first hero enters it: the floor is the same.
    """
    return _floor_at(run, ROOT, root_of(run.game))


def floor_below(run: Run, floor: FloorIndex, stair: int) -> FloorIndex:
    """Return the floor to which the stairs down with this index lead."""
    child = children_of(run.game, branch_of(floor.state))[stair]
    return _floor_at(run, floor.state.children[stair], child)


def floor_above(run: Run, floor: FloorIndex) -> FloorIndex:
    """Return the floor to which the stairs up lead. The root has none."""
    path = floor.state.path[:-1]
    return next(other for other in run.index.floors.values() if other.state.path == path)


def branch_of(floor: Floor) -> Branch:
    """Return a floor's branch of the run tree."""
    return Branch(floor.path, floor.types)


def _floor_at(run: Run, branch_id: int, branch: Branch) -> FloorIndex:
    """Return the floor of a branch as it was left, or make it to suit all waking heroes."""
    entity = run.index.by_branch.get(branch_id)
    if entity is not None:
        return run.index.floors[entity]
    return create_floor(run, branch_id, branch)


def create_floor(run: Run, branch_id: int, branch: Branch) -> FloorIndex:
    """Make a floor that is entered first, and fill it for all heroes that stand (R3, R9)."""
    levels = tuple(row.hero.level for _, row in standing_heroes(run))
    built = frozenset(other.state.set_piece for other in run.index.floors.values())
    plan = plan_floor(run.game, branch, levels, built=built)
    layout = plan.layout
    state = Floor(
        branch=branch_id,
        path=branch.path,
        types=branch.types,
        children=_new_branches(run, len(layout.stairs_down)),
        number=branch.number,
        name=plan.name,
        chambers=_chambers(run, plan),
        tiles=plan.tiles.copy(),
        arrival=layout.arrival,
        stairs_up=layout.stairs_up,
        stairs_down=layout.stairs_down,
        set_piece=plan.set_piece,
    )
    ahead = run.rules.tree.types[branch.type].tide_ahead
    entity = run.world.create(state, Tide(clock=ahead), *_fixtures(run, plan, state), Graves())
    floor = run.index.add_floor(entity)
    for spawn in plan.spawns:
        mood: Mood = "asleep" if spawn.asleep else "idle"
        monster = spawn_monster(run, floor, spawn.kind, (spawn.x, spawn.y), Mind(mood))
        if spawn.boss:
            make_boss(run, floor, floor.monsters[monster])
        if spawn.spoils:
            run.world.add(monster, Spoils(spawn.spoils))
    for loot in _loot(run, plan, floor):
        item = run.world.create(Lying(loot.item, loot.count, loot.price))
        run.index.place(item, entity, (loot.x, loot.y))
    crown_boss(run, floor)
    run.progress.deepest = max(run.progress.deepest, branch.number)
    return floor


def _loot(run: Run, plan: FloorPlan, floor: FloorIndex) -> Iterable[Loot]:
    """Return the items of a new floor.

    Artifacts lie only on the first floor made with its number (R8).
    """
    others = [other.state for other in run.index.floors.values() if other is not floor]
    if all(state.number != plan.branch.number for state in others):
        return plan.loot
    return [loot for loot in plan.loot if not is_artifact(run.game, loot.item)]


def _fixtures(run: Run, plan: FloorPlan, floor: Floor) -> tuple[Traps, Portals]:
    """Return a floor's traps and portals; visible traps become tiles of the floor."""
    traps = Traps()
    for cell, planned in plan.traps.items():
        traps.armed[cell] = Trap(planned.kind, planned.hidden, planned.facing)
        if not planned.hidden:
            terrain = run.rules.traps[planned.kind].terrain
            floor.tiles[cell[1], cell[0]] = run.game.terrain.codes[terrain]
    return traps, Portals(dict(plan.portals))


def _chambers(run: Run, plan: FloorPlan) -> tuple[Chamber, ...]:
    """Return the named rooms of a floor, at most as many as a byte can number."""
    named = [(each.room, _called(run, each)) for each in plan.rooms]
    told = [(room, name) for room, name in named if name]
    return tuple(
        Chamber(room.x, room.y, room.width, room.height, name)
        for room, name in told[:MOST_CHAMBERS]
    )


def _called(run: Run, plan: RoomPlan) -> str:
    """Return the name that heroes read for a room; empty when it has none."""
    if plan.set_piece is not None:
        return a(run.rules.set_pieces[plan.set_piece].name)
    if plan.region is not None:
        return run.rules.regions[plan.region].name
    theme = run.rules.themes[plan.theme]
    if not theme.told:
        return ""
    return a(theme.special_name if plan.special else theme.name)


def _new_branches(run: Run, count: int) -> tuple[int, ...]:
    """Return new numbers for the branches below a floor."""
    first = run.progress.branches + 1
    run.progress.branches += count
    return tuple(range(first, first + count))


def spawn_monster(
    run: Run,
    floor: FloorIndex,
    kind: MonsterKind,
    cell: Cell,
    mind: Mind,
    experience: int | None = None,
) -> int:
    """Put a new monster on a free cell and return its entity.

    By default it pays its kind's experience.
    """
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
    run.index.place(entity, floor.entity, cell)
    return entity
