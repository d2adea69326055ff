"""Auto actions: explore, travel and rest go on by themselves until something comes into view."""

from undertide_server.simulation.actions.items import pick_up
from undertide_server.simulation.components.items import Lying
from undertide_server.simulation.mechanics.energy import spend
from undertide_server.simulation.mechanics.inventory import has_room
from undertide_server.simulation.mechanics.stopping import forget_path, stop_auto_action
from undertide_server.simulation.mechanics.traps import search
from undertide_server.simulation.mechanics.walking import change_places, step_to
from undertide_server.simulation.queries.awareness import is_aware
from undertide_server.simulation.queries.pathfinding import Cells, WalkGrid, ground_of, way_round
from undertide_server.simulation.queries.relations import is_peaceful, makes_way
from undertide_server.simulation.queries.visibility import memory_of, monsters_in_view
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Told
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Explore, Rest, Travel

UNKNOWN_TILE = 0
"""Code of a tile that a hero hasn't seen."""


def set_out(run: Run, floor: FloorIndex, row: HeroRow, intent: Explore | Rest | Travel) -> None:
    """Begin an auto action and take its first step.

    Raises ActionRefusedError when it would achieve nothing, or isn't possible now.
    """
    in_view = monsters_in_view(floor, row)
    aware = [monster for monster in in_view if is_aware(monster)]
    if aware and not isinstance(intent, Travel):
        raise ActionRefusedError(f"not with the {aware[0].actor.name} in view")
    if "confused" in row.effects.remaining and not isinstance(intent, Rest):
        raise ActionRefusedError("you are too confused to find a way")
    row.auto_action.known = tuple(monster.entity for monster in in_view)
    row.auto_action.aware = tuple(monster.entity for monster in aware)
    row.auto_action.path.clear()
    row.auto_action.goal = None
    if isinstance(intent, Travel):
        _plan_travel(run, floor, row, (intent.x, intent.y))
        row.auto_action.activity = "travel"
    elif isinstance(intent, Explore):
        row.auto_action.activity = "explore"
    elif _is_rested(row):
        raise ActionRefusedError("you need no rest")
    else:
        row.auto_action.activity = "rest"
    if not go_on(run, floor, row) and isinstance(intent, Explore):
        raise ActionRefusedError("there is nothing left to explore here")


def go_on(run: Run, floor: FloorIndex, row: HeroRow) -> bool:
    """Take the next step of an auto action. Return False when there was none and it is over."""
    if row.auto_action.activity == "rest":
        return _rest(run, floor, row)
    if row.auto_action.activity == "explore" and not _plan_exploring(run, floor, row):
        _finish(run, row, "Explored.")
        return False
    if row.auto_action.activity == "travel":
        _keep_to_way(run, floor, row)
    return _walk(run, floor, row)


def _rest(run: Run, floor: FloorIndex, row: HeroRow) -> bool:
    spend(row, run.rules.costs.wait)
    search(run, floor, row)
    if _is_rested(row):
        _finish(run, row, "You feel rested.")
    return True


def _is_rested(row: HeroRow) -> bool:
    """Return whether a hero has all its life and all its mana."""
    return row.body.life >= row.body.max_life and row.magic.mana >= row.magic.max_mana


def _walk(run: Run, floor: FloorIndex, row: HeroRow) -> bool:
    """Walk to the next cell of the path, or pick up the item at its end."""
    auto_action = row.auto_action
    if (
        auto_action.activity == "explore"
        and auto_action.goal == row.cell
        and _is_free_to_take(run, floor, row)
    ):
        pick_up(run, floor, row)
        return True
    if not auto_action.path:
        stop_auto_action(row)
        return False
    cell = auto_action.path[-1]
    other = floor.blockers.get(cell)
    friend = other if other is not None and makes_way(run, other) else None
    if isinstance(friend, HeroRow) and not _makes_way(friend, row):
        spend(row, run.rules.costs.wait)
        return True
    if friend is None and not floor.is_free(cell):
        _finish(run, row, "The way is blocked.")
        return False
    auto_action.path.pop()
    if friend is not None:
        change_places(run, floor, row, friend)
    else:
        step_to(run, floor, row, cell)
    if auto_action.activity == "travel" and not auto_action.path:
        stop_auto_action(row)
    return True


def _is_free_to_take(run: Run, floor: FloorIndex, row: HeroRow) -> bool:
    """Return whether an item underfoot has no price: auto actions don't buy."""
    lying = floor.items.get(row.cell)
    return lying is not None and not run.world.get(lying[-1], Lying).price


