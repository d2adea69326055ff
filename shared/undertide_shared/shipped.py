"""Keys of the content that ships, for the help and the completion of commands.

A server's own content may have others. A test holds these against the content.
"""

from collections.abc import Callable, Sequence
from typing import Final

import click

PRESETS: Final = ("default", "classic", "keep", "reference", "tutorial")
"""The presets, the usual one first."""
TUTORIAL: Final = "tutorial"
"""The preset that teaches the game."""
CALLINGS: Final = ("warden", "reaver", "strider", "spellwright", "mender", "footpad")
"""The callings of the preset `default`, in its order."""

Complete = Callable[[click.Context, click.Parameter, str], list[str]]


def listed(keys: Sequence[str]) -> str:
    """Return keys as the end of a sentence."""
    return f"{', '.join(keys[:-1])} or {keys[-1]}"


def completing(keys: Sequence[str]) -> Complete:
    """Return the function that completes a word to one of the keys, for a shell."""

    def complete(_context: click.Context, _option: click.Parameter, typed: str) -> list[str]:
        return [key for key in keys if key.startswith(typed)]

    return complete
