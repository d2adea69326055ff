"""The ssh port of a server: it takes connections, and hands each to a worker process.

A visitor's bytes never reach the server's own process: a worker speaks ssh, and connects to the
server's Unix socket as any client does, with the ticket of the visit.
"""

import asyncio
import socket
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import structlog

from undertide_server.content.settings.settings import ServerSettings
from undertide_server.gateway.edge.address import Ports
from undertide_server.gateway.edge.connection_gate import ConnectionGate, Cut
from undertide_server.gateway.edge.errors import SshUnavailableError
from undertide_server.gateway.edge.visits import LOGIN_AGE, Visits
from undertide_server.gateway.ssh.control import (
    DropVisit,
    Guess,
    Guessed,
    LoggedIn,
    Right,
    Setup,
    ToServer,
    VisitEnded,
    VisitTerms,
)
from undertide_server.gateway.ssh.storage import SshStorage, newest_vault, prune_vaults
from undertide_server.gateway.ssh.worker_process import WorkerProcess
from undertide_server.util.background import running
from undertide_server.util.listening import listen_everywhere
from undertide_server.util.retention_clock import RetentionClock
from undertide_shared.own_addresses import WILDCARDS

FOLDER: Final = "ssh"
"""The folder in the data folder."""
BACKLOG: Final = 128
"""Connections that wait to be accepted: more than may come in at once."""
RESTART_SECONDS: Final = 1.0
"""Time until a worker that has ended is started again, so that failures keep no core busy."""
PAUSE_SECONDS: Final = 0.1
"""Time after which the server accepts again if the system had no file for a connection, and looks
again for a place while all are taken."""
PRUNE_SECONDS: Final = 3600.0
"""Time between two looks for vaults that nobody uses."""

log = structlog.get_logger()


