"""A server of several workers: its store and its ports, and what signals and systemd hear."""

import asyncio
import dataclasses
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path

import structlog

from undertide_server.cluster.node_ids import machine_name
from undertide_server.cluster.supervisor.place import WorkerPlace
from undertide_server.cluster.supervisor.ports import shared_port
from undertide_server.cluster.supervisor.process import NodeProcess
from undertide_server.cluster.supervisor.supervisor import Supervisor
from undertide_server.content.schema.errors import ContentError
from undertide_server.process.logs import set_level
from undertide_server.process.notify import Notifier
from undertide_server.process.signals import noting_hangups, noting_replacements
from undertide_server.startup.advertising import link_ports
from undertide_server.startup.choices import Choices, settings_of, tell_old_name
from undertide_server.startup.errors import UnknownPresetError
from undertide_server.store.errors import StoreError
from undertide_server.store.opening import held
from undertide_server.store.ownership import opened_ownership
from undertide_server.util.background import running
from undertide_shared.own_addresses import addresses_for_others

log = structlog.get_logger()


async def supervise(
    choices: Choices, workers: int, words: Sequence[str], stop: asyncio.Event
) -> None:
    """Run a server with some workers until `stop` is set. The choices name a store.

    `words` are options for the command line of each worker.

    Raises ContentError, UnknownPresetError, FolderInUseError, WorkersUnavailableError, OSError when
    it can't listen or start processes, and like `Supervisor.run`.
    """
    settings = settings_of(choices, tell_old_name)
    set_level(settings.operations.log_level)
    with (
        noting_hangups(stop) as hangup,
        noting_replacements() as replacement,
        nullcontext() if choices.data is None else held(choices.data),
        _ports_of(choices, settings.server.host, settings.server.port) as fixed,
        # The system bounds the length of a socket's path, so not in the data folder.
        tempfile.TemporaryDirectory(prefix="undertide-", ignore_cleanup_errors=True) as sockets,
    ):
        server = _Server(fixed, WorkerPlace("", workers, sockets, opens_store=False), words)
        server.drain_seconds = settings.operations.drain_seconds
        name = "w" if choices.cluster is None else f"{machine_name()}-"
        supervisor = Supervisor(server, workers, name=name)

        async def reload() -> None:
            server.reload()
            supervisor.reload()

        async with (
            running(_each_time(hangup, reload)),
            running(_each_time(replacement, supervisor.replace_all)),
            running(_once(stop, server.stopping)),
        ):
            await supervisor.run(stop, lambda: server.drain_seconds)
    log.info("all workers stopped")


@contextmanager
def _ports_of(choices: Choices, host: str, port: int) -> Iterator[Choices]:
    """Reserve the ports of a server, and yield the choices that name them."""
    with ExitStack() as reserved:
        port, ssh = reserved.enter_context(shared_port(host, port)), choices.ssh
        if ssh is not None:
            ssh = reserved.enter_context(shared_port(host, ssh))
        yield dataclasses.replace(choices, host=host, port=port, ssh=ssh)


class _Server:
    """The server around a supervisor: see `cluster.supervisor.supervisor.WorkerLauncher`."""

    def __init__(self, choices: Choices, place: WorkerPlace, words: Sequence[str]) -> None:
        self._choices = choices
        self._place = place
        self._ports = link_ports(choices, place.workers)
        self._listens: dict[str, str] = {}
        """Where each worker that has not ended listens for links of other machines."""
        self._words = words
        self._notifier = Notifier()
        self._status = ""
        self.drain_seconds = 0.0

    async def launch(self, node: str, *, opens_store: bool) -> NodeProcess:
        """Start a worker's process. Raises OSError."""
        place = dataclasses.replace(self._place, node=node, opens_store=opens_store)
        if self._ports is not None:
            self._listens[node] = listens = str(self._ports.free(self._listens.values()))
            place = dataclasses.replace(place, listens=listens)
        choices = dataclasses.replace(self._choices, worker=place)
        return await NodeProcess.start(node, choices.to_json(), self._words)

    async def remove_node(self, node: str) -> None:
        """Remove the lease of a worker that has ended, so that others take its runs at once."""
        listens = self._listens.pop(node, "")
        try:
            address = dataclasses.replace(self._place, node=node, listens=listens).address
            await asyncio.to_thread(_remove, self._choices, address)
        except (OSError, StoreError) as fault:
            # Then the lease expires by itself.
            log.warning("lease can't be removed", worker=node, reason=str(fault))

    def changed(self, address: str, serving: int) -> None:
        """Tell the log and the manager how many workers serve."""
        workers, address = self._place.workers, addresses_for_others(address)[0]
        self._status = f"{address}: {serving} of {workers} workers serve"
        self._notifier.ready(self._status)
        log.info("workers serve", address=address, serving=serving, workers=workers)

    def reload(self) -> None:
        """Read the settings again that the supervisor needs. Workers tell their faults."""
        self._notifier.reloading()
        try:
            operations = settings_of(self._choices).operations
        except (ContentError, UnknownPresetError):
            pass
        else:
            set_level(operations.log_level)
            self.drain_seconds = operations.drain_seconds
        self._notifier.ready(self._status)

    async def stopping(self) -> None:
        """Tell the manager that the server is about to end."""
        self._notifier.stopping()


def _remove(choices: Choices, address: str) -> None:
    """Remove the node that listened at an address: it may have another id than at its start."""
    if choices.cluster is None:
        Path(address).unlink(missing_ok=True)
    assert choices.store is not None
    with opened_ownership(choices.store, survives_power=False) as ownership:
        for status in ownership.nodes():
            if status.node.address == address:
                ownership.remove(status.id, has_died=True)


async def _each_time(event: asyncio.Event, act: Callable[[], Awaitable[None]]) -> None:
    """Act each time that an event is set."""
    while True:
        await _once(event, act)
        event.clear()


async def _once(event: asyncio.Event, act: Callable[[], Awaitable[None]]) -> None:
    """Act when an event is set."""
    await event.wait()
    await act()
