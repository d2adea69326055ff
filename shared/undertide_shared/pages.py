"""The web page that a server shows to browsers, and where it is found if it is installed.

The page is a client, and servers know no client: a server finds its files here by name, as the
`undertide` command finds its subcommands.
"""

from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from typing import Final

ENTRY_POINTS: Final = "undertide.pages"
"""The entry point group in which a package names its page: a `ReadPage`."""
FRONT: Final = "index.html"
"""The file that a page begins with. It refers to the others as `web/NAME`."""

ReadPage = Callable[[], Mapping[str, bytes]]
"""Reads the files of a page, by name."""


def page_files() -> dict[str, bytes]:
    """Return the files of the page by name; none where none is installed."""
    files: dict[str, bytes] = {}
    for entry in sorted(entry_points(group=ENTRY_POINTS)):
        read: ReadPage = entry.load()
        files |= read()
    return files
