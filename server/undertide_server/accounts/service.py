"""A server's accounts, bans and audit log, opened and closed together."""

import asyncio
import json
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import structlog

from undertide_server.accounts.accounts import DAY, ENDED, Accounts
from undertide_server.accounts.bans import MOST_OUTLAWS, BanRecord, ServerBans
from undertide_server.accounts.cache import AccountCache
from undertide_server.accounts.change_feed import AccountChanges, ChangeFeed
from undertide_server.accounts.database import FILE, TABLES, open_accounts
from undertide_server.accounts.errors import LoginEndedError, RepositoryFullError
from undertide_server.accounts.moderation_repository import ModerationRepository
from undertide_server.accounts.operators import OperatorPasses, OperatorProofs, operator_key
from undertide_server.accounts.passwords import Passwords
from undertide_server.accounts.personal_data import ERASED, PersonalData
from undertide_server.accounts.records import LoginGrant
from undertide_server.accounts.reports import ReportBook, ReportRepository
from undertide_server.accounts.repository import AccountRepository
from undertide_server.accounts.tries import TryRepository
from undertide_server.accounts.worker import BlockingWorker
from undertide_server.content.settings.settings import AccountSettings
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.moderation.sanctions import until_of
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.engine.sqlite.mending import mend
from undertide_server.store.errors import StoreError
from undertide_server.util.rate_limits import Throttle
from undertide_server.util.retention_clock import RetentionClock
from undertide_shared.limits import MAX_WORD
from undertide_shared.messages import AuditEntry, BanInfo
from undertide_shared.text import clean

if TYPE_CHECKING:
    from argon2 import PasswordHasher


MAX_TEXT: Final = 240
"""Characters of an entry's text: two names, a reason and the words between."""


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
        kept = self._worker.enqueue_job(partial(self._moderation_repository.write, entry, at))
        log.info("deed", who=entry.who, text=entry.text, session=session, kept=kept)

    async def entries(self, session: str | None) -> list[AuditEntry]:
        """Return the latest audit entries of a session, or with None of the whole server.

        Raises RequestRefusedError.

        All earlier entries are among them.
        """
        return await self._worker.run_job(partial(self._moderation_repository.entries, session))


FORGET_SECONDS: Final = 3600.0
"""Time between two searches for old audit entries. They are kept for days."""
MOST_EXPORTED: Final = 100
"""Entries of each list in the copy that a player gets: as many as fit into one message. The
operator's command has no such limit."""
EXPORTS_AT_ONCE: Final = 3
"""Copies of the data of one account without a wait."""
EXPORT_SECONDS: Final = 60.0
"""Time until an account may ask for a copy once more."""
log = structlog.get_logger()


