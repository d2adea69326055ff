"""Limits on wrong guesses of invite codes, and of the ids of sessions that nobody lists. Pure."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil
from typing import Final

from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.util.rate_limits import Throttle
from undertide_shared.codes import SECRET_LENGTH, id_of, secret_of
from undertide_shared.messages import ErrorCode

AT_ONCE_FROM_ADDRESS: Final = 10
"""Wrong guesses that one address may make at once: people mistype what they heard."""
SECONDS_FOR_ADDRESS: Final = 120.0
"""Time until an address may make one more."""
AT_ONCE_AT_SESSION: Final = 30
"""Wrong short codes of one session at once, from all addresses together."""
SECONDS_FOR_SESSION: Final = 60.0
"""Time until one more wrong short code of a session may come: some 1,500 a day, of 31**5 that there
are. Today's codes need no such bound, by which four addresses could shut the door to others."""
WRONG: Final[frozenset[ErrorCode]] = frozenset({"unknown_session", "unknown_run"})
"""The refusals of an id or a code that is wrong."""


class GuessLimits:
    """The wrong guesses of each address, and of the code of each session.

    `is_listed` tells whether an id is one that the lobby shows anyway. Times are seconds of a
    steady clock.
    """

    def __init__(self, is_listed: Callable[[str], bool]) -> None:
        self._is_listed = is_listed
        self._of_addresses = Throttle(AT_ONCE_FROM_ADDRESS, SECONDS_FOR_ADDRESS)
        self._of_sessions = Throttle(AT_ONCE_AT_SESSION, SECONDS_FOR_SESSION)

    @contextmanager
    def counting(self, identity: Identity, said: str, now: float) -> Iterator[None]:
        """Let somebody name a session, and count that if it turns out to be a wrong guess.

        Raises RequestRefusedError, whether or not the guess is right, after too many wrong ones.
        """
        if identity.operator or not said or self._is_listed(said):
            yield
            return
        self._check(identity.address_key, said, now)
        try:
            yield
        except RequestRefusedError as refusal:
            if refusal.code in WRONG:
                self._count(identity.address_key, said, now)
            raise

    def _check(self, address_key: str, said: str, now: float) -> None:
        own = self._of_addresses.wait(address_key, now)
        if own > 0:
            raise _too_many("your address has tried too many wrong ids and codes", own)
        shared = self._of_sessions.wait(id_of(said), now) if _is_short(said) else 0.0
        if shared > 0:
            raise _too_many("too many wrong codes were tried for this session", shared)

    def _count(self, address_key: str, said: str, now: float) -> None:
        self._of_addresses.count(address_key, now)
        if _is_short(said):  # A session that doesn't exist counts too: the answer must not differ.
            self._of_sessions.count(id_of(said), now)


def _is_short(said: str) -> bool:
    """Return whether a text is a code with fewer characters than a secret has today.

    What was said decides, and not the session, so that nobody learns from it which sessions exist.
    """
    return 0 < len(secret_of(said)) < SECRET_LENGTH


def _too_many(what: str, seconds: float) -> RequestRefusedError:
    return RequestRefusedError("not_allowed", f"{what}: try again in {ceil(seconds)} s")
