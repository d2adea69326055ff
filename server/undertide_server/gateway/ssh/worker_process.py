"""A worker process, as the server sees it."""

import asyncio
import socket
import sys
from asyncio.subprocess import Process
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Self

import msgspec
import structlog

from undertide_server.gateway.edge.errors import SshUnavailableError
from undertide_server.gateway.ssh.control import (
    ControlLine,
    Ready,
    Setup,
    StopVisits,
    TakeVisit,
    ToServer,
    ToWorker,
    VisitTerms,
)
from undertide_server.util.heartbeat import WorkerHeartbeat

WORKER: Final = ("-P", "-m", "undertide_server", "ssh-worker")
"""The arguments of the interpreter. With `-P`, it doesn't import modules from the folder in which
the operator started the server."""
START_SECONDS: Final = 60.0
"""Time until a worker is ready: it imports the client, which takes a second where nothing else is
going on."""
END_SECONDS: Final = 4.0
"""Time for a worker to end its visits, with their last words, before it is killed."""

log = structlog.get_logger()


class WorkerProcess:
    """A worker that takes visits. `fingerprint` is the one of its host key."""

    def __init__(
        self, number: int, process: Process, line: ControlLine[ToServer], fingerprint: str
    ) -> None:
        self.number = number
        self.fingerprint = fingerprint
        self._process = process
        self._line = line
        self._heartbeat = WorkerHeartbeat()
        self._heartbeat.note_sign()

    @property
    def is_well(self) -> bool:
        """Whether it was heard of lately, so that newcomers may be sent to it."""
        return self._heartbeat.is_well

    @classmethod
    async def start(cls, number: int, setup: Setup, terms: VisitTerms) -> Self:
        """Start a worker, and return once it takes visits. Raises SshUnavailableError."""
        ours, theirs = socket.socketpair()
        line: ControlLine[ToServer] = ControlLine(ours, ToServer)  # type: ignore[arg-type]
        with theirs:
            # Its own process session: Ctrl-C in the terminal is for the server alone.
            process = await asyncio.create_subprocess_exec(
                sys.executable, *WORKER, stdin=theirs.fileno(), start_new_session=True
            )
        try:
            line.send(setup)
            line.send(terms)
            async with asyncio.timeout(START_SECONDS):
                told = await line.receive()
        except (OSError, TimeoutError, msgspec.MsgspecError) as fault:
            told = []
            reason = str(fault) or "it takes too long"
        else:
            reason = "it ended at once; its reason stands above"
        if len(told) == 1 and isinstance(told[0], Ready):
            return cls(number, process, line, told[0].fingerprint)
        line.close()
        await _ended(process, 0.0)
        raise SshUnavailableError(f"the program for visitors by ssh doesn't start: {reason}")

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    def visit(self, ticket: str, connection: socket.socket) -> bool:
        """Hand a connection over. Return False if the worker can't take it."""
        return self._send(TakeVisit(ticket), connection.fileno())

    def send_message(self, message: ToWorker) -> None:
        """Send a message. A worker that doesn't read its line is killed."""
        self._send(message)

    def _send(self, message: ToWorker, descriptor: int | None = None) -> bool:
        try:
            self._line.send(message, descriptor)
        except OSError:
            self.kill()
            return False
        return True

    def kill(self) -> None:
        """End the process at once."""
        with suppress(ProcessLookupError):
            self._process.kill()

    async def run(self, heard: Callable[[ToServer], None]) -> None:
        """Pass on what the worker says, until it ends."""
        try:
            while messages := await self._line.receive():
                self._heartbeat.note_sign()
                for message in messages:
                    heard(message)
        except (OSError, msgspec.MsgspecError):
            pass  # the worker has ended, or writes nonsense: it is killed
        finally:
            self._line.close()
            await _ended(self._process, END_SECONDS)

    async def watch_silence(self) -> None:
        """Return once the worker hangs: it has said nothing for long."""
        await self._heartbeat.watch_silence(lambda: log.warning("ssh worker is silent"))

    async def end(self, words: str) -> None:
        """End all visits with these words, and the process after that."""
        self.send_message(StopVisits(words))
        await _ended(self._process, END_SECONDS)


async def _ended(process: Process, seconds: float) -> None:
    """Wait for the end of a process; kill it after some seconds."""
    try:
        async with asyncio.timeout(seconds):
            await process.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
