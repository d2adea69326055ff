"""The command of a supervisor, `undertide serve --workers`, and the one of its workers."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import gc
import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import click

from undertide_server.cli.parts import faults_told
from undertide_server.cli.stopping import set_soon, until_stopped

MOST_WORKERS: Final = 64
"""More processes only wait for each other: all of them write to one file."""
AUTO: Final = "auto"


class WorkerCount(click.ParamType[int]):
    """A number of workers, or `auto` for as many as this process may use cores."""

    name = "workers"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number. Ends the command with what is wrong."""
        if value == AUTO:
            return min(cores(), MOST_WORKERS)
        try:
            return click.IntRange(1, MOST_WORKERS).convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"{value!r} is neither {AUTO} nor a number from 1 to {MOST_WORKERS}", param)


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@click.command("serve-worker", hidden=True)
@click.option("--log-json", is_flag=True)
def serve_worker(*, log_json: bool) -> int:
    """Serve as one worker of several: standard input is the line to the supervisor."""
    import asyncio
    from functools import partial

    # The supervisor alone replaces workers, even if somebody sends this to the whole service.
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    gc.disable()  # objects of the start stay: the server turns collection on when it is ready
    try:
        from undertide_server.cluster.supervisor.process import SupervisorLine
        from undertide_server.process import event_loop
        from undertide_server.process.logs import configure
        from undertide_server.startup.choices import Choices

        line = SupervisorLine(sys.stdin.fileno())
        choices = Choices.from_json(line.read())
        assert choices.worker is not None
        configure(as_json=log_json, worker=choices.worker.node)
        with faults_told():
            from undertide_server.app import host

            drain = asyncio.Event()

            def watch_end(stop: Callable[[], object]) -> None:
                hand_over = partial(set_soon, drain, asyncio.get_running_loop())
                # Other machines go on with the runs when all workers of this one stop.
                line.listen(hand_over, stop if choices.cluster is None else hand_over)

            # A signal is for this worker alone: the pipe ends when the whole server stops.
            run = partial(host, choices, drain=drain)
            code = event_loop.run(until_stopped(run, watch_end, signalled=drain))
        if line.has_ended:
            with suppress(OSError):  # The last worker removes what a killed supervisor left.
                Path(choices.worker.sockets).rmdir()
        return code
    finally:
        gc.enable()


def require_workers(*, has_store: bool, attended: bool) -> None:
    """End the command unless this server can have workers."""
    from undertide_server.cluster.supervisor.errors import WorkersUnavailableError
    from undertide_server.cluster.supervisor.ports import check_system

    if attended:
        raise click.UsageError("--workers is for servers of operators, not with --attended")
    if not has_store:
        raise click.UsageError("--workers needs --data or --cluster: the workers share their runs")
    try:
        check_system()
    except WorkersUnavailableError as fault:
        raise click.ClickException(str(fault)) from fault


def run_workers(choices: Mapping[str, Any], workers: int, *, as_json: bool) -> int:
    """Run a server of several workers to its end, and return the exit code."""
    import asyncio

    from undertide_server.cluster.supervisor.errors import WorkerEndedError
    from undertide_server.process.logs import configure
    from undertide_server.startup.choices import Choices
    from undertide_server.supervising import supervise

    configure(as_json=as_json)
    words = ["--log-json"] if as_json else []

    async def run(stop: asyncio.Event, _announce: object) -> None:
        await supervise(Choices(**choices), workers, words, stop)

    with faults_told():
        try:
            return asyncio.run(until_stopped(run))
        except WorkerEndedError as fault:
            if fault.code <= 0:
                raise
            return fault.code  # it has said why itself
