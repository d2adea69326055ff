"""What a hero's player knows as arrays of stated shapes, codes and bounds.

Arrays of the map have shape (height, width) and are indexed [y, x]; in a window of radius r it is
(2r + 1, 2r + 1), and the hero stands at [r, r]. 0 means nothing, or nothing known, in all of them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import is_not
from typing import Any, Final, NamedTuple, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from undertide_shared.known_world import KnownWorld
from undertide_shared.learning.actions import ACTIONS, ActionList, Intents, mask_of
from undertide_shared.limits import MAX_ABILITIES, MAX_NUMBER, MAX_PACK, MAX_SIDE, MAX_SPELLS
from undertide_shared.messages import (
    AbilityInfo,
    Effect,
    HeroState,
    HeroStatus,
    Hunger,
    Kind,
    MarkKind,
    Outcome,
    PackItem,
    PartyMember,
    Sighting,
    Slot,
    SpellInfo,
    TileLook,
)

Array = NDArray[Any]
_NOTHING: Final = np.zeros(0)
Row = TypeVar("Row")

ACTORS: Final = ("none", "self", "companion", "monster", "peaceful", "boss")
"""What the codes of `actors` mean."""
ITEMS: Final = ("none", "thing", "gear", "ware", "meant")
"""What the codes of `items` mean; meant: a companion left it for the hero."""
MOODS: Final = (
    *("none", "asleep", "idle", "hunting", "fleeing", "confused", "peaceful", "sealed"),
    *("alive", "linkdead", "fallen", "dead"),
)
"""What the codes of `moods` mean: those of `Sighting.mood`. An unknown word has 0."""
MARKS: Final[tuple[str, ...]] = ("none", *get_args(MarkKind))
"""What the codes of `marks` mean."""
EFFECTS: Final[tuple[str, ...]] = ("none", *get_args(Effect))
"""What the codes of effects mean. An unknown word has 0."""
SLOTS: Final[tuple[str, ...]] = ("none", *get_args(Slot))
"""What the codes of slots mean."""
STATES: Final[tuple[str, ...]] = get_args(HeroState)
"""What the codes of heroes' states mean."""
HUNGERS: Final[tuple[str, ...]] = get_args(Hunger)
"""What the codes of hunger mean."""

OUTCOMES: Final[tuple[str, ...]] = get_args(Outcome)
"""What the codes of outcomes mean."""

FIGURES: Final = (
    *("x", "y", "floor", "branch", "seat", "life", "max_life", "mana", "max_mana", "level"),
    *("experience", "next_level", "gold", "attack", "magic", "absorb", "speed", "range", "food"),
    *("hunger", "state", "dies_in", "pack_size", "tide", "tide_mark", "tide_next", "outcome"),
)
"""The fields of `figures`; `outcome` is what became of the latest intent, a code of `OUTCOMES`."""
PACK_FIELDS: Final = (
    *("item", "count", "glyph", "letter", "usable", "target", "radius", "effect"),
    *("fits", "worn", "takes_slot"),
)
"""The fields of each row of `pack`; `fits` and `worn` are codes of `SLOTS`."""
SPELL_FIELDS: Final = ("mana", "range", "radius", "target", "harms", "helps", "effect")
"""The fields of each row of `spells`."""
ABILITY_FIELDS: Final = (
    *("mana", "range", "radius", "target", "harms", "passive", "cooldown", "resting", "effect"),
)
"""The fields of each row of `abilities`; `resting` is the ticks until it is ready."""
PARTY_FIELDS: Final = ("seat", "health", "level", "floor", "branch", "state", "dies_in")
"""The fields of each row of `party`; `seat` counts from 1 here, as 0 is no row."""
PARTY_ROWS: Final = 16
"""Rows of `party`: twice as many as a session has by default. Later ones are left out."""
LOG_LINES: Final = 8
"""Rows of `log`: as many as a small terminal shows."""
LOG_BYTES: Final = 160
"""Bytes of each row of `log`: two lines of a small terminal. What is longer is cut."""
DANGERS: Final = 255
"""The highest code of `danger`."""
GLYPHS: Final = 0x10FFFF
"""The highest code of `glyphs`: the last character of Unicode."""

