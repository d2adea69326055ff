"""The host's commands: `undertide serve` and `undertide inspect`."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import json
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import click

from undertide_server.content.layout_names import LayoutName
from undertide_server.rng import SEED_BYTES
from undertide_shared.command import INTERRUPTED, CommandLine
from undertide_shared.messages import Pace

if TYPE_CHECKING:
    from rich.console import RenderableType

    from undertide_server.app import Choices
    from undertide_server.content.ruleset import Ruleset

Data = TypeVar("Data", bound=Mapping[str, Any])

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
FILE = click.Path(dir_okay=False, path_type=Path)

MAX_DEPTH = 49
"""No game has more floors than 50."""
MAX_BRANCH_ID = 2 * MAX_DEPTH - 1
"""Characters of an id: a digit a floor, and the dots between."""


def seed_of(text: str) -> bytes:
    """Return the seed that a number or any other text names: its hash, so that all bits count."""
    return blake2b(text.encode(), digest_size=SEED_BYTES).digest()


def path_of(text: str) -> tuple[int, ...]:
    """Return the path that a branch's id names: `root`, or each floor's place among siblings."""
    if text == "root":
        return ()
    if len(text) > MAX_BRANCH_ID or not re.fullmatch(r"[0-2](\.[0-2])*", text):
        raise click.BadParameter('expected "root", or numbers from 0 to 2 such as 0.1.0')
    return tuple(map(int, text.split(".")))


# --- serve --------------------------------------------------------------------------------------


@click.command()
@click.option("--host", help="Address to listen on; 0.0.0.0 lets the network in.")
@click.option("--port", type=click.IntRange(0, 65535), help="0 picks a free one and names it.")
@click.option("--config", type=FOLDER, help="Folder with a server.toml and rules/ of your own.")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder where runs are kept; it is made. Without it they end with the server.",
)
@click.option(
    "--seed",
    type=seed_of,
    metavar="N",
    help="Number or text from which every run is drawn: the same dungeon each time. "
    "Without it each run has a secret seed of its own.",
)
@click.option("--preset", metavar="NAME", help="What sessions play when nobody asks for another.")
@click.option(
    "--pace",
    type=click.Choice(get_args(Pace)),
    help="auto: turns when alone on a floor, real time in company. party: turns that wait for "
    "all. real: always real time.",
)
@click.option("--log-json", is_flag=True, help="Log JSON instead of key=value.")
@click.option("--attended", is_flag=True, hidden=True)
def serve(*, log_json: bool, attended: bool, **choices: Any) -> int:
    """Host sessions until stopped with Ctrl-C or SIGTERM.

    Logs a line with the address once it listens. What is not said here comes from server.toml.
    With --data every run goes on at the next start.
    """
    from undertide_server.app import Choices
    from undertide_server.logs import configure

    configure(as_json=log_json)
    return _host(Choices(**choices), attended=attended)


def _host(choices: "Choices", *, attended: bool) -> int:
    """Run a server to its end, and return the exit code."""
    import asyncio

    with _faults_told():
        return asyncio.run(_serve_until_stopped(choices, attended=attended))


@contextmanager
def _faults_told() -> Iterator[None]:
    """Turn what can be wrong with content, or with the machine, into the end of the command."""
    import sqlite3

    from undertide_server.app import JournalFailed, UnknownPreset
    from undertide_server.content.faults import ContentError
    from undertide_server.store.database import WrongSchema
    from undertide_server.store.folder import InUse

    try:
        yield
    except UnknownPreset as fault:
        raise click.BadParameter(str(fault), param_hint="--preset") from fault
    except (ContentError, InUse, JournalFailed, WrongSchema, sqlite3.Error, OSError) as fault:
        raise click.ClickException(str(fault)) from fault


async def _serve_until_stopped(choices: "Choices", *, attended: bool) -> int:
    import asyncio
    import signal

    from undertide_server.app import host, stopping_on_signals

    stop = asyncio.Event()
    with stopping_on_signals(stop) as came:
        if attended:
            loop = asyncio.get_running_loop()
            at_end_of_input(lambda: loop.call_soon_threadsafe(stop.set))
        await host(choices, stop, click.echo if attended else _keep_quiet)
    return INTERRUPTED if signal.SIGINT in came else 0


def _keep_quiet(_address: str) -> None:
    """Leave it at the log's line."""


def at_end_of_input(call: Callable[[], object]) -> None:
    """Call back, from a thread, when standard input ends: whoever holds the other end is gone.

    That holds however it ended: the system closes a pipe of a process that was killed.
    """
    descriptor = sys.stdin.fileno()

    def wait() -> None:
        # Not through sys.stdin, whose lock would be held when the interpreter wants to exit.
        while os.read(descriptor, 1024):
            pass
        call()

    threading.Thread(target=wait, name="end of input", daemon=True).start()


# --- inspect ------------------------------------------------------------------------------------


@click.group(cls=CommandLine)
def inspect() -> None:
    """Show content as a person would want to see it."""


