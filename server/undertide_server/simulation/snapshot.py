"""Snapshots: the state of a run as bytes, and hashes that name the part in which two runs differ.

A snapshot holds every component of every entity and the last id given; a restore rebuilds the
spatial index. The same state gives the same bytes in every process.

Marks are one byte for each part, stored next to the hash. The hash shows that two states differ;
the marks show in which part. They are kept for the whole run, so they are small: the floors of a
long run have some thousand parts.
"""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from operator import itemgetter
from typing import Any, NamedTuple
from zlib import crc32

import msgspec
import numpy as np

from undertide_server.simulation.components import actors, floors, heroes, monsters, progress
from undertide_server.simulation.state.run import Run, assemble
from undertide_server.simulation.state.world import World
from undertide_server.util.slices import finished
from undertide_server.worldgen.game.game import Game

STORED_NAMES: Mapping[str, type] = {
    "Actor": actors.Actor,
    "Attack": actors.Attack,
    "Body": actors.Body,
    "Effects": actors.Effects,
    "Position": actors.Position,
    "Resistance": actors.Resistance,
    "Graves": floors.Graves,
    "Portals": floors.Portals,
    "Risen": floors.Risen,
    "Traps": floors.Traps,
    "Floor": floors.Floor,
    "Tide": floors.Tide,
    "Errand": heroes.AutoAction,
    "Hero": heroes.Hero,
    "Magic": heroes.Magic,
    "Memory": heroes.Memory,
    "Orders": heroes.IntentQueue,
    "Pack": heroes.Inventory,
    "Lying": floors.Lying,
    "Boss": monsters.Boss,
    "LastBoss": monsters.LastBoss,
    "Loaded": monsters.Loaded,
    "Spoils": monsters.Spoils,
    "Mind": monsters.Mind,
    "Monster": monsters.Monster,
    "Post": monsters.GuardPost,
    "Spent": monsters.Spent,
    "Progress": progress.Progress,
}
"""Every component by the name under which it is stored and hashed.

A class may be renamed, its stored name never: snapshots and hashes of kept runs hold the name.
"""
_KIND_OF: dict[str, type] = {}
_NAME_OF: dict[type, str] = {}


def store_components(kinds: Mapping[str, type]) -> None:
    """Have components stored under these names from now on, in this process.

    A repetition changes nothing. Raises ValueError, and stores none of them, if a name stands for
    another component, or a component has another name.
    """
    for name, kind in kinds.items():
        if _KIND_OF.get(name, kind) is not kind:
            raise ValueError(f"{name} is the stored name of {_KIND_OF[name].__qualname__}")
        if _NAME_OF.get(kind, name) != name:
            raise ValueError(f"{kind.__qualname__} is stored as {_NAME_OF[kind]}, not as {name}")
    if len(set(kinds.values())) < len(kinds):
        raise ValueError("one component has several stored names")
    _KIND_OF.update(kinds)
    _NAME_OF.update({kind: name for name, kind in kinds.items()})


store_components(STORED_NAMES)
HASH_BYTES = 16
REST = 0
"""The number of the part that belongs to no entity: it holds the last id given."""


class Part(NamedTuple):
    """The hash of one component of one entity."""

    entity: int
    component: str
    digest: bytes


def _encode_array(value: object) -> object:
    """Encode a two-dimensional array of numbers below 256 as [rows, columns, bytes].

    Raises NotImplementedError for any other type.
    """
    if isinstance(value, np.ndarray):
        rows, columns = value.shape
        return (rows, columns, value.astype(np.uint8).tobytes())
    raise NotImplementedError(f"components can't hold {type(value).__name__}")


def _decode_array(_kind: type, value: Any) -> object:
    """Decode an array that `_encode_array` encoded."""
    rows, columns, data = value
    return np.frombuffer(data, dtype=np.uint8).reshape(rows, columns).copy()


_Snapshot = tuple[int, list[tuple[int, dict[str, Any]]]]
"""The last id given, and each entity with its components by stored name."""
_encoder = msgspec.msgpack.Encoder(enc_hook=_encode_array)
NOTHING = _encoder.encode((0, []))
"""An empty part: it stands for a floor or an entity that is gone."""


def take_snapshot(run: Run) -> bytes:
    """Return the whole state of a run as bytes."""
    world = run.world
    entities = [(entity, dict(_named(world.components(entity)))) for entity in world.entities()]
    return _encoder.encode((run.world.last_id, entities))


def _named(components: Iterable[object]) -> list[tuple[str, object]]:
    """Return the components of an entity with their stored names, sorted by name."""
    named = [(_NAME_OF[type(part)], part) for part in components]
    return sorted(named, key=itemgetter(0))


class DecodedState(NamedTuple):
    """The components of a snapshot, for one world."""

    last_id: int
    """The highest id that was given to an entity."""
    entities: list[tuple[int, tuple[object, ...]]]
    """Each entity with its components, in entity order."""


