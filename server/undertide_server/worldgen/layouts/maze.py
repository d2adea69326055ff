"""Mazes over a grid of rooms, as connections between rooms. Rooms are numbered row after row."""

from collections import Counter, deque
from collections.abc import Iterable

from undertide_server.util.rng import Rng
from undertide_server.worldgen.layouts.layout import Link


def grid_links(columns: int, rows: int) -> list[Link]:
    """Return every pair of rooms of a grid that are side by side or one below the other."""
    rooms = range(columns * rows)
    across = [(room, room + 1) for room in rooms if (room + 1) % columns]
    return across + [(room, room + columns) for room in rooms if room + columns < columns * rows]


def perfect_maze(columns: int, rows: int, rng: Rng) -> list[Link]:
    """Return connections that leave exactly one way from each room to each other one (Kruskal).

    They are one fewer than the rooms. About three rooms in ten are dead ends.
    """
    group = list(range(columns * rows))

    def root(room: int) -> int:
        while group[room] != room:
            group[room] = room = group[group[room]]
        return room

    maze: list[Link] = []
    for low, high in rng.shuffled(grid_links(columns, rows)):
        one, other = root(low), root(high)
        if one != other:
            group[one] = other
            maze.append((low, high))
    return maze


def dead_ends(links: Iterable[Link]) -> list[int]:
    """Return the rooms with a single connection, in order."""
    ways = Counter(room for link in links for room in link)
    return sorted(room for room, count in ways.items() if count == 1)


def join_dead_ends(maze: list[Link], columns: int, rows: int, most: int, rng: Rng) -> list[Link]:
    """Return a maze with connections added until it has at most `most` dead ends.

    Each joins a random dead end to a neighbour that it was not joined to. A dead end always has
    such a neighbour, since the grid must have at least two columns and two rows.
    """
    links = list(maze)
    beside, joined = _neighbours(grid_links(columns, rows)), _neighbours(maze)
    ends = dead_ends(maze)
    while len(ends) > most:
        end = rng.pick(ends)
        other = rng.pick([room for room in beside[end] if room not in joined[end]])
        links.append((min(end, other), max(end, other)))
        joined[end].append(other)
        joined[other].append(end)
        ends = [room for room in ends if len(joined[room]) == 1]
    return links


def rooms_away(start: int, links: Iterable[Link]) -> dict[int, int]:
    """Return the number of connections from `start` to each room that can be reached."""
    beside = _neighbours(links)
    away = {start: 0}
    queue = deque([start])
    while queue:
        room = queue.popleft()
        for other in beside.get(room, []):
            if other not in away:
                away[other] = away[room] + 1
                queue.append(other)
    return away


def _neighbours(links: Iterable[Link]) -> dict[int, list[int]]:
    """Return the rooms that each room is linked to."""
    beside: dict[int, list[int]] = {}
    for low, high in links:
        beside.setdefault(low, []).append(high)
        beside.setdefault(high, []).append(low)
    return beside
