"""The content that ships, read once for all tests of a process, and the same without some parts."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from undertide_server.content.load import load_ruleset
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.themes import NONE
from undertide_server.content.records.variety import ThemeTweaks, VarietyRules
from undertide_server.content.schema.fields import Record

NAME = "thing"
NAMES = frozenset({"name", "plural", "adjective", "essence", "special_name", "title"})
PROSE = frozenset({"description", "message", "sated", "text"})


@cache
def shipped(preset: str) -> Ruleset:
    """Return all content of a preset that ships. Nobody may change what it holds."""
    return load_ruleset(preset)


def without_gear(rules: Ruleset) -> Ruleset:
    """Return the content without any gear to find."""
    bare = {key: base.model_copy(update={"weights": ()}) for key, base in rules.gear.bases.items()}
    gear = rules.gear.model_copy(update={"bases": bare})
    loot = rules.loot.model_copy(update={"essences": ()})
    return rules.model_copy(update={"loot": loot, "gear": gear, "artifacts": {}})


def unvaried(ruleset: Ruleset) -> Ruleset:
    """Return content of which every seed plays the same."""
    nothing = VarietyRules(themes=ThemeTweaks(removed=NONE, doubled=NONE), drawn=NONE)
    return ruleset.model_copy(update={"variety": nothing})


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
