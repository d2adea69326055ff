"""Terrain at each beat: it harms those on it (R11), and fire, ice and rot spread and fade (R13).

All living cells act at once, on the terrain at the start of the beat, so their order doesn't
matter. Each beat searches the whole floor for them: that costs less than keeping a list up to date.
"""

from hashlib import shake_128

import numpy as np
from numpy.typing import NDArray

from undertide_server.content.records.terrain import Harm
from undertide_server.simulation.components.actors import Resistance
from undertide_server.simulation.mechanics.ground import change_terrain, deal_ground_damage
from undertide_server.simulation.queries.relations import is_sealed
from undertide_server.simulation.rules.damage import IMMUNE, TYPE_INDEX
from undertide_server.simulation.state.events import thing
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow
from undertide_server.simulation.state.run import Run
from undertide_server.util.rng import Rng
from undertide_server.worldgen.layouts.terrain import TerrainTable

Spots = NDArray[np.intp]
"""Cells of a floor, each as y * width + x."""
AROUND_X = np.array([-1, 0, 1, -1, 1, -1, 0, 1])
AROUND_Y = np.array([-1, -1, -1, 0, 0, 1, 1, 1])
WORD = 1 << 64


def apply_hazards(run: Run, floor: FloorIndex) -> None:
    """At a beat, harm or heal the actors that stand on such terrain, through resistances."""
    if floor.state.clock % run.tick_figures.beat:
        return
    records = run.game.terrain.records
    codes, shunned = floor.state.tiles.tobytes(), floor.shunned.tobytes()
    for row in [*floor.heroes.values(), *floor.monsters.values()]:
        if not shunned[row.spot]:
            continue  # All ground that harms is shunned.
        ground = records[codes[row.spot]]
        if ground.harm is not None and _feels(run, row, ground.harm):
            deal_ground_damage(run, floor, row, ground.harm, thing(ground.name, row.cell))


def _feels(run: Run, row: ActorRow, harmful: Harm) -> bool:
    """Return whether the ground affects an actor.

    It doesn't affect immune actors, nor unhurt ones that it would heal.
    """
    if is_sealed(row):
        return False
    resistance = run.world.get(row.entity, Resistance).counted[TYPE_INDEX[harmful.damage]]
    return resistance < IMMUNE or (resistance > IMMUNE and row.body.life < row.body.max_life)


def spread_terrain(run: Run, floor: FloorIndex) -> None:
    """At a beat, spread living terrain to neighbouring cells, and make some of it fade."""
    beats, between = divmod(floor.state.clock, run.tick_figures.beat)
    if between:
        return
    alive = np.flatnonzero(floor.alive)
    if not alive.size:
        return
    table = run.game.terrain
    acting = _due(alive, beats, run.rules.living.most_alive)
    rng = run.chance(floor, "living")
    faded = _faded(table, floor.state.tiles, acting, rng)
    reached = _reached(table, floor.state.tiles, acting, rng)
    change_terrain(run, floor, faded | reached)


def _due(alive: Spots, beats: int, most: int) -> Spots:
    """Return the cells that act in this beat: all, or at most `most` of them, in turns."""
    if alive.size <= most:
        return alive
    return alive.take(np.arange(beats * most, (beats + 1) * most), mode="wrap")


def _faded(
    table: TerrainTable, tiles: NDArray[np.uint8], acting: Spots, rng: Rng
) -> dict[int, int]:
    """Return the new codes of the cells that fade, by spot."""
    codes = tiles.ravel()[acting]
    mortal = acting[table.fade_percent[codes] > 0]
    codes = tiles.ravel()[mortal]
    ends = _rolls(rng, mortal.size) < table.fade_percent[codes]
    return _changes(mortal[ends], table.fades_into[codes[ends]])


def _reached(
    table: TerrainTable, tiles: NDArray[np.uint8], acting: Spots, rng: Rng
) -> dict[int, int]:
    """Return the new codes of the cells that living ones spread to, by spot.

    When several reach one cell, the last one decides.
    """
    width, flat = tiles.shape[1], tiles.ravel()
    codes = flat[acting]
    spreading = table.spreads[codes] > 0
    sources, codes = acting[spreading], codes[spreading]
    if not sources.size:
        return {}
    columns = (sources % width)[:, None] + AROUND_X
    targets = sources[:, None] + (AROUND_Y * width + AROUND_X)
    becomes = table.spread_to[codes[:, None], flat.take(targets, mode="clip")]
    becomes[(columns < 0) | (columns >= width) | (targets < 0) | (targets >= flat.size)] = 0
    which, towards = becomes.nonzero()
    does = _rolls(rng, which.size) < table.spreads[codes[which]]
    return _changes(targets[which, towards][does], becomes[which, towards][does])


def _changes(spots: Spots, codes: NDArray[np.uint8]) -> dict[int, int]:
    """Return codes by spot."""
    return dict(zip(spots.tolist(), codes.tolist(), strict=True))


def _rolls(rng: Rng, count: int) -> NDArray[np.uint16]:
    """Return `count` random numbers from 0 to 99.

    Each takes 16 bits, so no chance is off by a thousandth. All derive from one word, since a
    burning floor needs thousands.
    """
    stream = shake_128(rng.below(WORD).to_bytes(8, "little")).digest(2 * count)
    return np.frombuffer(stream, dtype="<u2") % np.uint16(100)
