"""All that a server knows of people, opened and closed as one: accounts, bans, the audit log."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import structlog
from argon2 import PasswordHasher

from undertide_server.accounts.accounts import DAY, Accounts
from undertide_server.accounts.audit import Audit
from undertide_server.accounts.audit_log import Annals
from undertide_server.accounts.bans import MOST_OUTLAWS, Outlawry, Outlaws
from undertide_server.accounts.cache import Roll
from undertide_server.accounts.database import data_version, open_accounts
from undertide_server.accounts.key import host_key
from undertide_server.accounts.passwords import Passwords
from undertide_server.accounts.repository import Register
from undertide_server.accounts.worker import Clerk
from undertide_server.content.settings.settings import AccountSettings
from undertide_server.sessions.model.errors import Refused
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.moderation.sanctions import until_of
from undertide_shared.messages import BanInfo

FORGET_SECONDS: Final = 3600.0
"""Between two looks for deeds that were kept long enough: they are kept by the day."""

log = structlog.get_logger()


class Office:
    """The people of one server. Without a folder nothing outlives it, and nobody has an account.

    Raises OSError or sqlite3.Error where the folder can't be used.
    """

    def __init__(
        self,
        folder: Path | None,
        settings: AccountSettings,
        hasher: PasswordHasher | None = None,
        wall: Callable[[], float] = time.time,
    ) -> None:
        key = None if folder is None else host_key(folder)
        self._connection = connection = open_accounts(folder)
        self._wall = wall
        self._clerk = Clerk()
        self._register = register = Register(connection)
        self._annals = annals = Annals(connection)
        self._passwords = Passwords(hasher)
        self._version = data_version(connection)
        self._forgot_at: float | None = None
        self.outlaws = Outlaws(annals.outlaws())
        roll = _roll_of(register)
        self.accounts = Accounts(settings, register, self._clerk, roll, self._passwords, key, wall)
        self.audit = Audit(annals, self._clerk, wall)

    @property
    def roll(self) -> Roll:
        """The accounts that there are."""
        return self.accounts.roll

    def is_outlawed(self, place: str) -> bool:
        """Whether nobody from a place may come in."""
        return self.outlaws.of_place(place, self._wall()) is not None

    def outlawry_of(self, identity: Identity) -> str:
        """Say why somebody may not be here; nothing where they may."""
        wall = self._wall()
        banned = self.outlaws.of_place(identity.place, wall)
        if banned is None and identity.account:
            banned = self.outlaws.of_account(identity.account, wall)
        return "" if banned is None else banned.told(wall)

    def ban_infos(self) -> list[BanInfo]:
        """Return the bans in force as the wire lists them, the latest first."""
        return self.outlaws.infos(self._wall())

    async def outlaw(
        self, account: str, network: str, by: str, minutes: int, reason: str
    ) -> Outlawry:
        """Ban an account or a network, for so many minutes or for good. Raises Refused."""
        if len(self.outlaws) >= MOST_OUTLAWS:
            raise Refused(
                "server_full", f"there are {MOST_OUTLAWS} bans: pardon some, or ban a network"
            )
        until = until_of(minutes, self._wall())
        write = partial(self._annals.outlaw, account, network, by, until, reason)
        record = await self._clerk.ask(write)
        self.outlaws.add(record)
        return record

    async def pardon(self, number: int) -> Outlawry:
        """End a ban, and return what it was. Raises Refused when there is none of that id."""
        record = self.outlaws.get(number)
        if record is None:
            raise Refused("unknown_person", f"there is no ban {number} here")
        await self._clerk.ask(partial(self._annals.pardon, [number]))
        self.outlaws = self.outlaws.without([number])
        return record

    async def look_again(self, now: float) -> None:
        """Take in what commands have written meanwhile, and forget what is over. Raises Refused."""
        over = self.outlaws.over(self._wall())
        if over:
            await self._clerk.ask(partial(self._annals.pardon, over))
            self.outlaws = self.outlaws.without(over)
        self.accounts.forget_old(now)
        if self._forgot_at is None or now - self._forgot_at >= FORGET_SECONDS:
            self._forgot_at = now
            before = self._wall() - self.accounts.settings.audit_days * DAY
            await self._clerk.ask(partial(self._annals.forget_deeds, before))
        roll = await self._clerk.ask(self._news)
        if roll is not None:
            self.accounts.roll = roll

    def _news(self) -> Roll | None:
        """Return all accounts if another process has changed any; in the clerk's thread."""
        version = data_version(self._connection)
        if version == self._version:
            return None
        self._version = version
        return _roll_of(self._register)

    def close(self) -> None:
        """Write what waits, and end."""
        self._passwords.close()
        self._clerk.close()
        self._connection.close()


def _roll_of(register: Register) -> Roll:
    return Roll(record.known for record in register.all())


@contextmanager
def office_of(folder: Path | None, settings: AccountSettings) -> Iterator[Office]:
    """Open what is known of people in a folder. Raises OSError or sqlite3.Error."""
    office = Office(folder, settings)
    try:
        yield office
    finally:
        office.close()
