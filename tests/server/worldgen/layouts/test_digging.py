"""Corridors through rock."""

from undertide_server.worldgen.layouts.digging import Rock
from undertide_server.worldgen.layouts.layout import Room

LEFT, RIGHT = Room(2, 2, 5, 5), Room(20, 2, 5, 5)


def test_a_straight_way_has_a_doorway_in_each_wall() -> None:
    rock = Rock(30, 12, [LEFT, RIGHT])
    assert rock.dig((4, 4), (22, 4), (22, 4))
    assert rock.doorways == [(7, 4), (19, 4)]
    assert {(x, 4) for x in range(7, 20)} == cells(rock)


def test_a_way_bends_at_the_elbow() -> None:
    rock = Rock(30, 30, [LEFT, Room(20, 20, 5, 5)])
    assert rock.dig((4, 4), (22, 22), (4, 22))
    assert (4, 15) in cells(rock)
    assert (12, 22) in cells(rock)
    assert (12, 12) not in cells(rock)


def test_ways_join_rather_than_run_side_by_side() -> None:
    rock = Rock(30, 12, [LEFT, RIGHT])
    assert rock.dig((4, 4), (22, 4), (22, 4))
    before = cells(rock)
    assert rock.dig((4, 5), (22, 5), (22, 5))
    assert cells(rock) == before


def test_a_way_goes_round_a_room_that_stands_between() -> None:
    between = Room(12, 3, 3, 3)
    rock = Rock(30, 12, [LEFT, between, RIGHT])
    assert rock.dig((4, 4), (22, 4), (22, 4))
    assert len(rock.doorways) == 2
    assert not cells(rock) & set(Room(11, 2, 5, 5).cells())


def test_without_a_way_nothing_is_dug() -> None:
    rock = Rock(30, 12, [LEFT, RIGHT])
    rock.cost[:, 12] = 0
    assert not rock.dig((4, 4), (22, 4), (22, 4))
    assert cells(rock) == set()


def cells(rock: Rock) -> set[tuple[int, int]]:
    """Return the cells of passages."""
    ys, xs = rock.passages.nonzero()
    return {(int(x), int(y)) for y, x in zip(ys, xs, strict=True)}