def _keep_to_way(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Replan a traveller's path when a companion changed places with it, or danger lies ahead."""
    path = row.auto_action.path
    if path and (distance(path[-1], row.cell) != 1 or _is_shunned(run, floor, path[-1])):
        row.auto_action.path = _way_to(run, floor, row, path[0])


def _is_shunned(run: Run, floor: FloorIndex, cell: Cell) -> bool:
    return bool(run.game.terrain.shunned[floor.state.tiles[cell[1], cell[0]]])


def _makes_way(other: HeroRow, row: HeroRow) -> bool:
    """Return whether a companion changes places with the hero that walks into it.

    A companion that is walking does so only when it comes the other way. Otherwise two heroes with
    the same destination would change places for ever.
    """
    if other.auto_action.activity in {"none", "rest"}:
        return True
    return bool(other.auto_action.path) and other.auto_action.path[-1] == row.cell


def _finish(run: Run, row: HeroRow, text: str) -> None:
    forget_path(row)
    run.tell(Told(row.entity, "info", text))


def _plan_travel(run: Run, floor: FloorIndex, row: HeroRow, goal: Cell) -> None:
    """Find a path to a known cell. Raises ActionRefusedError when the hero knows none."""
    x, y = goal
    if not (0 <= x < floor.width and 0 <= y < floor.height):
        raise ActionRefusedError("you know no way there")
    row.auto_action.path = _way_to(run, floor, row, goal)
    if not row.auto_action.path:
        raise ActionRefusedError("you are there" if goal == row.cell else "you know no way there")


def _way_to(run: Run, floor: FloorIndex, row: HeroRow, goal: Cell) -> list[Cell]:
    """Return the path to a cell over known ground, nearest cell last; empty when there is none."""
    ground = _known_ground(run, floor, row)
    return way_round(ground, row.cell, ground.only(goal))


def _plan_exploring(run: Run, floor: FloorIndex, row: HeroRow) -> bool:
    """Keep the path while its goal is worth reaching, or find the next.

    Return False when nothing is left to explore.
    """
    auto_action = row.auto_action
    if auto_action.goal is not None and _is_worth_seeing(run, floor, row, auto_action.goal):
        if auto_action.goal == row.cell:
            return True
        ahead = auto_action.path[-1] if auto_action.path else row.cell
        near = distance(ahead, row.cell) == 1
        if near and floor.is_free(ahead) and not _is_shunned(run, floor, ahead):
            return True
    ground = _known_ground(run, floor, row)
    worth = _worth_seeing(run, floor, row, ground)
    auto_action.path = way_round(ground, row.cell, worth & ~ground.shunned)
    auto_action.path = auto_action.path or way_round(ground, row.cell, worth & ground.shunned)
    auto_action.goal = auto_action.path[0] if auto_action.path else row.cell
    return bool(auto_action.path) or bool(worth & ground.only(row.cell))


def _is_worth_seeing(run: Run, floor: FloorIndex, row: HeroRow, cell: Cell) -> bool:
    """Return whether a known cell is next to an unknown one, or holds an item to take."""
    memory = memory_of(floor, row)
    item = memory.items.get(cell)
    if item is not None and cell not in memory.prices and has_room(run, row, item):
        return True
    x, y = cell
    around = memory.tiles[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2]
    # As bytes, since for nine cells numpy's own test takes ten times as long.
    return UNKNOWN_TILE in around.tobytes()


def _known_ground(run: Run, floor: FloorIndex, row: HeroRow) -> WalkGrid:
    """Return the ground that the hero remembers, adjusted for the peaceful people in its sight.

    People who would make way count as shunned ground; the others block their cell.
    """
    ground = ground_of(memory_of(floor, row).tiles, run.game.terrain)
    for monster in monsters_in_view(floor, row):
        if is_peaceful(run, monster):
            if makes_way(run, monster):
                ground.shunned |= ground.only(monster.cell)
            else:
                ground.walkable &= ~ground.only(monster.cell)
    return ground


def _worth_seeing(run: Run, floor: FloorIndex, row: HeroRow, ground: WalkGrid) -> Cells:
    """Return the known cells next to unknown ones, and those with an item to take."""
    memory = memory_of(floor, row)
    worth = ground.walkable & ground.around(ground.unknown)
    for cell, item in memory.items.items():
        if cell not in memory.prices and has_room(run, row, item):
            worth |= ground.only(cell)
    return worth
