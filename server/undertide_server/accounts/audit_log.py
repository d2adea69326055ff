"""The audit log: each act of moderation, its author, its session and its time."""

import time
from collections.abc import Callable
from functools import partial
from typing import Final

import structlog

from undertide_server.accounts.moderation_repository import ModerationRepository
from undertide_server.accounts.worker import BlockingWorker
from undertide_shared.limits import MAX_WORD
from undertide_shared.messages import AuditEntry
from undertide_shared.text import clean

MAX_TEXT: Final = 240
"""Characters of an entry's text: two names, a reason and the words between."""

log = structlog.get_logger()


class AuditLog:
    """A log that stamps audit entries, keeps them, and copies each to the operator's log."""

    def __init__(
        self,
        moderation_repository: ModerationRepository,
        worker: BlockingWorker,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._moderation_repository = moderation_repository
        self._worker = worker
        self._wall = wall

    def record(self, who: str, text: str, session: str) -> None:
        """Record an act of moderation; an empty session means the whole server.

        The entry is kept without a wait for the disk. If it cannot be, the operator's log still has
        it.
        """
        at = self._wall()
        entry = AuditEntry(int(at), clean(who, MAX_WORD), clean(text, MAX_TEXT), session)
        kept = self._worker.put(partial(self._moderation_repository.write, entry, at))
        log.info("deed", who=entry.who, text=entry.text, session=session, kept=kept)

    async def entries(self, session: str | None) -> list[AuditEntry]:
        """Return the latest audit entries of a session, or with None of the whole server.

        Raises RequestRefusedError.

        All earlier entries are among them.
        """
        return await self._worker.ask(partial(self._moderation_repository.entries, session))
