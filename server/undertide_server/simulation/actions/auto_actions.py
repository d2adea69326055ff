"""Errands: explore, travel and rest, one action after another until something comes into view."""

from undertide_server.simulation.actions.items import pick_up
from undertide_server.simulation.components.floors import Cell
from undertide_server.simulation.components.items import Lying
from undertide_server.simulation.mechanics.energy import spend
from undertide_server.simulation.mechanics.inventory import has_room
from undertide_server.simulation.mechanics.traps import search
from undertide_server.simulation.mechanics.walking import change_places, step_to
from undertide_server.simulation.queries.awareness import is_aware
from undertide_server.simulation.queries.geometry import distance
from undertide_server.simulation.queries.pathfinding import Cells, Ground, ground_of, way_round
from undertide_server.simulation.queries.relations import is_peaceful, makes_way
from undertide_server.simulation.queries.visibility import memory_of, monsters_in_view
from undertide_server.simulation.state.errors import CannotDo
from undertide_server.simulation.state.events import Told
from undertide_server.simulation.state.floor_index import FloorPlace
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.messages import Explore, Rest, Travel

UNKNOWN_TILE = 0
"""Code of what a hero has not seen."""


def set_out(run: Run, place: FloorPlace, row: HeroRow, intent: Explore | Rest | Travel) -> None:
    """Begin an errand with its first action. Raises CannotDo when there is no point in it."""
    in_view = monsters_in_view(place, row)
    aware = [monster for monster in in_view if is_aware(monster)]
    if aware and not isinstance(intent, Travel):
        raise CannotDo(f"not with the {aware[0].actor.name} in view")
    if "confused" in row.effects.remaining and not isinstance(intent, Rest):
        raise CannotDo("you are too confused to find a way")
    row.errand.known = tuple(monster.entity for monster in in_view)
    row.errand.aware = tuple(monster.entity for monster in aware)
    row.errand.path.clear()
    row.errand.goal = None
    if isinstance(intent, Travel):
        _plan_travel(run, place, row, (intent.x, intent.y))
        row.errand.activity = "travel"
    elif isinstance(intent, Explore):
        row.errand.activity = "explore"
    elif _is_rested(row):
        raise CannotDo("you need no rest")
    else:
        row.errand.activity = "rest"
    if not go_on(run, place, row) and isinstance(intent, Explore):
        raise CannotDo("there is nothing left to explore here")


def go_on(run: Run, place: FloorPlace, row: HeroRow) -> bool:
    """Take the next action of an errand; false when there was none and the errand is over."""
    if row.errand.activity == "rest":
        return _rest(run, place, row)
    if row.errand.activity == "explore" and not _plan_exploring(run, place, row):
        _finish(run, row, "Explored.")
        return False
    if row.errand.activity == "travel":
        _keep_to_way(run, place, row)
    return _walk(run, place, row)


def _rest(run: Run, place: FloorPlace, row: HeroRow) -> bool:
    spend(row, run.rules.costs.wait)
    search(run, place, row)
    if _is_rested(row):
        _finish(run, row, "You feel rested.")
    return True


def _is_rested(row: HeroRow) -> bool:
    """Whether a hero has all its life and all its mana."""
    return row.body.life >= row.body.max_life and row.magic.mana >= row.magic.max_mana


def _walk(run: Run, place: FloorPlace, row: HeroRow) -> bool:
    """Walk the next cell of the path, or pick up what the path led to."""
    errand = row.errand
    if (
        errand.activity == "explore"
        and errand.goal == row.cell
        and _is_free_to_take(run, place, row)
    ):
        pick_up(run, place, row)
        return True
    if not errand.path:
        errand.activity = "none"
        return False
    cell = errand.path[-1]
    other = place.blockers.get(cell)
    friend = other if other is not None and makes_way(run, other) else None
    if isinstance(friend, HeroRow) and not _makes_way(friend, row):
        spend(row, run.rules.costs.wait)
        return True
    if friend is None and not place.is_free(cell):
        _finish(run, row, "The way is blocked.")
        return False
    errand.path.pop()
    if friend is not None:
        change_places(run, place, row, friend)
    else:
        step_to(run, place, row, cell)
    if errand.activity == "travel" and not errand.path:
        errand.activity = "none"
    return True


def _is_free_to_take(run: Run, place: FloorPlace, row: HeroRow) -> bool:
    """Whether something lies underfoot that nobody asks a price for: errands don't buy."""
    lying = place.items.get(row.cell)
    return lying is not None and not run.world.get(lying[-1], Lying).price


