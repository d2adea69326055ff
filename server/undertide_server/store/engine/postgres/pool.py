"""The connections that the readers of a process share: a bounded number for each address."""

import atexit
import logging
import threading
import time
from collections.abc import Mapping
from typing import Any, Final, Self

import psycopg
from psycopg_pool import ConnectionPool, PoolTimeout, TooManyRequests

from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.faults import StoreFaultError
from undertide_server.store.engine.postgres.bounded_connection import (
    RawConnection,
    bind,
    settings_of,
    unreachable,
)
from undertide_server.store.engine.postgres.waits import READING

MOST_READERS: Final = 8
"""Connections of one process for readers: more than it has threads that read. A server with a
hundred connections then carries about ten processes."""
MOST_WAITING: Final = 64
"""Readers that may wait for one. More are refused at once."""
LEND_SECONDS: Final = 3.0
"""What a reader waits for a connection: as long as making one may take, and a little."""
CHECK_SECONDS: Final = 1.0
"""What a connection that was not in use may take to answer. If it is gone, a new one takes its
place; if nothing answers, the reader learns of that."""
LOOK_SECONDS: Final = 0.05
"""Time after which a waiting reader looks whether the server has refused a connection."""
IDLE_SECONDS: Final = 60.0
"""Time after which a connection that nobody reads with is closed."""

# Whoever reads is told what fails.
logging.getLogger("psycopg.pool").addHandler(logging.NullHandler())
logging.getLogger("psycopg.pool").propagate = False


class ReaderPool:
    """The connections to one address.

    While the database can't be reached, one reader at a time tries whether it is back. The others
    are refused at once, so an outage holds up few threads.
    """

    def __init__(self, address: PostgresAddress) -> None:
        self._address = address
        self._failures = 0
        self._is_failing = False
        """Whether the last reader who needed the server could not reach it."""
        self._trial = threading.Lock()
        """Held by the reader who tries whether the server is back."""
        self._problem = ""
        self._settings = settings_of(address, READING)
        self._pool = ConnectionPool(
            connection_class=_connecting(self, self._settings.session),
            kwargs=self._settings.login,
            min_size=0,
            max_size=MOST_READERS,
            max_waiting=MOST_WAITING,
            max_idle=IDLE_SECONDS,
            # A reader that still waits asks for the next try.
            reconnect_timeout=LOOK_SECONDS,
            num_workers=1,
            check=self._check,
            open=True,
        )

    def acquire(self) -> RawConnection:
        """Lend a connection that answers. Raises StoreFaultError."""
        if not self._is_failing:
            return self._take()
        if not self._trial.acquire(blocking=False):
            raise StoreFaultError(self._problem)
        try:
            return self._take()
        finally:
            self._trial.release()

    def _take(self) -> RawConnection:
        failures, give_up_at = self._failures, time.monotonic() + LEND_SECONDS
        while time.monotonic() < give_up_at:
            try:
                raw = self._pool.getconn(timeout=LOOK_SECONDS)
            except PoolTimeout:
                if self._failures != failures:
                    raise StoreFaultError(self._problem) from None
            except TooManyRequests:
                break
            else:
                self._is_failing = False
                return raw
        problem = f"all {MOST_READERS} connections for readers of {self._address.shown} are in use"
        raise StoreFaultError(problem)

    def give_back(self, raw: RawConnection) -> None:
        """Take back a connection that was lent."""
        self._pool.putconn(raw)

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()

    def _check(self, raw: RawConnection) -> None:
        """Raise an error unless a connection that nobody has used for a while still answers."""
        try:
            with raw.within(CHECK_SECONDS):
                ConnectionPool.check_connection(raw)
        except psycopg.Error as fault:
            if raw.was_cut:
                self.note_failure(fault)
            raise

    def note_failure(self, fault: psycopg.Error) -> None:
        """Note that the server could not be reached."""
        self._problem = str(unreachable(self._address, self._settings, fault))
        self._failures += 1
        self._is_failing = True


def _connecting(pool: ReaderPool, session: Mapping[str, str]) -> type[RawConnection]:
    """Return the class of a pool's connections: psycopg's pool keeps the reasons to itself."""

    class Reading(RawConnection):
        @classmethod
        def connect(cls, conninfo: str = "", **settings: Any) -> Self:
            try:
                raw = super().connect(conninfo, **settings)
                bind(raw, session, READING)
            except psycopg.Error as fault:
                pool.note_failure(fault)
                raise
            return raw

    return Reading


_lock = threading.Lock()
_pools: dict[PostgresAddress, ReaderPool] = {}


def pool_of(address: PostgresAddress) -> ReaderPool:
    """Return this process's connections to an address. Raises StoreFaultError."""
    with _lock:
        if address not in _pools:
            _pools[address] = ReaderPool(address)
        return _pools[address]


@atexit.register
def close_pools() -> None:
    """Close the connections of all readers, which must have ended."""
    with _lock:
        pools = list(_pools.values())
        _pools.clear()
    for pool in pools:
        pool.close()
