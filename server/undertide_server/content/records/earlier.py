"""Stored content of earlier versions, brought up to the records of this one.

A run states all fields that the records had when it began. What it lacks was added later, and is
filled in so that the run means what it meant then. Content that ships, or that a host writes, must
state these fields: nothing here is a default.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

_ADDED: Final[Mapping[tuple[str, str], Any]] = {
    # The tide's first newcomer came like all others, and nobody was told.
    ("tide", "first"): {"floors": 0, "ticks": 0, "message": ""},
}
"""For each field that was added to a record and has no default, by the record's name in the ruleset
and its own: the value by which everything is as before."""


def brought_up(content: bytes) -> bytes:
    """Return stored content with all fields that were added later.

    The result depends on the content and this version alone, so all nodes read the same. Raises
    msgspec.DecodeError or UnicodeDecodeError if the content is not a JSON object.
    """
    records = msgspec.json.decode(content, type=dict[str, Any])
    for (record, field), value in _ADDED.items():
        fields = records.get(record)
        if isinstance(fields, dict):
            fields.setdefault(field, value)
    return msgspec.json.encode(records)
