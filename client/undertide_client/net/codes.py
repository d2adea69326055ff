"""The invite codes that this client was told, by the sessions that they let into. Pure."""

from typing import Final

from undertide_shared.codes import id_of, secret_of

MAX_CODES: Final = 100
"""Codes that a client remembers; the ones learned longest ago are forgotten first."""


class Codes:
    """The codes that let this client into sessions, by their ids."""

    def __init__(self) -> None:
        self._codes: dict[str, str] = {}

    def learn(self, session: str, code: str) -> None:
        """Remember what lets into a session, if it is a code of it."""
        if id_of(code) == session and secret_of(code):
            self._codes.pop(session, None)
            self._codes[session] = code
        if len(self._codes) > MAX_CODES:
            del self._codes[next(iter(self._codes))]

    def door(self, session: str) -> str:
        """Return what lets into a session: its code where one is known, else its id."""
        return self._codes.get(session, session)
