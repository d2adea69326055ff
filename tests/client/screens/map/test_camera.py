from hypothesis import given
from hypothesis import strategies as st

from undertide_client.screens.map.camera import aim
from undertide_client.screens.widgets.drawing import Area

AREA = Area(3, 2, 20, 10)


def test_a_small_floor_stands_in_the_middle() -> None:
    camera = aim(AREA, (10, 6), (0, 0))
    assert camera.on_screen((0, 0)) == (8, 4)


def test_a_large_floor_scrolls_with_its_focus() -> None:
    camera = aim(AREA, (80, 43), (40, 20))
    assert camera.on_screen((40, 20)) == (13, 7)


def test_a_large_floor_ends_at_the_areas_edges() -> None:
    assert aim(AREA, (80, 43), (0, 0)).on_screen((0, 0)) == (3, 2)
    assert aim(AREA, (80, 43), (79, 42)).on_screen((79, 42)) == (22, 11)


@given(st.integers(1, 90), st.integers(1, 90), st.integers(0, 89), st.integers(0, 89))
def test_the_focus_is_always_in_view_and_the_way_back_leads_to_it(
    width: int, height: int, x: int, y: int
) -> None:
    focus = (min(x, width - 1), min(y, height - 1))
    camera = aim(AREA, (width, height), focus)
    spot = camera.on_screen(focus)
    assert spot is not None
    assert camera.on_floor(*spot) == focus


def test_outside_of_the_area_there_is_no_floor() -> None:
    camera = aim(AREA, (80, 43), (40, 20))
    assert camera.on_floor(2, 2) is None
    assert camera.on_screen((0, 0)) is None
