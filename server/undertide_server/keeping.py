"""The runs of a host's folder when a server starts: brought back, or forgotten when old."""

import asyncio
import time
from pathlib import Path

import structlog

from undertide_server.content.settings import StorageSettings
from undertide_server.sessions.ledger import ending_of
from undertide_server.sessions.recovery import CannotRecover, recover
from undertide_server.sessions.registry import Registry
from undertide_server.store.journal import Journal
from undertide_server.store.reader import Reader, RunInfo
from undertide_server.store.records import GOING_ON, Ending
from undertide_server.store.retention import forget_closed

SECONDS_A_DAY = 86_400

log = structlog.get_logger()


def tell_trouble(registry: Registry, reason: str) -> None:
    """Tell host and players why runs can't be written; nothing means that they are again."""
    if reason:
        log.error("runs can't be written: they wait", reason=reason)
    else:
        log.info("runs are written again")
    registry.trouble_changed()


def forget_old(folder: Path, storage: StorageSettings) -> None:
    """Delete the runs that ended, or were abandoned, longer ago than they are kept."""
    if storage.keep_ended_days:
        before = time.time() - storage.keep_ended_days * SECONDS_A_DAY
        for run in forget_closed(folder, before):
            log.info("old run deleted", run=run)


def bring_back(folder: Path, registry: Registry, journal: Journal) -> None:
    """Let every run that was live when the last server ended go on, to the exact tick.

    One that can't be brought back is set aside with its reason, and keeps no other from starting;
    the next server tries again.
    """
    now = asyncio.get_running_loop().time()
    with Reader(folder) as reader:
        for info in reader.runs():
            if info.state in GOING_ON:
                _bring_back_one(reader, info, registry, journal, now)


def _bring_back_one(
    reader: Reader, info: RunInfo, registry: Registry, journal: Journal, now: float
) -> None:
    try:
        recovered = recover(reader, info.run)
        if recovered.run.progress.ended:
            # Its last step was written, and the word of its end was not.
            journal.close(info.run, ending_of(recovered.run))
            recovered.run.world.close()
            return
        session = registry.adopt(recovered, now)
    except Exception as fault:
        reason = fault.reason if isinstance(fault, CannotRecover) else repr(fault)
        log.exception("run set aside", run=info.run, session=info.session, reason=reason)
        journal.close(info.run, Ending("aside", reason))
    else:
        log.info("run goes on", run=info.run, session=session.id, step=session.run.progress.step)