MAP_PARTS: Final[Mapping[str, int]] = {
    "terrain": 255,
    "light": 1,
    "memory": 1,
    "actors": len(ACTORS) - 1,
    "health": 100,
    "moods": len(MOODS) - 1,
    "danger": DANGERS,
    "items": len(ITEMS) - 1,
    "marks": len(MARKS) - 1,
    "glyphs": GLYPHS,
}
"""The arrays of the map, and the highest code of each. All are uint8, but `glyphs` is uint32."""
_LAYERS: Final = {name: number for number, name in enumerate(MAP_PARTS) if name != "glyphs"}
_CODE_OF: Final[Mapping[str, Mapping[str, int]]] = {
    name: {word: code for code, word in enumerate(words)}
    for name, words in {
        "effects": EFFECTS,
        "hungers": HUNGERS,
        "marks": MARKS,
        "moods": MOODS,
        "outcomes": OUTCOMES,
        "slots": SLOTS,
        "states": STATES,
    }.items()
}
OTHER_PARTS: Final[Mapping[str, tuple[tuple[int, ...], type[np.integer[Any]], int, int]]] = {
    "figures": ((len(FIGURES),), np.int64, -MAX_NUMBER, MAX_NUMBER),
    "statuses": ((len(EFFECTS),), np.int64, 0, MAX_NUMBER),
    "pack": ((MAX_PACK, len(PACK_FIELDS)), np.int64, 0, MAX_NUMBER),
    "spells": ((MAX_SPELLS, len(SPELL_FIELDS)), np.int64, 0, MAX_NUMBER),
    "abilities": ((MAX_ABILITIES, len(ABILITY_FIELDS)), np.int64, 0, MAX_NUMBER),
    "party": ((PARTY_ROWS, len(PARTY_FIELDS)), np.int64, 0, MAX_NUMBER),
    "log": ((LOG_LINES, LOG_BYTES), np.uint8, 0, 255),
    "legal": ((len(ACTIONS),), np.int8, 0, 1),
}
"""The other arrays: shape, type, lowest and highest value. `statuses` has the ticks left of each of
`EFFECTS`; `log` the last lines as UTF-8, the latest in the last row, each padded with 0; `legal` is
1 for each of `ACTIONS` that is legal."""
PARTS: Final = (*MAP_PARTS, *OTHER_PARTS)
"""The names of all arrays."""


class PartSpace(NamedTuple):
    """The shape, type and bounds of one array."""

    shape: tuple[int, ...]
    dtype: type[np.integer[Any]]
    low: int
    high: int


