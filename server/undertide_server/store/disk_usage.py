"""The room that the runs of a store take, and what is left on the disk."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.renders import RenderReader


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
