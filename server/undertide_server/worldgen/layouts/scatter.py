"""Rooms scattered over a floor, and the links between them that corridors follow."""

from undertide_server.util.rng import Rng
from undertide_server.worldgen.layouts.layout import Link, Room


def scatter(width: int, height: int, tries: int, sides: tuple[int, int], rng: Rng) -> list[Room]:
    """Return at least one and at most `tries` rooms with at least one wall between them.

    Their sides lie between the two `sides`, which must fit the map with its border.
    """
    rooms: list[Room] = []
    for _ in range(tries):
        room = _draw_room(width, height, sides, rng)
        if all(_apart(room, other) for other in rooms):
            rooms.append(room)
    return rooms


def furthest_last(rooms: list[Room]) -> list[Room]:
    """Return `rooms` with the one farthest from the first, centre to centre, moved to the end."""
    x, y = rooms[0].centre
    far = max(rooms, key=lambda room: abs(room.centre[0] - x) + abs(room.centre[1] - y))
    if far is rooms[0]:
        return rooms
    return [room for room in rooms if room is not far] + [far]


def _draw_room(width: int, height: int, sides: tuple[int, int], rng: Rng) -> Room:
    across, down = rng.between(*sides), rng.between(*sides)
    x = rng.between(1, width - 1 - across)
    y = rng.between(1, height - 1 - down)
    return Room(x, y, across, down)


def _apart(one: Room, other: Room) -> bool:
    return (
        one.x > other.x + other.width
        or other.x > one.x + one.width
        or one.y > other.y + other.height
        or other.y > one.y + one.height
    )


NEAR_LINKS = 2
"""Number of pairs for each room, the nearest first, from which extra links are drawn: longer ones
would cross half the map.
"""


def draw_links(rooms: list[Room], extra: int, rng: Rng) -> list[Link]:
    """Return a tree of the shortest links over all rooms, then up to `extra` further short ones."""
    tree = _tree(rooms)
    pairs = [(low, high) for high in range(len(rooms)) for low in range(high)]
    spare = sorted((_length(rooms, pair), pair) for pair in set(pairs) - set(tree))
    near = [pair for _, pair in spare[: NEAR_LINKS * len(rooms)]]
    return tree + rng.sample(near, extra)


def _tree(rooms: list[Room]) -> list[Link]:
    """Return the links that connect all rooms with the least total length (Prim)."""
    nearest = dict.fromkeys(range(1, len(rooms)), 0)
    links: list[Link] = []
    while nearest:
        room = min(nearest, key=lambda one: (_length(rooms, (one, nearest[one])), one))
        joined = nearest.pop(room)
        links.append((min(room, joined), max(room, joined)))
        for other, known in nearest.items():
            if _length(rooms, (other, room)) < _length(rooms, (other, known)):
                nearest[other] = room
    return links


def _length(rooms: list[Room], link: Link) -> int:
    """Return the distance between two rooms in cells, wall to wall."""
    one, other = rooms[link[0]], rooms[link[1]]
    across = max(one.x - other.x - other.width, other.x - one.x - one.width, 0)
    down = max(one.y - other.y - other.height, other.y - one.y - one.height, 0)
    return across + down
