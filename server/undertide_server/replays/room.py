"""One viewer's replay, as the gateway sees it: a worker process, and the pipes to it and back."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import structlog

from undertide_server.replays.messages import (
    HEAD,
    Command,
    Failed,
    Open,
    PipeBeat,
    Reach,
    Report,
    Sent,
    Wish,
    length,
    packed,
    report_of,
)
from undertide_server.sessions.broadcast.outbox import Parcel
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.util.background import running
from undertide_server.util.heartbeat import WorkerHeartbeat
from undertide_shared.codec import encode
from undertide_shared.messages import ClientMessage, Error, Left, Resync, ServerMessage

WORKER: Final = ("-P", "-m", "undertide_server", "replay-worker")
"""The arguments of the interpreter. With `-P`, it doesn't import modules from the folder in which
the operator started the server."""
START_SECONDS: Final = 30.0
"""The most seconds until a worker's first message: a busy machine takes some to start it and to
play the run up to the wanted step."""
EXIT_SECONDS: Final = 5.0
"""The most seconds until a worker that has closed its output ends; after that it is killed."""
MAX_WAITING: Final = 32
"""The most commands that wait for the worker to start."""
MAX_UNREAD: Final = 4096
"""The most bytes of commands that wait beyond the system's own buffer: some hundred commands."""
FAILED: Final = "this replay failed; the server's log says why"
HUNG: Final = "this replay hung, and was ended; open it again"

log = structlog.get_logger()


