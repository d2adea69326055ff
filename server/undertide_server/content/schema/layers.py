"""TOML files read and laid over each other, with each value's origin kept.

Tables merge by key; anything else replaces what was there.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from itertools import takewhile
from typing import Any

from undertide_server.content.schema.faults import Fault, Path

MAX_FILE = 1024 * 1024
"""Bytes of one content file: many times the largest that ships, and soon read."""


@dataclass(frozen=True, slots=True)
class Layer:
    """What one file says."""

    file: str
    values: Mapping[str, Any]


@dataclass(slots=True)
class LayeredFiles:
    """The files of one name through a chain of presets, from the base up."""

    layers: list[Layer] = field(default_factory=list)

    def merged(self) -> dict[str, Any]:
        """Return what holds in the end, arrays as tuples."""
        result: dict[str, Any] = {}
        for layer in self.layers:
            result = _laid_over(result, layer.values)
        return result

    def origin(self, path: Path) -> str:
        """Return the file in which the value at `path` stands.

        For a value that is missing: the last file that states the table it is missing from.
        """
        # An array comes whole from one file, so its key says where all that is in it stands.
        keys = list(takewhile(lambda step: isinstance(step, str), path))
        for length in range(len(keys), -1, -1):
            for layer in reversed(self.layers):
                if _states(layer.values, keys[:length]):
                    return layer.file
        raise LookupError("a catalogue without files states nothing")


def _laid_over(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    result = dict(base)
    for key, value in over.items():
        below = result.get(key)
        if isinstance(value, dict):
            result[key] = _laid_over(below if isinstance(below, dict) else {}, value)
        else:
            result[key] = _frozen(value)
    return result


def _frozen(value: object) -> object:
    """Return arrays as tuples, as strict records want them."""
    if isinstance(value, list):
        return tuple(_frozen(member) for member in value)
    if isinstance(value, dict):
        return {key: _frozen(member) for key, member in value.items()}
    return value


def _states(values: Mapping[str, Any], path: Sequence[object]) -> bool:
    """Say whether something stands at a path of keys."""
    here: Any = values
    for step in path:
        if not isinstance(here, Mapping) or step not in here:
            return False
        here = here[step]
    return True


def read_layer(file: Traversable) -> Layer | Fault:
    """Read one TOML file; what hinders that comes back as a fault."""
    try:
        data = file.read_bytes()
    except OSError as error:
        return Fault(str(file), "", f"can't be read: {error.strerror}")
    if len(data) > MAX_FILE:
        return Fault(str(file), "", f"has {len(data)} bytes; expected at most {MAX_FILE}")
    try:
        return Layer(str(file), tomllib.loads(data.decode("utf-8")))
    except tomllib.TOMLDecodeError as error:
        return Fault(str(file), "", f"is not TOML: {_placed(str(error))}")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Fault(str(file), "", f"is not UTF-8 text: line {line}")
    except RecursionError:
        return Fault(str(file), "", "is nested too deeply")


def _placed(message: str) -> str:
    """Put the place first: `line 3, column 5: expected …`."""
    match = re.fullmatch(r"(.*) \(at (.*)\)", message, re.DOTALL)
    return f"{match[2]}: {match[1]}" if match else message
