"""Write the page's copy of the figures by which the map is drawn: run this when they have changed.

    .venv/bin/python tests/client/web/renew_figures.py

`figures.js` holds what `screens/map/figures.py` of the terminal and the window holds.
"""

import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import undertide_client.web
from undertide_client.screens.map import figures

FIGURES: Final = Path(undertide_client.web.__file__).parent / "generated" / "figures.js"
HEAD: Final = """\
/**
 * The figures by which the map is lit and drawn. tests/client/web/renew_figures.py writes this file
 * from screens/map/figures.py, which says what each means: change it there.
 */
"""
STATED: Final = re.compile(r"^([A-Z_]+): Final", re.MULTILINE)


def main() -> None:
    """Write the file, and tell whether it has changed."""
    before = FIGURES.read_text(encoding="utf-8") if FIGURES.exists() else ""
    FIGURES.write_text(script(), encoding="utf-8")
    print("changed" if before != script() else "unchanged")


def script() -> str:
    """Return the text of `figures.js`."""
    return HEAD + "".join(_constants())


def _constants() -> Iterator[str]:
    for name in STATED.findall(inspect.getsource(figures)):
        value = json.dumps(getattr(figures, name), ensure_ascii=False)
        yield f"export const {name} = {value};\n"


if __name__ == "__main__":
    main()