def decode_state(snapshot: bytes) -> DecodedState:
    """Return the components of a snapshot. They are in no world yet: any thread may call this.

    Raises msgspec.ValidationError or KeyError when the bytes aren't a snapshot of this version.
    """
    last_id, entities = msgspec.msgpack.decode(snapshot, type=_Snapshot)
    decoded = [
        (entity, tuple(_component(name, value) for name, value in parts.items()))
        for entity, parts in entities
    ]
    return DecodedState(last_id, decoded)


def restore(game: Game, snapshot: bytes) -> Run:
    """Return the run whose state `take_snapshot` stored, for the same game.

    Raises as `decode_state` and `draft_of`.
    """
    run = draft_of(game, decode_state(snapshot))
    finished(run.world.settling())
    return run


def draft_of(game: Game, state: DecodedState) -> Run:
    """Return the run of a decoded state, which belongs to the run from now on.

    Any thread may call this: the run's world is a draft. Raises KeyError or ValueError when the
    state isn't one of this version.
    """
    world = World(is_draft=True)
    found: progress.Progress | None = None
    for entity, components in state.entities:
        world.restore(entity, components)
        found = found or world.find(entity, progress.Progress)
    world.restore_last_id(state.last_id)
    if found is None:
        raise KeyError("a snapshot without progress")
    return assemble(game, world, found)


class _Place(msgspec.Struct):
    """The floor of a Position; decoding skips its other fields."""

    floor: int


_Cut = tuple[int, list[tuple[int, dict[str, msgspec.Raw]]]]
"""A snapshot, or a part of one, whose components stay encoded."""
_cut = msgspec.msgpack.Decoder(_Cut)
_floor = msgspec.msgpack.Decoder(_Place)


def split(snapshot: bytes) -> dict[int, bytes]:
    """Return the parts of a snapshot that change independently, by number.

    A floor's part has the number of its entity and holds all actors and items on it. An entity on
    no floor, such as a dead hero, has a part of its own. `REST` holds the last id given. Raises
    msgspec.DecodeError when the bytes aren't a snapshot.
    """
    last_id, entities = _cut.decode(snapshot)
    parts: dict[int, list[tuple[int, dict[str, msgspec.Raw]]]] = {}
    for entity, components in entities:
        position = components.get("Position")
        part = entity if position is None else _floor.decode(position).floor
        parts.setdefault(part, []).append((entity, components))
    encoded = {part: _encoder.encode((0, cut)) for part, cut in parts.items()}
    return {REST: _encoder.encode((last_id, [])), **encoded}


def joined(parts: Mapping[int, bytes]) -> bytes:
    """Return the snapshot that `split` divided into these parts, byte for byte.

    Raises msgspec.DecodeError when they aren't parts of a snapshot.
    """
    decoded = [_cut.decode(part) for part in parts.values()]
    entities = sorted((each for _, part in decoded for each in part), key=lambda each: each[0])
    return _encoder.encode((max((last_id for last_id, _ in decoded), default=0), entities))


def _component(name: str, value: Any) -> object:
    return msgspec.convert(value, _KIND_OF[name], dec_hook=_decode_array)


def parts_of(run: Run) -> Iterator[Part]:
    """Yield the hash of each component, by entity, then by the component's stored name."""
    return _parts([(entity, run.world.components(entity)) for entity in run.world.entities()])


def _parts(entities: Iterable[tuple[int, Iterable[object]]]) -> Iterator[Part]:
    for entity, components in entities:
        for name, component in _named(components):
            digest = blake2b(_encoder.encode(component), digest_size=HASH_BYTES).digest()
            yield Part(entity, name, digest)


def state_hash(run: Run) -> str:
    """Return one hash of all components, as hexadecimal digits."""
    return _hash(parts_of(run))


def decoded_hash(state: DecodedState) -> str:
    """Return the `state_hash` of the run that is restored from a decoded state."""
    return _hash(_parts(state.entities))


def _hash(parts: Iterable[Part]) -> str:
    whole = blake2b(digest_size=HASH_BYTES)
    for part in parts:
        whole.update(f"{part.entity} {part.component} ".encode() + part.digest)
    return whole.hexdigest()


def first_difference(one: Run, other: Run) -> tuple[int, str] | None:
    """Return the first entity and component in which two runs differ, or None."""
    ours = {(part.entity, part.component): part.digest for part in parts_of(one)}
    theirs = {(part.entity, part.component): part.digest for part in parts_of(other)}
    for key in sorted(ours.keys() | theirs.keys()):
        if ours.get(key) != theirs.get(key):
            return key
    return None


def marks_of(run: Run) -> bytes:
    """Return one mark for each component of each entity, in the order of `parts_of`."""
    return bytes(_mark(part) for part in parts_of(run))


def first_marked(run: Run, marks: bytes) -> tuple[int, str] | None:
    """Return the first entity and component of the run that differ from the state that has `marks`.

    Different parts have the same mark by chance once in 256; then a later part is named. Return
    None when no part of this run has a different mark, although some parts may be missing.
    """
    for number, part in enumerate(parts_of(run)):
        if marks[number : number + 1] != bytes([_mark(part)]):
            return part.entity, part.component
    return None


def _mark(part: Part) -> int:
    # The mark includes the part's identity: if a part is missing, all parts after it move up.
    return crc32(f"{part.entity} {part.component} ".encode() + part.digest) & 0xFF