class Observer:
    """Makes arrays of what a hero knows, in a game whose terrain has these `looks`.

    It makes those of `parts`. With a `window` it shows the map around the hero, with a `shape` the
    whole floor, its upper left cell at [0, 0], padded with 0 or cut to (height, width). With
    neither, the map is as large as the floor.

    Arrays are read-only, and some share memory with what is known, or with those made before;
    `copied` ones are the caller's own. Raises ValueError for unknown parts and impossible sizes.
    """

    def __init__(
        self,
        looks: Iterable[TileLook],
        parts: Iterable[str] = PARTS,
        *,
        window: int | None = None,
        shape: tuple[int, int] | None = None,
        copied: bool = False,
    ) -> None:
        self.parts = tuple(dict.fromkeys(parts))
        if unknown := [name for name in self.parts if name not in PARTS]:
            raise ValueError(f"there are no parts {unknown}; there are {list(PARTS)}")
        if window is not None and not 0 <= window <= MAX_SIDE:
            raise ValueError(f"a window has a radius of 0 to {MAX_SIDE}, not {window}")
        if shape is not None and not all(1 <= side <= MAX_SIDE for side in shape):
            raise ValueError(f"a map has sides of 1 to {MAX_SIDE} cells, not {shape}")
        self.actions = ActionList(looks)
        self._window, self._shape, self._copied = window, shape, copied
        self._layers = [name for name in self.parts if name in _LAYERS]
        self._is_mapped = any(name in MAP_PARTS for name in self.parts)
        self._kept: dict[str, tuple[tuple[Any, ...], Array]] = {}
        """The last array of each part that seldom changes, with the lists it was made from."""

    def spaces_of(self) -> dict[str, PartSpace]:
        """Return the shape and bounds of each array.

        Raises ValueError if the map is as large as the floor, as floors differ.
        """
        if self._window is not None:
            shape = (2 * self._window + 1, 2 * self._window + 1)
        elif self._shape is not None or not self._is_mapped:
            shape = self._shape or (0, 0)
        else:
            raise ValueError("without a window or a shape, maps differ from floor to floor")
        return {
            name: PartSpace(shape, np.uint32 if name == "glyphs" else np.uint8, 0, MAP_PARTS[name])
            if name in MAP_PARTS
            else PartSpace(*OTHER_PARTS[name])
            for name in self.parts
        }

    def observe(self, known: KnownWorld, intents: Intents | None = None) -> dict[str, Array]:
        """Return the arrays of what a hero's player knows.

        `intents` are those of `actions.intents_of`, where they were worked out already. Raises
        ValueError if it is nothing of a hero, as in a mirror before its first frame.
        """
        hero, cell = known.hero, known.cell
        if hero is None or cell is None or known.floor is None:
            raise ValueError("no hero is known")
        made = self._map(known, hero, cell) if self._is_mapped else {}
        for name in self.parts:
            if name in _MAKERS:
                made[name] = _MAKERS[name](known)
            elif name in _KEPT:
                made[name] = self._keep(name, known, hero)
            elif name == "legal":
                made[name] = mask_of(intents or self.actions.intents_of(known))
        if not self._copied:
            for array in made.values():
                array.flags.writeable = False
        return made

    def _keep(self, name: str, known: KnownWorld, hero: HeroStatus) -> Array:
        """Return an array that seldom changes: the one before if it is made from the same lists."""
        if name == "statuses":
            basis: tuple[Any, ...] = hero.effects, hero.status_effects
        elif name == "abilities":
            basis = known.abilities, hero.resting
        else:
            basis = (getattr(known, name),)
        before, array = self._kept.get(name, ((), _NOTHING))
        if len(before) != len(basis) or any(map(is_not, before, basis)):
            array = _KEPT[name](*basis)
            self._kept[name] = basis, array
        return array.copy() if self._copied else array

    def _map(self, known: KnownWorld, hero: HeroStatus, cell: tuple[int, int]) -> dict[str, Array]:
        """Return the arrays of the map."""
        tiles, sight = known.tiles, known.sight
        if self._window is not None:
            left, top = cell[0] - self._window, cell[1] - self._window
            height = width = 2 * self._window + 1
        else:
            left = top = 0
            height, width = self._shape or tiles.shape
        layers = np.zeros((len(_LAYERS), height, width), dtype=np.uint8)
        glyphs = np.zeros((height, width), dtype=np.uint32)
        here = slice(max(0, top), top + height), slice(max(0, left), left + width)
        part = tiles[here]
        y, x = max(0, -top), max(0, -left)
        there = slice(y, y + part.shape[0]), slice(x, x + part.shape[1])
        layers[_TERRAIN][there] = part
        layers[_LIGHT][there] = sight[here]
        np.logical_and(layers[_TERRAIN], layers[_LIGHT] == 0, out=layers[_MEMORY].view(np.bool_))
        _paint_sightings(layers, glyphs, known, hero, (left, top))
        for mark in known.marks.values():
            at = mark.y - top, mark.x - left
            if 0 <= at[0] < height and 0 <= at[1] < width:
                layers[(_MARKS, *at)] = _CODE_OF["marks"].get(mark.mark, 0)
        made: dict[str, Array] = {name: layers[_LAYERS[name]] for name in self._layers}
        if "glyphs" in self.parts:
            made["glyphs"] = glyphs
        if self._window is None and self._shape is None and not self._copied:
            _share(made, {"terrain": tiles, "light": sight})
        return made


