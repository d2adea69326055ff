"""The ground that a hero knows, as sets of cells for its ways."""

from undertide_server.simulation.queries.visibility import memory_of
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.simulation.state.walk_grid import RememberedGround, WalkGrid, ground_of


def known_ground(run: Run, floor: FloorIndex, row: HeroRow) -> WalkGrid:
    """Return the ground that a hero remembers of its floor.

    It is read from the hero's memory once, and kept current until the floor's own ground changes.
    """
    actual = floor.caches.ground
    if actual is None:
        actual = floor.caches.ground = ground_of(floor.state.tiles, run.game.terrain)
    if row.known is None or row.known.actual is not actual:
        remembered = ground_of(memory_of(floor, row).tiles, run.game.terrain)
        row.known = RememberedGround(remembered, actual)
    return row.known.update()
