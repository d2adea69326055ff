"""The room that a data folder takes on its disk, and what is left there."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from undertide_server.store.renders import RenderReader


@dataclass(frozen=True, slots=True)
class DiskUsage:
    """The bytes of a server's runs, and those of the disk that holds them."""

    kept: int
    """Bytes of all that is kept of runs."""
    reusable: int
    """Bytes that deleted runs have left in the file: new runs take them before it grows."""
    free: int
    """Bytes that are free on the disk."""
    renders: int = 0
    """Bytes of what is kept that are renders."""


UNMEASURED = DiskUsage(0, 0, 0)
"""The room before anybody has looked, and of a server that keeps no runs."""


def disk_usage(folder: Path) -> DiskUsage:
    """Return the present bytes. Raises OSError or StoreError."""
    with RenderReader(folder) as runs:
        space, renders = runs.space(), runs.all_renders()
    return DiskUsage(space.kept, space.free, shutil.disk_usage(folder).free, renders)