_TERRAIN, _LIGHT, _MEMORY = (_LAYERS[name] for name in ("terrain", "light", "memory"))
_ACTORS, _HEALTH, _MOODS = (_LAYERS[name] for name in ("actors", "health", "moods"))
_DANGER, _ITEMS, _MARKS = (_LAYERS[name] for name in ("danger", "items", "marks"))
_SELF: Final = ACTORS.index("self")
_MOOD_CODES: Final = _CODE_OF["moods"]


def _share(made: dict[str, Array], sources: Mapping[str, Array]) -> None:
    """Put in the arrays that are known themselves, as far as nobody can change those."""
    for name in made.keys() & sources.keys():
        source = sources[name]
        if source.itemsize == 1 and not source.flags.writeable:
            made[name] = source.view(np.uint8)


def _paint_sightings(
    layers: Array, glyphs: Array, known: KnownWorld, hero: HeroStatus, corner: tuple[int, int]
) -> None:
    """Enter actors and items into the arrays of a map whose upper left cell is `corner`."""
    kinds, threats, (left, top) = known.kinds, known.threats, corner
    height, width = glyphs.shape
    for one in known.sightings.values():
        at = one.y - top, one.x - left
        if not (0 <= at[0] < height and 0 <= at[1] < width):
            continue
        kind = kinds[one.kind]
        if kind.role == "item":
            layers[(_ITEMS, *at)] = _item_code(one, kind)
            glyphs[at] = glyphs.item(at) or ord(kind.glyph)
            continue
        code, mood = _actor_code(one, kind, hero), _MOOD_CODES.get(one.mood, 0)
        other = layers.item(_ACTORS, *at)
        if other and _is_above(layers, at, other, (code, mood, one.health)):
            continue
        glyphs[at] = ord(kind.glyph)
        layers[(_ACTORS, *at)], layers[(_MOODS, *at)] = code, mood
        layers[(_HEALTH, *at)] = one.health
        threat = threats.get(one.id)
        if threat is not None:
            layers[(_DANGER, *at)] = min(threat.rank + 1, DANGERS)


def _is_above(layers: Array, at: tuple[int, int], code: int, new: tuple[int, int, int]) -> bool:
    """Return whether the hero that a cell shows stays there: itself, or the one awake (R17)."""
    if _SELF in (code, new[0]):
        return code == _SELF
    return (layers.item(_MOODS, *at), layers.item(_HEALTH, *at)) > new[1:]


def _actor_code(one: Sighting, kind: Kind, hero: HeroStatus) -> int:
    if kind.role == "hero":
        return 1 if one.id == hero.id else 2
    if one.mood == "peaceful":
        return 4
    return 5 if kind.boss else 3


def _item_code(one: Sighting, kind: Kind) -> int:
    if one.meant:
        return 4
    if kind.ware is not None:
        return 3
    return 1 if kind.key else 2


def _figures(known: KnownWorld) -> Array:
    hero, floor, tide, cell = known.hero, known.floor, known.tide, known.cell
    intent = known.intent
    assert hero is not None
    assert floor is not None
    assert cell is not None
    place = *cell, floor.number, floor.branch
    return np.array(
        (
            *place,
            hero.seat,
            hero.life,
            hero.max_life,
            hero.mana,
            hero.max_mana,
            hero.level,
            hero.experience,
            hero.next_level,
            hero.gold,
            hero.attack,
            hero.magic,
            hero.absorb,
            hero.speed,
            hero.range,
            hero.food,
            _CODE_OF["hungers"].get(hero.hunger, 0),
            _CODE_OF["states"].get(hero.state, 0),
            hero.dies_in,
            hero.pack_size,
            tide.percent,
            tide.mark,
            tide.next_in,
            _CODE_OF["outcomes"].get(intent.outcome, 0) if intent else 0,
        ),
        dtype=np.int64,
    )


