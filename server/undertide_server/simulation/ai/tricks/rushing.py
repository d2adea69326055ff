"""Rushes: some monsters reach a hero at once, by a charge or by magic."""

from undertide_server.simulation.ai.tricks.chances import Chances
from undertide_server.simulation.mechanics.bestiary import record_trick
from undertide_server.simulation.mechanics.ground import terrain_at
from undertide_server.simulation.queries.awareness import is_allowed
from undertide_server.simulation.queries.grammar import name_of, who
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import DIRECTIONS
from undertide_shared.geometry import Cell, distance, sign

RUSHES = "rushes"


def rush(chances: Chances) -> bool:
    """Charge at the target in a straight line, or appear beside it."""
    rush = chances.tricks.rushes
    monster, target = chances.monster, chances.target
    if rush is None or not 2 <= distance(monster.cell, target.cell) <= rush.reach:
        return False
    if not chances.comes(RUSHES, 100):
        return False
    cell = _landing(chances) if rush.blinks else _end_of_run(chances)
    if cell is None or not is_allowed(monster, cell):
        return False
    run, floor = chances.run, chances.floor
    verb = "is gone, and there again, beside" if rush.blinks else "charges at"
    text = f"{name_of(monster)} {verb} {target.actor.name}!"
    own = f"{name_of(monster)} {verb} you!"
    run.index.move(monster, cell)
    run.emit(Seen(floor.entity, who(target), "bad", own, text))
    record_trick(run, floor, monster, "blinks" if rush.blinks else RUSHES)
    chances.rest(RUSHES, rush.rest)
    monster.spend_energy(run.rules.costs.move)
    return True


def _landing(chances: Chances) -> Cell | None:
    """Return a free cell beside the target, or None without one or where magic doesn't work."""
    floor, (x, y) = chances.floor, chances.target.cell
    if terrain_at(chances.run, floor, chances.monster.cell).quells_magic:
        return None
    beside = [(x + dx, y + dy) for dx, dy in DIRECTIONS]
    free = [cell for cell in beside if _is_open(chances, cell)]
    return chances.rng.pick(free) if free else None


def _end_of_run(chances: Chances) -> Cell | None:
    """Return the last cell of a straight, open line to the target; None without such a line."""
    (x, y), goal = chances.monster.cell, chances.target.cell
    across, down = goal[0] - x, goal[1] - y
    if across and down and abs(across) != abs(down):
        return None
    dx, dy = sign(across), sign(down)
    steps = range(1, distance((x, y), goal))
    way = [(x + dx * step, y + dy * step) for step in steps]
    return way[-1] if all(_is_open(chances, cell) for cell in way) else None


def _is_open(chances: Chances, cell: Cell) -> bool:
    """Return whether a monster could rush over a cell: it is free, harmless and no door."""
    floor = chances.floor
    if not floor.is_inviting(cell):
        return False
    return not chances.run.game.terrain.opens_to[floor.state.tiles[cell[1], cell[0]]]
