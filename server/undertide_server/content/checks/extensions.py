"""Check of extensions: content names only what its preset says it needs, and all that it names.

A run has no other extensions than its preset names, so nothing else could play what content says.
"""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from undertide_server.content.checks.findings import EVERYTHING, Check, Finding
from undertide_server.content.records.effects import EffectRecord
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.extended import MARK, ExtendedRecord
from undertide_server.content.schema.faults import Path, quoted
from undertide_server.content.schema.fields import Record


def extensions_are_needed(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each thing of an extension that the preset doesn't say it needs."""
    needed = ruleset.preset.extensions
    layouts = (
        (("tree", "types", name, "layouts", key), key)
        for name, kind in ruleset.tree.types.items()
        for key in kind.layouts
        if MARK in key
    )
    for where, key in chain(_extended_within((), ruleset), layouts):
        extension = key.partition(MARK)[0]
        if extension not in needed:
            problem = f"needs {quoted(extension)} among the `extensions` of preset.toml"
            yield where, problem


def layouts_have_settings(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each layout of an extension that a floor type uses, and that has no settings."""
    for name, kind in ruleset.tree.types.items():
        for key in kind.layouts:
            if MARK in key and key not in ruleset.layouts.extended:
                where: Path = ("tree", "types", name, "layouts", key)
                yield where, f"has no settings at {quoted(f'extended.{key}')} of layouts.toml"


def _extended_within(where: Path, value: object) -> Iterator[tuple[Path, str]]:
    """Yield the key of each thing of an extension in a value, with its path."""
    if isinstance(value, ExtendedRecord):
        for key in getattr(value, "extended", ()):
            yield (*where, "extended", key), key
    if isinstance(value, EffectRecord):
        does: str = getattr(value, "does", "")
        if MARK in does:
            yield (*where, "does"), does
    entries: Mapping[Any, object] = {}
    if isinstance(value, Record):
        entries = vars(value)
    elif isinstance(value, Mapping):
        entries = value
    elif isinstance(value, tuple):
        entries = dict(enumerate(value))
    for step, entry in entries.items():
        if isinstance(entry, Record | Mapping | tuple):
            yield from _extended_within((*where, step), entry)


ONLY_AS_STATED = (
    Check(EVERYTHING, extensions_are_needed),
    Check(("layouts", "tree"), layouts_have_settings),
)
"""Checks of the content as it is stated only: variety names nothing new."""
