"""Random rectangles on a map that never overlap: rooms, or the later chambers of a cave."""

from undertide_server.util.rng import Rng
from undertide_server.worldgen.layouts.layout import Room


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
