"""The runs in a server's store: recovered when a server starts, or on demand."""

import asyncio
from contextlib import closing, suppress
from math import inf
from pathlib import Path
from typing import Final

import msgspec
import structlog

from undertide_server.accounts.database import FILE as ACCOUNTS
from undertide_server.cluster.supervisor.place import WorkerPlace
from undertide_server.sessions.durability.journal_writer import ending_of
from undertide_server.sessions.durability.recovery import (
    Recovered,
    StoredState,
    damage_told,
    read_state,
    restoring,
    stored_settings,
)
from undertide_server.sessions.handover import Handover
from undertide_server.sessions.model.errors import RecoveryError, RequestRefusedError
from undertide_server.sessions.model.settings import LONG_AGO, decode_settings
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.resting import CheckEntry, RestingSession, any_entry
from undertide_server.sessions.session import Session
from undertide_server.store.contents import damaged_contents, restore_contents
from undertide_server.store.database import FILE
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.errors import StoreError
from undertide_server.store.fencing import WENT_BACK
from undertide_server.store.journal import Journal
from undertide_server.store.opening import open_to_read, open_to_write
from undertide_server.store.ownership import Ownership, opened_ownership
from undertide_server.store.reader import Reader
from undertide_server.store.records import Ending, StoredRun
from undertide_server.store.run_list import RunList
from undertide_server.store.validation import UNREADABLE
from undertide_server.util.private_files import open_to_others
from undertide_server.util.slices import Slices, finished
from undertide_shared.operator_key import KEY_FILE

BROUGHT_BACK: Final = "another server is bringing this game back: try again in a moment"

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
) -> None:
    """Put the stored runs in order, and recover those that go on.

    Of several workers the first one that opens a folder gives these runs to nobody: then all
    workers claim their shares. Nodes of a cluster claim the runs that the last ones left.
    """
    if worker is None or worker.opens_store:
        mend_contents(store, registry)
    is_folder = isinstance(store, Path)
    if is_folder and worker is None:
        bring_back(store, registry, journal)
        return
    registry.resting_runs = KeptRuns(store, registry, journal)
    if is_folder and worker is not None and worker.opens_store:
        give_out(store, registry)


def mend_contents(store: StoreAddress, registry: Registry) -> None:
    """Replace damaged content that this server offers itself: many runs may depend on it."""
    with closing(open_to_read(store)) as connection:
        damaged = damaged_contents(connection)
    if not damaged:
        return
    sound = registry.contents(damaged)
    with closing(open_to_write(store)) as connection:
        restore_contents(connection, sound)
    log.warning("content restored", store=str(store), of=len(damaged), restored=len(sound))


def give_out(store: StoreAddress, registry: Registry) -> None:
    """Let the nodes share out the runs that `bring_back` would recover."""
    with Reader(store) as reader:
        wanted, _ = _sorted_out(reader, registry.brings_back_since)
    with opened_ownership(store, survives_power=False) as ownership:
        ownership.orphan([info.run for info in wanted])


def bring_back(store: StoreAddress, registry: Registry, journal: Journal) -> None:
    """Recover the runs that somebody played or watched when the last server ended, or shortly ago.

    They go on at the exact tick. A run that can't be recovered is set aside with its reason, and
    keeps no other from starting. If there are more than the server allows, those that somebody left
    last are recovered. All others rest, and are recovered on demand, also those that were set aside
    and those of older servers, which didn't store who was there.
    """
    with Reader(store) as reader:
        kept_runs = registry.resting_runs = KeptRuns(store, registry, journal)
        wanted, resting = _sorted_out(reader, registry.brings_back_since)
        with opened_ownership(store, survives_power=False) as ownership:
            for info in wanted:
                if registry.has_room:
                    kept_runs.claim(ownership, info.run)
                    finished(kept_runs.read_with(reader, info))
                else:
                    resting.append(info)
    for info in resting:
        registry.let_rest(info.session, info.run)


def _sorted_out(reader: Reader, since: float) -> tuple[list[StoredRun], list[StoredRun]]:
    """Return the runs in which somebody was since a moment, the last left first, and the others.

    Those are left out that players have seen further than the store has them.
    """
    wanted: list[tuple[float, StoredRun]] = []
    resting: list[StoredRun] = []
    for info, settled in reader.going_on():
        left_at = inf if info.reason == UNREADABLE else _left_at(settled)
        if left_at >= since and not has_gone_back(info):
            wanted.append((left_at, info))
        elif not has_gone_back(info):
            resting.append(info)
    wanted.sort(key=lambda each: (each[0], each[1].begun), reverse=True)
    return [info for _, info in wanted], resting


def has_gone_back(info: StoredRun) -> bool:
    """Return whether a run was set aside because it lacks steps that players have seen."""
    return info.state == "aside" and info.reason.startswith(WENT_BACK)


def _left_at(settled: bytes) -> float:
    """Return when the last person left a run's session; infinity if somebody was still there.

    Infinity, too, if the settings can't be read: then the run is set aside with that reason.
    """
    try:
        left_at = decode_settings(settled).left_at if settled else LONG_AGO
    except (msgspec.DecodeError, TypeError):
        return inf
    return inf if left_at is None else left_at


