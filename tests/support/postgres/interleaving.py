"""Two transactions of a PostgreSQL database in an order that a test chooses."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from typing import Final, Generic, TypeVar

from support.processes.waiting import LONGEST
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.postgres.bounded_connection import SoleConnection
from undertide_server.store.engine.postgres.connection import PostgresConnection
from undertide_server.store.engine.postgres.waits import PLAY
from undertide_server.store.engine.protocol import Rows, Values

_WAITING: Final = (
    "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    " AND datname = current_database()"
)

Result = TypeVar("Result")


class InterruptedConnection(PostgresConnection):
    """A connection that lets a test do something inside of a transaction.

    That is at the end of the next one, or just before a statement with certain words in it or in
    its values.
    """

    def __init__(self, address: PostgresAddress) -> None:
        super().__init__(address, SoleConnection(address, PLAY))
        self.before_commit: Callable[[], object] | None = None
        self.before_statement: tuple[str, Callable[[], object]] | None = None

    def execute(self, statement: str, values: Values = ()) -> Rows:
        waiting = self.before_statement
        if waiting is not None and waiting[0] in f"{statement} {values}":
            self.before_statement = None
            waiting[1]()
        return super().execute(statement, values)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with super().transaction():
            yield
            act, self.before_commit = self.before_commit, None
            if act is not None:
                act()


class Meanwhile(Generic[Result]):
    """A function that runs in a thread of its own, from when it is begun."""

    def __init__(self, address: PostgresAddress, function: Callable[[], Result]) -> None:
        self._address = address
        self._function = function
        self._thread = ThreadPoolExecutor(1)
        self._future: Future[Result] | None = None

    def begin(self) -> None:
        """Begin, and return once the function has ended or waits for another transaction."""
        self._future = self._thread.submit(self._function)
        give_up_at = time.monotonic() + LONGEST
        with closing(
            PostgresConnection(self._address, SoleConnection(self._address, PLAY))
        ) as look:
            while not self._future.done() and not look.execute(_WAITING).fetchone()[0]:
                assert time.monotonic() < give_up_at, "it neither ends nor waits"

    @property
    def has_ended(self) -> bool:
        """Whether the function has ended."""
        return self._future is not None and self._future.done()

    def result(self) -> Result:
        """Return what the function returned, or raise what it raised."""
        assert self._future is not None, "it was never begun"
        try:
            return self._future.result(LONGEST)
        finally:
            self._thread.shutdown()
