import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Literal

import pytest
from argon2 import PasswordHasher

from support.sessions.account_services import quick_hasher
from undertide_server.accounts.passwords import (
    AT_ONCE,
    MOST_WAITING,
    Passwords,
    check_password,
    standard_hasher,
)
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_shared.limits import MAX_PASSWORD


async def test_a_password_fits_its_hash_and_no_other() -> None:
    passwords = Passwords(quick_hasher())
    kept = await passwords.hash("open sesame")
    assert "open sesame" not in kept
    assert await passwords.fits("open sesame", kept)
    assert not await passwords.fits("open Sesame", kept)
    passwords.close()


async def test_a_password_fits_from_every_keyboard() -> None:
    passwords = Passwords(quick_hasher())
    kept = await passwords.hash("sésame 12")
    assert await passwords.fits("se\u0301same 12", kept)
    passwords.close()


async def test_nothing_fits_where_nothing_is_kept_yet_as_much_is_worked() -> None:
    worked = []

    class Noting(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002
            worked.append(self.check_needs_rehash(hash))
            return super().verify(hash, password)

    passwords = Passwords(Noting(time_cost=1, memory_cost=8, parallelism=1))
    assert not await passwords.fits("open sesame", "")
    assert not await passwords.fits("open sesame", "no hash at all")
    assert worked[0] is False, "the decoy costs what a real one does"
    passwords.close()


async def test_hashes_of_another_strength_are_outdated() -> None:
    passwords = Passwords(standard_hasher())
    assert passwords.is_outdated(quick_hasher().hash("open sesame"))
    assert not passwords.is_outdated(standard_hasher().hash("open sesame"))
    passwords.close()


async def test_few_are_worked_on_at_once_and_not_too_many_wait() -> None:
    gate, begun = threading.Event(), threading.Semaphore(0)

    class Slow(PasswordHasher):
        def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
            begun.release()
            gate.wait()
            return super().hash(password, salt=salt)

    passwords = Passwords(Slow(time_cost=1, memory_cost=8, parallelism=1))
    asked = [
        asyncio.create_task(passwords.hash("open sesame")) for _ in range(AT_ONCE + MOST_WAITING)
    ]
    with ThreadPoolExecutor() as waiting:
        loop = asyncio.get_running_loop()
        for _ in range(AT_ONCE):
            await loop.run_in_executor(waiting, begun.acquire)
    assert not begun.acquire(blocking=False)
    with pytest.raises(RequestRefusedError) as caught:
        await passwords.hash("open sesame")
    assert caught.value.code == "server_full"
    gate.set()
    assert len(await asyncio.gather(*asked)) == AT_ONCE + MOST_WAITING
    assert await passwords.hash("open sesame")
    passwords.close()


@pytest.mark.parametrize(
    "password", ["", "short", "x" * (MAX_PASSWORD + 1), "aaaaaaaa", "ann ann ann"]
)
def test_what_is_no_password_is_refused(password: str) -> None:
    with pytest.raises(RequestRefusedError) as caught:
        check_password(password, "Ann Ann Ann")
    assert caught.value.code == "bad_password"


def test_what_is_one_passes() -> None:
    check_password("correct horse", "Ann")