def _statuses(durations: Sequence[tuple[str, int]], effects: Sequence[str]) -> Array:
    ticks = np.zeros(len(EFFECTS), dtype=np.int64)
    for (_, left), effect in zip(durations, effects, strict=False):
        code = _CODE_OF["effects"].get(effect, 0)
        ticks[code] = max(ticks[code], left)
    return ticks


def _effect_code(does: Sequence[str]) -> int:
    return _CODE_OF["effects"].get(does[0], 0) if does else 0


def _table(
    name: str, rows: Sequence[Row], fields: Callable[[Row], tuple[int | bool, ...]]
) -> Array:
    """Return an array with a row of fields for each of `rows`, as many as there is room for."""
    (most, width), dtype, *_ = OTHER_PARTS[name]
    table = np.zeros((most, width), dtype=dtype)
    for number, row in enumerate(rows[:most]):
        table[number] = fields(row)
    return table


def _pack_row(item: PackItem) -> tuple[int | bool, ...]:
    return (
        item.item,
        item.count,
        ord(item.glyph),
        ord(item.letter) if item.letter else 0,
        item.usable,
        item.target == "cell",
        item.radius,
        _effect_code(item.does),
        _CODE_OF["slots"][item.slots[0]] if item.slots else 0,
        _CODE_OF["slots"][item.slot] if item.slot else 0,
        item.takes_slot,
    )


def _spell_row(spell: SpellInfo) -> tuple[int | bool, ...]:
    is_aimed = spell.target == "cell"
    shape = spell.mana, spell.range, spell.radius, is_aimed
    return *shape, spell.harms, spell.helps, _effect_code(spell.does)


def _abilities(abilities: Sequence[AbilityInfo], durations: Sequence[tuple[str, int]]) -> Array:
    resting = dict(durations)

    def fields(ability: AbilityInfo) -> tuple[int | bool, ...]:
        is_aimed = ability.target == "cell"
        shape = ability.mana, ability.range, ability.radius, is_aimed
        times = ability.cooldown, resting.get(ability.ability, 0)
        return *shape, ability.harms, ability.passive, *times, _effect_code(ability.does)

    return _table("abilities", abilities, fields)


def _member_row(member: PartyMember) -> tuple[int | bool, ...]:
    state = _CODE_OF["states"].get(member.state, 0)
    place = member.floor, member.branch
    return member.seat + 1, member.health, member.level, *place, state, member.dies_in


def _log(known: KnownWorld) -> Array:
    log = np.zeros((LOG_LINES, LOG_BYTES), dtype=np.uint8)
    lines = known.lines
    first = max(0, len(lines) - LOG_LINES)
    for row in range(len(lines) - first):
        said = _written(lines[first + row].text)
        log[LOG_LINES - (len(lines) - first) + row, : len(said)] = np.frombuffer(said, np.uint8)
    return log


@lru_cache(256)
def _written(text: str) -> bytes:
    """Return the first bytes of a text as UTF-8, without half a character."""
    return text.encode()[:LOG_BYTES].decode(errors="ignore").encode()


_MAKERS: Final[Mapping[str, Callable[[KnownWorld], Array]]] = {"figures": _figures, "log": _log}
_KEPT: Final[Mapping[str, Callable[..., Array]]] = {
    "statuses": _statuses,
    "pack": lambda pack: _table("pack", pack, _pack_row),
    "spells": lambda spells: _table("spells", spells, _spell_row),
    "abilities": _abilities,
    "party": lambda party: _table("party", party, _member_row),
}
