"""The page's copy of the terminal's words."""

import re
from pathlib import Path

from support.content.scripts import load_script
from undertide_client.web import read_modules


def test_the_copy_of_the_page_is_current() -> None:
    renew_catalogue = load_script(Path(__file__).parent / "renew_catalogue.py")
    assert read_modules()["generated/catalogue.js"] == renew_catalogue.script(), (
        "run tests/client/web/renew_catalogue.py"
    )


def test_the_page_needs_all_of_it() -> None:
    modules = read_modules()
    stated = re.findall(r"^export const (\w+)", modules["generated/catalogue.js"], re.MULTILINE)
    others = "".join(text for path, text in modules.items() if not path.startswith("generated/"))
    assert {name for name in stated if not re.search(rf"\b{name}\b", others)} == set()
