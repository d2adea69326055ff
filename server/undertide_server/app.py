"""The assembly of a server: settings, content, registry, journal and gateway.

This is the only place that chooses concrete parts.
"""

import asyncio
import contextlib
import secrets
import sys
import time
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import structlog

from undertide_server.accounts.database import FILE as ACCOUNTS
from undertide_server.accounts.service import AccountService, account_service_of
from undertide_server.cluster.links.listener import LinkListener
from undertide_server.cluster.own_node import LeaseWatch, OwnNode
from undertide_server.cluster.supervisor.place import opens_store
from undertide_server.content.load import load_rulesets
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.errors import ContentError
from undertide_server.content.schema.extensions import ExtensionError
from undertide_server.content.schema.faults import Fault, did_you_mean, quoted
from undertide_server.content.settings.settings import ServerSettings
from undertide_server.extending.loading import repertoire_of_this_process
from undertide_server.gateway.edge.address import Ports
from undertide_server.gateway.farewell import HOST_LEFT, HOST_LEFT_FOR_GOOD, STOPPING, Farewell
from undertide_server.gateway.server import Gateway
from undertide_server.process.event_loop import loop_name
from undertide_server.process.logs import set_level
from undertide_server.process.notify import Notifier
from undertide_server.process.open_files import allow_open_files, files_of
from undertide_server.process.signals import noting_hangups
from undertide_server.sessions.model.info import RecordAudit, unrecorded
from undertide_server.sessions.model.seats import TOKEN_BYTES
from undertide_server.sessions.playbook import GameContent
from undertide_server.sessions.registry import Registry
from undertide_server.startup.advertising import listener_of
from undertide_server.startup.choices import Choices, settings_of, tell_old_name
from undertide_server.startup.entering import opened_store
from undertide_server.startup.errors import JournalFailedError, UnknownPresetError
from undertide_server.startup.joining import JoinedNode, NodePlace, joined
from undertide_server.startup.journals import journal_of, node_of
from undertide_server.startup.keeping import take_up, tell_trouble, warn_of_open_files
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.journal import Journal, MemoryJournal
from undertide_server.store.reader import Reader
from undertide_server.upkeep.background import tending
from undertide_server.upkeep.collecting import collecting
from undertide_server.upkeep.reloading import Reloader
from undertide_server.util.background import alone, running
from undertide_server.util.private_files import write_private_file
from undertide_server.util.rng import SEED_BYTES
from undertide_server.worldgen.game.repertoire import Repertoire
from undertide_shared.data_folder import ADDRESS_FILE
from undertide_shared.own_addresses import addresses_for_others

SWITCH_SECONDS = 0.001
"""Time after which a busy thread lets the event loop go on. Python's own 5 ms would hold up all
players each time while a session is made."""
LOOPBACK = "127.0.0.1"
"""Only this machine can reach a server at this address."""

log = structlog.get_logger()


def build_registry(
    settings: ServerSettings, choices: Choices, journal: Journal, record_audit: RecordAudit
) -> Registry:
    """Return a registry with every preset on offer. Raises ContentError."""
    rulesets = load_rulesets(choices.config)
    _check_preset(settings, rulesets)
    return _registry_of(settings, rulesets, journal, record_audit, choices.seed)


def registry_without_presets(settings: ServerSettings) -> Registry:
    """Return a registry that can't make a session, and whose journal is in memory."""
    return _registry_of(settings, {}, MemoryJournal(), unrecorded)


def _registry_of(
    settings: ServerSettings,
    rulesets: Mapping[str, Ruleset],
    journal: Journal,
    record_audit: RecordAudit,
    seed: bytes | None = None,
) -> Registry:
    repertoire = repertoire_of_this_process()
    check_extensions(rulesets, repertoire)
    return Registry(
        settings,
        GameContent(rulesets, repertoire),
        journal,
        fresh_seed=lambda: seed or secrets.token_bytes(SEED_BYTES),
        fresh_token=lambda: secrets.token_bytes(TOKEN_BYTES),
        wall=time.time,
        record_audit=record_audit,
    )


