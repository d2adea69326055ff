"""The extras of the package, and a check that one is installed."""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final

import click

EXTRAS: Final[Mapping[str, tuple[str, ...]]] = {
    "server": ("argon2", "prometheus_client"),
    "cluster": ("psycopg", "psycopg_pool", "cryptography"),
    "fast": ("uvloop",),
    "ssh": ("asyncssh", "cryptography"),
    "window": ("PIL",),
    "inspect": ("matplotlib", "PIL", "rich"),
}
"""The modules that each extra of pyproject.toml brings."""


def lacks(extra: str) -> str:
    """Return what to install if a module of an extra is not there; else an empty text."""
    if all(find_spec(module) is not None for module in EXTRAS[extra]):
        return ""
    return (
        f"this needs the extra {extra!r}, which is not installed: pip install 'undertide[{extra}]'"
    )


def require(extra: str) -> None:
    """End the command, and say what to install, unless all modules of an extra are there."""
    problem = lacks(extra)
    if problem:
        raise click.ClickException(problem)
