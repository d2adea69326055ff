"""Options that commands of server and client share, and the keys of content for their help.

The keys are those of the content that ships: a server's own may have others. A test holds these
against the content.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, get_args

import click

from undertide_shared.limits import MAX_TICK_RATE
from undertide_shared.messages import Pace

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


def pace_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--pace` to a command that starts a server."""
    return click.option(
        "--pace",
        type=click.Choice(get_args(Pace)),
        help="auto: turns when alone on a floor, real time in company. party: turns that wait for "
        "all. real: always real time.",
    )(command)


def ticks_option(words: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that adds `--ticks-per-second`, with these words as its help."""
    return click.option(
        "--ticks-per-second", type=click.IntRange(1, MAX_TICK_RATE), metavar="N", help=words
    )
