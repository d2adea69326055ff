"""Renamed and removed settings: `server.toml` may still state the old names."""

from collections.abc import Collection, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final

from undertide_server.content.schema.faults import Fault
from undertide_server.content.schema.layers import Layer

RENAMED: Final[Mapping[str, str]] = {}
"""The new name of each old one, both as `section.key`."""
REMOVED: Final[Collection[str]] = ("limits.messages_per_second_per_address",)
"""Settings that nothing reads any more, as `section.key`."""


@dataclass(frozen=True, slots=True)
class OldName:
    """An old name that a file still states, and the new one, both as `section.key`."""

    file: str
    old: str
    new: str
    """The new name; empty for a setting that was removed."""


def pass_over(_name: OldName) -> None:
    """Ignore an old name."""


def with_new_names(
    layer: Layer, renamed: Mapping[str, str], removed: Collection[str] = ()
) -> tuple[Layer, list[OldName], list[Fault]]:
    """Return a layer with new names for old ones, the old names that it states, and its faults.

    The layer is without the settings that were `removed`. A layer that states a setting under both
    names is at fault. A table that holds only old names disappears with them.
    """
    tables: dict[str, Any] = deepcopy(dict(layer.values))
    found: list[OldName] = []
    faults: list[Fault] = []
    for old, new in renamed.items():
        (section, key), (new_section, new_key) = old.split("."), new.split(".")
        table = tables.get(section)
        if not isinstance(table, dict) or key not in table:
            continue
        new_table = tables.setdefault(new_section, {})
        if not isinstance(new_table, dict):
            continue  # the validator reports it
        value = table.pop(key)
        if new_key in new_table:
            problem = f"is the old name of {new}, which is stated too; leave {old} out"
            faults.append(Fault(layer.file, old, problem))
        else:
            new_table[new_key] = value
            found.append(OldName(layer.file, old, new))
        if not table:
            del tables[section]
    for old in removed:
        section, key = old.split(".")
        table = tables.get(section)
        if isinstance(table, dict) and key in table:
            del table[key]
            found.append(OldName(layer.file, old, ""))
    return Layer(layer.file, tables), found, faults
