"""Content whose texts say nothing: every name is the same, and all prose is empty."""

from collections.abc import Mapping
from typing import Any

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.fields import Record

NAME = "thing"
NAMES = frozenset({"name", "plural", "adjective", "essence", "special_name", "title"})
PROSE = frozenset({"description", "message", "sated", "text"})


def wordless(rules: Ruleset) -> Ruleset:
    """Return rules that are the same but for what people read."""
    stripped: Ruleset = _stripped("", rules)
    return stripped


def _stripped(field: str, value: Any) -> Any:
    if isinstance(value, Record):
        fields = type(value).model_fields
        return value.model_copy(
            update={name: _stripped(name, getattr(value, name)) for name in fields}
        )
    if isinstance(value, Mapping):
        return {key: _stripped("", each) for key, each in value.items()}
    if isinstance(value, tuple):
        return tuple(_stripped("name" if field == "names" else "", each) for each in value)
    if isinstance(value, str):
        return NAME if field in NAMES else "" if field in PROSE else value
    return value
