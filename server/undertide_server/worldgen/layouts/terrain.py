"""Terrain as numbers: the codes in the tiles of a floor."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from undertide_server.content.records.terrain import Element, Terrain

UNKNOWN = "unknown"
"""The terrain of code 0: cells that nobody has seen."""
ELEMENTS: tuple[Element, ...] = get_args(Element)
WALKABLE, SHUNNED, UNSEEN = 1, 2, 4
"""Marks of a code, to be added up."""
NO_TERRAIN = 255
"""A code that content never uses, without any marks: for terrain that is on no floor."""


@dataclass(frozen=True, slots=True, eq=False)
class TerrainTable:
    """Names to codes and back, and arrays for looking up a whole floor: `walkable[tiles]`.

    All arrays are indexed by code and can't be written to.
    """

    names: tuple[str, ...]
    records: tuple[Terrain, ...]
    codes: Mapping[str, int]
    walkable: NDArray[np.bool_]
    lasting: NDArray[np.bool_]
    """Whether it can be walked, and so can all that time and elements leave of it in the end."""
    transparent: NDArray[np.bool_]
    opens_to: NDArray[np.uint8]
    """Code that a cell gets when somebody steps there; 0: it stays."""
    shunned: NDArray[np.bool_]
    """Whether auto actions and monsters avoid it, because it harms or is a known trap."""
    marks: bytes
    """The marks of each code: `tiles.tobytes().translate(marks)` gives those of a whole floor."""
    alive: NDArray[np.bool_]
    """Whether it can change at a beat of the terrain, by spreading or fading."""
    touched: Mapping[Element, NDArray[np.uint8]]
    """Code that each terrain gets when an element reaches it; 0: it stays."""
    spreads: NDArray[np.uint8]
    """Chance in percent at each beat that it reaches each cell around it."""
    spread_to: NDArray[np.uint8]
    """Shape (codes, codes): `spread_to[source, target]` is the code that the target gets when the
    source spreads to it; 0: it stays.
    """
    fade_percent: NDArray[np.uint8]
    """Chance in percent at each beat that it ends by itself."""
    fades_into: NDArray[np.uint8]
    """Code that it gets when it ends; 0: it never does."""


def build_terrain(terrain: Mapping[str, Terrain]) -> TerrainTable:
    """Return the table of terrain. `unknown` has code 0; the others follow in order of keys."""
    names = (UNKNOWN, *sorted(terrain.keys() - {UNKNOWN}))
    codes = {name: code for code, name in enumerate(names)}
    records = tuple(terrain[name] for name in names)

    def column(dtype: type[Any], read: Callable[[Terrain], object]) -> NDArray[Any]:
        array = np.array([read(record) for record in records], dtype=dtype)
        array.flags.writeable = False
        return array

    def code_of(key: str | None) -> int:
        return codes[key] if key is not None else 0

    def turned_by(element: Element) -> NDArray[np.uint8]:
        return column(np.uint8, lambda record: code_of(record.touched.get(element)))

    touched = {element: turned_by(element) for element in ELEMENTS}
    walkable = column(np.bool_, lambda record: record.walkable)
    lasting = np.array([_lasts(name, terrain) for name in names])
    lasting.flags.writeable = False
    shunned = column(np.bool_, lambda record: record.shunned or record.harm is not None)
    return TerrainTable(
        names=names,
        records=records,
        codes=codes,
        walkable=walkable,
        lasting=lasting,
        transparent=column(np.bool_, lambda record: record.transparent),
        opens_to=column(np.uint8, lambda record: code_of(record.opens_to)),
        shunned=shunned,
        marks=_marks(walkable, shunned),
        alive=column(np.bool_, lambda record: record.spreads > 0 or record.fades is not None),
        touched=touched,
        spreads=column(np.uint8, lambda record: record.spreads if record.element else 0),
        spread_to=_spread_to(records, touched),
        fade_percent=column(np.uint8, lambda record: record.fades.percent if record.fades else 0),
        fades_into=column(
            np.uint8, lambda record: code_of(record.fades.into if record.fades else None)
        ),
    )


def _lasts(key: str, terrain: Mapping[str, Terrain]) -> bool:
    """Return whether a terrain, and all that it can end as, can be walked."""
    left, seen = [key], {key}
    while left:
        record = terrain[left.pop()]
        if record.fades is None and not record.walkable:
            return False
        turns = [*record.touched.values(), *([record.fades.into] if record.fades else [])]
        left += set(turns) - seen
        seen.update(turns)
    return terrain[key].walkable


def _marks(walkable: NDArray[np.bool_], shunned: NDArray[np.bool_]) -> bytes:
    """Return the marks of every possible code; an unused code has none."""
    marks = np.zeros(NO_TERRAIN + 1, dtype=np.uint8)
    marks[: walkable.size] = walkable * WALKABLE + shunned * SHUNNED
    marks[0] += UNSEEN
    return marks.tobytes()


def _spread_to(
    records: Sequence[Terrain], touched: Mapping[Element, NDArray[np.uint8]]
) -> NDArray[np.uint8]:
    """Return the codes of each terrain's change of each other, shape (codes, codes)."""
    table = np.zeros((len(records), len(records)), dtype=np.uint8)
    for code, record in enumerate(records):
        if record.element is not None:
            table[code] = touched[record.element]
    table.flags.writeable = False
    return table