class SshService:
    """The visits by ssh of one server. Open it with `opened`.

    `data` is the server's data folder. Without one, the host key is new at each start, and seats
    end with the server anyway.
    """

    def __init__(
        self, settings: ServerSettings, gate: ConnectionGate, ports: Ports, data: Path | None
    ) -> None:
        self._settings = settings
        self._gate = gate
        self._ports = ports
        self._data = data
        self._loop = asyncio.get_running_loop()
        self._workers: dict[int, WorkerProcess] = {}
        self._setup = Setup("", "", "", 0, 0)
        self._stopping = False
        self.visits = Visits(settings.ssh)
        self.port = 0
        """The port, once the server listens."""
        gate.visitor_of = self.visits.address_of

    @property
    def processes(self) -> list[int]:
        """The ids of the workers' processes."""
        return [worker.pid for worker in self._workers.values()]

    @property
    def silent_processes(self) -> list[int]:
        """The ids of the processes of workers that get no newcomers, since they say nothing."""
        return [worker.pid for worker in self._workers.values() if not worker.is_well]

    @asynccontextmanager
    async def runtime(self) -> AsyncIterator[str]:
        """Yield the path for the server's Unix socket, in a folder that only this user may open."""
        with tempfile.TemporaryDirectory(prefix="undertide-") as folder:
            yield str(Path(folder) / "socket")

    @asynccontextmanager
    async def opened(self, path: str, address: str) -> AsyncIterator[None]:
        """Take visits until the context ends.

        `path` is the Unix socket at which the server listens, and `address` the one for everybody.
        Raises OSError when it can't listen or write, and SshUnavailableError when no worker starts.
        """
        folder = self._data / FOLDER if self._data else Path(path).parent / FOLDER
        SshStorage(folder)
        settings = self._settings.ssh
        limits = settings.worker_megabytes, settings.visitors_per_worker
        self._setup = Setup(str(folder), path, address, *limits)
        async with AsyncExitStack() as tasks:
            listeners = _listeners(self._settings.server.host, self._ports)
            for listener in listeners:
                listener.setblocking(False)
                tasks.enter_context(listener)
            self.port = listeners[0].getsockname()[1]
            first = await WorkerProcess.start(0, self._setup, self._terms())
            await tasks.enter_async_context(running(self._keep_running(0, first)))
            for number in range(1, settings.workers):
                await tasks.enter_async_context(running(self._keep_running(number)))
            await tasks.enter_async_context(running(self._prune(folder)))
            for listener in listeners:
                await tasks.enter_async_context(running(self._accept(listener)))
            log.info("open to ssh", port=self.port, host_key=first.fingerprint)
            yield

    async def close(self, words: str) -> None:
        """End all visits with these words, and all workers."""
        self._stopping = True
        await asyncio.gather(*(worker.end(words) for worker in self._workers.values()))

    def apply_settings(self, settings: ServerSettings) -> None:
        """Apply these settings to visits that begin from now on."""
        self._settings = settings
        self.visits.settings = settings.ssh
        for worker in self._workers.values():
            worker.send_message(self._terms())

    def _terms(self) -> VisitTerms:
        settings = self._settings.ssh
        return VisitTerms(settings.keys_only, settings.login_seconds, settings.idle_minutes)

    # --- connections -----------------------------------------------------------------------------

    async def _accept(self, listener: socket.socket) -> None:
        """Take connections, one after another."""
        while True:
            try:
                connection, peer = await self._loop.sock_accept(listener)
            except OSError:
                await asyncio.sleep(PAUSE_SECONDS)
                continue
            with connection:  # the worker has its own descriptor by then
                refusal = await self._admit(connection, str(peer[0]))
            if refusal is not None:
                self._gate.count_cut(refusal, inside=False)

    async def _admit(self, connection: socket.socket, address: str) -> Cut | None:
        """Hand a connection to a worker; return why not, if so."""
        refusal = self.visits.refusal(address, self._loop.time())
        if refusal is not None:
            return refusal
        worker = await self._free_worker()
        if worker is None:
            return "ssh_full"
        now = self._loop.time()
        visit = self.visits.begin(address, worker.number, now)
        if not worker.visit(visit.ticket, connection):
            self.visits.end(visit.ticket)
            return "ssh_full"
        while slow := self.visits.too_slow(now):
            self._cut(slow.ticket, slow.worker)
        return None

    async def _free_worker(self) -> WorkerProcess | None:
        """Return a worker with a place; None if all places are those of people who play.

        Who logs in just now either plays soon or grows too old, and makes room then. Meanwhile
        everybody behind waits in the system's own line (`BACKLOG`).
        """
        while not self._stopping:
            worker, oldest = self._freest(), self.visits.oldest_login()
            if worker is not None or oldest is None:
                return worker
            if self._loop.time() - oldest.begun >= LOGIN_AGE:
                self._cut(oldest.ticket, oldest.worker)
            else:
                await asyncio.sleep(PAUSE_SECONDS)
        return None

    def _cut(self, ticket: str, worker: int) -> None:
        """End a visit that takes too long to log in."""
        self._gate.count_cut("ssh_too_slow_login", inside=False)
        self.visits.end(ticket)
        if worker in self._workers:
            self._workers[worker].send_message(DropVisit(ticket))

    def _freest(self) -> WorkerProcess | None:
        """Return the worker with the fewest visits; None if all are full, or silent."""
        well = [number for number, worker in self._workers.items() if worker.is_well]
        loads = [(len(self.visits.of_worker(number)), number) for number in well]
        if not loads or min(loads)[0] >= self._setup.visitors:
            return None
        return self._workers[min(loads)[1]]

    # --- workers ---------------------------------------------------------------------------------

    async def _keep_running(self, number: int, worker: WorkerProcess | None = None) -> None:
        """Start a worker, and again whenever it has ended."""
        while not self._stopping:
            try:
                worker = worker or await WorkerProcess.start(number, self._setup, self._terms())
                self._workers[number] = worker
                worker.send_message(self._terms())  # which may have changed while it started
                async with running(self._replace_if_hung(worker)):
                    await worker.run(self._hear)
                if not self._stopping:
                    log.warning("ssh worker ended", visits=len(self.visits.of_worker(number)))
            except SshUnavailableError as fault:
                log.warning("ssh worker doesn't start", reason=str(fault))
            finally:
                self._workers.pop(number, None)
                for ticket in self.visits.of_worker(number):
                    self.visits.end(ticket)
            worker = None
            await asyncio.sleep(RESTART_SECONDS)

    async def _replace_if_hung(self, worker: WorkerProcess) -> None:
        """Kill a worker that has hung for long; another one takes its place."""
        await worker.watch_silence()
        self._gate.counters.hung_workers["ssh"] += 1
        log.warning("ssh worker hung", visits=len(self.visits.of_worker(worker.number)))
        worker.kill()

    def _hear(self, message: ToServer) -> None:
        """Take in what a worker says of a visit."""
        visit = self.visits.get(message.ticket) if hasattr(message, "ticket") else None
        if visit is None:
            return
        match message:
            case LoggedIn():
                visit.logged_in = True
            case Guess(ticket=ticket):
                seconds = self.visits.guess(ticket, self._loop.time())
                if visit.worker in self._workers:
                    self._workers[visit.worker].send_message(Guessed(ticket, seconds))
            case Right(ticket=ticket):
                self.visits.guessed_right(ticket)
            case VisitEnded(ticket=ticket, fault=fault, is_broken=is_broken):
                self.visits.end(ticket)
                if is_broken:
                    self._gate.count_cut("ssh_broken", inside=False)
                if fault:
                    log.error("ssh visit failed", place=visit.address_key, fault=fault)
            case _:
                pass

    async def _prune(self, folder: Path) -> None:
        """Delete the vaults that nobody has used for long, now and again."""
        clock = RetentionClock("ssh seats", await asyncio.to_thread(newest_vault, folder))
        while True:
            days = self._settings.ssh.keep_days
            with suppress(OSError):
                pruned = await asyncio.to_thread(prune_vaults, folder, days, clock)
                if pruned:
                    log.info("ssh seats forgotten", visitors=pruned)
            await asyncio.sleep(PRUNE_SECONDS)


def _listeners(host: str, ports: Ports) -> list[socket.socket]:
    """Return the sockets that listen for visitors. Raises OSError."""
    port, shared = ports.ssh or 0, ports.are_shared
    if host in WILDCARDS:
        return listen_everywhere(port, backlog=BACKLOG, reuse_port=shared)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    address = host, port
    return [socket.create_server(address, family=family, backlog=BACKLOG, reuse_port=shared)]
