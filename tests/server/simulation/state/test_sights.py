"""What is seen from a cell is what would be worked out anew over the whole floor."""

import numpy as np
import pytest
import tcod.constants
import tcod.map
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from undertide_server.simulation.state.sights import MOST_KEPT, Sights, nothing, only

WIDTH, HEIGHT = 13, 9

floors = st.lists(st.booleans(), min_size=WIDTH * HEIGHT, max_size=WIDTH * HEIGHT).map(
    lambda cells: np.array(cells, dtype=np.bool_).reshape(HEIGHT, WIDTH)
)
spots = st.integers(0, WIDTH * HEIGHT - 1)
cells = st.tuples(st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1))
radii = st.integers(1, WIDTH + 2)
looks = st.tuples(cells, radii)
changes = st.dictionaries(spots, st.booleans(), max_size=4)


def seen_over_all(transparent: NDArray[np.bool_], cell: tuple[int, int], radius: int) -> bytes:
    """Return what the library says is seen when it is given the whole floor."""
    mask = tcod.map.compute_fov(
        transparent,
        (cell[1], cell[0]),
        radius=radius,
        light_walls=True,
        algorithm=tcod.constants.FOV_SYMMETRIC_SHADOWCAST,
    )
    return mask.tobytes()


def change(sights: Sights, turned: dict[int, bool]) -> bool:
    """Let cells turn, given row after row."""
    codes = np.fromiter(turned.values(), np.bool_, len(turned))
    return sights.change(np.fromiter(turned.keys(), np.intp, len(turned)), codes)


@given(floors, st.lists(st.tuples(changes, st.lists(looks, max_size=4)), max_size=8))
def test_what_is_seen_is_what_would_be_worked_out_anew_whatever_changed(
    floor: NDArray[np.bool_], steps: list[tuple[dict[int, bool], list[tuple[tuple[int, int], int]]]]
) -> None:
    sights, model = Sights(floor.copy()), floor.copy()
    asked: list[tuple[tuple[int, int], int]] = []
    for turned, looked in steps:
        before = model.copy()
        model.put(list(turned.keys()), list(turned.values()))
        assert change(sights, turned) == bool((model != before).any())
        assert (sights.transparent == model).all()
        asked += looked
        for cell, radius in asked:
            sight = sights.around(cell, radius)
            assert sight.sees == seen_over_all(model, cell, radius)
            assert sight.mask.tobytes() == sight.sees


def test_what_opens_is_seen_through_at_once() -> None:
    sights = Sights(np.array([[True, False, True]]))
    assert not sights.around((0, 0), 5).mask[0, 2]
    change(sights, {1: True})
    assert sights.around((0, 0), 5).mask[0, 2]


def test_no_more_is_kept_than_can_be_asked_for_soon() -> None:
    sights = Sights(np.ones((HEIGHT, WIDTH), dtype=np.bool_))
    everywhere = [(x, y) for y in range(HEIGHT) for x in range(WIDTH)]
    first = sights.around((0, 0), 5)
    assert sights.around((0, 0), 5) is first
    for cell in everywhere[:MOST_KEPT]:
        sights.around(cell, 5)
    assert sights.around((0, 0), 5) is first
    sights.around(everywhere[MOST_KEPT], 5)
    again = sights.around((0, 0), 5)
    assert again is not first
    assert again.sees == first.sees


def test_nobody_changes_what_sight_goes_through_behind_its_back() -> None:
    sights = Sights(np.ones((HEIGHT, WIDTH), dtype=np.bool_))
    with pytest.raises(ValueError, match="read-only"):
        sights.transparent[1, 1] = False
    with pytest.raises(ValueError, match="read-only"):
        sights.around((1, 1), 5).mask[1, 1] = False


def test_whoever_sees_only_its_own_cell_sees_that() -> None:
    sight = only((HEIGHT, WIDTH), (3, 2))
    assert np.argwhere(sight.mask).tolist() == [[2, 3]]
    assert sight.sees == sight.mask.tobytes()


def test_whoever_has_not_looked_sees_nothing() -> None:
    sight = nothing((HEIGHT, WIDTH))
    assert sight.mask.shape == (HEIGHT, WIDTH)
    assert not any(sight.sees)


def test_no_two_fields_of_view_have_one_number() -> None:
    sights = Sights(np.ones((HEIGHT, WIDTH), dtype=np.bool_))
    seen = [sights.around(cell, 5) for cell in ((1, 1), (2, 1), (1, 1), (1, 2))]
    assert seen[0] is seen[2]
    assert len({sight.number for sight in (*seen, only((HEIGHT, WIDTH), (1, 1)))}) == 4


def test_what_opens_out_of_sight_changes_nothing_that_is_kept() -> None:
    sights = Sights(np.array([[True, False, True, False, True]]))
    first = sights.around((0, 0), 5)
    change(sights, {3: True})
    assert sights.around((0, 0), 5) is first
    change(sights, {1: True})
    assert sights.around((0, 0), 5).mask.all()


def test_what_closes_may_come_into_sight() -> None:
    """Sight passes the edge of an open cell without showing it, but shows a wall there."""
    sights = Sights(np.array([[True, False, True, True], [True, True, True, True]]))
    assert not sights.around((3, 1), 9).mask[0, 0]
    change(sights, {0: False})
    assert sights.around((3, 1), 9).mask[0, 0]
