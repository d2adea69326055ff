"""The process that renders runs, one after another: commands in, renders out.

It has the lowest priority, stores nothing, and ends with its commands.
"""

import os
import sys
from typing import BinaryIO, Final

from undertide_server.replays.errors import UnplayableRunError
from undertide_server.replays.messages import (
    RenderEnded,
    RenderReport,
    RenderRun,
    RunRendered,
    packed,
    read_render_command,
)
from undertide_server.replays.unrendered import rendering
from undertide_server.sessions.durability.recovery import damage_told
from undertide_server.sessions.model.errors import RecoveryError
from undertide_server.store.engine.address import address_in

NICENESS: Final = 19
"""The niceness of the worker: sessions and replays come first, on systems that support it."""


def work(stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Render the run of each command, until the commands end."""
    while (command := read_render_command(stdin)) is not None:
        try:
            with damage_told():
                ended = _render(command, stdout)
        except (RecoveryError, UnplayableRunError) as fault:
            ended = RenderEnded("failed", fault.reason)
        _send(stdout, ended)


def main() -> None:
    """Work on the standard streams, with low priority."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    try:
        # Don't read through sys.stdin: its lock would be held when the interpreter wants to exit.
        with open(sys.stdin.fileno(), "rb", closefd=False) as stdin:
            work(stdin, sys.stdout.buffer)
    except BrokenPipeError:
        # Nobody reads the output any longer. A flush at exit must not fail a second time.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _render(command: RenderRun, stdout: BinaryIO) -> RenderEnded:
    room = command.room
    for render in rendering(address_in(command.store), command.run):
        room -= render.size
        if room < 0:
            return RenderEnded("room")
        _send(
            stdout,
            RunRendered(
                *(render.first, render.last, render.ticks),
                *(render.facts, dict(render.views), render.elapsed),
            ),
        )
    return RenderEnded("done")


def _send(stdout: BinaryIO, report: RenderReport) -> None:
    stdout.write(packed(report))
    stdout.flush()
