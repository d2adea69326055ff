"""Write the table of attributes in docs/bots.md anew: run this when a message has changed.

    .venv/bin/python tests/docs/renew_bots.py

It has the structs that `undertide_client.api` exports, but for intents, and what `Client` holds and
returns. docs/protocol.md explains their fields.
"""

import re
import sys
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.content.pages import renew
from support.content.scripts import load_script
from undertide_client import api
from undertide_shared.messages import (
    INTENTS,
    CallingInfo,
    PresetInfo,
    RunInfo,
    SessionInfo,
    Welcome,
)

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "bots.md"
PROTOCOL: Final = load_script(ROOT / "tests" / "shared" / "renew_protocol.py")
HEAD: Final = "| Part | Attributes |\n| --- | --- |\n"
TABLE: Final = re.compile(rf"(?<={re.escape(HEAD)})(?:\|.*\n?)*")
ANSWERS: Final = (Welcome, PresetInfo, CallingInfo, SessionInfo, RunInfo)
"""What `Client` holds and returns that the library doesn't export by name."""


def renewed(text: str) -> str:
    """Return the page with its table of attributes."""
    anchors = PROTOCOL.anchors_of(PROTOCOL.PAGE.read_text(encoding="utf-8"))
    rows = (_row(kind, anchors) for kind in parts())
    return TABLE.sub("".join(rows), text)


def parts() -> list[type]:
    """Return the types whose attributes the page lists, by name."""
    exported = [getattr(api, name) for name in api.__all__]
    kinds = {kind for kind in exported if isinstance(kind, type) and attributes(kind)}
    return sorted(kinds.difference(INTENTS).union(ANSWERS), key=lambda kind: kind.__name__)


def attributes(kind: Any) -> list[str]:
    """Return the public attributes of a struct or a dataclass; empty for other types."""
    if is_dataclass(kind):
        names = [field.name for field in fields(kind)]
    elif issubclass(kind, msgspec.Struct):
        names = [field.name for field in msgspec.structs.fields(kind)]
    else:
        names = []
    return [name for name in names if not name.startswith("_")]


def _row(kind: type, anchors: dict[str, str]) -> str:
    """Return a line of the table; the name of a message or part is a link to its section."""
    name = f"`{kind.__name__}`"
    heading = PROTOCOL.HEADINGS.get(kind.__name__, kind.__name__)
    told = heading in PROTOCOL.STRUCTS
    head = f"[{name}](protocol.md#{anchors[heading]})" if told else name
    return f"| {head} | {', '.join(f'`{each}`' for each in attributes(kind))} |\n"


if __name__ == "__main__":
    renew(PAGE, renewed)
