"""The actions of a hero as numbers, and which of them make sense now."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from undertide_shared.errors import UndertideError
from undertide_shared.geometry import Cell, distance
from undertide_shared.known_world import KnownWorld
from undertide_shared.limits import MAX_SIDE
from undertide_shared.messages import (
    AbilityInfo,
    Accompany,
    Cast,
    Climb,
    Doff,
    Explore,
    Fight,
    HeroStatus,
    Intent,
    Move,
    PackItem,
    Perform,
    Regroup,
    Rest,
    Shoot,
    Sighting,
    SpellInfo,
    Take,
    TileLook,
    Travel,
    Use,
    Wait,
    Wear,
)
from undertide_shared.messages.words import Stairs

DIRECTIONS: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The steps of the first eight actions: north, north-east, and so on."""
APPLIED: Final = 32
"""Rows of the pack that actions use, wear or take off: more than a hero carries as a rule."""
CAST: Final = 8
"""Spells that actions cast, in the order of learning."""
PERFORMED: Final = 8
"""Abilities that actions perform."""

ACTIONS: Final = (
    *("north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west"),
    *("wait", "rest", "explore", "fight", "take", "fetch"),
    *("climb_down", "climb_up", "regroup", "accompany", "shoot"),
    *(f"apply_{row}" for row in range(APPLIED)),
    *(f"cast_{number}" for number in range(CAST)),
    *(f"perform_{number}" for number in range(PERFORMED)),
)
"""The names of all actions, by number."""
_NUMBER: Final = {name: number for number, name in enumerate(ACTIONS)}
_STAIRS: Final = (("climb_down", "down"), ("climb_up", "up"))
_MOVES: Final = tuple(Move(*step) for step in DIRECTIONS)
WAIT: Final = _NUMBER["wait"]
"""The number of the one action that is always legal."""
_APPLY, _CAST, _PERFORM = _NUMBER["apply_0"], _NUMBER["cast_0"], _NUMBER["perform_0"]
HEALING: Final = ["heal"]
"""What potions and spells do that heal and nothing else: a hero with all its life needs none."""
HARMLESS: Final = frozenset({"peaceful", "sealed"})
"""Moods of monsters that no action aims at."""

Intents = list[Intent | None]
"""The intent of each action; None for those that make no sense now."""


class IllegalActionError(UndertideError, ValueError):
    """An action that makes no sense now, by what the hero knows."""

    def __init__(self, action: int) -> None:
        named = ACTIONS[action] if 0 <= action < len(ACTIONS) else "none"
        super().__init__(f"action {action} ({named}) is not legal now")
        self.action = action


class ActionList:
    """What each of `ACTIONS` means for a hero, in a game whose terrain has these looks.

    An action that needs a target takes the nearest enemy in sight. An action is legal unless what
    the hero knows shows that the game would refuse it, so the game still refuses some: where its
    reason is none of the hero's knowledge.
    """

    def __init__(self, looks: Iterable[TileLook]) -> None:
        looks = list(looks)
        self._walkable = {look.code for look in looks if look.walkable} | {0}
        self._stairs: dict[int, Stairs] = {look.code: look.stairs for look in looks}

    def intents_of(self, known: KnownWorld) -> Intents:
        """Return the intent of each action, or None where it is not legal now."""
        intents: Intents = [None] * len(ACTIONS)
        hero, cell = known.hero, known.cell
        intents[WAIT] = Wait()
        if hero is None or cell is None or hero.dies_in or hero.state == "dead":
            return intents
        foes = _foes(known, cell)
        intents[: len(_MOVES)] = self._moves(known, cell)
        for name, intent in (
            *self._without_foes(hero, foes),
            *self._on_the_way(known, cell),
            *_in_company(known, hero),
            *_against(hero, foes, cell),
        ):
            intents[_NUMBER[name]] = intent
        target = (foes[0].x, foes[0].y) if foes else None
        is_whole = hero.life >= hero.max_life
        for row, item in enumerate(known.pack[:APPLIED]):
            intents[_APPLY + row] = _applied(item, target, is_whole=is_whole)
        for number, spell in enumerate(known.spells[:CAST]):
            if spell.mana <= hero.mana:
                intents[_CAST + number] = _cast(spell, cell, target, is_whole=is_whole)
        friend = _friend(known, hero, cell) if len(known.party) > 1 else None
        resting = dict(hero.resting)
        for number, ability in enumerate(known.abilities[:PERFORMED]):
            is_ready = not ability.passive and not resting.get(ability.ability)
            if is_ready and ability.mana <= hero.mana:
                intents[_PERFORM + number] = _performed(ability, cell, target, friend)
        return intents

    def mask_legal(self, known: KnownWorld) -> NDArray[np.int8]:
        """Return 1 for each legal action and 0 for the others, shape (actions,)."""
        return mask_of(self.intents_of(known))

    def intent_of(self, known: KnownWorld, action: int) -> Intent:
        """Return the intent of an action. Raises IllegalActionError."""
        intent = self.intents_of(known)[action] if 0 <= action < len(ACTIONS) else None
        if intent is None:
            raise IllegalActionError(action)
        return intent

    def _moves(self, known: KnownWorld, cell: Cell) -> Intents:
        code_of, (height, width) = known.tiles.item, known.tiles.shape
        (x, y), walkable = cell, self._walkable
        return [
            move
            if 0 <= x + move.dx < width
            and 0 <= y + move.dy < height
            and code_of(y + move.dy, x + move.dx) in walkable
            else None
            for move in _MOVES
        ]

    def _without_foes(
        self, hero: HeroStatus, foes: Sequence[Sighting]
    ) -> Iterator[tuple[str, Intent]]:
        if any(foe.mood == "hunting" for foe in foes):
            return
        yield "explore", Explore()
        if hero.life < hero.max_life or hero.mana < hero.max_mana:
            yield "rest", Rest()

    def _on_the_way(self, known: KnownWorld, cell: Cell) -> Iterator[tuple[str, Intent]]:
        kinds = known.kinds
        goal, nearest = None, (MAX_SIDE, 0, 0)
        for each in known.sightings.values():
            kind = kinds[each.kind]
            if kind.role != "item":
                continue
            there = each.x, each.y
            if there == cell:
                yield "take", Take()
            elif kind.ware is None:
                place = distance(cell, there), each.y, each.x
                if place < nearest:
                    goal, nearest = there, place
        if goal:
            yield "fetch", Travel(*goal)
        for name, way in _STAIRS if known.stairs else ():
            stairs = (each for each in known.stairs if self._way_of(known, each) == way)
            if steps := _nearest(cell, stairs):
                yield name, Climb(*steps)

    def _way_of(self, known: KnownWorld, cell: Cell) -> Stairs:
        return self._stairs.get(known.tiles.item(cell[1], cell[0]), "none")


