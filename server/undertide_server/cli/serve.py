"""The operator's command that hosts sessions: `undertide serve`."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import gc
import os
import sys
import threading
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click

from undertide_server.cli.parts import FOLDER, faults_told
from undertide_server.util.rng import seed_of
from undertide_shared.command import INTERRUPTED
from undertide_shared.data_folder import FOLDER_IN_USE
from undertide_shared.extras import require
from undertide_shared.limits import MAX_TICK_RATE
from undertide_shared.messages import Pace
from undertide_shared.shipped import PRESETS, completing, listed

if TYPE_CHECKING:
    import asyncio

    from undertide_server.app import Choices

Running = Callable[["asyncio.Event", Callable[[str], None]], Awaitable[None]]
"""A service that runs until an event is set, and announces its address, the last of its lines."""

__all__ = ["serve"]


@click.command()
@click.option("--host", help="Address to listen on; 0.0.0.0 accepts the whole network.")
@click.option("--port", type=click.IntRange(0, 65535), help="0 picks a free port and prints it.")
@click.option("--config", type=FOLDER, help="Folder with a server.toml and rules/ of your own.")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for runs; the server creates it. Without it, runs end with the server.",
)
@click.option(
    "--seed",
    type=seed_of,
    metavar="N",
    help="Number or text from which every run is drawn: the same dungeon each time. "
    "Without it each run has a secret seed of its own.",
)
@click.option(
    "--preset",
    metavar="NAME",
    shell_complete=completing(PRESETS),
    help="The preset that sessions play unless their maker chooses another: "
    f"{listed(PRESETS)}, or one in --config.",
)
@click.option(
    "--pace",
    type=click.Choice(get_args(Pace)),
    help="auto: turns when alone on a floor, real time in company. party: turns that wait for "
    "all. real: always real time.",
)
@click.option(
    "--ticks-per-second",
    type=click.IntRange(1, MAX_TICK_RATE),
    metavar="N",
    help="The speed of real time, unless a session's maker chooses another.",
)
@click.option(
    "--ssh",
    type=click.IntRange(0, 65535),
    metavar="PORT",
    help="Also let people play with nothing but ssh, at this port; 0 picks a free one.",
)
@click.option("--log-json", is_flag=True, help="Log JSON instead of key=value.")
@click.option(
    "--check", is_flag=True, help="Say what a start would find, and end without a change."
)
@click.option("--json", "as_json", is_flag=True, help="With --check: print JSON.")
@click.option("--attended", is_flag=True, hidden=True)
def serve(*, log_json: bool, check: bool, as_json: bool, attended: bool, **choices: Any) -> int:
    """Host sessions until stopped with Ctrl-C or SIGTERM.

    Logs a line with the address once it listens. Other settings come from server.toml.
    With --data every run continues at the next start.

    --check exits with 0 if a server would serve everything, 1 if it would set something aside, and
    3 if it could not start.
    """
    if check:
        return _check(choices, as_json=as_json)
    if as_json:
        raise click.UsageError("--json belongs to --check")
    if not attended:  # the server of `play` has neither accounts nor an operator who reads metrics
        require("server")
    if choices["ssh"] is not None:
        _require_ssh()
    gc.disable()  # objects of the start stay: the server turns collection on when it is ready
    try:
        from undertide_server.app import Choices
        from undertide_server.process.logs import configure

        configure(as_json=log_json)
        return _host(Choices(**choices, attended=attended))
    finally:
        gc.enable()


def _require_ssh() -> None:
    """End the command unless people can visit this machine by ssh."""
    import socket

    require("ssh")
    if not hasattr(socket, "send_fds"):
        raise click.ClickException("--ssh needs a system that passes connections to processes")


def _check(choices: Mapping[str, Any], *, as_json: bool) -> int:
    """Say what a start would find, and return the exit code."""
    from undertide_server.app import Choices
    from undertide_server.cli.check import report
    from undertide_server.soundness import check_start

    return report(check_start(Choices(**choices)), choices["data"], as_json=as_json)


def _host(choices: "Choices") -> int:
    """Run a server to its end, and return the exit code."""
    import asyncio
    from functools import partial

    from undertide_server.app import host
    from undertide_server.store.errors import FolderInUseError

    with faults_told():
        try:
            return asyncio.run(until_stopped(partial(host, choices), attended=choices.attended))
        except FolderInUseError as fault:
            if not choices.attended:
                raise
            click.echo(str(fault), err=True)
            return FOLDER_IN_USE


async def until_stopped(run: Running, *, attended: bool) -> int:
    """Run a service until a signal or, if attended, the end of input; return the exit code.

    If attended, print the lines that it announces: the address is the last.
    """
    import asyncio
    import signal
    from functools import partial

    from undertide_server.process.signals import stopping_on_signals

    stop = asyncio.Event()
    with stopping_on_signals(stop) as came:
        if attended:
            at_end_of_input(partial(_set_soon, stop, asyncio.get_running_loop()))
        await run(stop, click.echo if attended else _keep_quiet)
    return INTERRUPTED if signal.SIGINT in came else 0


def _set_soon(event: "asyncio.Event", loop: "asyncio.AbstractEventLoop") -> None:
    """Set an event of a loop that runs in another thread, unless the loop has ended by itself."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(event.set)


def _keep_quiet(_address: str) -> None:
    """Print nothing: the log has the address."""


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