class KeptRuns:
    """The resting runs of a store, for a registry (see `sessions.resting.RestingRuns`)."""

    def __init__(self, store: StoreAddress, registry: Registry, journal: Journal) -> None:
        self._store = store
        self._registry = registry
        self._journal = journal
        self._loop = asyncio.get_running_loop()

    def read(
        self, run: str, check: CheckEntry, handover: Handover | None = None
    ) -> Slices[Session | None]:
        """Read a run if a check allows it; return the work that brings it back.

        Raises RequestRefusedError, also when the store can't be read now.
        """
        try:
            if not self._journal.owns(run):
                self._claim_if_allowed(run, check)
            with Reader(self._store) as reader:
                return self.read_with(reader, reader.info(run), check, handover)
        except KeyError:
            return _nothing()  # It was deleted, or its name can't be read.
        except (OSError, StoreError) as fault:
            log.error("run can't be read", run=run, reason=str(fault))  # noqa: TRY400
            raise RequestRefusedError(
                "server_full", "this server can't read its disk at the moment"
            ) from fault

    def _claim_if_allowed(self, run: str, check: CheckEntry) -> None:
        """Make this node the owner of a run if a check allows it.

        Raises RequestRefusedError as the check, and if another node has brought it back meanwhile;
        KeyError, OSError or StoreError.
        """
        with Reader(self._store) as reader:
            info = reader.info(run)
            with suppress(RecoveryError):  # Only the owner of a damaged run may set it aside.
                check_stored(reader, run, check)
        with opened_ownership(self._store, survives_power=False) as ownership:
            if not self.claim(ownership, run):
                self._registry.forget_resting(info.session, run)
                raise RequestRefusedError("server_full", BROUGHT_BACK)

    def claim(self, ownership: Ownership, run: str) -> bool:
        """Make this node the owner of a run; return False if another node is.

        A journal that is no node's plays only what nobody owns. Raises StoreError.
        """
        if not self._journal.node:
            return True
        claim = ownership.claim_run(self._journal.node, run)
        if claim is None:
            return False
        self._journal.own(run, claim.epoch)
        return True

    def read_with(
        self,
        reader: Reader,
        info: StoredRun,
        check: CheckEntry = any_entry,
        handover: Handover | None = None,
    ) -> Slices[Session | None]:
        """Read a run; return the work that brings it back.

        Raises RequestRefusedError, OSError or StoreFaultError.
        """
        if has_gone_back(info):
            return self._set_aside(info, info.reason, named=True)
        try:
            stored = read_run(reader, info.run, check)
        except RecoveryError as fault:
            return self._set_aside(info, str(fault), named=reader.has(info.run))
        return self._bring_back(info, stored, handover)

    def _bring_back(
        self, info: StoredRun, stored: StoredState, handover: Handover | None
    ) -> Slices[Session | None]:
        try:
            recovered = yield from restoring(stored)
            if self._is_deleted(info.run):
                recovered.run.world.close()
                self._give_up(info)
                return None
            found = taken_up(recovered, self._registry, self._loop.time(), handover)
        except (RecoveryError, StoreError, OSError) as fault:
            yield from self._set_aside(info, str(fault), named=True)
            return None
        if isinstance(found, Ending):
            self._journal.close(info.run, found)
            self._give_up(info)
            return None
        log.info("run goes on", run=info.run, session=found.id, step=found.run.progress.step)
        return found

    def _is_deleted(self, run: str) -> bool:
        """Return whether a run was deleted meanwhile, or is about to be."""
        if self._registry.is_given_up(run):
            return True
        with RunList(self._store) as runs:
            return not runs.has(run)

    def _set_aside(self, info: StoredRun, reason: str, *, named: bool) -> Slices[None]:
        """Set a run aside, whose recovery has failed. The journal knows it only by its name."""
        log.error("run set aside", run=info.run, session=info.session, reason=reason)
        if named:
            self._journal.close(info.run, Ending("aside", reason))
        self._give_up(info)
        yield from ()

    def _give_up(self, info: StoredRun) -> None:
        """Note that a run doesn't come back: it is over, gone, or set aside."""
        self._journal.release(info.run)
        self._registry.forget_resting(info.session, info.run)


def _nothing() -> Slices[None]:
    """Return work that brings nothing back."""
    yield from ()


def read_run(reader: Reader, run: str, check: CheckEntry = any_entry) -> StoredState:
    """Return what is stored of a run, if a check allows it.

    Raises RecoveryError, OSError or StoreFaultError, and RequestRefusedError as the check.
    """
    if not reader.has(run):
        raise RecoveryError("its name can't be read")
    check_stored(reader, run, check)
    return read_state(reader, run)


def check_stored(reader: Reader, run: str, check: CheckEntry) -> None:
    """Check what is stored of a run's session. Raises as `read_run`."""
    with damage_told():
        settled, seats = stored_settings(reader, run), reader.seats(run)
        check(RestingSession(reader.header(run), settled, seats))


def taken_up(
    recovered: Recovered, registry: Registry, now: float, handover: Handover | None = None
) -> Session | Ending:
    """Return the session that continues a recovered run.

    Return the run's end if its last step was written, but its end was not. Raises RecoveryError.
    """
    if recovered.run.progress.ended:
        ending = ending_of(recovered.run)
        recovered.run.world.close()
        return ending
    with damage_told():
        return registry.adopt(recovered, now, handover)
