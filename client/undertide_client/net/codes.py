"""Invite codes: what stands for a session's id and lets in. Pure.

A code is the id, a hyphen and a secret; ids have hyphens of their own.
"""

from typing import Final

MAX_CODES: Final = 100
"""Codes that a client remembers; the ones learned longest ago are forgotten first."""


class Codes:
    """The codes that let this client into sessions, by their ids."""

    def __init__(self) -> None:
        self._codes: dict[str, str] = {}

    def learn(self, session: str, code: str) -> None:
        """Remember what lets into a session, if it is a code of it."""
        if code.startswith(f"{session}-"):
            self._codes.pop(session, None)
            self._codes[session] = code
        if len(self._codes) > MAX_CODES:
            del self._codes[next(iter(self._codes))]

    def door(self, session: str) -> str:
        """Return what lets into a session: its code where one is known, else its id."""
        return self._codes.get(session, session)


def sessions_meant(door: str) -> list[str]:
    """Return the ids of sessions that an id or a code may stand for: itself, and that of a code."""
    session, _, _ = door.rpartition("-")
    return [door, session] if session else [door]
