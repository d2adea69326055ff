"""The web page on which anyone can play and watch: a client of its own, in JavaScript.

`index.html` begins it and `main.js` puts it together; docs/browser.md says what it does. There is
no build step: `read_page` joins the modules into one script and the style sheets into one sheet
(`bundle.py`). The files in `generated/` are written from Python, and committed (CONTRIBUTING.md).
"""

from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from undertide_client.web.bundle import bundle

FIRST: Final = "main.js"
"""The module that puts the page together."""
BOOT: Final = "boot.js"
"""The script that runs before it, and stands outside of the bundle: it helps where that fails."""
PLAIN: Final = ("index.html", "icon.svg", "preview.png", BOOT)
"""The files that are sent as they stand."""
SHEETS: Final = ("base", "lobby", "screens", "play", "phone")
"""The style sheets in their order: later rules win."""


def read_page() -> dict[str, bytes]:
    """Return the files of the page by name.

    Raises BundleError if its modules don't fit together.
    """
    here = files("undertide_client.web")
    sheets = [here.joinpath("css", f"{name}.css").read_text("utf-8") for name in SHEETS]
    return {
        **{name: here.joinpath(name).read_bytes() for name in PLAIN},
        "page.js": bundle(read_modules(), FIRST).encode(),
        "style.css": "".join(sheets).encode(),
    }


def read_modules() -> dict[str, str]:
    """Return the text of each module of the page by its path: `net/link.js`."""
    return dict(_modules(files("undertide_client.web"), ""))


def _modules(folder: Traversable, path: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for each in folder.iterdir():
        if each.is_dir():
            found += _modules(each, f"{path}{each.name}/")
        elif each.name.endswith(".js"):
            found.append((f"{path}{each.name}", each.read_text("utf-8")))
    return found
