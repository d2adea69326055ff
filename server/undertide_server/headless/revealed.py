"""A floor as it is, with all that heroes don't know: for tools, never for players."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell


@dataclass(frozen=True, slots=True)
class RevealedMonster:
    """A monster, wherever it is."""

    entity: int
    kind: str
    """The key of its kind."""
    name: str
    cell: Cell
    life: int
    max_life: int
    mood: str
    """One of the moods of `Sighting.mood`."""


@dataclass(frozen=True, slots=True)
class RevealedItem:
    """A number of one item that lies on a cell."""

    item: str
    """The key of the item."""
    name: str
    cell: Cell
    count: int
    price: int
    """Gold that a shop asks for it; 0 if it is free."""


@dataclass(frozen=True, slots=True)
class RevealedTrap:
    """A trap, found or not."""

    kind: str
    cell: Cell
    hidden: bool


@dataclass(frozen=True, slots=True)
class RevealedFloor:
    """A floor as it is. Arrays have shape (height, width), are indexed [y, x], and are copies."""

    branch: int
    number: int
    """Its depth, from 1."""
    name: str
    tiles: NDArray[np.uint8]
    """The codes of its terrain; those of `Knowledge.tiles`, none of them 0."""
    walkable: NDArray[np.bool_]
    transparent: NDArray[np.bool_]
    arrival: Cell
    stairs_up: Cell | None
    stairs_down: tuple[Cell, ...]
    monsters: tuple[RevealedMonster, ...]
    items: tuple[RevealedItem, ...]
    traps: tuple[RevealedTrap, ...]


def reveal_floor(run: Run, floor: FloorIndex) -> RevealedFloor:
    """Return a floor of a run as it is."""
    state = floor.state
    monsters = tuple(
        RevealedMonster(
            row.entity,
            row.monster.kind,
            row.actor.name,
            row.cell,
            row.body.life,
            row.body.max_life,
            row.mind.mood,
        )
        for row in floor.monsters.values()
    )
    lying = (
        (cell, run.world.get(entity, Lying))
        for cell, entities in floor.items.items()
        for entity in entities
    )
    items = tuple(
        RevealedItem(each.item, run.items.kind(each.item).name, cell, each.count, each.price)
        for cell, each in lying
    )
    traps = tuple(
        RevealedTrap(trap.kind, cell, trap.hidden) for cell, trap in floor.traps.armed.items()
    )
    return RevealedFloor(
        state.branch,
        state.number,
        state.name,
        state.tiles.copy(),
        floor.walkable.copy(),
        floor.sights.transparent.copy(),
        state.arrival,
        state.stairs_up,
        state.stairs_down,
        monsters,
        items,
        traps,
    )