def _keep_to_way(run: Run, place: FloorPlace, row: HeroRow) -> None:
    """Plan a traveller's way anew when a companion changed places with it, or danger is ahead."""
    path = row.errand.path
    if path and (distance(path[-1], row.cell) != 1 or _is_shunned(run, place, path[-1])):
        row.errand.path = _way_to(run, place, row, path[0])


def _is_shunned(run: Run, place: FloorPlace, cell: Cell) -> bool:
    return bool(run.game.terrain.shunned[place.floor.tiles[cell[1], cell[0]]])


def _makes_way(other: HeroRow, row: HeroRow) -> bool:
    """Whether a companion changes places with whoever walks into it.

    One that walks itself does only when it comes the other way; else two who want to go to the same
    place would change places for ever.
    """
    if other.errand.activity in {"none", "rest"}:
        return True
    return bool(other.errand.path) and other.errand.path[-1] == row.cell


def _finish(run: Run, row: HeroRow, text: str) -> None:
    row.errand.activity = "none"
    row.errand.path.clear()
    run.tell(Told(row.entity, "info", text))


def _plan_travel(run: Run, place: FloorPlace, row: HeroRow, goal: Cell) -> None:
    """Find the way to a known cell. Raises CannotDo when the hero knows none."""
    x, y = goal
    if not (0 <= x < place.width and 0 <= y < place.height):
        raise CannotDo("you know no way there")
    row.errand.path = _way_to(run, place, row, goal)
    if not row.errand.path:
        raise CannotDo("you are there" if goal == row.cell else "you know no way there")


def _way_to(run: Run, place: FloorPlace, row: HeroRow, goal: Cell) -> list[Cell]:
    """Return the way to a cell over what the hero knows, nearest cell last; empty without one."""
    ground = _known_ground(run, place, row)
    return way_round(ground, row.cell, ground.only(goal))


def _plan_exploring(run: Run, place: FloorPlace, row: HeroRow) -> bool:
    """Keep the path while its goal is worth reaching, or find the next; false when all is known."""
    errand = row.errand
    if errand.goal is not None and _is_worth_seeing(run, place, row, errand.goal):
        if errand.goal == row.cell:
            return True
        ahead = errand.path[-1] if errand.path else row.cell
        near = distance(ahead, row.cell) == 1
        if near and place.is_free(ahead) and not _is_shunned(run, place, ahead):
            return True
    ground = _known_ground(run, place, row)
    worth = _worth_seeing(run, place, row, ground)
    errand.path = way_round(ground, row.cell, worth & ~ground.shunned)
    errand.path = errand.path or way_round(ground, row.cell, worth & ground.shunned)
    errand.goal = errand.path[0] if errand.path else row.cell
    return bool(errand.path) or bool(worth & ground.only(row.cell))


def _is_worth_seeing(run: Run, place: FloorPlace, row: HeroRow, cell: Cell) -> bool:
    """Whether a known cell still borders on something unknown, or holds an item to take."""
    memory = memory_of(place, row)
    item = memory.items.get(cell)
    if item is not None and cell not in memory.prices and has_room(run, row, item):
        return True
    x, y = cell
    around = memory.tiles[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2]
    # Bytes: on nine cells numpy's own test costs ten times as much.
    return UNKNOWN_TILE in around.tobytes()


def _known_ground(run: Run, place: FloorPlace, row: HeroRow) -> Ground:
    """Return the ground that the hero remembers, with the peaceful people whom it sees there.

    It would rather go round those who would make way, and can't get past the others.
    """
    ground = ground_of(memory_of(place, row).tiles, run.game.terrain)
    for monster in monsters_in_view(place, row):
        if is_peaceful(run, monster):
            if makes_way(run, monster):
                ground.shunned |= ground.only(monster.cell)
            else:
                ground.walkable &= ~ground.only(monster.cell)
    return ground


def _worth_seeing(run: Run, place: FloorPlace, row: HeroRow, ground: Ground) -> Cells:
    """Return the known cells next to unknown ones, and those with an item to take."""
    memory = memory_of(place, row)
    worth = ground.walkable & ground.around(ground.unknown)
    for cell, item in memory.items.items():
        if cell not in memory.prices and has_room(run, row, item):
            worth |= ground.only(cell)
    return worth
