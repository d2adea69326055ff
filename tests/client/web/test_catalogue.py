"""The page's copy of the terminal's words."""

from pathlib import Path

from support.content.scripts import load_script
from undertide_client.web import read_modules


def test_the_copy_of_the_page_is_current() -> None:
    renew_catalogue = load_script(Path(__file__).parent / "renew_catalogue.py")
    assert read_modules()["generated/catalogue.js"] == renew_catalogue.script(), (
        "run tests/client/web/renew_catalogue.py"
    )
