"""Every event that the server logs, as its source says."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import undertide_server

LEVELS = {"debug": "debug", "info": "info", "warning": "warning", "error": "error"}
METHODS = LEVELS | {"exception": "error"}
BESIDES = frozenset({"exc_info"})
"""What a call may name that is no key of the event."""


@dataclass(frozen=True)
class Event:
    """One call that logs."""

    place: str
    event: str
    level: str
    keys: frozenset[str]


def events() -> Iterator[Event]:
    """Yield what each call of a `log` in the server's source logs."""
    (root,) = undertide_server.__path__
    for file in sorted(Path(root).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _logs(node.func):
                yield _event(file, node)


def _logs(function: ast.expr) -> bool:
    return (
        isinstance(function, ast.Attribute)
        and isinstance(function.value, ast.Name)
        and function.value.id == "log"
        and function.attr in METHODS
    )


def _event(file: Path, call: ast.Call) -> Event:
    assert isinstance(call.func, ast.Attribute)
    place = f"{file.name}:{call.lineno}"
    (said,) = call.args
    assert isinstance(said, ast.Constant), f"{place}: an event is a constant text"
    assert isinstance(said.value, str)
    named = [keyword.arg for keyword in call.keywords]
    assert None not in named, f"{place}: the keys of an event are written out"
    keys = frozenset(str(name) for name in named) - BESIDES
    return Event(place, said.value, METHODS[call.func.attr], keys)
