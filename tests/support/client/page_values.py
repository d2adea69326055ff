"""Values of the terminal's client as the page has them: mirrors, records, rows of text. Pure."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, get_args

import msgspec

from undertide_client.model.mirror import Mirror
from undertide_client.screens.widgets import palette
from undertide_shared.messages import Intent

NAMED_INKS = ("INK", "BRIGHT", "SOFT", "FAINT", "GOLD", "GOOD", "BAD", "WARNING", "WATER", "FRIEND")
INKS = {getattr(palette, name): name.lower() for name in NAMED_INKS}
GLYPH_INK = "of a glyph"
"""What stands for the colours of glyphs, which each side makes legible in its own way."""


REPLAY_STATE = (
    *("run", "first", "last", "live", "tick", "begins", "ends"),
    *("elapsed", "speed", "landmarks"),
)
"""What both sides know of a replay."""
VIEWS = """
    const { Mirror } = await load("model/mirror");
    const { ReplayState } = await load("model/replay_state");
    const views = mirrors.map(({ plain, maps, tiles, sight }) => {
        const mirror = Object.assign(new Mirror(), plain);
        for (const [name, pairs] of Object.entries(maps)) mirror[name] = new Map(pairs);
        mirror.tiles = new Uint16Array(tiles);
        mirror.sight = new Uint8Array(sight);
        mirror.log.lines = mirror.told;
        const { replayState } = mirror;
        if (replayState) {
            mirror.replayState = Object.assign(new ReplayState(replayState.run), replayState);
        }
        return mirror;
    });
"""
"""Makes the page's mirrors out of what `mirror_values` tells of the terminal's."""


def plain(value: Any) -> Any:
    """Return a value as `CALLED` returns it, and as the page has it, but for mappings and sets."""
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, msgspec.Struct):
        return _struct(value)
    if is_dataclass(value):
        stated = {each.name: getattr(value, each.name) for each in fields(value)}
        return {name: plain(each) for name, each in stated.items() if not callable(each)}
    return value if isinstance(value, str) else _listed(value)


def _listed(value: Any) -> Any:
    """Return a collection as a list, of a mapping's pairs too. A span has its colour's name."""
    match value:
        case (str() as text, (int(), int(), int()) as ink):
            return [text, INKS.get(ink, GLYPH_INK)]
        case Mapping():
            return [[_key(key), plain(each)] for key, each in value.items()]
        case Set():
            return sorted(map(plain, value), key=str)
        case Sequence():
            return [plain(each) for each in value]
    return value


def _key(key: Any) -> Any:
    """Return a key of a mapping; that of a cell is a text on the page."""
    return ",".join(map(str, key)) if isinstance(key, tuple) else plain(key)


def _struct(value: msgspec.Struct) -> Any:
    """Return a record by its fields, and an intent as it goes over the wire."""
    if isinstance(value, get_args(Intent)):
        wire: list[Any] = msgspec.to_builtins(value)
        while wire[-1] is None:
            wire.pop()
        return wire
    return {name: plain(getattr(value, name)) for name in value.__struct_fields__}


def mirror_values(mirror: Mirror) -> dict[str, Any]:
    """Return what a mirror holds, for the page's."""
    width = mirror.floor.width if mirror.floor else 0
    names = (
        *("session", "preset", "subtitle", "variations", "name", "seat", "delay", "roster"),
        *("terms", "floor", "following", "tide", "pace", "hero", "party", "pack", "spells"),
        *("abilities", "trade", "agreements", "amulets", "watchers", "watching"),
    )
    replay = mirror.replay_state
    maps: dict[str, Any] = {
        **{name: getattr(mirror, name) for name in ("looks", "statuses", "kinds", "sightings")},
        **{name: getattr(mirror, name) for name in ("threats", "tree", "elsewhere", "words")},
        "stairs": {y * width + x: branch for (x, y), branch in mirror.stairs.items()},
    }
    return {
        "plain": {
            **{name: plain(getattr(mirror, name)) for name in names},
            "watcherCount": mirror.watcher_count,
            "rate": mirror.ticks_per_second,
            "marks": plain(list(mirror.marks.values())),
            "ended": plain(mirror.ended),
            "replayState": replay and {name: plain(getattr(replay, name)) for name in REPLAY_STATE},
            "told": plain(list(mirror.log.lines)),
        },
        "maps": {name: plain(each) for name, each in maps.items()},
        "tiles": mirror.tiles.reshape(-1).tolist(),
        "sight": mirror.sight.reshape(-1).astype(int).tolist(),
    }
