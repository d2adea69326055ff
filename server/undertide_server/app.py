"""The server put together: settings, content, registry, journal and gateway.

This is the only place that chooses concrete parts.
"""

import asyncio
import contextlib
import gc
import secrets
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import structlog

from undertide_server.content.faults import ContentError, Fault, did_you_mean, quoted
from undertide_server.content.load import list_presets, load_ruleset, load_settings
from undertide_server.content.ruleset import Ruleset
from undertide_server.content.settings import LimitSettings, ServerSettings
from undertide_server.gateway.server import Gateway
from undertide_server.keeping import bring_back, forget_old, tell_trouble
from undertide_server.rng import SEED_BYTES
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.seats import TOKEN_BYTES
from undertide_server.store.durable import DurableJournal
from undertide_server.store.folder import held
from undertide_server.store.journal import Journal
from undertide_server.store.memory import MemoryJournal
from undertide_server.store.reader import Reader
from undertide_shared.messages import Pace

FILES_BESIDES = 64
"""Open files that are no connections: listening sockets, logs, libraries."""
FILES_A_REPLAY = 8
"""Open files that a replay takes: pipes both ways, a handle of its process, and their other ends
while it starts."""

LOOPBACK = "127.0.0.1"
"""Where nobody but this machine finds a server."""

log = structlog.get_logger()


class JournalFailed(Exception):
    """The server stopped, since a fault of its own kept it from writing anything down."""

    def __init__(self) -> None:
        super().__init__(
            "runs could not be written because of a fault of this program, which the log above"
            " names: start it again, and they go on from what was written"
        )


class UnknownPreset(Exception):
    """A host asked for a preset that there is not."""

    def __init__(self, preset: str, known: list[str]) -> None:
        super().__init__(f"there is no preset {preset!r}: there are {', '.join(known)}")


@dataclass(frozen=True, slots=True)
class Choices:
    """What the command line says; None where the settings decide."""

    host: str | None = None
    port: int | None = None
    preset: str | None = None
    pace: Pace | None = None
    config: Path | None = None
    """Folder with server.toml and rules/ of the host's own."""
    data: Path | None = None
    """Folder for what is to outlive the process."""
    seed: bytes | None = None
    """Seed of every run; drawn anew for each where there is none."""


def settings_of(choices: Choices) -> ServerSettings:
    """Return the settings with the host's choices over them.

    Raises ContentError, or UnknownPreset when a choice names none.
    """
    settings = load_settings(choices.config)
    known = list_presets(choices.config)
    if choices.preset is not None and choices.preset not in known:
        raise UnknownPreset(choices.preset, known)
    chosen = {"host": choices.host, "port": choices.port, "preset": choices.preset}
    stated = {key: value for key, value in chosen.items() if value is not None}
    server = settings.server.model_copy(update=stated)
    pace = settings.pace.model_copy(update={"mode": choices.pace} if choices.pace else {})
    return settings.model_copy(update={"server": server, "pace": pace})


def build_registry(settings: ServerSettings, choices: Choices, journal: Journal) -> Registry:
    """Return a registry with every preset on offer. Raises ContentError."""
    rulesets = _load_all(choices.config)
    preset = settings.server.preset
    if preset not in rulesets:
        problem = f"there is no preset {quoted(preset)}{did_you_mean(preset, rulesets)}"
        raise ContentError([Fault("server.toml", "server.preset", problem)])
    return Registry(
        settings,
        rulesets,
        journal,
        fresh_seed=lambda: choices.seed or secrets.token_bytes(SEED_BYTES),
        fresh_token=lambda: secrets.token_bytes(TOKEN_BYTES),
    )


def _load_all(config: Path | None) -> dict[str, Ruleset]:
    """Return all presets by name. Raises ContentError with the faults of all that have any."""
    rulesets: dict[str, Ruleset] = {}
    faults: dict[Fault, None] = {}
    for preset in list_presets(config):
        try:
            rulesets[preset] = load_ruleset(preset, config)
        except ContentError as fault:
            # Presets that build on a faulty one tell its faults again.
            faults |= dict.fromkeys(fault.faults)
    if faults:
        raise ContentError(list(faults))
    return rulesets


