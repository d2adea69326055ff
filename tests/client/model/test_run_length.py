from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.client.client_examples import run_lengths
from undertide_client.model.errors import BadRunLengthError
from undertide_client.model.run_length import change_tiles, toggle, whole_sight, whole_tiles
from undertide_shared.limits import MAX_TILE_CODE

CODES = st.lists(st.integers(0, 5), min_size=1, max_size=60)
ANY_INTEGERS = st.lists(st.integers(-(2**65), 2**65) | st.integers(-3, 70), max_size=12)


@given(CODES)
def test_whole_tiles_give_back_what_was_coded(codes: list[int]) -> None:
    assert whole_tiles(run_lengths(codes), len(codes)).tolist() == codes


@given(CODES, st.data())
def test_changed_tiles_turn_the_old_into_the_new(old: list[int], data: st.DataObject) -> None:
    size = len(old)
    new = data.draw(st.lists(st.integers(0, 5), min_size=size, max_size=size))
    cells = np.array(old, dtype=np.uint16)
    runs: list[int] = []
    skipped = 0
    for before, after in zip(old, new, strict=True):
        if before == after:
            skipped += 1
        else:
            runs += [skipped, 1, after]
            skipped = 0
    change_tiles(cells, runs)
    assert cells.tolist() == new


def test_sight_begins_with_what_is_unseen_and_leaves_the_rest_unseen() -> None:
    assert whole_sight([2, 3], 8).tolist() == [False] * 2 + [True] * 3 + [False] * 3


def test_toggling_twice_changes_nothing() -> None:
    cells = whole_sight([0, 4], 9)
    before = cells.copy()
    for _ in range(2):
        toggle(cells, [1, 5, 1, 1])
    assert (cells == before).all()


def test_no_runs_change_nothing() -> None:
    cells = whole_sight([1, 1], 3)
    toggle(cells, [])
    assert cells.tolist() == [False, True, False]


@pytest.mark.parametrize(
    "runs", [[1], [1, 5], [1, 7], [-1, 6], [1, -6], [MAX_TILE_CODE + 1, 6], [1, 2**64 - 1]]
)
def test_whole_tiles_that_do_not_fit_are_refused(runs: list[int]) -> None:
    with pytest.raises(BadRunLengthError):
        whole_tiles(runs, 6)


@given(ANY_INTEGERS)
def test_no_runs_at_all_can_do_worse_than_be_refused(runs: list[int]) -> None:
    with suppress(BadRunLengthError):
        assert whole_tiles(runs, 6).shape == (6,)
    with suppress(BadRunLengthError):
        assert whole_sight(runs, 6).shape == (6,)
    with suppress(BadRunLengthError):
        change_tiles(np.zeros(6, dtype=np.uint16), runs)
