"""The question with which `play` begins: go on with a saved run, or begin anew?"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal

import click

from undertide_client.saved.runs import SavedRun
from undertide_client.screens.words.time_words import saved_run_words

Begin = Literal["ask", "continue", "new"]
"""How `play` begins: with a question, with the run played last, or with a new one."""

MOST_OFFERED: Final = 9
"""Runs among which the player chooses, the latest: each has a digit."""
MOST_DAMAGED: Final = 3
"""Damaged runs that are named, the latest."""
ANEW: Final = "n"
"""The answer that begins a new run."""


def run_to_go_on(runs: Sequence[SavedRun], begin: Begin, name: str) -> SavedRun | None:
    """Return the run to go on with, or None to begin a new one. Ask the player if `begin` says so.

    `runs` come the latest first. With a name, only runs with a hero of this name can go on.
    """
    if begin == "new":
        return None
    damaged = [run for run in runs if run.is_damaged][:MOST_DAMAGED]
    for run in damaged:
        tell_damaged(run)
    offered = [run for run in runs if run.goes_on and (not name or name in run.heroes)]
    if begin == "ask" and offered:
        return _chosen(offered[:MOST_OFFERED])
    if damaged and begin == "ask":
        pause()
    if not offered and begin == "continue":
        click.echo("There is no run to go on with: a new one begins.")
    return offered[0] if offered else None


def tell_damaged(run: SavedRun) -> None:
    """Name a run that was set aside."""
    words = saved_run_words(run, _now())
    click.echo(f"Damaged and set aside: {words} (run {run.run[:8]}): {run.reason}", err=True)


def pause() -> None:
    """Let the player read what was told before the game covers it. Without a terminal, go on."""
    click.pause("Press any key to begin a new run.")


def _chosen(offered: Sequence[SavedRun]) -> SavedRun | None:
    """Ask the player which of these runs goes on; None means that a new one begins."""
    now = _now()
    click.echo("Your saved runs:")
    for number, run in enumerate(offered, 1):
        click.echo(f"  {number}  {saved_run_words(run, now)}")
    click.echo(f"  {ANEW}  begin a new run")
    answers = [*map(str, range(1, len(offered) + 1)), ANEW]
    answer = click.prompt("Go on with", default="1", type=click.Choice(answers), show_choices=False)
    return None if answer == ANEW else offered[int(answer) - 1]


def _now() -> datetime:
    return datetime.now().astimezone()
