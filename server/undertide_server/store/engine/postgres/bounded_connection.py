"""Connections of psycopg whose every wait has an end."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict

from undertide_server.store.engine.address import BadStoreAddressError, PostgresAddress
from undertide_server.store.engine.faults import StoreFaultError
from undertide_server.store.engine.postgres.faults import words_of
from undertide_server.store.engine.postgres.session import (
    PostgresSession,
    begin_session,
    read_options,
    settings_with,
)
from undertide_server.store.engine.postgres.values import made_adapters
from undertide_server.store.engine.postgres.waits import CONNECT_SECONDS, NETWORK_SECONDS, Waits
from undertide_server.util.closing import closed_on_fault

Result = TypeVar("Result")

ACTIVE: Final = psycopg.pq.TransactionStatus.ACTIVE

_ADAPTERS: Final = made_adapters(psycopg.adapters)


class RawConnection(psycopg.Connection[Any]):
    """A connection that is closed once an answer takes longer than `answer_seconds`.

    The server's own limits end a statement earlier. This one is for an answer that never comes.
    """

    answer_seconds: float = 0.0
    """0 for no bound: psycopg waits for the first answers by a bound of its own."""

    was_cut: bool = False
    """Whether an answer took too long."""

    session: PostgresSession
    """What it keeps from one transaction to the next."""

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Wait no longer for an answer, up to the end of the context."""
        usual, self.answer_seconds = self.answer_seconds, seconds
        try:
            yield
        finally:
            self.answer_seconds = usual

    def wait(
        self, gen: PQGen[Result], interval: float = 0.1, timeout: float | None = None
    ) -> Result:
        """Wait for an answer. Raises OperationalError if it doesn't come in time."""
        bound = self.answer_seconds or None
        try:
            return super().wait(gen, interval, bound if timeout is None else timeout)
        except psycopg.OperationalError as fault:
            if fault.sqlstate is None and self.pgconn.transaction_status == ACTIVE:
                # The answer may still come: nothing else can be asked here.
                self.was_cut = True
                self.pgconn.finish()
                raise psycopg.OperationalError(
                    f"the server did not answer within {bound:.0f} s"
                ) from None
            raise


class ConnectionSettings(NamedTuple):
    """What a connection is made with."""

    login: dict[str, Any]
    """What psycopg takes."""
    session: dict[str, str]
    """What the server is then asked for."""


def connect(address: PostgresAddress, waits: Waits) -> RawConnection:
    """Return a new connection to the server that takes writes.

    Raises BadStoreAddressError or StoreFaultError.
    """
    settings = settings_of(address, waits)
    try:
        raw = RawConnection.connect(**settings.login)
        bind(raw, settings.session, waits)
    except psycopg.Error as fault:
        # psycopg's own error may show a part of the address.
        raise unreachable(address, settings, fault) from None
    return raw


def bind(raw: RawConnection, settings: Mapping[str, str], waits: Waits) -> None:
    """Give a new connection its bounds and settings, or close it. Raises psycopg.Error."""
    # A pooler lets everybody in, and may have no backend for the first statement.
    with closed_on_fault(raw), raw.within(CONNECT_SECONDS):
        raw.session = begin_session(raw, settings)
    raw.answer_seconds = waits.answer


class SoleConnection:
    """The source of a connection that is nobody else's."""

    def __init__(self, address: PostgresAddress, waits: Waits) -> None:
        self._address = address
        self._waits = waits

    def acquire(self) -> RawConnection:
        """Return a new connection. Raises StoreFaultError."""
        return connect(self._address, self._waits)

    def give_back(self, raw: RawConnection) -> None:
        """Close a connection."""
        raw.close()


def settings_of(address: PostgresAddress, waits: Waits) -> ConnectionSettings:
    """Return what a connection is made with. What the address says about waits doesn't count.

    Raises BadStoreAddressError if PostgreSQL's own library doesn't understand the address.
    """
    try:
        own = conninfo_to_dict(address.url)
    except psycopg.Error:
        raise BadStoreAddressError("PostgreSQL's library doesn't understand it") from None
    options = read_options(str(own.get("options") or ""))
    login = {
        **own,
        "options": options.rest,
        "application_name": own.get("application_name") or "undertide",
        "target_session_attrs": "read-write",
        "connect_timeout": CONNECT_SECONDS,
        "tcp_user_timeout": 1000 * NETWORK_SECONDS,
        "keepalives": 1,
        "keepalives_idle": NETWORK_SECONDS,
        "keepalives_interval": 1,
        "keepalives_count": NETWORK_SECONDS,
        "client_encoding": "utf-8",
        "autocommit": True,
        "context": _Context(),
    }
    return ConnectionSettings(login, settings_with(options, waits))


def unreachable(
    address: PostgresAddress, settings: ConnectionSettings, fault: psycopg.Error
) -> StoreFaultError:
    """Return the store's error for a connection that could not be made."""
    # Each host that was tried says where it is, which the address says already.
    words = words_of(fault).rpartition(" failed: ")[2]
    password = str(settings.login.get("password") or "")
    if password:
        words = words.replace(password, "***")
    return StoreFaultError(f"{address.shown} can't be reached: {words}")


class _Context:
    """The store's ways with values, as psycopg takes them."""

    adapters = _ADAPTERS
    connection = None
