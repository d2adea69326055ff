"""The extras of the package, and a check that one is installed."""

import importlib
import os
import subprocess
import sys
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
    "gym": ("gymnasium", "pettingzoo"),
    "inspect": ("matplotlib", "PIL", "rich"),
}
"""The modules that each extra of pyproject.toml brings."""

RUN_VARIABLE: Final = "UNDERTIDE_RUN"
"""The environment variable with the path of a checkout's `run.py`, which sets the variable."""

STDERR: Final = 2
"""The descriptor of standard error."""


def lacks(extra: str) -> str:
    """Return what to install if a module of an extra is not there; else an empty text."""
    if all(find_spec(module) is not None for module in EXTRAS[extra]):
        return ""
    return (
        f"this needs the extra {extra!r}, which is not installed: pip install 'undertide[{extra}]'"
    )


def require(extra: str) -> None:
    """End the command, and say what to install, unless all modules of an extra are there.

    A command that `run.py` started has it install them first.
    """
    if lacks(extra) and (program := os.environ.get(RUN_VARIABLE)):
        click.echo("This needs more than the game alone. It is installed once, now.", err=True)
        subprocess.run(  # noqa: S603  (run.py named itself)
            [sys.executable, program, "--venv", sys.prefix, "install"],
            check=False,
            stdout=STDERR,  # a command prints nothing but its answer
        )
        importlib.invalidate_caches()
    problem = lacks(extra)
    if problem:
        raise click.ClickException(problem)
