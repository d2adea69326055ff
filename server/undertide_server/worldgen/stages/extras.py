"""R10 step 6: plants, gold and remains on a floor, independent of its rooms' themes."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from undertide_server.util.rng import Rng
from undertide_server.util.rounding import divided
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.layouts.masks import cells_of, columns_of
from undertide_shared.geometry import Cell

BARE = ("floor", "cave_floor")
"""Ground that grass grows on."""
TRODDEN = (*BARE, "passage", "sand")
"""Ground on which blood and bones are visible."""
MEADOW = (6, 24)
"""Cells of a patch of grass, least and most."""
STAIN = (1, 4)
"""Cells of a patch of blood, least and most."""


def add_extras(draft: Draft) -> None:
    """Add grass, trees, blood, bones, glass walls and stone doors to a floor."""
    extras = draft.game.ruleset.extras
    _grow(draft, BARE, "grass", extras.grass, MEADOW)
    _grow(draft, TRODDEN, "blood", extras.blood, STAIN)
    _grow(draft, TRODDEN, "bones", extras.bones, (1, 1))
    _swap(draft, _of_kinds(draft, ("grass",)), "tree", extras.trees)
    _swap(draft, _thin_walls(draft), "glass", extras.glass)
    _hang_stone(draft, extras.stone_doors)


def _grow(
    draft: Draft, ground: Iterable[str], terrain: str, percent: int, sizes: tuple[int, int]
) -> None:
    """Turn a share of the ground into terrain, in patches of `sizes[0]` to `sizes[1]` cells."""
    rng = draft.rng("extras", terrain)
    cells = columns_of(_of_kinds(draft, ground))
    bare, left = set(cells), divided(len(cells) * percent, 100)
    for start in rng.shuffled(cells):
        if left <= 0:
            break
        if start in bare:
            patch = _patch(bare, start, min(left, rng.between(*sizes)), rng)
            bare -= patch
            left -= len(patch)
            draft.lay(sorted(patch), terrain)


def _patch(ground: set[Cell], start: Cell, size: int, rng: Rng) -> set[Cell]:
    """Return up to `size` connected cells of the ground, around `start`."""
    patch, edge = {start}, [start]
    while edge and len(patch) < size:
        x, y = edge.pop(rng.below(len(edge)))
        for cell in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)):
            if cell in ground and cell not in patch and len(patch) < size:
                patch.add(cell)
                edge.append(cell)
    return patch


def _swap(draft: Draft, where: NDArray[np.bool_], terrain: str, percent: int) -> None:
    """Turn a share of some cells, drawn one by one, into terrain."""
    rng = draft.rng("extras", terrain)
    cells = cells_of(where)
    draft.lay(rng.sample(cells, divided(len(cells) * percent, 100)), terrain)


def _hang_stone(draft: Draft, percent: int) -> None:
    """Turn a share of the wooden doors to stone, directly: `Draft.lay` leaves taken cells alone."""
    rng = draft.rng("extras", "stone doors")
    codes = draft.game.terrain.codes
    for x, y in cells_of(draft.tiles == codes["door"]):
        if rng.percent(percent):
            draft.tiles[y, x] = codes["stone_door"]


def _thin_walls(draft: Draft) -> NDArray[np.bool_]:
    """Return a mask of walls one cell thick between open ground, shape (height, width)."""
    wall: NDArray[np.bool_] = draft.tiles == draft.game.terrain.codes["wall"]
    open_ground: NDArray[np.bool_] = (
        draft.game.terrain.walkable[draft.tiles] & draft.game.terrain.transparent[draft.tiles]
    )
    thin = np.zeros_like(wall)
    thin[1:-1, 1:-1] = (open_ground[:-2, 1:-1] & open_ground[2:, 1:-1]) | (
        open_ground[1:-1, :-2] & open_ground[1:-1, 2:]
    )
    return wall & thin


def _of_kinds(draft: Draft, names: Iterable[str]) -> NDArray[np.bool_]:
    """Return a mask of terrain with these names, shape (height, width)."""
    codes = draft.game.terrain.codes
    wanted = np.zeros(len(draft.game.terrain.names), dtype=np.bool_)
    wanted[[codes[name] for name in names]] = True
    found: NDArray[np.bool_] = wanted[draft.tiles]
    return found
