"""The places of stairs, monsters, items and heroes, and the intents to reach them. Pure."""

from typing import Literal

import numpy as np

from undertide_client.model.mirror import Mirror
from undertide_client.model.run_tree import way
from undertide_client.screens.map.map_view import kind_of
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Climb, Intent, Move, Sighting, Take, Travel

Way = Literal["up", "down"]
NO_FOES = {"peaceful", "sealed"}
"""Moods of monsters that nobody needs to fight."""
UNHURT = 100
IDLE = ("asleep", "dead", "linkdead")
"""Moods of heroes who don't act."""
NEAR = 12
"""Steps up to which heroes count as being together."""
"""The health of a creature without wounds, in percent."""
ROLE_ORDER = {"monster": 0, "item": 1, "hero": 2}


def known_stairs(mirror: Mirror, way: Way) -> list[Cell]:
    """Return the known stairs that lead `way`, nearest first by `distance`."""
    codes = [code for code, look in mirror.looks.items() if look.stairs == way and code]
    ys, xs = np.nonzero(np.isin(mirror.tiles, codes))
    cells = [(int(x), int(y)) for x, y in zip(xs, ys, strict=True)]
    return nearest_first(cells, mirror.cell)


def intent_to_climb(mirror: Mirror, stairs: Cell) -> Intent:
    """Return the intent that takes some stairs, or walks to them first (R17)."""
    return Climb() if stairs == mirror.cell else Climb(*stairs)


def stairs_to_take(mirror: Mirror, way: Way) -> list[Cell]:
    """Return the known stairs that lead `way` and that the hero may mean, likeliest first.

    They are only those under the hero, or on which it has agreed, if there are any. Of others,
    those on which companions have agreed come first, and then the nearest.
    """
    stairs = known_stairs(mirror, way)
    seat = mirror.following
    own = {one.branch for one in mirror.agreements if seat in one.agreed}
    sure = [cell for cell in stairs if cell == mirror.cell or mirror.stairs.get(cell) in own]
    if sure:
        return sure[:1]
    proposed = {one.branch for one in mirror.agreements}
    return sorted(stairs, key=lambda cell: mirror.stairs.get(cell) not in proposed)


def intent_at(mirror: Mirror, cell: Cell) -> Intent:
    """Return the intent for a click on a cell: travel there, or act right here.

    A cell beside the hero means a step or a blow. The hero's own cell means its stairs or its
    items.
    """
    here = mirror.cell
    if here is None:
        return Travel(*cell)
    if distance(here, cell) > 1:
        return Travel(*cell)
    if cell != here:
        return Move(cell[0] - here[0], cell[1] - here[1])
    look = mirror.look_at(cell)
    return Climb() if look is not None and look.stairs != "none" else Take()


def intent_towards(mirror: Mirror, branch: int) -> Intent | None:
    """Return the intent that brings the hero nearer to another floor; None without known stairs."""
    floors = way(mirror.tree, mirror.floor.branch, branch) if mirror.floor else []
    stairs = [cell for cell, end in mirror.stairs.items() if end in floors[:1]]
    if not stairs:
        return None
    return intent_to_climb(mirror, nearest_first(stairs, mirror.cell)[0])


def sights(mirror: Mirror) -> list[Cell]:
    """Return the cells of monsters, items and heroes, in this order, each nearest first.

    Heroes and items may be out of sight.
    """
    own = mirror.hero.id if mirror.hero else None
    by_role: dict[str, list[Cell]] = {role: [] for role in ROLE_ORDER}
    for one in mirror.sightings.values():
        if one.id != own:
            by_role[kind_of(mirror, one).role].append((one.x, one.y))
    cells = [cell for each in by_role.values() for cell in nearest_first(each, mirror.cell)]
    return list(dict.fromkeys(cells))


def foes_in_sight(mirror: Mirror) -> list[Cell]:
    """Return the cells of foes in sight, nearest first; peaceful and sealed ones come last."""
    foes: list[Cell] = []
    others: list[Cell] = []
    for one in mirror.sightings.values():
        if kind_of(mirror, one).role == "monster" and not is_friend(mirror, one):
            (others if one.mood in NO_FOES else foes).append((one.x, one.y))
    return [*nearest_first(foes, mirror.cell), *nearest_first(others, mirror.cell)]


def has_enemies_in_sight(mirror: Mirror) -> bool:
    """Return whether any foe is in sight that is neither peaceful nor sealed."""
    return bool(enemies_in_sight(mirror))


def enemies_in_sight(mirror: Mirror) -> list[Sighting]:
    """Return the foes in sight that are neither peaceful nor sealed."""
    return [one for one in mirror.sightings.values() if is_foe(mirror, one)]


def friends_in_sight(mirror: Mirror) -> list[Cell]:
    """Return the cells of companions and of the party's allies in sight, nearest first."""
    own = mirror.hero.id if mirror.hero else None
    friends = (one for one in mirror.sightings.values() if is_friend(mirror, one))
    cells = [(one.x, one.y) for one in friends if one.id != own and mirror.sight[one.y, one.x]]
    return nearest_first(cells, mirror.cell)


def most_hurt_first(mirror: Mirror, cells: list[Cell]) -> list[Cell]:
    """Return cells of heroes and allies, those with the most wounds first and the fallen last."""
    friends = (one for one in mirror.sightings.values() if is_friend(mirror, one))
    health = {(one.x, one.y): one.health for one in friends if one.mood != "fallen"}
    return sorted(cells, key=lambda cell: health.get(cell, UNHURT))


def is_friend(mirror: Mirror, one: Sighting) -> bool:
    """Whether a sighting is a hero or an ally of the heroes."""
    return kind_of(mirror, one).role == "hero" or "ally" in one.status_effects


def is_foe(mirror: Mirror, one: Sighting) -> bool:
    """Return whether a sighting is a monster to fight: no ally, neither peaceful nor sealed."""
    is_monster = kind_of(mirror, one).role == "monster"
    return is_monster and one.mood not in NO_FOES and not is_friend(mirror, one)


def nearest_first(cells: list[Cell], here: Cell | None) -> list[Cell]:
    """Return cells by their distance in moves on open ground. Columns, then rows, break ties."""
    if here is None:
        return sorted(cells)
    return sorted(cells, key=lambda cell: (distance(cell, here), cell))


def focus_of(mirror: Mirror) -> Cell:
    """Return the centre of the map: the followed hero, else who acts, else the floor's middle.

    Of several heroes who act it is the one with the most others near.
    """
    if mirror.cell is not None:
        return mirror.cell
    heroes = [one for one in mirror.sightings.values() if kind_of(mirror, one).role == "hero"]
    acting = [one for one in heroes if one.mood not in IDLE] or heroes
    if acting:
        cells = [(one.x, one.y) for one in sorted(acting, key=lambda one: one.id)]
        return max(cells, key=lambda here: sum(distance(here, each) <= NEAR for each in cells))
    height, width = mirror.tiles.shape
    return width // 2, height // 2
