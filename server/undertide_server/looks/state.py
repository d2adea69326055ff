"""The state of a run as plain values, read from a snapshot, and which entities somebody asks for.

An entity is a dictionary of its components by their stored names, and a component is one of its
fields. Grids of numbers, such as tiles, are lists of rows, columns and bytes.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final

import msgspec

from undertide_server.looks.errors import BadLookError

Components = Mapping[str, Any]
"""The components of one entity by stored name, each with its fields."""
State = Mapping[int, Components]
"""The entities of a run, in entity order."""
_decoder = msgspec.msgpack.Decoder(tuple[int, list[tuple[int, dict[str, Any]]]])
GRID_PARTS: Final = 3
"""The parts of a grid: rows, columns, and a byte for each cell."""
MOST_ELEMENTS: Final = 200
"""The most elements of one list or mapping that a look shows: more than anybody reads."""


def state_of(snapshot: bytes) -> State:
    """Return the state that a snapshot holds.

    Raises msgspec.DecodeError when the bytes aren't a snapshot.
    """
    return dict(_decoder.decode(snapshot)[1])


def is_grid(value: object) -> bool:
    """Return whether a value of a snapshot is a grid of numbers."""
    return isinstance(value, list) and len(value) == GRID_PARTS and isinstance(value[2], bytes)


def text_of_key(key: object) -> str:
    """Return the key of a mapping as text: a cell is "x,y"."""
    return ",".join(map(str, key)) if isinstance(key, tuple | list) else str(key)


def plain(value: Any) -> Any:
    """Return a value of a snapshot, an event or an input in the types of JSON.

    Long lists and mappings are cut, with a note of how many elements are missing. Of grids and
    bytes only the size is told.
    """
    if is_grid(value):
        rows, columns, cells = value
        return f"{columns} by {rows} cells, {len(cells) - cells.count(0)} of them known"
    if isinstance(value, bytes):
        return f"{len(value)} bytes"
    if isinstance(value, msgspec.Struct):
        return _plain_fields(value, value.__struct_fields__)
    if is_dataclass(value):
        return _plain_fields(value, [each.name for each in fields(value)])
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return _plain_mapping(value)
    return _plain_list(list(value)) if isinstance(value, tuple | list) else value


def _plain_fields(value: object, names: Iterable[str]) -> dict[str, Any]:
    """Return the fields of an event or an input, with its class as its `kind`."""
    told = {name: plain(getattr(value, name)) for name in names}
    return {"kind": type(value).__name__, **told}


def _plain_mapping(value: Mapping[Any, Any]) -> dict[str, Any]:
    told = {text_of_key(key): plain(each) for key, each in list(value.items())[:MOST_ELEMENTS]}
    missing = len(value) - MOST_ELEMENTS
    return {**told, "…": f"{missing} more"} if missing > 0 else told


def _plain_list(value: Sequence[object]) -> list[Any]:
    told = [plain(each) for each in value[:MOST_ELEMENTS]]
    missing = len(value) - MOST_ELEMENTS
    return [*told, f"… {missing} more"] if missing > 0 else told


def name_of(components: Components) -> str:
    """Return the name of an entity for people: an actor's or a floor's, or what lies there."""
    for component, field in (("Actor", "name"), ("Floor", "name"), ("Lying", "item")):
        if component in components:
            return str(components[component][field])
    return next(iter(components), "")


def floor_of(entity: int, components: Components) -> int:
    """Return the floor's entity on which an entity is; 0 for those on none.

    A floor is on itself.
    """
    if "Floor" in components:
        return entity
    place = components.get("Position")
    return 0 if place is None else int(place["floor"])


def floor_numbers(state: State) -> dict[int, int]:
    """Return the number of each floor, as its heroes know it, by the floor's entity."""
    floors = (
        (entity, each["Floor"]["number"]) for entity, each in state.items() if "Floor" in each
    )
    return {0: 0, **dict(floors)}


@dataclass(frozen=True, slots=True)
class Selection:
    """The entities that somebody asks for: all that fit each of the given marks.

    `component` is a component by its stored name, or a path into it: "Effects.remaining.burning"
    fits entities in whose component that is something (no 0, no empty list), and
    "Mind.mood=hunting" those in which it has that value. Capitals make no difference.
    """

    floor: int | None = None
    """The number of a floor, as its heroes know it: several branches may have one of it."""
    entity: int | None = None
    component: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is asked for."""
        return self.floor is None and self.entity is None and not self.component

    def check(self, known: Collection[str]) -> None:
        """Raise BadLookError if no component among the `known` has the name that is asked for."""
        name = self.component.partition("=")[0].split(".")[0]
        if name and name.casefold() not in {each.casefold() for each in known}:
            listed = ", ".join(sorted(known))
            raise BadLookError(f"there is no component {name!r}: there are {listed}")

    def floors(self, state: State) -> set[int]:
        """Return the entities of the floors with the wanted number."""
        return {entity for entity, number in floor_numbers(state).items() if number == self.floor}

    def pick(self, state: State) -> Iterator[int]:
        """Yield the wanted entities of a state, in order."""
        floors = self.floors(state) if self.floor is not None else set()
        for entity, components in state.items():
            if self.entity is not None and entity != self.entity:
                continue
            if self.floor is not None and floor_of(entity, components) not in floors:
                continue
            if not self.component or has_path(components, self.component):
                yield entity


def has_path(components: Components, path: str) -> bool:
    """Return whether components hold something at a path, or the value that it ends with.

    A component alone needs to be there, whatever it holds.
    """
    where, equals, wanted = path.partition("=")
    found: Any = components
    for part in where.split("."):
        if not isinstance(found, Mapping):
            return False
        keys = {text_of_key(key).casefold(): key for key in found}
        if part.casefold() not in keys:
            return False
        found = found[keys[part.casefold()]]
    if equals:
        return str(found).casefold() == wanted.strip().casefold()
    return "." not in where or bool(found)
