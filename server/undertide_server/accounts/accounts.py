"""Signing up, logging in and logging out: how people prove who they are."""

import math
import secrets
import time
from collections.abc import Awaitable, Callable
from functools import partial
from hashlib import blake2b
from hmac import compare_digest
from typing import Final, TypeVar

import structlog

from undertide_server.accounts.cache import AccountCache
from undertide_server.accounts.errors import LoginEndedError, NameTakenError, RepositoryFullError
from undertide_server.accounts.operators import OperatorProofs
from undertide_server.accounts.passwords import Passwords, check_password
from undertide_server.accounts.records import (
    KEYHOLDER,
    Account,
    AccountRecord,
    LoginGrant,
    account_name,
)
from undertide_server.accounts.repository import AccountRepository
from undertide_server.accounts.tries import TryLimit, TryRepository
from undertide_server.accounts.worker import BlockingWorker
from undertide_server.content.settings.settings import AccountSettings
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.util.names import folded
from undertide_shared.limits import MAX_PASSWORD
from undertide_shared.messages import ErrorCode

TOKEN_BYTES: Final = 32
"""Size of a login's token. Nobody guesses 256 bits, so tries with tokens need no limit."""
WRONG_AT_ONCE: Final = 5
"""Wrong passwords of one account without a wait: a person with several passwords tries them."""
WRONG_SECONDS: Final = 30.0
"""Time until one more may be tried: some 3,000 guesses a day, from all addresses together."""
TRIES_AT_ONCE: Final = 30
"""Passwords from one address without a wait: a school class may log in together."""
TRY_SECONDS: Final = 5.0
"""Time until one more is tried: each one takes its share of the machine, right or wrong."""
WRONG_PASSWORDS: Final = TryLimit("wrong", WRONG_AT_ONCE, WRONG_SECONDS)
"""The limit on each account."""
PASSWORD_TRIES: Final = TryLimit("tries", TRIES_AT_ONCE, TRY_SECONDS)
"""The limit on each address."""
HOUR: Final = 3600.0
DAY: Final = 86_400.0

NONE_KEPT: Final = "this server keeps no accounts: its operator started it without --data"
NO_SIGN_UP: Final = "sign-up is closed on this server: ask its operator"
WRONG: Final = "unknown account, or wrong password"
WRONG_TRIED: Final = "wrong passwords were tried on this account"
FROM_HERE_TRIED: Final = "passwords were tried from your address"
FROM_HERE_MADE: Final = "accounts were made from your address"
ENDED: Final = "this login has ended: log in with the password"

T = TypeVar("T")
Entry = tuple[LoginGrant, bytes]
"""A login, and the token that proves it from now on."""
Try = tuple[TryLimit, str, str]
"""A limit, whose count it is, and the words about too many tries."""

log = structlog.get_logger()


