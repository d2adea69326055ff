"""The room that runs take, which are too old to keep, and the writes that delete them in slices.

A live server shares its one writer with play: so no slice takes longer than a few milliseconds, and
nothing is read before the slice before it was written.
"""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.renders import RenderReader
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


@dataclass(frozen=True, slots=True)
class DiskUsage:
    """The bytes of a server's runs, and those of the disk that holds them."""

    kept: int
    """Bytes of all that is kept of runs."""
    reusable: int
    """Bytes that deleted runs have left in the file: new runs take them before it grows."""
    free: int | None
    """Bytes that are free on the disk; None for a database, which doesn't say so."""
    renders: int = 0
    """Bytes of what is kept that are renders."""


UNMEASURED = DiskUsage(0, 0, None)
"""The room before anybody has looked, and of a server that keeps no runs."""


def disk_usage(store: StoreAddress) -> DiskUsage:
    """Return the present bytes. Raises OSError or StoreError."""
    with RenderReader(store) as runs:
        space, renders = runs.space(), runs.all_renders()
    return DiskUsage(space.kept, space.free, _free(store), renders)


def _free(store: StoreAddress) -> int | None:
    return shutil.disk_usage(store).free if isinstance(store, Path) else None
