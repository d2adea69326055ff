"""The web page that a server shows to browsers, and the search for its files.

The page is a client, and the server does not import clients. It finds the page's files here by
name, as the `undertide` command finds its subcommands.
"""

from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from typing import Final

ENTRY_POINTS: Final = "undertide.pages"
"""The entry point group in which a package names its page, a `ReadPage`."""
FRONT: Final = "index.html"
"""The first file of a page. It refers to the other files as `web/NAME`."""

OPERATORS: Final = "operators.html"
"""The page for operators, at `/operators`, if there is one. It refers to other files likewise."""

ReadPage = Callable[[], Mapping[str, bytes]]
"""Reads the files of a page. The result maps names to contents."""


def page_files() -> dict[str, bytes]:
    """Return the files of the page by name. The result is empty if no page is installed."""
    files: dict[str, bytes] = {}
    for entry in sorted(entry_points(group=ENTRY_POINTS)):
        read: ReadPage = entry.load()
        files |= read()
    return files
