"""Movement of monsters: towards a goal, away from a threat, at random, and back to a post.

Guardians stay near their posts, whomever they hunt (R2, R13).
"""

from undertide_server.simulation.components.monsters import GuardPost
from undertide_server.simulation.mechanics.walking import step_to
from undertide_server.simulation.queries.awareness import is_allowed, is_out_of_bounds
from undertide_server.simulation.queries.grammar import name_of, who
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import DIRECTIONS, FloorIndex
from undertide_server.simulation.state.rows import MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_server.util.rng import Rng
from undertide_shared.geometry import Cell, distance, sign

LONGEST_DETOUR = 40
"""The longest path, in steps, that a hunter takes around others who block its way; beyond that it
waits."""


def approach(run: Run, floor: FloorIndex, monster: MonsterRow, goal: Cell) -> None:
    """Step straight towards a goal if ground leads there, or take a path around obstacles.

    Only where others block the way does it wait rather than take a long path. When the goal is too
    far from a guardian's post, it goes back to its post.
    """
    if is_out_of_bounds(monster, goal) and not leave_post(run, floor, monster):
        go_home(run, floor, monster)
        return
    if _is_straight(floor, monster.cell, goal) and _step_straight(run, floor, monster, goal):
        return
    way = floor.path(monster.cell, goal)
    is_open = bool(way) and is_allowed(monster, way[-1])
    is_worth_it = len(way) <= LONGEST_DETOUR or _is_clear(floor, monster.cell, goal)
    _follow(run, floor, monster, way if is_open and is_worth_it else [])


def _is_straight(floor: FloorIndex, cell: Cell, goal: Cell) -> bool:
    """Return whether harmless ground lies on the straight steps from a cell to a goal.

    Actors on it don't count. Without this, a hunter would go back and forth at a wall of glass.
    """
    while distance(cell, goal) > 1:
        cell = cell[0] + sign(goal[0] - cell[0]), cell[1] + sign(goal[1] - cell[1])
        if not floor.can_walk(cell) or floor.shunned.item(cell[1], cell[0]):
            return False
    return True


def _step_straight(run: Run, floor: FloorIndex, monster: MonsterRow, goal: Cell) -> bool:
    """Take a step that leads nearer to a goal; return False if there is none."""
    x, y = monster.cell
    dx, dy = sign(goal[0] - x), sign(goal[1] - y)
    for step in ((dx, dy), (dx, 0), (0, dy)):
        cell = (x + step[0], y + step[1])
        nearer = distance(cell, goal) < distance((x, y), goal)
        if nearer and floor.is_inviting(cell) and is_allowed(monster, cell):
            step_to(run, floor, monster, cell)
            return True
    return False


def _is_clear(floor: FloorIndex, cell: Cell, goal: Cell) -> bool:
    """Return whether nobody stands on the shortest way from beside a cell to beside a goal."""
    return all(step not in floor.blockers for step in floor.open_path(cell, goal)[1:])


def go_home(run: Run, floor: FloorIndex, monster: MonsterRow) -> None:
    """Take a step towards the monster's post; wait if it has none or is there."""
    post = monster.post
    if post is None or monster.cell == (post.x, post.y):
        monster.spend_energy(run.rules.costs.wait)
    else:
        _follow(run, floor, monster, floor.path(monster.cell, (post.x, post.y)))


def _follow(run: Run, floor: FloorIndex, monster: MonsterRow, way: list[Cell]) -> None:
    """Take the first step of a path, nearest cell last; wait if it is blocked or empty."""
    if way and floor.is_free(way[-1]):
        step_to(run, floor, monster, way[-1])
    else:
        monster.spend_energy(run.rules.costs.wait)


def wander(run: Run, floor: FloorIndex, monster: MonsterRow, rng: Rng) -> None:
    """Take a step in a random direction, unless it leads into harm."""
    dx, dy = rng.pick(DIRECTIONS)
    cell = (monster.cell[0] + dx, monster.cell[1] + dy)
    if floor.is_inviting(cell) and is_allowed(monster, cell):
        step_to(run, floor, monster, cell)
    else:
        monster.spend_energy(run.rules.costs.wait)


def take_posts(run: Run, floor: FloorIndex) -> None:
    """Give each guardian of a floor a post where it stands; call this before any monster moves.

    Monsters that the tide brings later guard nothing, so they get no post.
    """
    for row in floor.monsters.values():
        if row.behaviour.guards and row.post is None:
            row.post = GuardPost(*row.cell)
            run.world.add(row.entity, row.post)


def leave_post(run: Run, floor: FloorIndex, row: MonsterRow) -> bool:
    """Remove the post of a guardian that has lost half its life; return whether it did so.

    Otherwise heroes could shoot a guardian safely from beyond its range.
    """
    if row.post is None or row.body.life * 2 >= row.body.max_life:
        return False
    row.post = None
    run.world.remove(row.entity, GuardPost)
    run.emit(Seen(floor.entity, who(row), "bad", "", f"{name_of(row)} leaves its post!"))
    return True
