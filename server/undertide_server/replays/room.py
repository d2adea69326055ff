"""One viewer's replay, as the gateway sees it: a worker process, and the way to it and back."""

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
    Open,
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
from undertide_shared.codec import encode
from undertide_shared.messages import ClientMessage, Error, Left, Resync, ServerMessage

WORKER: Final = ("-P", "-m", "undertide_server", "replay-worker")
"""What the interpreter is told. -P: what lies about where the host started this is no server."""
START_SECONDS: Final = 30.0
"""Until a worker shows anything: a busy machine takes some to start it and to play the run up."""
EXIT_SECONDS: Final = 5.0
"""Until a worker that says no more has ended: after that it is killed."""
MAX_WAITING: Final = 32
"""Commands that wait for the worker to start."""
MAX_UNREAD: Final = 4096
"""Bytes of commands that wait beyond what the system holds for the worker: some hundred of them."""
FAILED: Final = "this replay failed; the host finds the reason in the log"

log = structlog.get_logger()


class ReplayRoom:
    """A place where one member watches a run again.

    `find` returns the worker's first command, and may raise Refused. `deliver` is handed what the
    member is sent. `on_over` is called when the replay ends by itself, or can't begin.
    """

    session = None
    """It is no session's."""

    def __init__(
        self,
        member: int,
        run: str,
        find: "Callable[[ReplayRoom], Awaitable[Open]]",
        deliver: Callable[[list[Parcel]], None],
        on_over: Callable[[], None],
    ) -> None:
        self.run = run
        """The run's name, once it is known; until then what it was asked for by."""
        self.live = False
        """Whether more of the run may be seen later."""
        self._member = member
        self._find = find
        self._deliver = deliver
        self._on_over = on_over
        self._process: Process | None = None
        self._waiting: list[Command] = []
        self._resyncs = 0
        self._begun = False
        """Whether the member was shown anything."""
        self._closed = False
        self.work = asyncio.create_task(self._live())
        """Done once the process is gone."""

    # --- what a member does ------------------------------------------------------------------

    def handle_message(self, member: int, message: ClientMessage) -> None:  # noqa: ARG002  (the only one)
        """Pass on what the member asks for.

        Raises RequestRefusedError when too much waits to be done.
        """
        assert isinstance(message, Wish), "not legal in a replay"
        if not self._has_room():
            raise RequestRefusedError(
                "too_fast", "the replay is still busy with what was asked before"
            )
        if isinstance(message, Resync):
            self._resyncs += 1
        self._send(message)

    def leave(self, member: int) -> None:  # noqa: ARG002
        """Let the member go who asked to."""
        self.close()
        self._tell(Left(self.run, "you left"))

    def disconnect(self, member: int) -> None:  # noqa: ARG002
        """Note that the member is gone."""
        self.close()

    def fell_behind(self, member: int) -> None:
        """Do nothing: what the worker shows meanwhile is left out, and then made up for."""

    def resync(self, member: int) -> None:  # noqa: ARG002
        """Give the member a keyframe, and nothing from before it."""
        self._resyncs += 1
        self._send(Resync())

    def reach(self, step: int | None) -> None:
        """Let the member see as far as a step, or all there is."""
        if self._has_room():
            self._send(Reach(step))

    # --- the process -------------------------------------------------------------------------

    def close(self) -> None:
        """End the process. Nothing more is delivered."""
        if not self._closed:
            # Once: what waits for the process to be gone must not be interrupted.
            self._closed = True
            self.work.cancel()

    def _tell(self, message: ServerMessage) -> None:
        self._deliver([Parcel((self._member,), encode(message))])

    def _has_room(self) -> bool:
        if self._process is None:
            return len(self._waiting) < MAX_WAITING
        assert self._process.stdin is not None
        return self._process.stdin.transport.get_write_buffer_size() < MAX_UNREAD

    def _send(self, command: Command) -> None:
        if self._process is None:
            self._waiting.append(command)
        else:
            assert self._process.stdin is not None
            self._process.stdin.write(packed(command))

    async def _live(self) -> None:
        """Find the run, start the worker, and deliver what it tells until it ends."""
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
            report = await _read(process)
        while isinstance(report, Sent):
            self._begun = True
            if not report.frame or report.resyncs == self._resyncs:
                self._deliver([Parcel((self._member,), report.data, report.frame)])
            report = await _read(process)
        if report is None:
            async with asyncio.timeout(EXIT_SECONDS):
                code = await process.wait()
            log.error("replay's process ended", run=self.run, code=code)
            return Error("internal", FAILED)
        return Error(report.code, report.reason)

    async def _start(self) -> Process:
        # A session of its own: Ctrl-C in the host's terminal is for the server alone.
        return await asyncio.create_subprocess_exec(
            sys.executable, *WORKER, stdin=PIPE, stdout=PIPE, start_new_session=True
        )

    async def _end(self) -> None:
        """Kill the process, which keeps nothing, and wait for that."""
        process = self._process
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.communicate()


async def _read(process: Process) -> Report | None:
    """Return what a worker tells next, or None when it has ended.

    Raises ValueError or msgspec.MsgspecError when it says what it never should.
    """
    assert process.stdout is not None
    try:
        head = await process.stdout.readexactly(HEAD)
        return report_of(await process.stdout.readexactly(length(head)))
    except asyncio.IncompleteReadError:
        return None
