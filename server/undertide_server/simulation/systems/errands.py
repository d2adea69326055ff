"""Errands: explore, travel and rest, one action after another until something comes into view."""

from collections import deque

import numpy as np
from numpy.typing import NDArray

from undertide_server.simulation.components.floors import Cell
from undertide_server.simulation.events import Told
from undertide_server.simulation.floor_place import FloorPlace
from undertide_server.simulation.rows import HeroRow
from undertide_server.simulation.run import Run
from undertide_server.simulation.systems.energy import spend
from undertide_server.simulation.systems.items import has_room, pick_up
from undertide_server.simulation.systems.noticing import distance, is_aware
from undertide_server.simulation.systems.refusal import CannotDo
from undertide_server.simulation.systems.sight import memory_of, monsters_in_view
from undertide_server.simulation.systems.walking import step_to
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
    elif row.body.life >= row.body.max_life:
        raise CannotDo("you are not hurt")
    else:
        row.errand.activity = "rest"
    if not go_on(run, place, row) and isinstance(intent, Explore):
        raise CannotDo("there is nothing left to explore here")


def go_on(run: Run, place: FloorPlace, row: HeroRow) -> bool:
    """Take the next action of an errand; false when there was none and the errand is over."""
    if row.errand.activity == "rest":
        return _rest(run, row)
    if row.errand.activity == "explore" and not _plan_exploring(run, place, row):
        _finish(run, row, "Explored.")
        return False
    if row.errand.activity == "travel":
        _keep_to_way(run, place, row)
    return _walk(run, place, row)


def _rest(run: Run, row: HeroRow) -> bool:
    spend(row, run.rules.costs.wait)
    if row.body.life >= row.body.max_life:
        _finish(run, row, "You feel rested.")
    return True


def _walk(run: Run, place: FloorPlace, row: HeroRow) -> bool:
    """Walk the next cell of the path, or pick up what the path led to."""
    errand = row.errand
    if errand.activity == "explore" and errand.goal == row.cell and row.cell in place.items:
        pick_up(run, place, row)
        return True
    if not errand.path:
        errand.activity = "none"
        return False
    cell = errand.path[-1]
    other = place.blockers.get(cell)
    if isinstance(other, HeroRow) and not _makes_way(other, row):
        spend(row, run.rules.costs.wait)
        return True
    if not isinstance(other, HeroRow) and not place.is_free(cell):
        _finish(run, row, "The way is blocked.")
        return False
    errand.path.pop()
    if isinstance(other, HeroRow):
        run.places.swap(row, other)
        spend(row, run.rules.costs.move)
    else:
        step_to(run, place, row, cell)
    if errand.activity == "travel" and not errand.path:
        errand.activity = "none"
    return True


def _keep_to_way(run: Run, place: FloorPlace, row: HeroRow) -> None:
    """Plan a traveller's way anew when a companion changed places with it."""
    path = row.errand.path
    if path and distance(path[-1], row.cell) != 1:
        known = _known_ground(run, place, row)
        row.errand.path = _way(known, row.cell, _only(known, path[0]))


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
    known = _known_ground(run, place, row)
    x, y = goal
    if not (0 <= x < place.width and 0 <= y < place.height) or not known[y, x]:
        raise CannotDo("you know no way there")
    row.errand.path = _way(known, row.cell, _only(known, goal))
    if not row.errand.path:
        raise CannotDo("you are there" if goal == row.cell else "you know no way there")


def _plan_exploring(run: Run, place: FloorPlace, row: HeroRow) -> bool:
    """Keep the path while its goal is worth reaching, or find the next; false when all is known."""
    errand = row.errand
    if errand.goal is not None and _is_worth_seeing(run, place, row, errand.goal):
        if errand.goal == row.cell:
            return True
        near = bool(errand.path) and distance(errand.path[-1], row.cell) == 1
        if near and place.is_free(errand.path[-1]):
            return True
    known = _known_ground(run, place, row)
    worth = _worth_seeing(run, place, row, known)
    errand.path = _way(known, row.cell, worth)
    errand.goal = errand.path[0] if errand.path else row.cell
    return bool(errand.path) or bool(worth[row.cell[1], row.cell[0]])


def _is_worth_seeing(run: Run, place: FloorPlace, row: HeroRow, cell: Cell) -> bool:
    """Whether a known cell still borders on something unknown, or holds an item to take."""
    memory = memory_of(place, row)
    item = memory.items.get(cell)
    if item is not None and has_room(run, row, item):
        return True
    x, y = cell
    around = memory.tiles[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2]
    # Bytes: on nine cells numpy's own test costs ten times as much.
    return UNKNOWN_TILE in around.tobytes()


def _known_ground(run: Run, place: FloorPlace, row: HeroRow) -> NDArray[np.bool_]:
    """Return the cells that the hero remembers as walkable, shape (height, width)."""
    ground: NDArray[np.bool_] = run.game.terrain.walkable[memory_of(place, row).tiles]
    return ground


def _worth_seeing(
    run: Run, place: FloorPlace, row: HeroRow, known: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return the known cells next to unknown ones or with an item to take; (height, width)."""
    memory = memory_of(place, row)
    unknown = memory.tiles == UNKNOWN_TILE
    near = unknown.copy()
    near[1:, :] |= unknown[:-1, :]
    near[:-1, :] |= unknown[1:, :]
    across = near.copy()
    across[:, 1:] |= near[:, :-1]
    across[:, :-1] |= near[:, 1:]
    worth: NDArray[np.bool_] = known & across
    for (x, y), item in memory.items.items():
        if has_room(run, row, item):
            worth[y, x] = True
    return worth


def _only(like: NDArray[np.bool_], cell: Cell) -> NDArray[np.bool_]:
    """Return an array like `like` that is true at `cell` alone."""
    result = np.zeros_like(like)
    result[cell[1], cell[0]] = True
    return result


def _way(ground: NDArray[np.bool_], start: Cell, goals: NDArray[np.bool_]) -> list[Cell]:
    """Return the shortest way over `ground` to the nearest of `goals`, nearest cell last.

    Empty when there is none, or when `start` is a goal itself. A search in breadth: the nearest
    goal is mostly a few steps away, where this is cheaper than distances over the whole floor.
    """
    fresh, wanted = bytearray(_framed(ground)), _framed(goals)
    width = ground.shape[1] + 2
    first = (start[1] + 1) * width + start[0] + 1
    fresh[first] = False
    came_from: dict[int, int] = {}
    queue = deque([first])
    steps = (-width, 1, width, -1, 1 - width, 1 + width, width - 1, -1 - width)
    while queue:
        spot = queue.popleft()
        if wanted[spot] and spot != first:
            return _traced(came_from, spot, first, width)
        for step in steps:
            beside = spot + step
            if fresh[beside]:
                fresh[beside] = False
                came_from[beside] = spot
                queue.append(beside)
    return []


def _framed(cells: NDArray[np.bool_]) -> bytes:
    """Return cells row after row, within a frame of false ones that no search steps over."""
    height, width = cells.shape
    framed = np.zeros((height + 2, width + 2), dtype=np.bool_)
    framed[1:-1, 1:-1] = cells
    return framed.tobytes()


def _traced(came_from: dict[int, int], goal: int, first: int, width: int) -> list[Cell]:
    """Return the cells from `goal` back to the one beside `first`; `width` is that of the frame."""
    path: list[Cell] = []
    spot = goal
    while spot != first:
        y, x = divmod(spot, width)
        path.append((x - 1, y - 1))
        spot = came_from[spot]
    return path
