"""What a server knows of people: accounts with passwords that cost next to nothing, and reports."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from argon2 import PasswordHasher

from undertide_server.accounts.service import AccountService
from undertide_server.content.load import load_settings
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.moderation.evidence import Evidence
from undertide_server.store.engine.address import StoreAddress
from undertide_shared.messages import ReportLine

REPORTER = Identity("ann", "192.0.2.1")
ACCUSED = Identity("dov", "192.0.2.7")


class Clock:
    """Seconds since 1970, as a test says."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def quick_hasher() -> PasswordHasher:
    """Return what makes the weakest hashes that there are."""
    return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@contextmanager
def open_account_service(
    store: StoreAddress | None,
    wall: Callable[[], float] = time.time,
    hasher: PasswordHasher | None = None,
    **changes: Any,
) -> Iterator[AccountService]:
    """Open the accounts of a store, or some in memory, with some settings changed."""
    settings = load_settings().accounts.model_copy(update=changes)
    service = AccountService(store, settings, hasher or quick_hasher(), wall)
    try:
        yield service
    finally:
        service.close()


def evidence(session: str = "k7m2q") -> Evidence:
    """Return what a session knows of Dov, whom Ann reports."""
    return Evidence(session, "Ann", REPORTER, "Dov", ACCUSED, [ReportLine("Dov", "go away")])
