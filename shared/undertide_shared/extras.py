"""The extras of the package, and a check that one is installed."""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final

import click

EXTRAS: Final[Mapping[str, tuple[str, ...]]] = {
    "server": ("argon2", "prometheus_client"),
    "ssh": ("asyncssh", "cryptography"),
    "window": ("PIL",),
    "inspect": ("matplotlib", "PIL", "rich"),
}
"""The modules that each extra of pyproject.toml brings."""


def require(extra: str) -> None:
    """End the command, and say what to install, unless all modules of an extra are there."""
    if any(find_spec(module) is None for module in EXTRAS[extra]):
        raise click.ClickException(
            f"this needs the extra {extra!r}, which is not installed:"
            f" pip install 'undertide[{extra}]'"
        )