def check_extensions(rulesets: Mapping[str, Ruleset], repertoire: Repertoire) -> None:
    """Raise ExtensionError for a preset whose extensions can't play together, or need another."""
    for preset, ruleset in rulesets.items():
        needed = ruleset.preset.extensions
        try:
            if needed:
                repertoire.extend(repertoire, needed)
        except ExtensionError as fault:
            raise ExtensionError(f"preset {preset}: {fault.where}", fault.problem) from fault


def accounts_of(choices: Choices) -> StoreAddress | None:
    """Return where the accounts are, if the server has any. One player needs none."""
    if choices.attended and choices.data is not None and not (choices.data / ACCOUNTS).exists():
        return None
    return choices.store


def farewell_of(choices: Choices) -> Farewell:
    """Return the words to everyone when the server stops."""
    if not choices.attended:
        return STOPPING
    return HOST_LEFT_FOR_GOOD if choices.data is None else HOST_LEFT


def settings_again(choices: Choices, registry: Registry) -> ServerSettings:
    """Return the present settings for a running server. Raises ContentError."""
    try:
        settings = settings_of(choices, tell_old_name)
    except UnknownPresetError as fault:
        raise ContentError([Fault("rules", "", str(fault))]) from fault
    _check_preset(settings, registry.offers.playbook.presets)
    return settings


def _check_preset(settings: ServerSettings, presets: Collection[str]) -> None:
    """Raise ContentError unless the default preset is among the presets on offer."""
    preset = settings.server.preset
    if preset not in presets:
        problem = f"there is no preset {quoted(preset)}{did_you_mean(preset, presets)}"
        raise ContentError([Fault("server.toml", "server.preset", problem)])


async def host(
    choices: Choices,
    stop: asyncio.Event,
    announce: Callable[[str], None],
    drain: asyncio.Event | None = None,
) -> None:
    """Run a server until `stop` is set. `announce` is called with its address once it listens.

    When `drain` is set, it hands its runs to other nodes, if there are, and stops.

    If one player attends it, `announce` is called before that with what the player must know, and
    a damaged database is set aside.

    Raises ContentError, UnknownPresetError, or OSError when it can't listen or store its data;
    JournalFailedError when it stopped because a fault of its own kept it from writing.
    """
    settings = settings_of(choices, tell_old_name)
    set_level(settings.operations.log_level)
    notifier = Notifier()
    faults: list[Exception] = []

    def stop_for(fault: Exception) -> None:
        log.error("runs can't be written any more", exc_info=fault)
        faults.append(fault)
        stop.set()

    with (
        noting_hangups(stop) as hangup,
        opened_store(choices, announce if choices.attended else None),
        listener_of(choices) as listener,
        node_of(choices.store, stop_for, choices.worker, listener) as own,
        journal_of(choices.store, stop_for, own.id if own else "") as journal,
        _account_service(choices, settings) as service,
    ):
        registry = build_registry(settings, choices, journal, service.audit.record)
        expected = _prepare(settings, choices, registry, journal)
        gateway = _gateway_of(choices, settings, registry, service)
        async with (
            collecting(gateway.counters, registry),
            _among_others(choices, own, listener, registry, gateway) as node,
            gateway,
        ):
            journal.on_commit = gateway.measure_commits()
            journal.on_fenced = gateway.fenced
            read = partial(settings_again, choices, registry)
            async with Reloader(read, settings, gateway, notifier).reloading(hangup):
                notifier.ready(addresses_for_others(gateway.address)[0])
                _note_address(choices.data, gateway.address)
                is_first = alone if node is None else node.is_first
                async with (
                    tending(choices, registry, journal, is_first),
                    running(_drain_on(drain, node, stop)),
                    running(gateway.bring_back(expected)),
                ):
                    await _listen(gateway, stop, announce)
            notifier.stopping()
            await _leave(registry, gateway, node, drains=not faults)
    log.info("stopped")
    if faults:
        raise JournalFailedError from faults[0]


