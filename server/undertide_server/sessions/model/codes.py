"""Ids and invite codes of sessions: words to read aloud, and secrets that nobody guesses. Pure."""

from hmac import compare_digest

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody mistakes for another when read aloud."""
ID_LENGTH = 5
"""Of a session that the lobby lists anyway."""
SECRET_LENGTH = 12
"""Of what lets in by itself: the id of a session that is not listed, and the end of an invite code.
There are 31**12 of them: all connections of a full server together, guessing as fast as they are
heard, would take hundreds of thousands of years."""
SEPARATOR = "-"
"""Between a session's id and the secret of its invite code; in neither of them."""


def word_of(chance: bytes, length: int) -> str:
    """Return a word of so many letters, one from each byte of `chance`, which has no fewer."""
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in chance[:length])


def code_of(session: str, secret: str) -> str:
    """Return the invite code of a session."""
    return f"{session}{SEPARATOR}{secret}"


def id_of(said: str) -> str:
    """Return the id of the session that an id or an invite code means."""
    return said.partition(SEPARATOR)[0]


def opens(said: str, secret: str) -> bool:
    """Whether what somebody said is an invite code with this secret; none opens what has none.

    How long it takes betrays nothing of the secret.
    """
    given = said.partition(SEPARATOR)[2]
    return bool(secret) and compare_digest(given.encode(), secret.encode())
