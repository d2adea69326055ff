"""The web page on which anyone can play and watch: a client of its own, in JavaScript.

The operators' page stands beside it: `operators.html` and `operators/`. `index.html` begins the
page for players and `main.js` puts it together; docs/browser.md says what it does. There is
no build step: `read_page` joins the modules into one script and the style sheets into one sheet
(`bundle.py`). The files in `generated/` are written from Python, and committed (CONTRIBUTING.md).
"""

from collections.abc import Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from undertide_client.web.bundle import bundle

FIRST: Final = "main.js"
"""The module that puts the page together."""
OPERATORS: Final = "operators/main.js"
"""The module that puts the operators' page together."""
BOOT: Final = "boot.js"
"""The script that runs before it, and stands outside of the bundle: it helps where that fails."""
PLAIN: Final = ("index.html", "operators.html", "icon.svg", "preview.png", BOOT)
"""The files that are sent as they stand."""
SHEETS: Final = ("base", "lobby", "screens", "play", "phone")
"""The style sheets in their order: later rules win."""
OPERATORS_SHEETS: Final = ("base", "operators")
"""Those of the operators' page."""
PLOT: Final = "page/plot.js"
"""The path of the module of plots, which the server's own pages have too."""


def read_page() -> dict[str, bytes]:
    """Return the files of the page by name.

    Raises BundleError if its modules don't fit together.
    """
    here = files("undertide_client.web")
    modules = read_modules()

    def sheet_of(names: Sequence[str]) -> bytes:
        return b"".join(here.joinpath("css", f"{name}.css").read_bytes() for name in names)

    return {
        **{name: here.joinpath(name).read_bytes() for name in PLAIN},
        "page.js": bundle(modules, FIRST).encode(),
        "style.css": sheet_of(SHEETS),
        "operators.js": bundle(modules, OPERATORS).encode(),
        "operators.css": sheet_of(OPERATORS_SHEETS),
    }


def read_modules() -> dict[str, str]:
    """Return the text of each module of the page by its path: `net/link.js`."""
    plot = files("undertide_shared").joinpath("plot.js").read_text("utf-8")
    return {PLOT: plot, **dict(_modules(files("undertide_client.web"), ""))}


def _modules(folder: Traversable, path: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for each in folder.iterdir():
        if each.is_dir():
            found += _modules(each, f"{path}{each.name}/")
        elif each.name.endswith(".js"):
            found.append((f"{path}{each.name}", each.read_text("utf-8")))
    return found