def _account_service(
    choices: Choices, settings: ServerSettings
) -> AbstractContextManager[AccountService]:
    """Return the service of this server's accounts, which opens as the context begins."""
    return account_service_of(
        accounts_of(choices),
        settings.accounts,
        checks=opens_store(choices.worker),
        key_folder=choices.data,
    )


def _gateway_of(
    choices: Choices, settings: ServerSettings, registry: Registry, service: AccountService
) -> Gateway:
    """Return the gateway that a server with these choices has."""
    ports = Ports(choices.ssh, are_shared=choices.worker is not None)
    farewell, store = farewell_of(choices), choices.store
    return Gateway(settings, registry, service, store, farewell, ports, choices.data)


async def _leave(
    registry: Registry, gateway: Gateway, node: JoinedNode | None, *, drains: bool
) -> None:
    """Leave the other nodes; if it drains, serve on while newcomers are turned away."""
    if node is not None:
        node.leave()
    log.info("stopping", sessions=len(registry.sessions))
    if drains:
        await gateway.drain()


@contextlib.asynccontextmanager
async def _among_others(
    choices: Choices,
    own: OwnNode | None,
    listener: LinkListener | None,
    registry: Registry,
    gateway: Gateway,
) -> AsyncIterator[JoinedNode | None]:
    """Take up what renewals of the lease bring, and take part among other nodes, if there are."""
    if own is None or choices.store is None:
        yield None
        return
    watch = LeaseWatch(registry, registry.journal)
    own.on_renewal = watch.handle_renewal
    if listener is None:
        yield None
        return
    workers = 1 if choices.worker is None else choices.worker.workers
    place = NodePlace(choices.store, listener, workers)
    async with joined(own.keeper, place, registry, gateway, watch) as node:
        yield node


async def _drain_on(
    drain: asyncio.Event | None, node: JoinedNode | None, stop: asyncio.Event
) -> None:
    """Hand all runs to other nodes when `drain` is set, and stop after that."""
    if drain is not None:
        await drain.wait()
        if node is not None:
            await node.drain()
        stop.set()


def _prepare(
    settings: ServerSettings, choices: Choices, registry: Registry, journal: Journal
) -> list[str]:
    """Prepare this process to serve for long; return the runs that it shall bring back."""
    expected: list[str] = []
    journal.on_trouble = partial(tell_trouble, registry)
    if choices.data is not None:
        warn_of_open_files(choices.data)
    if choices.store is not None:
        expected = take_up(choices.store, registry, journal, choices.worker)
    allow_open_files(files_of(settings.limits))
    sys.setswitchinterval(SWITCH_SECONDS)
    return expected


async def show_runs(
    store: StoreAddress, stop: asyncio.Event, announce: Callable[[str], None]
) -> None:
    """Serve the replays of a store to this machine until `stop` is set, and nothing else.

    The store may belong to a running server. `announce` is called with the address.

    Raises ContentError, OSError, or StoreError when there is nothing to show.
    """
    Reader(store).close()  # This raises now if nothing can be read.
    settings = settings_of(Choices(host=LOOPBACK, port=0))
    registry = registry_without_presets(settings)
    with account_service_of(None, settings.accounts) as service:
        async with Gateway(settings, registry, service, store) as gateway:
            await _listen(gateway, stop, announce)


def _note_address(folder: Path | None, address: str) -> None:
    """Leave the server's address in its data folder. It is of use, but no server needs it."""
    if folder is not None:
        with contextlib.suppress(OSError):
            write_private_file(folder / ADDRESS_FILE, address.encode())


async def _listen(gateway: Gateway, stop: asyncio.Event, announce: Callable[[str], None]) -> None:
    """Announce the gateway's address, and wait for `stop`."""
    address = addresses_for_others(gateway.address)[0]
    log.info("listening", address=address, loop=loop_name())
    announce(gateway.address)
    await stop.wait()
