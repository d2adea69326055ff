"""The command that shows how a game plays: `undertide inspect balance`."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from undertide_server.cli.parts import FILE, faults_told
from undertide_server.cli.view import ViewOptions, shared_options

if TYPE_CHECKING:
    from undertide_server.inspection.balance.plan import Plan
    from undertide_server.inspection.balance.records import Played

TELL_SECONDS = 60.0
"""Seconds between two lines of progress where no terminal shows a bar."""
MAX_RUNS = 10_000
"""The most runs of one call: a day's work."""


@click.command()
@click.option("--runs", type=click.IntRange(1, MAX_RUNS), default=20, show_default=True)
@click.option(
    "--skill",
    "skills",
    metavar="NAME",
    multiple=True,
    default=("careful", "careless", "still"),
    show_default=True,
    help="The brain that plays; give the option again for more brains.",
)
@click.option("--heroes", type=click.IntRange(1, 8), default=3, show_default=True)
@click.option(
    "--calling",
    metavar="NAME",
    default="",
    help="The calling of all heroes; by default each has another, as the seed chooses.",
)
@click.option(
    "--pace",
    type=click.Choice(["party", "real"]),
    default="party",
    show_default=True,
    help="party: turns that wait for all; real: real time, without a clock.",
)
@click.option(
    "--ticks",
    type=click.IntRange(min=1),
    default=120_000,
    show_default=True,
    help="Moments of floors, ten a second in real time, after which a run is given up.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    help="Number of processes; by default one for each core.",
)
@click.option(
    "--staged",
    is_flag=True,
    help="Begin before the last boss, with the levels and the gear of its depth.",
)
@click.option(
    "--resume",
    type=FILE,
    metavar="FILE",
    help="Keep each finished run in FILE, and play only those that are missing there.",
)
@shared_options
def balance(
    runs: int, skills: tuple[str, ...], workers: int | None, resume: Path | None, **given: Any
) -> None:
    """Let bots play whole runs; show how deep they come, how strong they are, how they die."""
    import os

    from undertide_server.inspection.balance.plan import plans_of
    from undertide_server.inspection.balance.summary import balance_data
    from undertide_server.inspection.balance.text import render_balance

    shown = ViewOptions(**{key: given.pop(key) for key in ViewOptions.__slots__})
    _check_calling(given["calling"], shown)
    plans = plans_of(shown.chosen_preset(), shown.config, shown.seed, skills, runs, **given)
    with _brains_found(skills), faults_told():
        played = _played(plans, shown.seed, workers or os.cpu_count() or 1, resume)
    shown.show(balance_data(plans, played), render_balance, _plot_balance)


def _check_calling(calling: str, shown: ViewOptions) -> None:
    """End the command if heroes can't have this calling; an empty one means different ones."""
    callings = shown.ruleset().callings
    if calling and calling not in callings:
        told = f"there is no calling {calling!r}; there are: {', '.join(callings)}"
        raise click.BadParameter(told, param_hint="--calling")


def _played(plans: "list[Plan]", seed: bytes, workers: int, resume: Path | None) -> "list[Played]":
    """Return the run of each plan: kept in a file, or played now."""
    from contextlib import nullcontext

    from undertide_server.inspection.balance.measurement import Measurement
    from undertide_server.inspection.balance.workers import play_each

    with Measurement(resume, plans, seed) if resume else nullcontext() as kept:
        played = kept.kept_runs() if kept else {}
        missing = {number: plan for number, plan in enumerate(plans) if number not in played}
        with _progress(len(plans), len(played)) as on_played:
            for number, run in play_each(missing, workers):
                played[number] = run
                if kept:
                    kept.append_run(number, run)
                on_played()
    return [played[number] for number in range(len(plans))]


def _plot_balance(data: Any, path: Path) -> None:
    # Imported here: matplotlib takes long, and most calls draw nothing.
    from undertide_server.inspection.balance.plot import plot_balance

    plot_balance(data, path)


@contextmanager
def _brains_found(names: tuple[str, ...]) -> Iterator[None]:
    """End the command if no brain has one of these names."""
    from undertide_shared.brains import brain_maker
    from undertide_shared.errors import UnknownBrainError

    try:
        for name in names:
            brain_maker(name)
        yield
    except UnknownBrainError as fault:
        raise click.BadParameter(str(fault), param_hint="--skill") from fault


@contextmanager
def _progress(total: int, done: int) -> Iterator[Callable[[], object]]:
    """Show progress on standard error; yield a function to call after each run.

    A terminal has a bar with the estimated time left, anything else a line a minute at most.
    """
    import time

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    from undertide_server.inspection.balance.text import PlayedCount

    console, begun = Console(stderr=True), time.monotonic()
    progress = PlayedCount(total, done)
    columns = (BarColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(progress.tell_time_left(0.0), total=total, completed=done)
        told_at = begun

        def on_played() -> None:
            nonlocal told_at
            now = time.monotonic()
            progress.count_run()
            told = progress.tell_time_left(now - begun)
            bar.update(task, advance=1, description=told)
            if not console.is_terminal and now - told_at >= TELL_SECONDS:
                click.echo(told, err=True)
                told_at = now

        yield on_played
