"""The visits by ssh: their tickets, and how many there may be. Pure."""

import secrets
from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal

from undertide_server.content.settings.settings import SshSettings
from undertide_server.sessions.moderation.guessing import AT_ONCE_FROM_ADDRESS, SECONDS_FOR_ADDRESS
from undertide_server.util.addresses import address_key_of
from undertide_server.util.rate_limits import Throttle

TICKET_BYTES: Final = 16
"""Bytes of a ticket: nobody guesses one."""
CONNECTIONS_AT_ONCE: Final = 20
"""Connections that an address may open at once: a class that begins together."""
SECONDS_FOR_CONNECTION: Final = 2.0
"""Time until it may open one more: each costs a worker some milliseconds of key exchange."""
CODES_AT_ONCE: Final = 300
"""Wrong codes at once, from all addresses together."""
SECONDS_FOR_CODE: Final = 1.0
"""Time until one more may come: 86,400 a day, of 31**8 that there are."""
LOGIN_AGE: Final = 5.0
"""Seconds after which somebody who hasn't logged in has to make room for others: a rush slows all
logins down to some seconds, and those who came first are nearest to their end."""
EVERYBODY: Final = ""
"""The key under which all addresses are counted together."""

Refusal = Literal["ssh_too_fast", "ssh_too_many_of_address"]
"""The reason for which a connection is closed at once, as metrics and logs name it."""


@dataclass(slots=True)
class VisitRecord:
    """One visit, from its first packet to its end."""

    ticket: str
    address: str
    """The visitor's own address."""
    worker: int
    """The number of the worker that shows it the game."""
    begun: float
    """When it began."""
    logged_in: bool = False

    @property
    def address_key(self) -> str:
        """What its address counts as."""
        return address_key_of(self.address)


class Visits:
    """All visits of a server, by their tickets. `now` is in seconds of a steady clock."""

    def __init__(self, settings: SshSettings) -> None:
        self.settings = settings
        self._visits: dict[str, VisitRecord] = {}
        """The oldest first."""
        self._of_addresses: Counter[str] = Counter()
        self._connections = Throttle(CONNECTIONS_AT_ONCE, SECONDS_FOR_CONNECTION)
        self._guesses = Throttle(AT_ONCE_FROM_ADDRESS, SECONDS_FOR_ADDRESS)
        self._all_guesses = Throttle(CODES_AT_ONCE, SECONDS_FOR_CODE, most_keys=1)

    def __len__(self) -> int:
        return len(self._visits)

    @property
    def logging_in(self) -> int:
        """The number of visits that have not logged in yet."""
        return sum(not visit.logged_in for visit in self._visits.values())

    def refusal(self, address: str, now: float) -> Refusal | None:
        """Count a new connection; return why it may not stay, if so."""
        address_key = address_key_of(address)
        if self._connections.wait(address_key, now) > 0:
            return "ssh_too_fast"
        self._connections.count(address_key, now)
        if self._of_addresses[address_key] >= self.settings.visitors_per_address:
            return "ssh_too_many_of_address"
        return None

    def begin(self, address: str, worker: int, now: float) -> VisitRecord:
        """Return a new visit. `end` must follow."""
        visit = VisitRecord(secrets.token_hex(TICKET_BYTES), address, worker, now)
        self._visits[visit.ticket] = visit
        self._of_addresses[visit.address_key] += 1
        return visit

    def oldest_login(self) -> VisitRecord | None:
        """Return the visit that takes longest to log in, if any hasn't logged in."""
        return next((visit for visit in self._visits.values() if not visit.logged_in), None)

    def too_slow(self, now: float) -> VisitRecord | None:
        """Return the visit that takes longest to log in, if too many do that at once.

        Nobody younger than `LOGIN_AGE` is too slow, however many there are.
        """
        oldest = self.oldest_login()
        if oldest is None or now - oldest.begun < LOGIN_AGE:
            return None
        return oldest if self.logging_in > self.settings.logins else None

    def get(self, ticket: str) -> VisitRecord | None:
        """Return the visit with a ticket, if there is one."""
        return self._visits.get(ticket)

    def address_of(self, ticket: str) -> str | None:
        """Return the visitor's address for a ticket; None for one that is no visit's."""
        visit = self._visits.get(ticket)
        return None if visit is None else visit.address

    def end(self, ticket: str) -> None:
        """Forget a visit, if it is there."""
        visit = self._visits.pop(ticket, None)
        if visit is not None:
            self._of_addresses[visit.address_key] -= 1
            if not self._of_addresses[visit.address_key]:
                del self._of_addresses[visit.address_key]

    def of_worker(self, worker: int) -> list[str]:
        """Return the tickets of a worker's visits."""
        return [visit.ticket for visit in self._visits.values() if visit.worker == worker]

    def guess(self, ticket: str, now: float) -> float:
        """Count a code that a visitor gives; return the seconds to wait if it may not be tried."""
        visit = self._visits.get(ticket)
        if visit is None:
            return SECONDS_FOR_ADDRESS
        own = self._guesses.wait(visit.address_key, now)
        wait = max(own, self._all_guesses.wait(EVERYBODY, now))
        if wait <= 0:
            self._guesses.count(visit.address_key, now)
            self._all_guesses.count(EVERYBODY, now)
        return wait

    def guessed_right(self, ticket: str) -> None:
        """Take back the guess that a visitor's right code counted as."""
        visit = self._visits.get(ticket)
        if visit is not None:
            self._guesses.forgive(visit.address_key)
            self._all_guesses.forgive(EVERYBODY)