def _shared_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that all subjects of `inspect` have: the fields of `View`."""
    seed = click.option(
        "--seed",
        type=seed_of,
        metavar="N",
        default="1",
        show_default=True,
        help="As of `serve`.",
    )
    options = [
        click.option("--preset", metavar="NAME", help="Preset to show; the host's own if absent."),
        seed,
        click.option("--config", type=FOLDER, help="As of `serve`."),
        click.option("--json", "as_json", is_flag=True, help="Print JSON."),
        click.option("--png", type=FILE, metavar="FILE", help="Write a picture to FILE."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


@dataclass(frozen=True, slots=True)
class View:
    """What is looked at, and how it is to be shown."""

    preset: str | None
    seed: bytes
    config: Path | None
    as_json: bool
    png: Path | None

    def ruleset(self) -> "Ruleset":
        """Return the preset's content. Ends the command when there is none or it is faulty."""
        from undertide_server.app import Choices, settings_of
        from undertide_server.content.load import load_ruleset

        with _faults_told():
            settings = settings_of(Choices(preset=self.preset, config=self.config))
            return load_ruleset(settings.server.preset, self.config)

    def show(
        self,
        data: Data,
        render: Callable[[Data], "RenderableType"],
        plot: Callable[[Data, Path], None],
    ) -> None:
        """Write the picture where one is wanted; print data as JSON, or else for people."""
        from rich.console import Console

        if self.png is not None:
            with _faults_told():
                plot(data, self.png)
        if self.as_json:
            click.echo(json.dumps(data, ensure_ascii=False))
        elif self.png is None:
            Console().print(render(data))


@inspect.command()
@_shared_options
def curve(**view: Any) -> None:
    """How strong monsters are on each floor."""
    from undertide_server.inspection.curve import curve_data, plot_curve, render_curve

    shown = View(**view)
    shown.show(curve_data(shown.ruleset(), shown.seed), render_curve, plot_curve)


@inspect.command()
@_shared_options
def roster(**view: Any) -> None:
    """Which monsters a game has, from the weakest to the strongest."""
    from undertide_server.inspection.roster import plot_roster, render_roster, roster_data

    shown = View(**view)
    shown.show(roster_data(shown.ruleset(), shown.seed), render_roster, plot_roster)


@inspect.command()
@click.argument("number", metavar="[FLOOR]", type=click.IntRange(min=1), required=False)
@click.option(
    "--branch",
    "path",
    type=path_of,
    metavar="ID",
    help="Its id in `inspect tree`, such as 0.1.0; without it the leftmost way down to FLOOR.",
)
@click.option(
    "--heroes",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Heroes for whom it is filled, each of the floor's number as level.",
)
@click.option(
    "--layout",
    type=click.Choice(get_args(LayoutName)),
    help="How it is dug, whatever the seed draws.",
)
@_shared_options
def floor(
    number: int | None,
    path: tuple[int, ...] | None,
    heroes: int,
    layout: LayoutName | None,
    **view: Any,
) -> None:
    """The floor of number FLOOR, 1 if absent, or of a branch, as heroes first find it."""
    from undertide_server.inspection.floor import floor_data, plot_floor, render_floor

    if number is not None and path is not None:
        raise click.UsageError("FLOOR and --branch both say which floor it is; leave one out")
    shown = View(**view)
    there = (0,) * ((number or 1) - 1) if path is None else path
    try:
        data = floor_data(shown.ruleset(), shown.seed, there, heroes, layout)
    except IndexError as fault:
        hint = "FLOOR" if path is None else "--branch"
        raise click.BadParameter("there is no such floor", param_hint=hint) from fault
    shown.show(data, render_floor, plot_floor)


@inspect.command()
@click.option(
    "--depth",
    type=click.IntRange(0, MAX_DEPTH),
    default=5,
    show_default=True,
    help="Down to where: how many floors lie above the deepest ones shown.",
)
@_shared_options
def tree(depth: int, **view: Any) -> None:
    """Where the stairs lead, for a hero who takes every stair down."""
    from undertide_server.inspection.tree import plot_tree, render_tree, tree_data

    shown = View(**view)
    shown.show(tree_data(shown.ruleset(), shown.seed, depth), render_tree, plot_tree)


@inspect.command()
@_shared_options
def weights(**view: Any) -> None:
    """How likely each type of floor is, from depth to depth."""
    from undertide_server.inspection.weights import plot_weights, render_weights, weights_data

    shown = View(**view)
    shown.show(weights_data(shown.ruleset(), shown.seed), render_weights, plot_weights)


@inspect.command()
@_shared_options
def variations(**view: Any) -> None:
    """What may be otherwise in a run, and what of it a seed draws."""
    from undertide_server.inspection.variations import (
        plot_variations,
        render_variations,
        variations_data,
    )

    shown = View(**view)
    shown.show(variations_data(shown.ruleset(), shown.seed), render_variations, plot_variations)
