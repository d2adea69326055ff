"""TOML files read and laid over each other, with each value's origin kept.

Tables merge by key; anything else replaces the value below it.
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
"""Bytes of one content file: many times the largest that ships, and quickly read."""


@dataclass(frozen=True, slots=True)
class Layer:
    """The values of one file."""

    file: str
    values: Mapping[str, Any]


@dataclass(slots=True)
class LayeredFiles:
    """The files of one name through a chain of presets, from the base up."""

    layers: list[Layer] = field(default_factory=list)

    def merged(self) -> dict[str, Any]:
        """Return the values after all layers, arrays as tuples."""
        result: dict[str, Any] = {}
        for layer in self.layers:
            result = _laid_over(result, layer.values)
        return result

    def origin(self, path: Path) -> str:
        """Return the file that states the value at `path`.

        For a missing value it is the last file that states the table in which the value is missing.
        """
        # An array comes whole from one file, so its key locates everything in it.
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
    """Return arrays as tuples, as strict records require."""
    if isinstance(value, list):
        return tuple(_frozen(member) for member in value)
    if isinstance(value, dict):
        return {key: _frozen(member) for key, member in value.items()}
    return value


def _states(values: Mapping[str, Any], path: Sequence[object]) -> bool:
    """Return whether a path of keys leads to a value."""
    here: Any = values
    for step in path:
        if not isinstance(here, Mapping) or step not in here:
            return False
        here = here[step]
    return True


def read_layer(file: Traversable) -> Layer | Fault:
    """Return one TOML file as a layer, or the fault that keeps it from being read."""
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
    """Return a message with its place first: `line 3, column 5: expected …`."""
    match = re.fullmatch(r"(.*) \(at (.*)\)", message, re.DOTALL)
    return f"{match[2]}: {match[1]}" if match else message
