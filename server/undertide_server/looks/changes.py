"""The difference between two states of a run: which entities, and which of their fields. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from undertide_server.looks.state import (
    Components,
    Selection,
    State,
    floor_numbers,
    floor_of,
    is_grid,
    name_of,
    plain,
    text_of_key,
)

MOST_CELLS: Final = 20
"""The most changed cells of a grid that are named: a beat of fire changes some dozens."""
ABSENT: Final = None
"""Stands for a field that isn't there before or after."""


ChangeKind = Literal["added", "changed", "removed"]


@dataclass(frozen=True, slots=True)
class EntityChange:
    """What became of one entity between two states."""

    entity: int
    name: str
    kind: ChangeKind
    floor: int
    """The number of its floor after the change, or before it was removed; 0 for none."""
    fields: Mapping[str, tuple[Any, Any]]
    """The values before and after of each field that differs, by its path: "Body.life"."""


def changes_between(
    before: State, after: State, wanted: Selection, terrain: Sequence[str]
) -> Iterator[EntityChange]:
    """Yield what changed of the wanted entities, in entity order.

    `terrain` has the name of each code in tiles.

    An entity is wanted if it is so before or after. If a component is asked for, only those changes
    count that lie within its path.
    """
    place = Selection(wanted.floor, wanted.entity)
    there = {*place.pick(before), *place.pick(after)}
    numbers = {**floor_numbers(before), **floor_numbers(after)}
    path = wanted.component.partition("=")[0].casefold()
    for entity in sorted(there):
        old, new = before.get(entity, {}), after.get(entity, {})
        if old == new:
            continue
        fields = {
            name: pair
            for name, pair in _fields(old, new, terrain)
            if not path or f"{name.casefold()}.".startswith(f"{path}.")
        }
        if fields:
            shown = new or old
            floor = numbers[floor_of(entity, shown)]
            yield EntityChange(entity, name_of(shown), _kind(old, new), floor, fields)


def _kind(old: Components, new: Components) -> ChangeKind:
    if old and new:
        return "changed"
    return "removed" if old else "added"


def _fields(
    old: Mapping[Any, Any], new: Mapping[Any, Any], terrain: Sequence[str], path: str = ""
) -> Iterator[tuple[str, tuple[Any, Any]]]:
    """Yield the path of each value that differs, with both values."""
    for key in dict.fromkeys([*old, *new]):
        one, other = old.get(key, ABSENT), new.get(key, ABSENT)
        if one == other:
            continue
        name = f"{path}{text_of_key(key)}"
        if _is_mapping(one) and _is_mapping(other) and (one or other):
            yield from _fields(one or {}, other or {}, terrain, f"{name}.")
        elif is_grid(one) and is_grid(other):
            yield name, _cells(one, other, terrain)
        else:
            yield name, (plain(one), plain(other))


def _is_mapping(value: object) -> bool:
    """Return whether a value has fields of its own; what is absent may be anything."""
    return value is ABSENT or isinstance(value, Mapping)


def _cells(old: list[Any], new: list[Any], terrain: Sequence[str]) -> tuple[str, str]:
    """Return the terrain of the cells of a grid that differ, before and after."""
    columns = old[1]
    differing = [
        at for at, (one, other) in enumerate(zip(old[2], new[2], strict=False)) if one != other
    ]
    named = differing[:MOST_CELLS]
    more = f" and {len(differing) - len(named)} more" if len(differing) > len(named) else ""
    before, after = (
        ", ".join(f"{at % columns},{at // columns} {terrain[cells[at]]}" for at in named) + more
        for cells in (old[2], new[2])
    )
    return before, after
