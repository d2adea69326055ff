"""What surrounds the followed hero, in sentences. Pure.

Each sentence names one thing, and where it lies from the hero. A party's view follows no hero: its
sentences give no places.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from undertide_client.model.mirror import Mirror
from undertide_client.screens.map.map_view import kind_of
from undertide_client.screens.map.routes import is_foe, nearest_first
from undertide_client.screens.words.bearings import DIRECTION_WORDS, place_words
from undertide_client.screens.words.grammar import listed
from undertide_client.screens.words.mark_words import mark_words
from undertide_client.screens.words.threat_words import danger_words
from undertide_client.screens.words.words import branch_words, state_words
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Sighting, TileLook

MAX_TOLD: Final = 8
"""Sentences about things of one sort: who hears more has forgotten the first."""

ENEMY: Final = "Enemy"
CREATURE: Final = "Creature"
HERO: Final = "Companion"
ITEM: Final = "Item"
STAIRS: Final = "Stairs"
DOOR: Final = "Door"
FORGE: Final = "Forge"
HARM: Final = "Harm"
MARK: Final = "Mark"
"""The words with which sentences about each sort begin."""
NO_FLOOR: Final = "Nothing is in sight yet."
ALONE: Final = "No creature is in sight."
NO_WAY: Final = "No way is open beside you."
ALL_WAYS: Final = "All ways beside you are open."
OUT_OF_SIGHT: Final = "out of sight"
REMEMBERED: Final = "remembered"
MEANT: Final = "left for you"
UNEXPLORED: Final = "Unexplored ground"

Told = tuple[Cell, str]
"""A cell, and the words about a thing on it without its place."""


def surroundings(mirror: Mirror) -> list[str]:
    """Return what surrounds the followed hero: sentences, the most urgent first.

    They tell the floor, the hero's own cell and the open ways beside it; then enemies, other
    creatures and companions; marks, harm in sight, items, stairs, doors and forges; and at last the
    nearest cell from which there is more to explore.
    """
    if mirror.floor is None:
        return [NO_FLOOR]
    foes = told_sightings(mirror, lambda one: is_foe(mirror, one))
    others = told_sightings(mirror, lambda one: _is_other(mirror, one))
    heroes = told_sightings(mirror, lambda one: kind_of(mirror, one).role == "hero")
    items = told_sightings(mirror, lambda one: kind_of(mirror, one).role == "item")
    return [
        f"Floor {mirror.floor.number}: {mirror.floor.name}.",
        *_own_cell(mirror),
        *_open_ways(mirror),
        *(sentences(mirror, ENEMY, foes) or [ALONE] * (not others)),
        *sentences(mirror, CREATURE, others),
        *sentences(mirror, HERO, heroes),
        *sentences(mirror, MARK, _marks(mirror)),
        *sentences(mirror, HARM, _harm(mirror)),
        *sentences(mirror, ITEM, items),
        *sentences(mirror, STAIRS, _tiles(mirror, lambda look: look.stairs != "none")),
        *sentences(mirror, DOOR, _tiles(mirror, is_door)),
        *sentences(mirror, FORGE, _tiles(mirror, lambda look: look.forge)),
        *_unexplored(mirror),
    ]


def told_sightings(mirror: Mirror, wanted: Callable[[Sighting], bool]) -> list[Told]:
    """Return the cells and words of sightings that are wanted, but for the hero's own."""
    own = mirror.hero.id if mirror.hero else None
    found = [one for one in mirror.sightings.values() if one.id != own and wanted(one)]
    return [((one.x, one.y), sighting_words(mirror, one)) for one in found]


def sentences(mirror: Mirror, sort: str, told: Sequence[Told]) -> list[str]:
    """Return a sentence for each of the nearest things, and one that counts the others."""
    here = mirror.cell
    near = sorted(told, key=lambda each: (distance(each[0], here) if here else 0, each[0]))
    lines = [sentence(sort, words, place_words(here, cell)) for cell, words in near[:MAX_TOLD]]
    rest = len(near) - MAX_TOLD
    return [*lines, f"{sort}: {rest} more, farther away."] if rest > 0 else lines


def sentence(sort: str, words: str, place: str) -> str:
    """Return one sentence: "Enemy: dire goblin, wounded, hunting: 4 steps east."."""
    return f"{sort}: {words}: {place}." if place else f"{sort}: {words}."


