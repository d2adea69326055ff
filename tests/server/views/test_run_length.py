"""Run-length coding: what is coded can be decoded by its description."""

from itertools import groupby

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from undertide_server.views.run_length import changed_runs, sight_runs, toggled_runs, whole_runs

shapes = st.tuples(st.integers(1, 6), st.integers(1, 9))
floors = shapes.flatmap(lambda shape: npst.arrays(np.uint8, shape, elements=st.integers(0, 3)))
pairs = shapes.flatmap(
    lambda shape: st.tuples(
        npst.arrays(np.uint8, shape, elements=st.integers(0, 3)),
        npst.arrays(np.uint8, shape, elements=st.integers(0, 3)),
    )
)


@given(floors)
def test_whole_runs_give_every_cell_back(tiles: np.ndarray) -> None:
    runs = whole_runs(tiles)
    cells = [code for code, count in zip(runs[::2], runs[1::2], strict=True) for _ in range(count)]
    assert cells == tiles.ravel().tolist()


@given(floors)
def test_sight_runs_alternate_from_unseen(tiles: np.ndarray) -> None:
    mask = tiles > 1
    seen = False
    cells: list[bool] = []
    for count in sight_runs(mask):
        cells += [seen] * count
        seen = not seen
    assert cells == mask.ravel().tolist()


@given(pairs)
def test_toggled_runs_turn_one_mask_into_the_other(pair: tuple[np.ndarray, np.ndarray]) -> None:
    before, after = pair[0] > 1, pair[1] > 1
    flat = before.ravel().copy()
    runs = toggled_runs(before, after)
    at = 0
    for skipped, changed in zip(runs[::2], runs[1::2], strict=True):
        at += skipped
        flat[at : at + changed] ^= True
        at += changed
    assert flat.tolist() == after.ravel().tolist()
    assert all(runs[1:]), "only the first run may be empty"


@given(pairs)
def test_changed_runs_turn_one_floor_into_the_other(pair: tuple[np.ndarray, np.ndarray]) -> None:
    before, after = (tiles.tobytes() for tiles in pair)
    cells = bytearray(before)
    runs = changed_runs(before, after)
    at = 0
    for skipped, count, code in zip(runs[::3], runs[1::3], runs[2::3], strict=True):
        at += skipped
        cells[at : at + count] = bytes([code]) * count
        at += count
    assert cells == after


@given(pairs)
def test_changed_runs_are_as_few_as_can_be(pair: tuple[np.ndarray, np.ndarray]) -> None:
    before, after = (tiles.tobytes() for tiles in pair)
    told = [new if old != new else None for old, new in zip(before, after, strict=True)]
    groups = [(code, len(list(cells))) for code, cells in groupby(told)]
    wanted: list[int] = []
    skipped = 0
    for code, count in groups:
        if code is None:
            skipped = count
        else:
            wanted += (skipped, count, code)
            skipped = 0
    assert changed_runs(before, after) == wanted


def test_what_is_the_same_takes_no_runs() -> None:
    tiles = np.ones((3, 4), dtype=np.uint8)
    assert changed_runs(tiles.tobytes(), tiles.tobytes()) == []
    assert toggled_runs(tiles > 0, tiles > 0) == []
