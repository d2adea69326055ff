"""Which runs are too old to keep, and the writes that delete them slice by slice.

A live server shares its one writer with play: so no slice takes longer than a few milliseconds, and
nothing is read before the slice before it was written.
"""

from collections.abc import Iterator

from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.run_list import RunList
from undertide_server.store.writes import (
    Cleared,
    SpaceGivenBack,
)
from undertide_shared.messages import RunState

RUNS = 100
"""Runs that are deleted from the list in one slice."""
ROWS = 200
"""Rows that are cleared in one slice: of a long run 2 MB."""
PAGES = 128
"""Pages of the file that are given back in one slice: half a megabyte."""
SPARE_PAGES = 256
"""Free pages that stay in the file, a megabyte: the next runs take them again."""


def old_runs(store: StoreAddress, state: RunState, before: float) -> Iterator[list[str]]:
    """Yield the runs in a state that nobody played or closed since a moment, slice by slice.

    The moment is in seconds since 1970. Raises FileNotFoundError or StoreError.
    """
    after = 0
    while True:
        with RunList(store) as runs:
            found = runs.old(state, before, after, RUNS)
        if not found:
            return
        after = found[-1].number
        yield [each.run for each in found]


def surplus_runs(store: StoreAddress, most: int) -> Iterator[list[str]]:
    """Yield the runs that are over, but for the latest `most`: one slice, the earliest first.

    Raises as `old_runs` does.
    """
    with RunList(store) as runs:
        found = runs.surplus(most, RUNS)
    if found:
        yield found


def tidying(store: StoreAddress) -> Iterator[Cleared | SpaceGivenBack]:
    """Yield what remains to be written after runs were deleted, slice by slice.

    Raises as `old_runs` does.
    """
    while True:
        with RunList(store) as runs:
            space, has_leftovers = runs.space(), runs.has_leftovers()
        if has_leftovers:
            yield Cleared(ROWS)
        elif space.returnable > SPARE_PAGES * space.page:
            yield SpaceGivenBack(PAGES)
        else:
            return
