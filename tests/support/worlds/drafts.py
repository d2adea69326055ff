"""Floors that were dug, or furnished: what a single stage of `worldgen.floor` is tried on."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from support.content.own_rules import game_with
from support.content.repertoire import REPERTOIRE
from support.worlds.staging import make_test_game
from undertide_server.content.records.layouts import LayoutName
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.themes import Count, Decor, Theme
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.plan import RoomPlan
from undertide_server.worldgen.game.game import Game, make_game
from undertide_server.worldgen.game.run_tree import Branch
from undertide_server.worldgen.layouts.lair import lair_of
from undertide_server.worldgen.layouts.layout import FAR, Stairs, steps_from
from undertide_server.worldgen.layouts.registry import lay_out
from undertide_server.worldgen.stages.furnishing import furnish_rooms

GAME = make_test_game()
NUMBER = 5
"""The number of the floors: deep enough for every sort of thing to be found."""


class Games:
    """The games of the seeds 0, 1, 2 … with the same content, each made when it is first needed.

    So a process that only collects tests makes none.
    """

    def __init__(self, rules: Ruleset, count: int) -> None:
        self._count = count
        self._make = cache(lambda number: make_game(rules, seed_of(number), REPERTOIRE))

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Game]:
        return self.first(self._count)

    def __getitem__(self, number: int) -> Game:
        return self._make(range(self._count)[number])

    def first(self, count: int) -> Iterator[Game]:
        """Give as many games as `count`, in the order of their seeds."""
        return map(self.__getitem__, range(count))


def seed_of(number: int) -> bytes:
    """Return the seed that a number stands for."""
    return number.to_bytes(16, "little")


def exactly(number: int) -> Count:
    """Return a count that is always the same."""
    return Count(low=number, high=number)


def game_of(decor: Decor, seed: bytes = GAME.seed, **catalogues: Any) -> Game:
    """Return a game in which the theme `tried` is furnished so."""
    theme = Theme(
        name="tried", weight=1, decor=decor, special_name="x", special_percent=0, special=Decor()
    )
    themes = {**GAME.ruleset.themes, "tried": theme}
    return replace(game_with(themes=themes, **catalogues), seed=seed)


def themed(
    game: Game,
    theme: str = "tried",
    layout: LayoutName = "small_keep",
    *,
    special: bool = False,
    number: int = NUMBER,
) -> Draft:
    """Return a floor before it is furnished; all its rooms but the arrival's have a theme."""
    draft = dug(game, number, layout_name=layout)
    draft.rooms[1:] = [replace(plan, theme=theme, special=special) for plan in draft.rooms[1:]]
    return draft


def furnished(game: Game, theme: str = "tried", layout: LayoutName = "small_keep") -> Draft:
    """Return such a floor furnished."""
    draft = themed(game, theme, layout)
    furnish_rooms(draft)
    return draft


def is_sound(draft: Draft) -> bool:
    """Whether one can get everywhere, and without harm wherever no harm is."""
    terrain = draft.game.terrain
    walkable = terrain.walkable[draft.tiles]
    safe = walkable & ~terrain.shunned[draft.tiles]
    return all(
        bool((steps_from(draft.layout.arrival, ground)[ground] < FAR).all())
        for ground in (walkable, safe)
    )


def count_of(draft: Draft, terrain: str) -> int:
    """Return how many cells have a terrain."""
    return int(np.count_nonzero(draft.tiles == draft.game.terrain.codes[terrain]))


def name_at(draft: Draft, cell: tuple[int, int]) -> str:
    """Return the key of the terrain of a cell."""
    return draft.game.terrain.names[int(draft.tiles[cell[1], cell[0]])]


PLAIN_TYPE = "warren"
"""A floor type without amulets that holds as many monsters as R3 says."""


def plain_branch(number: int, kind: str = PLAIN_TYPE) -> Branch:
    """Return a branch of a floor's number and type, below plain floors."""
    return Branch((0,) * (number - 1), (*[PLAIN_TYPE] * (number - 1), kind))


def dug(
    game: Game,
    number: int = 1,
    levels: tuple[int, ...] = (1,),
    layout_name: LayoutName = "rooms_and_corridors",
    kind: str = PLAIN_TYPE,
) -> Draft:
    """Return a floor with one way up, but on the first, and one down, and nothing on it yet."""
    branch = plain_branch(number, kind)
    stairs = Stairs(up=branch.depth > 0, down=1)
    layout = lay_out(
        REPERTOIRE.layouts[layout_name],
        game.ruleset.layouts,
        stairs,
        game.terrain,
        game.seed,
        branch.key,
    )
    return Draft(
        game=game,
        branch=branch,
        levels=levels,
        layout=layout,
        tiles=layout.tiles.copy(),
        rooms=[RoomPlan(room) for room in layout.rooms],
        lair=lair_of(layout, game.terrain),
        taken={cell for cell in (layout.arrival, layout.stairs_up, *layout.stairs_down) if cell},
    )
