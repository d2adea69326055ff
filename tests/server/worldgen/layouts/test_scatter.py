"""Rectangles strewn over a map."""

from hypothesis import given
from hypothesis import strategies as st

from undertide_server.util.rng import derive
from undertide_server.worldgen.layouts.layout import Room
from undertide_server.worldgen.layouts.scatter import draw_links, furthest_last, scatter

seeds = st.binary(min_size=16, max_size=16)
ROW = [Room(x, 1, 6, 6) for x in (40, 1, 20, 60)]


@given(st.integers(20, 90), st.integers(15, 60), st.integers(1, 60), seeds)
def test_rooms_lie_within_the_border_and_apart(
    width: int, height: int, tries: int, seed: bytes
) -> None:
    rooms = scatter(width, height, tries, (3, 9), derive(seed, "test"))
    assert 1 <= len(rooms) <= tries
    taken: set[tuple[int, int]] = set()
    for room in rooms:
        assert 3 <= min(room.width, room.height) <= max(room.width, room.height) <= 9
        assert 1 <= room.x <= width - 1 - room.width
        assert 1 <= room.y <= height - 1 - room.height
        grown = Room(room.x - 1, room.y - 1, room.width + 2, room.height + 2)
        assert not taken & set(grown.cells())
        taken |= set(room.cells())


def test_a_room_may_fill_the_map() -> None:
    assert scatter(20, 15, 5, (13, 13), derive(bytes(16), "test"))[0].height == 13


def test_the_furthest_room_goes_last_and_the_rest_stay_in_order() -> None:
    near, middle, far = Room(1, 1, 3, 3), Room(9, 1, 3, 3), Room(30, 9, 3, 3)
    assert furthest_last([near, far, middle]) == [near, middle, far]
    assert furthest_last([near]) == [near]


rooms = st.builds(
    Room, st.integers(1, 70), st.integers(1, 30), st.integers(3, 10), st.integers(3, 10)
)


def reached(count: int, links: list[tuple[int, int]]) -> set[int]:
    """Return the rooms that links lead to from the first."""
    found = {0}
    for _ in range(count):
        found |= {room for link in links if found & set(link) for room in link}
    return found


@given(st.lists(rooms, min_size=1, max_size=12), st.integers(0, 5), st.binary(min_size=16))
def test_all_rooms_hang_together_and_no_link_comes_twice(
    some: list[Room], extra: int, seed: bytes
) -> None:
    links = draw_links(some, extra, derive(seed, "test"))
    assert reached(len(some), links) == set(range(len(some)))
    assert len(set(links)) == len(links)
    assert all(low < high for low, high in links)
    assert len(some) - 1 <= len(links) <= len(some) - 1 + extra


def test_the_tree_has_the_shortest_links() -> None:
    assert set(draw_links(ROW, 0, derive(bytes(16), "test"))) == {(0, 2), (0, 3), (1, 2)}


def test_extra_links_are_ways_round() -> None:
    links = draw_links(ROW, 2, derive(bytes(16), "test"))
    assert len(links) == 5
