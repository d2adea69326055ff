"""Living terrain: fire, ice and rot spread to other cells and fade, a beat at a time (R13).

All living cells act at once, on what was there when the beat began, so no order among them matters.
They are found anew at each beat: a look at the whole floor costs less than keeping a list true.
"""

from hashlib import shake_128

import numpy as np
from numpy.typing import NDArray

from undertide_server.simulation.mechanics.ground import turn
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run
from undertide_server.util.rng import Rng
from undertide_server.worldgen.layouts.terrain import TerrainTable

Spots = NDArray[np.intp]
"""Cells as places among all cells of a floor, row after row."""

AROUND_X = np.array([-1, 0, 1, -1, 1, -1, 0, 1])
AROUND_Y = np.array([-1, -1, -1, 0, 0, 1, 1, 1])
WORD = 1 << 64


def spread_terrain(run: Run, floor: FloorIndex) -> None:
    """At a beat, spread living terrain to the cells around it, and fade it."""
    beats, between = divmod(floor.state.clock, run.pulse.beat)
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
    turn(run, floor, faded | reached)


def _due(alive: Spots, beats: int, most: int) -> Spots:
    """Return the cells whose beat this is: all, or as many as may act, in turns."""
    if alive.size <= most:
        return alive
    return alive.take(np.arange(beats * most, (beats + 1) * most), mode="wrap")


def _faded(
    table: TerrainTable, tiles: NDArray[np.uint8], acting: Spots, rng: Rng
) -> dict[int, int]:
    """Return what the cells that end by themselves become."""
    codes = tiles.ravel()[acting]
    mortal = acting[table.fade_percent[codes] > 0]
    codes = tiles.ravel()[mortal]
    ends = _rolls(rng, mortal.size) < table.fade_percent[codes]
    return _changes(mortal[ends], table.fades_into[codes[ends]])


def _reached(
    table: TerrainTable, tiles: NDArray[np.uint8], acting: Spots, rng: Rng
) -> dict[int, int]:
    """Return what the cells become that living ones spread to; of several the last one decides."""
    height, width = tiles.shape
    sources = acting[table.spreads[tiles.ravel()[acting]] > 0]
    if not sources.size:
        return {}
    ys, xs = np.divmod(sources, width)
    ys, xs = ys[:, None] + AROUND_Y, xs[:, None] + AROUND_X
    inside = (ys >= 0) & (ys < height) & (xs >= 0) & (xs < width)
    targets = (ys * width + xs)[inside]
    sources = np.broadcast_to(sources[:, None], inside.shape)[inside]
    codes = tiles.ravel()[sources]
    becomes = table.spread_to[codes, tiles.ravel()[targets]]
    can = becomes > 0
    does = _rolls(rng, int(can.sum())) < table.spreads[codes[can]]
    return _changes(targets[can][does], becomes[can][does])


def _changes(spots: Spots, codes: NDArray[np.uint8]) -> dict[int, int]:
    """Return codes by spot."""
    return dict(zip(spots.tolist(), codes.tolist(), strict=True))


def _rolls(rng: Rng, count: int) -> NDArray[np.uint16]:
    """Return so many numbers from 0 to 99, of 16 bits each: no chance is off by a thousandth.

    They are drawn out of one word, since a floor on fire takes thousands.
    """
    stream = shake_128(rng.below(WORD).to_bytes(8, "little")).digest(2 * count)
    return np.frombuffer(stream, dtype="<u2") % np.uint16(100)
