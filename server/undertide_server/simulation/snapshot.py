"""The state of a run as bytes, back again, and as hashes that name what differs.

A snapshot holds every component of every entity and the last id given; places are worked out anew.
The same state gives the same bytes in every process.
"""

from collections.abc import Iterator, Mapping
from hashlib import blake2b
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec
import numpy as np

from undertide_server.simulation.components import (
    actors,
    fixtures,
    floors,
    heroes,
    items,
    monsters,
    progress,
)
from undertide_server.simulation.state.run import Run, assemble
from undertide_server.simulation.state.world import World
from undertide_server.worldgen.game.game import Game

STORED_NAMES: Mapping[str, type] = {
    "Actor": actors.Actor,
    "Attack": actors.Attack,
    "Body": actors.Body,
    "Effects": actors.Effects,
    "Position": actors.Position,
    "Resistance": actors.Resistance,
    "Graves": fixtures.Graves,
    "Portals": fixtures.Portals,
    "Risen": fixtures.Risen,
    "Traps": fixtures.Traps,
    "Floor": floors.Floor,
    "Tide": floors.Tide,
    "Errand": heroes.AutoAction,
    "Hero": heroes.Hero,
    "Magic": heroes.Magic,
    "Memory": heroes.Memory,
    "Orders": heroes.IntentQueue,
    "Pack": heroes.Inventory,
    "Lying": items.Lying,
    "LastBoss": monsters.LastBoss,
    "Loaded": monsters.Loaded,
    "Mind": monsters.Mind,
    "Monster": monsters.Monster,
    "Post": monsters.GuardPost,
    "Spent": monsters.Spent,
    "Progress": progress.Progress,
}
"""Every component by the name under which it is stored and hashed.

A class may be renamed, its stored name never: snapshots and hashes of kept runs hold it."""

_NAME_OF = {component: name for name, component in STORED_NAMES.items()}
HASH_BYTES = 16
REST = 0
"""The part of a snapshot that belongs to no entity: the last id given."""


class Part(NamedTuple):
    """One component of one entity, hashed."""

    entity: int
    component: str
    digest: bytes


def _encode_array(value: object) -> object:
    """Write an array of small numbers as [rows, columns, bytes]."""
    if isinstance(value, np.ndarray):
        rows, columns = value.shape
        return (rows, columns, value.astype(np.uint8).tobytes())
    raise NotImplementedError(f"components can't hold {type(value).__name__}")


def _decode_array(_kind: type, value: Any) -> object:
    """Read what `_encode_array` wrote."""
    rows, columns, data = value
    return np.frombuffer(data, dtype=np.uint8).reshape(rows, columns).copy()


_Snapshot = tuple[int, list[tuple[int, dict[str, Any]]]]
"""The last id given, and each entity with its components by stored name."""

_encoder = msgspec.msgpack.Encoder(enc_hook=_encode_array)

NOTHING = _encoder.encode((0, []))
"""What a part is where there is none: a floor or an entity that is gone."""


def take_snapshot(run: Run) -> bytes:
    """Return the whole state of a run."""
    entities = [
        (entity, dict(_named_components(run.world, entity))) for entity in run.world.entities()
    ]
    return _encoder.encode((run.world.last_id, entities))


def _named_components(world: World, entity: int) -> list[tuple[str, object]]:
    """Return the components of an entity with their stored names, sorted by these."""
    named = [(_NAME_OF[type(part)], part) for part in world.components(entity)]
    return sorted(named, key=itemgetter(0))


def restore(game: Game, snapshot: bytes) -> Run:
    """Return the run that `take_snapshot` saw, for the same game.

    Raises msgspec.ValidationError or KeyError when the bytes are no snapshot of this version.
    """
    last_id, entities = msgspec.msgpack.decode(snapshot, type=_Snapshot)
    world = World()
    found: progress.Progress | None = None
    for entity, parts in entities:
        components = tuple(_component(name, value) for name, value in parts.items())
        world.restore(entity, components)
        found = found or world.find(entity, progress.Progress)
    world.restore_last_id(last_id)
    if found is None:
        raise KeyError("a snapshot without progress")
    return assemble(game, world, found)


class _Place(msgspec.Struct):
    """The floor in a Position; its other fields are passed over."""

    floor: int


_Cut = tuple[int, list[tuple[int, dict[str, msgspec.Raw]]]]
"""A snapshot, or a part of one, whose components stay as they were written."""

_cut = msgspec.msgpack.Decoder(_Cut)
_floor = msgspec.msgpack.Decoder(_Place)


def split(snapshot: bytes) -> dict[int, bytes]:
    """Return a snapshot in parts that change apart from each other, by number.

    There is one of each floor, by its entity, with all that stand or lie on it; one of each entity
    that belongs to no floor, such as a hero that died; and `REST`. Raises msgspec.DecodeError when
    the bytes are no snapshot.
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
    """Return the snapshot of which `split` made these parts, byte for byte.

    Raises msgspec.DecodeError when they are none.
    """
    decoded = [_cut.decode(part) for part in parts.values()]
    entities = sorted((each for _, part in decoded for each in part), key=lambda each: each[0])
    return _encoder.encode((max((last_id for last_id, _ in decoded), default=0), entities))


def _component(name: str, value: Any) -> object:
    return msgspec.convert(value, STORED_NAMES[name], dec_hook=_decode_array)


def parts_of(run: Run) -> Iterator[Part]:
    """Yield the hash of each component, in entity order, then by the component's stored name."""
    rows = [(entity, _named_components(run.world, entity)) for entity in run.world.entities()]
    for entity, components in rows:
        for name, component in components:
            digest = blake2b(_encoder.encode(component), digest_size=HASH_BYTES).digest()
            yield Part(entity, name, digest)


def state_hash(run: Run) -> str:
    """Return one hash over every component, as hexadecimal digits."""
    whole = blake2b(digest_size=HASH_BYTES)
    for part in parts_of(run):
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
