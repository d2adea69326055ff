"""Passwords: what may be one, and their hashes, made away from the event loop.

The library that makes hashes belongs to the extra `server`. A server without accounts never asks
for a hash, and does without it.
"""

# ruff: noqa: PLC0415

import asyncio
import os
import unicodedata
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeVar

from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.util.names import folded
from undertide_shared.limits import MAX_PASSWORD, MIN_PASSWORD

if TYPE_CHECKING:
    from argon2 import PasswordHasher

MEMORY_KIB: Final = 19_456
"""Memory of one hash: the minimum that OWASP asks for, and 50 ms on a small machine."""
PASSES: Final = 2
LANES: Final = 1
AT_ONCE: Final = 2
"""Hashes that are computed at once: they take 40 MB and at most two cores."""
MOST_WAITING: Final = 32
"""Further people who may wait for their turn: the last of them waits for about a second."""
MIN_VARIETY: Final = 4
"""Fewest different characters in a password: this rules out one repeated key."""

T = TypeVar("T")


def standard_hasher() -> "PasswordHasher":
    """Return a hasher that makes argon2id hashes of this server's strength."""
    from argon2 import PasswordHasher

    return PasswordHasher(time_cost=PASSES, memory_cost=MEMORY_KIB, parallelism=LANES)


def check_password(password: str, name: str) -> None:
    """Raise RequestRefusedError unless this may be the password of an account of that name."""
    if not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
        bounds = f"{MIN_PASSWORD} to {MAX_PASSWORD}"
        raise RequestRefusedError("bad_password", f"a password needs {bounds} characters")
    if folded(password) == folded(name) or len(set(password)) < MIN_VARIETY:
        raise RequestRefusedError("bad_password", "this password is too easy to guess")


class Passwords:
    """A maker and checker of hashes in threads: few work at once, and few wait for their turn."""

    def __init__(self, hasher: "PasswordHasher | None" = None) -> None:
        self._given = hasher
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="passwords")
        self._under_way = 0

    async def hash(self, password: str) -> str:
        """Return a password's hash for storage. Raises RequestRefusedError when too many wait."""
        return await self._work(lambda: self._hasher.hash(_normal(password)))

    async def fits(self, password: str, kept: str) -> bool:
        """Return whether a password belongs to a stored hash.

        Raises RequestRefusedError when too many wait.

        It takes as long when no hash is stored: so nobody learns which accounts exist.
        """
        return await self._work(lambda: self._fits(password, kept or self._decoy)) and bool(kept)

    def check_room(self) -> None:
        """Raise RequestRefusedError when too many wait, so `hash` and `fits` would refuse now."""
        if self._under_way >= AT_ONCE + MOST_WAITING:
            raise RequestRefusedError(
                "server_full", "too many people are logging in: try again in a few seconds"
            )

    def is_outdated(self, kept: str) -> bool:
        """Return whether a hash is of another strength than new hashes."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        """Finish the work that is under way and begin no more."""
        self._threads.shutdown(cancel_futures=True)

    @cached_property
    def _hasher(self) -> "PasswordHasher":
        return self._given or standard_hasher()

    @cached_property
    def _decoy(self) -> str:
        return _decoy(self._hasher)

    def _fits(self, password: str, kept: str) -> bool:
        from argon2.exceptions import InvalidHashError, VerificationError

        try:
            return self._hasher.verify(kept, _normal(password))
        except (VerificationError, InvalidHashError):
            return False

    async def _work(self, work: Callable[[], T]) -> T:
        self.check_room()
        self._under_way += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._under_way -= 1


def _normal(password: str) -> str:
    """Return a password in the form that does not depend on the keyboard."""
    return unicodedata.normalize("NFC", password)


def _decoy(hasher: "PasswordHasher") -> str:
    """Return a hash of a password that nobody has, as costly to check as any."""
    salt, digest = (
        b64encode(os.urandom(size)).rstrip(b"=").decode()
        for size in (hasher.salt_len, hasher.hash_len)
    )
    cost = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v=19${cost}${salt}${digest}"
