"""The runs in a server's data folder: recovered when a server starts, or on demand."""

import asyncio
import sqlite3
import time
from functools import partial
from pathlib import Path

import structlog

from undertide_server.content.settings.settings import StorageSettings
from undertide_server.sessions.durability.journal_writer import ending_of
from undertide_server.sessions.durability.recovery import recover
from undertide_server.sessions.model.errors import RecoveryError, RequestRefusedError
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import Session
from undertide_server.store.journal import Journal
from undertide_server.store.reader import Reader, StoredRun
from undertide_server.store.records import GOING_ON, Ending
from undertide_server.store.retention import forget_closed

SECONDS_A_DAY = 86_400

log = structlog.get_logger()


def tell_trouble(registry: Registry, reason: str) -> None:
    """Tell the operator and players why runs can't be written; an empty text ends the trouble."""
    if reason:
        log.error("runs can't be written: they wait", reason=reason)
    else:
        log.info("runs are written again")
    registry.trouble_changed()


def forget_old(folder: Path, storage: StorageSettings) -> None:
    """Delete the runs that ended, or were abandoned, too long ago for the settings."""
    if storage.keep_ended_days:
        before = time.time() - storage.keep_ended_days * SECONDS_A_DAY
        for run in forget_closed(folder, before):
            log.info("old run deleted", run=run)


def bring_back(folder: Path, registry: Registry, journal: Journal) -> None:
    """Recover every run that was live when the last server ended, to the exact tick.

    A run that can't be recovered is set aside with its reason, and keeps no other from starting;
    the next server tries again. If there are more than the server allows, those that began last are
    recovered. The others, and those that rest from now on, are recovered on demand.
    """
    registry.wake = partial(_wake, folder, registry, journal)
    with Reader(folder) as reader:
        going_on = [info for info in reader.runs() if info.state in GOING_ON]
        for info in reversed(going_on):
            if registry.has_room:
                _bring_back_one(reader, info, registry, journal)
            else:
                registry.let_rest(info.session, info.run)


def _wake(folder: Path, registry: Registry, journal: Journal, run: str) -> Session | None:
    """Recover a run that rests, and return its session; return None when that fails.

    Raises RequestRefusedError when the folder can't be read now.
    """
    try:
        with Reader(folder) as reader:
            return _bring_back_one(reader, reader.info(run), registry, journal)
    except (OSError, sqlite3.Error) as fault:
        log.exception("run can't be read", run=run)
        raise RequestRefusedError(
            "server_full", "this server can't read its disk at the moment"
        ) from fault


def _bring_back_one(
    reader: Reader, info: StoredRun, registry: Registry, journal: Journal
) -> Session | None:
    now = asyncio.get_running_loop().time()
    try:
        recovered = recover(reader, info.run)
        if recovered.run.progress.ended:
            # Its last step was written, but its end was not.
            journal.close(info.run, ending_of(recovered.run))
            recovered.run.world.close()
            return None
        session = registry.adopt(recovered, now)
    except Exception as fault:
        reason = fault.reason if isinstance(fault, RecoveryError) else repr(fault)
        log.exception("run set aside", run=info.run, session=info.session, reason=reason)
        journal.close(info.run, Ending("aside", reason))
        return None
    log.info("run goes on", run=info.run, session=session.id, step=session.run.progress.step)
    return session
