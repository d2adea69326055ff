"""The process that renders runs, one after another: commands in, renders out. Both of its sides.

It has the lowest priority, stores nothing, and ends with its commands.
"""

from collections.abc import AsyncIterator
from typing import BinaryIO, Final

from undertide_server.extending.loading import repertoire_of_this_process
from undertide_server.replays.errors import (
    NoRoomError,
    RenderFailedError,
    RenderHungError,
    UnplayableRunError,
    WorkerFailedError,
)
from undertide_server.replays.messages import (
    MAX_RENDER_BYTES,
    PipeBeat,
    RenderEnded,
    RenderReport,
    RenderRun,
    RunRendered,
    packed,
    read_render_command,
    render_report_of,
)
from undertide_server.replays.piped_worker import PipedWorker, working
from undertide_server.replays.renderer import rendering
from undertide_server.sessions.durability.recovery import damage_told
from undertide_server.sessions.model.errors import RecoveryError
from undertide_server.store.engine.address import address_in
from undertide_server.util.heartbeat import Pulse

WORKER: Final = ("-P", "-m", "undertide_server", "render-worker")
"""The arguments of the interpreter. With `-P`, it doesn't import modules from the folder in which
the operator started the server."""
MOST_SECONDS: Final = 300.0
"""The most seconds until a render comes. It takes a second of a core that has nothing else to do,
and the worker has what others leave it."""


class RenderProcess:
    """A worker process, which is started when it is first needed, and again after a failure."""

    def __init__(self) -> None:
        self._worker = PipedWorker(lambda: WORKER, MOST_SECONDS, MAX_RENDER_BYTES)

    @property
    def runs(self) -> bool:
        """Whether there is a process."""
        return self._worker.runs

    async def render(self, command: RenderRun) -> AsyncIterator[RunRendered]:
        """Yield the renders of a run until all is rendered, or nothing more fits.

        Raises NoRoomError when nothing more fits; RenderHungError when the worker hangs, and
        RenderFailedError when it fails, ends or takes too long. Then the process is gone.
        """
        try:
            await self._worker.send_command(command)
            while isinstance(
                report := await self._worker.receive_report(render_report_of), RunRendered
            ):
                yield report
        except WorkerFailedError as fault:
            if fault.is_hung:
                raise RenderHungError from fault
            raise RenderFailedError(fault.reason) from fault
        assert isinstance(report, RenderEnded), "it tells renders and their end"
        if report.outcome == "failed":
            raise RenderFailedError(report.problem)
        if report.outcome == "room":
            raise NoRoomError

    async def end(self) -> None:
        """Kill the process, which stores nothing, and wait for its end."""
        await self._worker.end()


NICENESS: Final = 19
"""The niceness of the worker: sessions and replays come first, on systems that support it."""


def work(stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Render the run of each command, until the commands end."""
    pulse = Pulse(lambda: _send(stdout, PipeBeat()))
    while (command := read_render_command(stdin)) is not None:
        try:
            with damage_told():
                ended = _render(command, stdout, pulse)
        except (RecoveryError, UnplayableRunError) as fault:
            ended = RenderEnded("failed", fault.reason)
        _send(stdout, ended)


def main() -> None:
    """Work on the standard streams, with low priority."""
    working(work, NICENESS)


def _render(command: RenderRun, stdout: BinaryIO, pulse: Pulse) -> RenderEnded:
    pulse.beat()
    room, store = command.room, address_in(command.store)
    for render in rendering(store, command.run, repertoire_of_this_process(), pulse.beat):
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
