"""The runs in a server's store: recovered when a server starts, or on demand."""

from collections.abc import Iterator
from contextlib import closing
from math import inf
from pathlib import Path

import msgspec
import structlog

from undertide_server.accounts.database import FILE as ACCOUNTS
from undertide_server.cluster.supervisor.place import WorkerPlace, opens_store
from undertide_server.content.discovery import discover_extensions
from undertide_server.sessions.durability.recovery import read_content
from undertide_server.sessions.model.errors import RecoveryError
from undertide_server.sessions.model.settings import LONG_AGO, decode_settings, read_settings
from undertide_server.sessions.moderation.door import Door, door_of
from undertide_server.sessions.registry import Registry
from undertide_server.startup.kept_runs import KeptRuns
from undertide_server.store.contents import contents_in_use, damaged_contents, restore_contents
from undertide_server.store.database import FILE
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.integrity import UNREADABLE
from undertide_server.store.journal import Journal
from undertide_server.store.opening import open_to_read, open_to_write
from undertide_server.store.ownership import opened_ownership
from undertide_server.store.reader import Reader
from undertide_server.store.records import StoredRun
from undertide_server.store.trials import stays_aside
from undertide_server.util.private_files import open_to_others
from undertide_server.util.slices import finished
from undertide_shared.data_folder import KEY_FILE

log = structlog.get_logger()


def tell_trouble(registry: Registry, reason: str) -> None:
    """Tell the operator and players why runs can't be written; an empty text ends the trouble."""
    if reason:
        log.error("runs can't be written: they wait", reason=reason)
    else:
        log.info("runs are written again")
    registry.trouble_changed()


def warn_of_open_files(folder: Path) -> None:
    """Tell the operator which of the stored data others on this machine can reach."""
    for path in open_files(folder):
        log.warning("others can read this: take their rights with chmod go=", path=str(path))


def open_files(folder: Path) -> list[Path]:
    """Return a data folder and the files in it that others on this machine can reach."""
    return open_to_others(folder, (FILE, ACCOUNTS, KEY_FILE))


def take_up(
    store: StoreAddress, registry: Registry, journal: Journal, worker: WorkerPlace | None = None
) -> list[str]:
    """Put the stored runs in order; return those that this process shall bring back.

    Of several workers the first one that opens a folder gives these runs to nobody: then all
    workers claim their shares. Nodes of a cluster claim the runs that the last ones left.
    """
    if opens_store(worker):
        mend_contents(store, registry)
    is_folder = isinstance(store, Path)
    if is_folder and worker is None:
        return lay_to_rest(store, registry, journal)
    registry.resting_runs = KeptRuns(store, registry, journal)
    if is_folder and opens_store(worker):
        give_out(store, registry)
    return []


def mend_contents(store: StoreAddress, registry: Registry) -> None:
    """Replace damaged content that this server offers itself: many runs may depend on it."""
    with closing(open_to_read(store)) as connection:
        damaged = damaged_contents(connection)
    if not damaged:
        return
    sound = registry.offers.playbook.contents(damaged)
    with closing(open_to_write(store)) as connection:
        restore_contents(connection, sound)
    log.warning("content restored", store=str(store), of=len(damaged), restored=len(sound))


def give_out(store: StoreAddress, registry: Registry) -> None:
    """Let the nodes share out the runs that a single server would bring back."""
    with Reader(store) as reader:
        wanted, _, _ = _sorted_out(reader, registry.brings_back_since)
    with opened_ownership(store, survives_power=False) as ownership:
        ownership.orphan([info.run for info in wanted])


def lay_to_rest(store: StoreAddress, registry: Registry, journal: Journal) -> list[str]:
    """Note all runs that go on as resting; return the names of those to bring back.

    These are the runs that somebody played or watched when the last server ended, or shortly ago,
    the last left first. If there are more than the server allows, those that somebody left last
    are among them. All others are recovered on demand, also those that were set aside and those of
    older servers, which didn't store who was there.
    """
    kept_runs = registry.resting_runs = KeptRuns(store, registry, journal)
    with Reader(store) as reader:
        wanted, resting, doors = _sorted_out(reader, registry.brings_back_since)
        nameless = [info for info in wanted if not reader.has(info.run)]
        for info in nameless:  # Nobody can ask for them.
            finished(kept_runs.read_with(reader, info))
    wanted = [info for info in wanted if info not in nameless]
    for info in (*wanted, *resting):
        if stays_aside(info):
            registry.resting.set_aside(info.session, info.run, info.reason, doors[info.run])
        else:
            registry.resting.add_run(info.session, info.run, doors[info.run])
    set_unplayable_aside(store, registry)
    return [info.run for info in wanted[: registry.capacity.room]]


def set_unplayable_aside(store: StoreAddress, registry: Registry) -> None:
    """Name what this version lacks to play stored runs, before their players ask for them.

    Nothing is written: a version that can play them takes them up as they are.
    """
    with closing(open_to_read(store)) as connection:
        for reason, runs in unplayable_runs(connection):
            for run, session in runs:
                if registry.resting.find_run(session) == run:
                    registry.resting.set_aside(session, run, reason)
            log.error("runs can't be played", runs=len(runs), reason=reason)


def unplayable_runs(connection: StoreConnection) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield each reason why runs that go on can't be played by this version.

    With it come the names of these runs and of their sessions. Raises StoreError, and
    ExtensionError if an extension of this machine can't be used.
    """
    discover_extensions()
    for content, runs in contents_in_use(connection):
        try:
            read_content(content)
        except RecoveryError as fault:
            yield str(fault), runs


def _sorted_out(
    reader: Reader, since: float
) -> tuple[list[StoredRun], list[StoredRun], dict[str, Door]]:
    """Return the runs in which somebody was since a moment, the last left first, and the others.

    Those that stay aside until their operator brings them back are among the others. With them
    comes who may learn of each run.
    """
    wanted: list[tuple[float, StoredRun]] = []
    resting: list[StoredRun] = []
    doors: dict[str, Door] = {}
    for info, settled in reader.going_on():
        doors[info.run] = door_of(read_settings(settled))
        left_at = inf if info.reason == UNREADABLE else _left_at(settled)
        if left_at >= since and not stays_aside(info):
            wanted.append((left_at, info))
        else:
            resting.append(info)
    wanted.sort(key=lambda each: (each[0], each[1].begun), reverse=True)
    return [info for _, info in wanted], resting, doors


def _left_at(settled: bytes) -> float:
    """Return when the last person left a run's session; infinity if somebody was still there.

    Infinity, too, if the settings can't be read: then the run is set aside with that reason.
    """
    try:
        left_at = decode_settings(settled).left_at if settled else LONG_AGO
    except (msgspec.DecodeError, TypeError):
        return inf
    return inf if left_at is None else left_at
