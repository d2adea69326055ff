"""Write tests/data/fields.json: the fields of what other versions read, in their order.

Run it when a message, a component or a stored record has a new field, or is new itself:
`.venv/bin/python tests/data/renew_fields.py`. `tests/test_tooling_fields.py` says what may not
change.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, cast

import msgspec

from undertide_server.sessions.model.settings import SessionSettings
from undertide_server.simulation.snapshot import STORED_NAMES
from undertide_shared import messages

FILE = Path(__file__).with_name("fields.json")
Fields = dict[str, dict[str, bool]]
"""By the name of a record: its fields in their order, and whether each has a default."""


def sent_fields() -> Fields:
    """Return the fields of all messages and of their parts: arrays on the wire, so order counts."""
    return {
        kind.__name__: dict(_fields_of(kind))
        for kind in vars(messages).values()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    }


def stored_fields() -> Fields:
    """Return the fields of components by their stored names, and of a session's settings."""
    kinds = {**STORED_NAMES, SessionSettings.__name__: SessionSettings}
    return {name: dict(_fields_of(kind)) for name, kind in kinds.items()}


def _fields_of(kind: type) -> Iterator[tuple[str, bool]]:
    """Yield each field and whether it has a default."""
    if issubclass(kind, msgspec.Struct):
        for field in msgspec.structs.fields(kind):
            yield field.name, not field.required
    else:
        for each in fields(cast("Any", kind)):
            yield each.name, each.default is not each.default_factory


def main() -> int:
    """Write the file."""
    kept = {"sent": sent_fields(), "stored": stored_fields()}
    names = {
        part: {name: [*each] for name, each in sorted(of.items())} for part, of in kept.items()
    }
    FILE.write_text(json.dumps(names, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
