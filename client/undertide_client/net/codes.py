"""The invite codes that this client knows, by session. Pure."""

from typing import Final

from undertide_shared.codes import id_of, secret_of

MAX_CODES: Final = 100
"""Codes that a client remembers. It forgets the oldest first."""


class Codes:
    """The invite codes of sessions, by session id."""

    def __init__(self) -> None:
        self._codes: dict[str, str] = {}

    def learn(self, session: str, code: str) -> None:
        """Remember `code` if it is an invite code of the session."""
        if id_of(code) == session and secret_of(code):
            self._codes.pop(session, None)
            self._codes[session] = code
        if len(self._codes) > MAX_CODES:
            del self._codes[next(iter(self._codes))]

    def door(self, session: str) -> str:
        """Return the invite code of a session if it is known, otherwise its id."""
        return self._codes.get(session, session)