def sighting_words(mirror: Mirror, one: Sighting) -> str:
    """Return a creature or item in words, without its place: "dire goblin, wounded, hunting"."""
    kind, visible = kind_of(mirror, one), bool(mirror.sight[one.y, one.x])
    if kind.role == "item":
        remarks = [MEANT if one.meant else "", "" if visible else REMEMBERED]
        if kind.ware is not None:
            remarks.insert(0, f"{kind.ware.price} gold")
        return ", ".join([kind.name, *filter(None, remarks)])
    name = f"the boss {kind.name}" if kind.boss else kind.name
    seen = state_words(one) if visible else OUT_OF_SIGHT
    return ", ".join(filter(None, (name, danger_words(mirror, one), seen)))


def _is_other(mirror: Mirror, one: Sighting) -> bool:
    """Return whether a sighting is a monster that nobody needs to fight."""
    return kind_of(mirror, one).role == "monster" and not is_foe(mirror, one)


def _own_cell(mirror: Mirror) -> list[str]:
    """Return a sentence on the ground under the hero, and what lies there."""
    here, own = mirror.cell, mirror.hero.id if mirror.hero else None
    look = mirror.look_at(here) if here else None
    if here is None or look is None:
        return []
    under = [sighting_words(mirror, one) for one in mirror.at(here) if one.id != own]
    names = [tile_words(mirror, here, look), *under]
    return [f"You stand on: {listed(names)}."]


def tile_words(mirror: Mirror, cell: Cell, look: TileLook) -> str:
    """Return the name of a tile; for stairs, with the floor that they lead to."""
    branch = mirror.tree.get(mirror.stairs.get(cell, 0))
    return f"{look.name} to {branch_words(mirror, branch)}" if branch else look.name


def _open_ways(mirror: Mirror) -> list[str]:
    """Return a sentence on the directions in which the hero can step."""
    here = mirror.cell
    if here is None:
        return []
    x, y = here
    ways = [
        word
        for (dx, dy), word in DIRECTION_WORDS.items()
        if (look := mirror.look_at((x + dx, y + dy))) is not None and look.walkable
    ]
    if len(ways) in {0, len(DIRECTION_WORDS)}:
        return [ALL_WAYS if ways else NO_WAY]
    return [f"Open ways: {listed(ways)}."]


def _marks(mirror: Mirror) -> list[Told]:
    return [(cell, mark_words(mirror, mark)) for cell, mark in mirror.marks.items()]


def is_door(look: TileLook) -> bool:
    """Return whether a tile is a door: open or closed, heroes walk through it."""
    return look.walkable and (look.joins == "edge" or not look.transparent)


def _tiles(mirror: Mirror, wanted: Callable[[TileLook], bool]) -> list[Told]:
    """Return the known cells of tiles that are wanted, with their names."""
    codes = [code for code, look in mirror.looks.items() if code and wanted(look)]
    cells = cells_where(np.isin(mirror.tiles, codes))
    return [(cell, _remembered(mirror, cell)) for cell in cells if cell != mirror.cell]


def _remembered(mirror: Mirror, cell: Cell) -> str:
    """Return the name of a known tile, and whether it is out of sight."""
    look, (x, y) = mirror.look_at(cell), cell
    name = tile_words(mirror, cell, look) if look is not None else ""
    return name if mirror.sight[y, x] else f"{name}, {REMEMBERED}"


def _harm(mirror: Mirror) -> list[Told]:
    """Return each trap in sight, and of each kind of harmful ground the nearest cell in sight."""
    told: list[Told] = []
    for code in np.unique(mirror.tiles[mirror.sight]).tolist():
        look = mirror.looks.get(code)
        if look is None or not code or not look.shunned:
            continue
        cells = nearest_first(cells_where((mirror.tiles == code) & mirror.sight), mirror.cell)
        is_trap = any(effect.does == "trap" for effect in look.effects)
        told += [(cell, look.name) for cell in (cells if is_trap else cells[:1])]
    return told


def _unexplored(mirror: Mirror) -> list[str]:
    """Return a sentence on the nearest known ground beside cells that nobody has seen."""
    walkable = [code for code, look in mirror.looks.items() if code and look.walkable]
    known, unknown = np.isin(mirror.tiles, walkable), mirror.tiles == 0
    beside = np.zeros_like(unknown)
    beside[1:] |= unknown[:-1]
    beside[:-1] |= unknown[1:]
    beside[:, 1:] |= unknown[:, :-1]
    beside[:, :-1] |= unknown[:, 1:]
    cells = nearest_first(cells_where(known & beside), mirror.cell)
    place = place_words(mirror.cell, cells[0]) if cells else ""
    return [f"{UNEXPLORED}: {place}."] if place else []


def cells_where(chosen: NDArray[np.bool_]) -> list[Cell]:
    """Return the cells (x, y) that are True in an array of shape (height, width)."""
    ys, xs = np.nonzero(chosen)
    return list(zip(xs.tolist(), ys.tolist(), strict=True))
