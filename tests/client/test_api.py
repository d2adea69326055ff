"""The library exports what its own signatures name."""

import inspect
from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import pytest

from undertide_client import api
from undertide_client.api import Client, Game
from undertide_client.net.link import Link

FEEDING = {"hear", "heed", "end"}
"""Methods by which the library itself keeps a game up to date."""


def methods(kind: type) -> Iterator[Any]:
    """Yield the methods that a program calls, and the getters of its properties."""
    for name, member in vars(kind).items():
        called = name in {"__init__", "__anext__"} or not name.startswith("_")
        if called and name not in FEEDING:
            yield member.fget if isinstance(member, property) else member


def classes(hint: Any) -> Iterator[type]:
    """Yield the project's classes that a type names."""
    if inspect.isclass(hint) and hint.__module__.startswith("undertide_"):
        yield hint
    for inner in get_args(hint):
        yield from classes(inner)


@pytest.mark.parametrize("kind", [Client, Game])
def test_every_type_that_a_signature_names_is_exported(kind: type) -> None:
    callables = [member for member in methods(kind) if inspect.isfunction(member)]
    hints = [hint for one in callables for hint in get_type_hints(one).values()]
    named = {found for hint in hints for found in classes(hint)} - {Link}
    assert named
    assert named <= {getattr(api, name) for name in api.__all__}


def test_every_name_is_exported_once_and_is_there() -> None:
    assert len(set(api.__all__)) == len(api.__all__)
    assert [name for name in api.__all__ if not hasattr(api, name)] == []
