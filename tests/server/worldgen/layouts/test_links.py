"""Which rooms corridors join."""

from hypothesis import given
from hypothesis import strategies as st

from undertide_server.util.rng import derive
from undertide_server.worldgen.layouts.layout import Room
from undertide_server.worldgen.layouts.links import draw_links

ROW = [Room(x, 1, 6, 6) for x in (40, 1, 20, 60)]
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