class AccountService:
    """The people of one server. Without a store nothing is stored, and nobody has an account.

    With `checks`, a folder's file of accounts is checked first, and mended if it can be; no other
    process may use it meanwhile. The operator's key is in `key_folder`, which is the store itself
    if that is a folder.

    Raises OSError or StoreError when the store or the folder can't be used.
    """

    def __init__(
        self,
        store: StoreAddress | None,
        settings: AccountSettings,
        hasher: "PasswordHasher | None" = None,
        wall: Callable[[], float] = time.time,
        *,
        checks: bool = True,
        key_folder: Path | None = None,
    ) -> None:
        folder = store if isinstance(store, Path) else key_folder
        key = None if folder is None else operator_key(folder)
        if checks and isinstance(store, Path) and mend(store / FILE, TABLES):
            log.warning("indexes made again", file=str(store / FILE))
        self._connection = connection = open_accounts(store)
        self._wall = wall
        self._store = store
        self._worker = BlockingWorker()
        repository = AccountRepository(connection)
        self._moderation_repository = moderation_repository = ModerationRepository(connection)
        self._passwords = Passwords(hasher)
        self._feed = ChangeFeed(connection)
        self._forgot_at: float | None = None
        self._clock = RetentionClock("accounts", moderation_repository.newest_entry(), wall)
        self.bans = ServerBans(moderation_repository.bans())
        tries = TryRepository(connection)
        proofs = OperatorProofs(key, None if store is None else OperatorPasses(connection))
        self.accounts = Accounts(
            settings, repository, tries, self._worker, self._passwords, proofs, wall
        )
        self.audit = AuditLog(moderation_repository, self._worker, wall)
        self._personal_data = PersonalData(connection, store)
        self._exports = Throttle(EXPORTS_AT_ONCE, EXPORT_SECONDS)
        self.reports = ReportBook(ReportRepository(connection), self._worker, wall)

    @property
    def cache(self) -> AccountCache:
        """All accounts."""
        return self.accounts.cache

    def is_banned(self, address_key: str) -> bool:
        """Return whether an address key is banned."""
        return self.bans.of_address_key(address_key, self._wall()) is not None

    def ban_of(self, identity: Identity) -> str:
        """Return why a person is banned from the server; an empty text if they are not."""
        wall = self._wall()
        banned = self.bans.of_address_key(identity.address_key, wall)
        if banned is None and identity.account:
            banned = self.bans.of_account(identity.account, wall)
        return "" if banned is None else banned.as_text(wall)

    def ban_infos(self) -> list[BanInfo]:
        """Return the bans in force in the form of the wire, the latest first."""
        return self.bans.infos(self._wall())

    async def ban(
        self, account: str, network: str, by: str, minutes: int, reason: str
    ) -> BanRecord:
        """Ban an account or a network, for some minutes or, with 0, for good.

        Raises RequestRefusedError.
        """
        until = until_of(minutes, self._wall())
        write = partial(self._moderation_repository.ban, account, network, by, until, reason)
        try:
            record = await self._worker.run_job(write)
        except RepositoryFullError as fault:
            raise RequestRefusedError(
                "server_full", f"there are {MOST_OUTLAWS} bans: end some, or ban a whole network"
            ) from fault
        self.bans.add(record)
        return record

    async def pardon(self, number: int) -> BanRecord:
        """End a ban, and return its record.

        Raises RequestRefusedError when no ban has that id.
        """
        record = await self._worker.run_job(partial(self._moderation_repository.pardon, number))
        if record is None:
            raise RequestRefusedError("unknown_person", f"there is no ban number {number}")
        self.bans = self.bans.without([number])
        return record

    async def export(self, login: LoginGrant) -> str:
        """Return the server's data about the account of a login, as JSON.

        Raises RequestRefusedError.
        """
        record = await self.accounts.own_record(login)
        now, whose = asyncio.get_running_loop().time(), record.known.folded
        wait = self._exports.wait(whose, now)
        if wait > 0:
            told = f"you have just got a copy: try again in {math.ceil(wait)} s"
            raise RequestRefusedError("too_fast", told)
        self._exports.count(whose, now)
        read = partial(self._personal_data.export, record, MOST_EXPORTED)
        try:
            return json.dumps(await self._worker.run_job(read), ensure_ascii=False)
        except StoreError as fault:
            log.error("runs can't be read", store=str(self._store), reason=str(fault))  # noqa: TRY400
            raise RequestRefusedError("internal", "the server can't read its runs") from fault

    async def erase(self, login: LoginGrant, password: str, address_key: str) -> None:
        """Erase the account of a login, if the password is right. Raises RequestRefusedError."""
        record = await self.accounts.proved_record(login, password, address_key)
        try:
            await self._worker.run_job(partial(self._personal_data.erase, record))
        except LoginEndedError as fault:
            raise RequestRefusedError("bad_login", ENDED) from fault
        self.cache.remove(record.known.id)
        name = record.known.name
        self.bans = self.bans.without(ban.id for ban in self.bans if ban.account == name)
        self.audit.record(ERASED, "erased the account", "")

    async def take_up_changes(self) -> bool:
        """Take up the changes of other processes; return whether there may have been any.

        Raises RequestRefusedError.
        """
        changes = await self._worker.run_job(self._feed.read)
        if changes is not None:
            self._take_up(changes)
        return changes is not None

    def _take_up(self, changes: AccountChanges) -> None:
        if changes.everyone is not None:
            self.accounts.cache = changes.everyone
        for account in changes.accounts:
            self.cache.store_account(account)
        for number in changes.erased:
            self.cache.remove(number)
        if changes.bans is not None:
            self.bans = ServerBans(changes.bans)

    async def forget_expired(self, now: float) -> None:
        """Remove bans, counts, entries and reports that have expired.

        Raises RequestRefusedError.
        """
        settings = self.accounts.settings
        wall = self._clock.now(min(settings.audit_days, settings.report_days))
        over = [] if wall is None else self.bans.over(wall)
        if over:
            await self._worker.run_job(partial(self._moderation_repository.forget_bans, over))
            self.bans = self.bans.without(over)
        await self.accounts.forget_old()
        self.reports.forget_old(now)
        if wall is not None and (
            self._forgot_at is None or now - self._forgot_at >= FORGET_SECONDS
        ):
            await self._forget_entries(wall)
            self._forgot_at = now

    async def _forget_entries(self, wall: float) -> None:
        """Delete audit entries and reports that are older than the settings keep them."""
        settings = self.accounts.settings
        forget_entries = self._moderation_repository.forget_entries
        await self._worker.run_job(partial(forget_entries, wall - settings.audit_days * DAY))
        await self.reports.remove_reports(wall - settings.report_days * DAY)

    def close(self) -> None:
        """Finish the waiting writes, and close the database."""
        self._passwords.close()
        self._worker.close()
        self._connection.close()


@contextmanager
def account_service_of(
    store: StoreAddress | None,
    settings: AccountSettings,
    *,
    checks: bool = True,
    key_folder: Path | None = None,
) -> Iterator[AccountService]:
    """Open the account service of a store. Raises OSError or StoreError."""
    service = AccountService(store, settings, checks=checks, key_folder=key_folder)
    try:
        yield service
    finally:
        service.close()
