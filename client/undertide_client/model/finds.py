"""What a view shows of a floor, as a list that a player can search. Pure."""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from undertide_client.model.scene import Scene
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Sighting, TileLook

Sort = Literal["item", "ware", "person", "monster", "hero", "stairs", "forge", "trap", "ground"]
LASTING: Final[frozenset[Sort]] = frozenset({"item", "ware", "person", "stairs", "forge"})
"""What is most likely still there when a hero comes back to a floor."""


@dataclass(frozen=True, slots=True)
class Find:
    """A thing, a creature or a place that a view shows."""

    name: str
    glyph: str
    colour: int
    cell: Cell
    sort: Sort
    leads: int = 0
    """The branch to which stairs lead; 0 if that isn't known, and for anything else."""


def finds_on(scene: Scene) -> list[Find]:
    """Return what a view shows of its floor, but for the followed hero, the nearest first.

    Each stair, forge and trap counts, and of every other ground the nearest cell.
    """
    here = scene.cell or (0, 0)
    finds = [*_sightings(scene), *_places(scene, here)]
    return sorted(finds, key=lambda find: (distance(find.cell, here), find.cell, find.name))


def _sightings(scene: Scene) -> list[Find]:
    own = scene.hero.id if scene.hero else None
    return [_find(scene, one) for one in scene.sightings.values() if one.id != own]


def _find(scene: Scene, one: Sighting) -> Find:
    kind = scene.kinds.get(one.kind)
    if kind is None:
        return Find("something", "?", 0xFFFFFF, (one.x, one.y), "monster")
    sort: Sort = kind.role
    if kind.ware is not None:
        sort = "ware"
    elif kind.role == "monster" and one.mood == "peaceful":
        sort = "person"
    return Find(kind.name, kind.glyph, kind.colour, (one.x, one.y), sort)


def _places(scene: Scene, here: Cell) -> list[Find]:
    """Return stairs, forges, traps and kinds of ground."""
    finds: list[Find] = []
    for code in np.unique(scene.tiles).tolist():
        look = scene.looks.get(code)
        if look is None or not code:
            continue
        ys, xs = np.nonzero(scene.tiles == code)
        cells: list[Cell] = list(zip(xs.tolist(), ys.tolist(), strict=True))
        sort = _sort_of(look)
        if sort == "ground":
            cells = [min(cells, key=lambda cell: (distance(cell, here), cell))]
        finds += [
            Find(look.name, look.glyph, look.colour, cell, sort, scene.stairs.get(cell, 0))
            for cell in cells
        ]
    return finds


def _sort_of(look: TileLook) -> Sort:
    if look.stairs != "none":
        return "stairs"
    if look.forge:
        return "forge"
    return "trap" if any(effect.does == "trap" for effect in look.effects) else "ground"
