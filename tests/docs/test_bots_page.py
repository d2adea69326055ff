"""docs/bots.md lists the attributes that parts of the world have, and names no others."""

import re
from pathlib import Path

import pytest

from support.content.scripts import load_script
from undertide_client.model.mirror import Mirror
from undertide_shared.messages import Welcome

RENEW = load_script(Path(__file__).with_name("renew_bots.py"))
PAGE: str = RENEW.PAGE.read_text(encoding="utf-8")


def test_the_table_stands_as_it_is_renewed() -> None:
    assert RENEW.renewed(PAGE) == PAGE
    assert RENEW.renewed(PAGE.replace("`life`", "`lives`")) == PAGE


@pytest.mark.parametrize("kind", RENEW.parts(), ids=lambda kind: kind.__name__)
def test_every_part_has_a_line_with_all_that_it_has(kind: type) -> None:
    (line,) = re.findall(
        rf"^\| (?:\[`{kind.__name__}`\]\S+|`{kind.__name__}`) \| (.*) \|$", PAGE, re.MULTILINE
    )
    assert re.findall(r"`(\w+)`", line) == RENEW.attributes(kind)
    assert line


def test_what_the_page_says_of_a_greeting_and_the_world_is_there() -> None:
    greeting = re.search(r"`client\.welcome` holds(.*?)\n`close", PAGE, re.DOTALL)
    assert greeting is not None
    assert set(re.findall(r"`(\w+)`", greeting[1])) <= set(RENEW.attributes(Welcome))
    (world,) = re.findall(r"^\| Attribute \|.*\n\| --- .*\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    named = [
        name for row in world.splitlines() for name in re.findall(r"`(\w+)`", row.split(" | ")[0])
    ]
    mirror = Mirror()
    assert [name for name in named if not hasattr(mirror, name)] == []
