"""The page's copy of the commands and their keys."""

from pathlib import Path

from support.content.scripts import load_script
from undertide_client.web import read_modules


def test_the_copy_of_the_page_is_current() -> None:
    renew_commands = load_script(Path(__file__).parent / "renew_commands.py")
    assert read_modules()["generated/commands.js"] == renew_commands.script(), (
        "run tests/client/web/renew_commands.py"
    )
