"""The bounds of every wait for a PostgreSQL server. No caller waits longer than these add up to."""

from dataclasses import dataclass
from typing import Final

CONNECT_SECONDS: Final = 2
"""Wait for each host of an address, whole seconds, and for the first answer. psycopg takes no less.
"""
IDLE_READER_SECONDS: Final = 60.0
"""Time that a reader may do something else between two reads. It holds no rows, but as long as it
sees one moment, the server can't tidy up what has changed since."""
NETWORK_SECONDS: Final = 5
"""Time until the system gives up data that the server's machine doesn't acknowledge."""
ANSWER_MARGIN_SECONDS: Final = 1.0
"""Time beyond a statement's own for its answer to come. The server ends the statement; a network
that swallows the answer can't hold up a caller for longer."""


@dataclass(frozen=True, slots=True)
class Waits:
    """The bounds of a connection, in seconds."""

    statement: float
    """What a statement may take."""
    lock: float
    """What a statement may wait for the rows of another transaction."""
    idle: float
    """What a transaction may wait for its next statement: the server undoes it then."""

    @property
    def answer(self) -> float:
        """The longest wait for an answer of any kind."""
        return self.statement + ANSWER_MARGIN_SECONDS

    @property
    def settings(self) -> dict[str, str]:
        """The server's settings with these bounds, in milliseconds."""
        bounds = {
            "statement_timeout": self.statement,
            "lock_timeout": self.lock,
            "idle_in_transaction_session_timeout": self.idle,
        }
        return {name: str(round(1000 * bound)) for name, bound in bounds.items()}


PLAY: Final = Waits(statement=4.0, lock=2.0, idle=1.5)
"""The bounds of what is written while people play: many times what that takes. A process that was
stopped holds its rows for less time than its lease, so whoever claims its runs finds them free."""
LEASE: Final = Waits(statement=1.0, lock=1.0, idle=1.0)
"""The bounds of a lease's renewal: an answer that comes after the lease has ended is worth nothing.
"""
READING: Final = Waits(statement=4.0, lock=2.0, idle=IDLE_READER_SECONDS)
"""The bounds of readers."""
PATIENT: Final = Waits(statement=600.0, lock=60.0, idle=30.0)
"""The bounds of changes to the tables, and of an operator's command that writes: minutes, as a
large database takes them. A command that was stopped must not keep nodes from beginning runs for
long."""
COMMAND: Final = Waits(statement=600.0, lock=60.0, idle=3600.0)
"""The bounds of an operator's command that reads. It may simulate a long run between two reads."""