class Accounts:
    """The accounts of one server. Without a store for passes of operators there are none.

    Every answer comes once its effect is durable. Methods raise RequestRefusedError.
    """

    def __init__(
        self,
        settings: AccountSettings,
        repository: AccountRepository,
        tries: TryRepository,
        worker: BlockingWorker,
        passwords: Passwords,
        proofs: OperatorProofs,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self.cache = AccountCache(record.known for record in repository.all())
        self._repository = repository
        self._tries = tries
        self._worker = worker
        self._passwords = passwords
        self._proofs = proofs
        self._wall = wall
        self.apply_settings(settings)

    def apply_settings(self, settings: AccountSettings) -> None:
        """Apply these settings from now on."""
        self.settings = settings
        most = settings.sign_ups_per_hour
        self._sign_ups = TryLimit("sign-ups", most, HOUR / most)

    @property
    def may_sign_up(self) -> bool:
        """Whether anybody may make an account."""
        return self._proofs.passes is not None and self.settings.sign_up

    async def sign_up(self, name: str, password: str, address_key: str) -> Entry:
        """Make an account for a person at an address, and log in to it."""
        self._check_kept()
        if not self.settings.sign_up:
            raise RequestRefusedError("not_allowed", NO_SIGN_UP)
        called = account_name(name)
        check_password(password, called)
        if self.cache.read_alike(called) is not None:
            raise RequestRefusedError("name_taken", _taken(called))
        tries = [
            (self._sign_ups, address_key, FROM_HERE_MADE),
            (PASSWORD_TRIES, address_key, FROM_HERE_TRIED),
        ]
        kept = await self._counted(tries, "too_fast", partial(self._passwords.hash, password))
        add = partial(self._repository.add, called, kept, self.settings.most, self._wall())
        try:
            account = await self._worker.run_job(add)
        except NameTakenError as fault:
            raise RequestRefusedError("name_taken", _taken(called)) from fault
        except RepositoryFullError as fault:
            raise RequestRefusedError(
                "server_full", "this server has as many accounts as it allows"
            ) from fault
        return await self._enter(account)

    async def log_in(self, name: str, password: str, token: bytes, address_key: str) -> Entry:
        """Log in with a password or a token; without a name, with the operator key or a pass."""
        if token and not name:
            return await self._as_operator(token)
        self._check_kept()
        if token:
            return await self._by_token(name, token)
        record = await self._proved(name, password, address_key)
        if self._passwords.is_outdated(record.password):
            kept = await self._passwords.hash(password)
            await self._worker.run_job(partial(self._repository.rehash, record, kept))
        return await self._enter(record.known)

    async def log_out(self, login: LoginGrant) -> None:
        """End a login, and its token."""
        await self._worker.run_job(partial(self._repository.end_token, login.digest))

    async def change_password(
        self, login: LoginGrant, password: str, new: str, address_key: str
    ) -> Entry:
        """Give the account of a login another password; its logins end and a new one begins."""
        known = self._known(login)
        check_password(new, known.name)
        record = await self._proved(known.name, password, address_key)
        kept = await self._passwords.hash(new)
        change = partial(self._repository.set_password, record.known, kept)
        return await self._enter(await self._unless_ended(change))

    async def own_record(self, login: LoginGrant) -> AccountRecord:
        """Return the stored account of a login."""
        find = partial(self._repository.by_id, self._known(login).id)
        return await self._unless_ended(find)

    async def proved_record(
        self, login: LoginGrant, password: str, address_key: str
    ) -> AccountRecord:
        """Return the stored account of a login, if its password is right."""
        return await self._proved(self._known(login).name, password, address_key)

    def _known(self, login: LoginGrant) -> Account:
        known = self.cache.of(login)
        if known is None:
            raise RequestRefusedError("not_allowed", "log in first: guests have no account")
        return known

    async def forget_old(self) -> None:
        """Discard expired counts of tries. Raises RequestRefusedError."""
        await self._worker.run_job(partial(self._tries.forget_old, self._wall()))

    # --- ways to log in ----------------------------------------------------------------------

    async def _as_operator(self, shown: bytes) -> Entry:
        """Log in as the operator. This has no throttle: nobody can guess a key or a pass."""
        key, passes = self._proofs
        is_right = key is not None and compare_digest(shown, key)
        if not is_right and passes is not None:
            is_right = await self._worker.run_job(partial(passes.is_valid, shown))
        if not is_right:
            raise RequestRefusedError("bad_login", "this is not the operator key of this server")
        return KEYHOLDER, b""

    async def _by_token(self, name: str, token: bytes) -> Entry:
        """Log in with a token. This has no throttle, so others' guesses lock nobody out."""
        digest, now = digest_of(token), self._wall()
        expires = now + self.settings.login_days * DAY
        known = await self._worker.run_job(
            partial(self._repository.use_token, digest, expires, now)
        )
        if known is None or known.folded != folded(name):
            raise RequestRefusedError("bad_login", ENDED)
        self.cache.store_account(known)
        return LoginGrant(known.id, known.generation, digest), token

    async def _proved(self, name: str, password: str, address_key: str) -> AccountRecord:
        """Return the account with a name, if the password is right."""
        called = account_name(name)
        whose = folded(called)
        record = await self._worker.run_job(partial(self._repository.find, called))
        kept = record.password if record else ""
        tries = [
            (WRONG_PASSWORDS, whose, WRONG_TRIED),
            (PASSWORD_TRIES, address_key, FROM_HERE_TRIED),
        ]
        check = partial(self._passwords.fits, password[: MAX_PASSWORD + 1], kept)
        right = await self._counted(tries, "bad_login", check)
        if record is None or not right:
            log.info("login failed", place=address_key)
            raise RequestRefusedError("bad_login", WRONG)
        self._worker.enqueue_job(partial(self._tries.forgive, WRONG_PASSWORDS, whose))
        return record

    async def _enter(self, account: Account) -> Entry:
        """Return a new login to an account, which another process may have made just now."""
        token = secrets.token_bytes(TOKEN_BYTES)
        digest, now = digest_of(token), self._wall()
        expires = now + self.settings.login_days * DAY
        add = partial(self._repository.add_token, account, digest, expires, now)
        self.cache.store_account(await self._unless_ended(add))
        return LoginGrant(account.id, account.generation, digest), token

    async def _unless_ended(self, job: Callable[[], T]) -> T:
        """Return the result of a worker's job for a login.

        Raises RequestRefusedError when the login ended meanwhile.
        """
        try:
            return await self._worker.run_job(job)
        except LoginEndedError as fault:
            raise RequestRefusedError("bad_login", ENDED) from fault

    # --- bounds ------------------------------------------------------------------------------

    def _check_kept(self) -> None:
        if self._proofs.passes is None:
            raise RequestRefusedError("not_allowed", NONE_KEPT)

    async def _counted(
        self, tries: list[Try], code: ErrorCode, work: Callable[[], Awaitable[T]]
    ) -> T:
        """Return the result of work on a password, and count a try for it.

        It is counted before its answer is known: otherwise many at once would be one. Raises
        RequestRefusedError when there were too many; what a full queue refuses is no try.
        """
        self._passwords.check_room()
        asked = [(limit, key) for limit, key, _ in tries]
        waits = await self._worker.run_job(partial(self._tries.count_tries, asked, self._wall()))
        for wait, (_, _, told) in zip(waits, tries, strict=True):
            _check_wait(wait, told, code)
        try:
            return await work()
        except RequestRefusedError:
            for each in asked:
                self._worker.enqueue_job(partial(self._tries.forgive, *each))
            raise


def digest_of(token: bytes) -> bytes:
    """Return the digest of a token, which is kept in its place."""
    return blake2b(token, digest_size=TOKEN_BYTES).digest()


def _check_wait(seconds: float, what: str, code: ErrorCode) -> None:
    if seconds > 0:
        raise RequestRefusedError(code, f"too many {what}: try again in {math.ceil(seconds)} s")


def _taken(name: str) -> str:
    return f"{name} is already the name of an account"
