"""The resting runs of a store: claimed by this node, read in a thread, and brought back."""

import asyncio
from contextlib import suppress
from typing import Final

import structlog

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
from undertide_server.sessions.model.errors import LackingError, RecoveryError, RequestRefusedError
from undertide_server.sessions.model.seats import opens_one
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.resting import CheckEntry, RestingSession, any_entry
from undertide_server.sessions.session import Session
from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_server.store.errors import DamagedRunError, StoreError
from undertide_server.store.journal import Journal
from undertide_server.store.ownership import (
    LackedExtensionError,
    NewerRulesError,
    Ownership,
    UnplayableHereError,
    opened_ownership,
)
from undertide_server.store.reader import Reader
from undertide_server.store.records import Ending, StoredRun
from undertide_server.store.run_list import RunList
from undertide_server.store.trials import MOST_DEATHS, POISONOUS, is_poisonous, stays_aside
from undertide_server.util.slices import Slices
from undertide_server.worldgen.game.repertoire import Repertoire

BROUGHT_BACK: Final = "another server is bringing this game back: try again in a moment"
NEWER_RULES: Final = "a newer version of the server plays this game: try again in a moment"
SET_ASIDE: Final = (
    "this server can't play this game at the moment, but keeps your seat: ask its host, and come"
    " back later"
)
KILLED: Final = (
    f"{POISONOUS}: {MOST_DEATHS} in a row died as it went on; `undertide runs retry` has it played"
    " again"
)
"""Why a run is set aside that many owners died of."""
NAMELESS: Final = "its name can't be read"
UNREADABLE_DISK: Final = "this server can't read its disk at the moment"
UNREACHED_DATABASE: Final = "this server can't reach its database at the moment"

log = structlog.get_logger()


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
            if not self._journal.owns(run) and not self._claim_if_allowed(run, check):
                return _nothing()
            with Reader(self._store) as reader:
                return self.read_with(reader, reader.info(run), check, handover)
        except KeyError:
            return _nothing()  # It was deleted, or its name can't be read.
        except (OSError, StoreError) as fault:
            raise self._unreadable(run, fault) from fault

    def opens_seat(self, run: str, token: bytes) -> bool:
        """Return whether a token opens a seat of a run, by one look at its seats in the store.

        Raises RequestRefusedError when the store can't be read now.
        """
        try:
            with Reader(self._store) as reader:
                digests = reader.token_digests(run)
        except DamagedRunError:
            return False
        except (OSError, StoreError) as fault:
            raise self._unreadable(run, fault) from fault
        return opens_one(digests, token)

    def refuse_owner(self, run: str, token: bytes) -> None:
        """Tell the owner of a seat that its run was set aside, by raising RequestRefusedError.

        The code is one that no client takes as final: the run may be played again one day. Return
        if the token opens no seat of the run.
        """
        if self.opens_seat(run, token):
            raise RequestRefusedError("server_full", SET_ASIDE)

    def _unreadable(self, run: str, fault: Exception) -> RequestRefusedError:
        """Log that a run can't be read now; return the refusal of those who asked for it."""
        log.error("run can't be read", run=run, reason=str(fault))
        is_remote = self._journal.is_remote
        return RequestRefusedError(
            "server_full", UNREACHED_DATABASE if is_remote else UNREADABLE_DISK
        )

    def _claim_if_allowed(self, run: str, check: CheckEntry) -> bool:
        """Make this node the owner of a run if a check allows it.

        Return False if it stays set aside until its operator brings it back.

        Raises RequestRefusedError as the check, and if another node has brought it back meanwhile;
        KeyError, OSError or StoreError.
        """
        with Reader(self._store) as reader:
            info = reader.info(run)
            with suppress(RecoveryError):  # Only the owner of a damaged run may set it aside.
                check_stored(reader, run, check)
        if stays_aside(info):
            self._registry.resting.set_aside(info.session, run, info.reason)
            return False
        with opened_ownership(self._store, survives_power=False) as ownership:
            try:
                is_claimed = self._claim(ownership, run)
            except NewerRulesError as fault:
                raise RequestRefusedError("server_full", NEWER_RULES) from fault
            except LackedExtensionError as fault:
                log.info("run left to another node", run=run, reason=str(fault))
                ownership.orphan([run])  # Nodes that have the extension take it at once.
                raise RequestRefusedError("server_full", SET_ASIDE) from fault
            if not is_claimed:
                self._registry.resting.remove_run(info.session, run)
                raise RequestRefusedError("server_full", BROUGHT_BACK)
        return True

    def claim(self, ownership: Ownership, run: str) -> bool:
        """Make this node the owner of a run; return False if another node is, or must be.

        A journal that is no node's plays only what nobody owns. Raises StoreError.
        """
        try:
            return self._claim(ownership, run)
        except UnplayableHereError as fault:
            log.info("run left to another node", run=run, reason=str(fault))
            return False

    def _claim(self, ownership: Ownership, run: str) -> bool:
        """Claim a run as `claim` does. Raises UnplayableHereError if another node may play it.

        Raises StoreError.
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
        if stays_aside(info):
            return self._set_aside(info, info.reason, named=True)
        if is_poisonous(info):
            return self._set_aside(info, KILLED, named=True)
        try:
            stored = read_run(reader, info.run, self._registry.repertoire, check)
        except LackingError as fault:
            return self._leave(info, str(fault))
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
        """Return whether a run was deleted meanwhile, or is about to be.

        A database is not asked, which could hold up the event loop: it fences the first write to a
        run that is gone.
        """
        if self._registry.resting.is_given_up(run):
            return True
        if isinstance(self._store, PostgresAddress):
            return False
        with RunList(self._store) as runs:
            return not runs.has(run)

    def _set_aside(self, info: StoredRun, reason: str, *, named: bool) -> Slices[None]:
        """Set a run aside, whose recovery has failed. The journal knows it only by its name."""
        log.error("run set aside", run=info.run, session=info.session, reason=reason)
        if named:
            self._journal.close(info.run, Ending("aside", reason))
        self._journal.release(info.run)
        self._registry.resting.set_aside(info.session, info.run, reason)
        yield from ()

    def _leave(self, info: StoredRun, reason: str) -> Slices[None]:
        """Leave a run as it is to servers that have what this one lacks, or to a later start."""
        log.error("run left to another node", run=info.run, reason=reason)
        self._journal.release(info.run)
        self._registry.resting.set_aside(info.session, info.run, reason)
        yield from ()

    def _give_up(self, info: StoredRun) -> None:
        """Note that a run doesn't come back: it is over, or gone."""
        self._journal.release(info.run)
        self._registry.resting.remove_run(info.session, info.run)


def _nothing() -> Slices[None]:
    """Return work that brings nothing back."""
    yield from ()


def read_run(
    reader: Reader, run: str, repertoire: Repertoire, check: CheckEntry = any_entry
) -> StoredState:
    """Return what is stored of a run, if a check allows it.

    Raises RecoveryError, OSError or StoreFaultError, and RequestRefusedError as the check.
    """
    if not reader.has(run):
        raise RecoveryError(NAMELESS)
    check_stored(reader, run, check)
    return read_state(reader, run, repertoire)


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
