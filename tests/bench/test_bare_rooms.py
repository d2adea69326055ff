"""Rooms of a bare server move actors as clients ask, and send frames of the sizes it was told."""

import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from bare_rooms import SIDE, VARIETY, Room, drawn_frames


@pytest.fixture
def room() -> Room:
    """A room of two actors, of whom the first stands in a corner and the second beside it."""
    made = Room(0)
    made.place((0, 0))
    made.place((1, 0))
    return made


class TestRoom:
    def test_actors_stand_apart_from_the_beginning(self) -> None:
        assert len(set(Room(500).cells)) == 500

    def test_an_actor_goes_where_nobody_stands(self, room: Room) -> None:
        room.moves.append((0, 0, 1))
        room.walk()
        assert room.cells == [(0, 1), (1, 0)]

    def test_an_actor_stays_where_somebody_stands_on_its_way(self, room: Room) -> None:
        room.moves.append((0, 1, 0))
        room.walk()
        assert room.cells == [(0, 0), (1, 0)]

    def test_a_cell_that_was_left_is_free(self, room: Room) -> None:
        room.moves += [(1, 1, 0), (0, 1, 0)]
        room.walk()
        assert room.cells == [(1, 0), (2, 0)]

    def test_nobody_leaves_the_room(self, room: Room) -> None:
        room.moves += [(0, -1, 0), (0, 0, -1), (1, 0, -1)]
        room.walk()
        assert all(0 <= at < SIDE for cell in room.cells for at in cell)

    def test_moves_count_once(self, room: Room) -> None:
        room.moves.append((1, 1, 0))
        room.walk()
        room.walk()
        assert room.cells[1] == (2, 0)


class TestFrames:
    def test_sizes_come_as_often_as_they_were_counted(self) -> None:
        drawn = Counter(len(frame) for frame in drawn_frames({"40": 3, "400": 1}, 1.0) if frame)
        assert drawn[40] / drawn[400] == pytest.approx(3, rel=0.1)

    def test_a_tick_has_a_frame_as_often_as_it_should(self) -> None:
        drawn = drawn_frames({"40": 1}, 0.4)
        assert len(drawn) == VARIETY
        assert drawn.count(None) / VARIETY == pytest.approx(0.6, abs=0.03)