class ReplayRoom:
    """A room in which one member watches a run again.

    `find` returns the worker's first command, and may raise RequestRefusedError. `deliver` receives
    the parcels for the member. `on_over` is called when the replay ends by itself, or can't begin;
    `on_hung` when its worker hung and was ended.
    """

    session = None
    """A room belongs to no session."""

    def __init__(
        self,
        member: int,
        run: str,
        find: "Callable[[ReplayRoom], Awaitable[Open]]",
        deliver: Callable[[list[Parcel]], None],
        on_over: Callable[[], None],
        on_hung: Callable[[], None] = lambda: None,
    ) -> None:
        self.run = run
        """The run's name, once it is known; until then the name that the member used for it."""
        self.live = False
        """Whether more of the run may become visible later."""
        self._member = member
        self._find = find
        self._deliver = deliver
        self._on_over = on_over
        self._on_hung = on_hung
        self._heartbeat = WorkerHeartbeat()
        self._process: Process | None = None
        self._waiting: list[Command] = []
        self._resyncs = 0
        self._begun = False
        """Whether the member has been sent anything."""
        self._closed = False
        self.has_given_way = False
        """Whether it was closed for somebody else; its process ends in a moment."""
        self._loop = asyncio.get_running_loop()
        self.used_at = self._loop.time()
        """When the member last asked for something, or was shown something new."""
        self.work = asyncio.create_task(self._live())
        """A task that is done when the process is gone."""

    # --- requests of the member --------------------------------------------------------------

    def handle_message(self, member: int, message: ClientMessage) -> None:  # noqa: ARG002  (the only one)
        """Pass a member's request on to the worker.

        Raises RequestRefusedError if too many requests wait.
        """
        assert isinstance(message, Wish), "not legal in a replay"
        if not self._has_room():
            raise RequestRefusedError("too_fast", "the replay is still busy with your last request")
        if isinstance(message, Resync):
            self._resyncs += 1
        else:
            self.used_at = self._loop.time()
        self._send(message)

    def leave(self, member: int) -> None:  # noqa: ARG002
        """Remove the member at its own request."""
        self.close()
        self._tell(Left(self.run, "you left"))

    def disconnect(self, member: int) -> None:  # noqa: ARG002
        """Close the room, because the member's connection is gone."""
        self.close()

    def fell_behind(self, member: int) -> None:
        """Do nothing: frames are dropped until a resync makes up for them."""

    def resync(self, member: int) -> None:  # noqa: ARG002
        """Send the member a keyframe, and no frame from before it."""
        self._resyncs += 1
        self._send(Resync())

    def confirm_token(self, member: int) -> None:
        """Do nothing: a replay gives no tokens."""

    def reach(self, step: int | None) -> None:
        """Extend the visible part of the run up to a step, or to its end for None."""
        if self._has_room():
            self._send(Reach(step))

    # --- the process -------------------------------------------------------------------------

    def close(self) -> None:
        """End the process and deliver nothing more."""
        if not self._closed:
            # Cancel once only: a second time would interrupt the wait for the process to end.
            self._closed = True
            self.work.cancel()

    def give_way(self, reason: str) -> None:
        """Close the room for somebody else, and tell the member why."""
        self.has_given_way = True
        self.close()
        self._on_over()
        self._tell(Left(self.run, reason))

    def _tell(self, message: ServerMessage) -> None:
        self._deliver([Parcel((self._member,), encode(message))])

    def _has_room(self) -> bool:
        if self._process is None:
            return len(self._waiting) < MAX_WAITING
        if not self._heartbeat.is_well:
            return False
        assert self._process.stdin is not None
        return self._process.stdin.transport.get_write_buffer_size() < MAX_UNREAD

    def _send(self, command: Command) -> None:
        if self._process is None:
            self._waiting.append(command)
        else:
            assert self._process.stdin is not None
            self._process.stdin.write(packed(command))

    async def _live(self) -> None:
        """Find the run, start the worker, and deliver its messages until it ends."""
        try:
            fault = await self._work()
        except RequestRefusedError as refusal:
            fault = Error(refusal.code, refusal.reason)
        except Exception:
            log.exception("replay failed", run=self.run)
            fault = Error("internal", FAILED)
        finally:
            await self._end()
        self._on_over()
        self._tell(fault)
        if self._begun:
            self._tell(Left(self.run, fault.reason))

    async def _work(self) -> Error:
        async with asyncio.timeout(START_SECONDS):
            opening = await self._find(self)
            process = await self._start()
            self._process = process
            for command in (opening, *self._waiting):
                self._send(command)
            report = await self._next_report(process)
        async with running(self._kill_if_hung(process)):
            while isinstance(report, Sent):
                self._begun = True
                if report.frame:
                    self.used_at = self._loop.time()
                if not report.frame or report.resyncs == self._resyncs:
                    self._deliver([Parcel((self._member,), report.data, report.frame)])
                report = await self._next_report(process)
        if self._heartbeat.is_hung:
            return Error("internal", HUNG)
        if report is None:
            async with asyncio.timeout(EXIT_SECONDS):
                code = await process.wait()
            log.error("replay's process ended", run=self.run, code=code)
            return Error("internal", FAILED)
        return Error(report.code, report.reason)

    async def _next_report(self, process: Process) -> Sent | Failed | None:
        """Return what the worker says to the member next, or None if it has ended."""
        while True:
            report = await _read(process)
            self._heartbeat.note_sign()
            if not isinstance(report, PipeBeat):
                return report

    async def _kill_if_hung(self, process: Process) -> None:
        """End a worker that has hung for long."""
        await self._heartbeat.kill_if_hung(process)
        self._on_hung()
        log.warning("replay hung", run=self.run)

    async def _start(self) -> Process:
        # The worker gets its own process session: Ctrl-C in the terminal is for the server alone.
        return await asyncio.create_subprocess_exec(
            sys.executable, *WORKER, stdin=PIPE, stdout=PIPE, start_new_session=True
        )

    async def _end(self) -> None:
        """Kill the process, which stores nothing, and wait for its end."""
        process = self._process
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.communicate()


async def _read(process: Process) -> Report | None:
    """Return a worker's next message, or None if it has ended.

    Raises ValueError or msgspec.MsgspecError if the bytes are not a message.
    """
    assert process.stdout is not None
    try:
        head = await process.stdout.readexactly(HEAD)
        return report_of(await process.stdout.readexactly(length(head)))
    except asyncio.IncompleteReadError:
        return None