def mask_of(intents: Intents) -> NDArray[np.int8]:
    """Return 1 for each action that has an intent and 0 for the others, shape (actions,)."""
    return np.array([intent is not None for intent in intents], dtype=np.int8)


def _nearest(cell: Cell, cells: Iterable[Cell]) -> Cell | None:
    """Return the cell nearest to `cell`; among several the upper left one."""
    return min(cells, key=lambda each: (distance(cell, each), each[1], each[0]), default=None)


def _foes(known: KnownWorld, cell: Cell) -> list[Sighting]:
    """Return the enemies in sight, the nearest first."""
    if not known.threats:
        return []
    foes = [known.sightings[each] for each in known.threats if each in known.sightings]
    foes = [foe for foe in foes if foe.mood not in HARMLESS]
    return sorted(foes, key=lambda foe: (distance(cell, (foe.x, foe.y)), foe.y, foe.x))


def _friend(known: KnownWorld, hero: HeroStatus, cell: Cell) -> Cell | None:
    """Return the cell of the nearest companion on the floor."""
    kinds = known.kinds
    friends = (
        (each.x, each.y)
        for each in known.sightings.values()
        if kinds[each.kind].role == "hero" and each.id != hero.id
    )
    return _nearest(cell, friends)


def _in_company(known: KnownWorld, hero: HeroStatus) -> Iterator[tuple[str, Intent]]:
    if len(known.party) == 1:
        return
    branch = known.floor.branch if known.floor else 0
    near = [
        each.seat
        for each in known.party
        if each.branch == branch and each.seat != hero.seat and each.state != "dead"
    ]
    if near:
        yield "regroup", Regroup()
        yield "accompany", Accompany(min(near))


def _against(
    hero: HeroStatus, foes: Sequence[Sighting], cell: Cell
) -> Iterator[tuple[str, Intent]]:
    if not foes:
        return
    yield "fight", Fight()
    nearest = foes[0].x, foes[0].y
    if hero.range and distance(cell, nearest) <= hero.range:
        yield "shoot", Shoot(*nearest)


def _applied(item: PackItem, target: Cell | None, *, is_whole: bool) -> Intent | None:
    """Return what is done with a row of the pack: gear is worn or taken off, the rest used."""
    if item.slot:
        return Doff(item.item)
    if item.slots:
        return Wear(item.item)
    if not item.usable or (is_whole and item.does == HEALING):
        return None
    if item.target == "none":
        return Use(item.item)
    return Use(item.item, *target) if target else None


def _cast(spell: SpellInfo, cell: Cell, target: Cell | None, *, is_whole: bool) -> Intent | None:
    """Return the intent of a spell that the hero has the mana for: friends' are for itself."""
    if is_whole and spell.does == HEALING:
        return None
    if spell.target == "none":
        return Cast(spell.spell)
    if spell.helps:
        return Cast(spell.spell, *cell)
    if spell.harms and target and distance(cell, target) <= spell.range:
        return Cast(spell.spell, *target)
    return None


def _performed(
    ability: AbilityInfo, cell: Cell, target: Cell | None, friend: Cell | None
) -> Intent | None:
    """Return the intent of an ability that is ready: those for friends take the nearest one."""
    if ability.target == "none":
        reach = ability.radius or ability.range
        is_near = target is not None and (not reach or distance(cell, target) <= reach)
        return Perform(ability.ability) if is_near or not ability.harms else None
    target = target if ability.harms else friend
    if target and (not ability.range or distance(cell, target) <= ability.range):
        return Perform(ability.ability, *target)
    return None