async def host(choices: Choices, stop: asyncio.Event, announce: Callable[[str], None]) -> None:
    """Run a server until `stop` is set. `announce` is called with its address once it listens.

    Raises ContentError, UnknownPreset, or OSError when it can't listen or keep its data;
    JournalFailed when it had to stop because a fault of its own kept it from writing.
    """
    settings = settings_of(choices)
    faults: list[Exception] = []

    def stop_for(fault: Exception) -> None:
        log.error("runs can't be written any more", exc_info=fault)
        faults.append(fault)
        stop.set()

    with journal_of(choices.data, stop_for) as journal:
        registry = build_registry(settings, choices, journal)
        journal.on_trouble = partial(tell_trouble, registry)
        if choices.data is not None:
            forget_old(choices.data, settings.storage)
            bring_back(choices.data, registry, journal)
        allow_open_files(files_of(settings.limits))
        # Content lives as long as the process: collections need not walk it again and again.
        gc.freeze()
        async with Gateway(settings, registry, choices.data) as gateway:
            await _listen(gateway, stop, announce)
            log.info("stopping", sessions=len(registry.sessions))
    log.info("stopped")
    if faults:
        raise JournalFailed from faults[0]


async def show_runs(folder: Path, stop: asyncio.Event, announce: Callable[[str], None]) -> None:
    """Let this machine watch the runs of a folder until `stop` is set, and do nothing else.

    The folder may be a server's that is up. `announce` is called with the address.

    Raises ContentError, OSError, sqlite3.Error, or WrongSchema when there is nothing to show.
    """
    Reader(folder).close()  # Whether there is anything that can be read is to be known now.
    settings = settings_of(Choices(host=LOOPBACK, port=0))
    registry = Registry(
        settings,
        {},
        MemoryJournal(),
        fresh_seed=lambda: secrets.token_bytes(SEED_BYTES),
        fresh_token=lambda: secrets.token_bytes(TOKEN_BYTES),
    )
    async with Gateway(settings, registry, folder) as gateway:
        await _listen(gateway, stop, announce)


async def _listen(gateway: Gateway, stop: asyncio.Event, announce: Callable[[str], None]) -> None:
    """Say where the gateway is found, and wait until it is to stop."""
    log.info("listening", address=gateway.address)
    announce(gateway.address)
    await stop.wait()


@contextlib.contextmanager
def journal_of(folder: Path | None, on_fault: Callable[[Exception], None]) -> Iterator[Journal]:
    """Open the journal of a folder, held for this process, or one in memory where there is none.

    `on_fault` is called when nothing can be written any more, because of a fault of this program.

    Raises InUse when another server has the folder; OSError, sqlite3.Error or WrongSchema when its
    runs can't be kept there.
    """
    if folder is None:
        yield MemoryJournal()
        return
    loop = asyncio.get_running_loop()
    with held(folder):
        journal = DurableJournal(folder, loop.call_soon_threadsafe, on_fault)
        try:
            yield journal
        finally:
            unwritten = journal.stop()
            if unwritten:
                log.error("the last steps of runs could not be written: nobody was shown them")


@contextlib.contextmanager
def stopping_on_signals(stop: asyncio.Event) -> Iterator[list[signal.Signals]]:
    """Set `stop` at SIGTERM or SIGINT, and yield the list of those that came.

    A second one ends the process the hard way.
    """
    came: list[signal.Signals] = []
    loop = asyncio.get_running_loop()

    def note(number: int, _frame: object) -> None:
        came.append(signal.Signals(number))
        signal.signal(number, before[came[-1]])
        loop.call_soon_threadsafe(stop.set)

    before = {number: signal.signal(number, note) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield came
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def files_of(limits: LimitSettings) -> int:
    """Return how many files a server with these limits has open at the most."""
    return limits.connections + FILES_A_REPLAY * limits.replays + FILES_BESIDES


def allow_open_files(wanted: int) -> None:
    """Let this process open as many files as it may, up to `wanted`: a connection is one."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  (there is none on Windows)

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        if most < wanted:
            log.warning("few open files allowed", allowed=most, wanted=wanted)
