"""Ids and invite codes of sessions: words to read aloud, and secrets that nobody guesses. Pure.

A code is a session's id, a hyphen and a secret. An id has no hyphen, so the first one ends it.
"""

from hmac import compare_digest
from typing import Final

ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody mistakes for another when read aloud."""
ID_LENGTH: Final = 5
"""Characters of the id of a session that the lobby lists anyway."""
SECRET_LENGTH: Final = 12
"""Characters of a text that lets its reader in: the id of a session that is not listed, and the
secret of an invite code. There are 31**12 of them: all connections of a full server together,
guessing as fast as they are heard, would take hundreds of thousands of years. Codes that were given
with a shorter secret stay good."""
SEPARATOR: Final = "-"
"""Between a session's id and the secret of its invite code; `ALPHABET` doesn't have it."""


def word_of(chance: bytes, length: int) -> str:
    """Return a word of `length` letters, one from each byte of `chance`, which has no fewer."""
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in chance[:length])


def code_of(session: str, secret: str) -> str:
    """Return the invite code of a session."""
    return f"{session}{SEPARATOR}{secret}"


def id_of(said: str) -> str:
    """Return the id of the session that an id or an invite code names."""
    return said.partition(SEPARATOR)[0]


def secret_of(said: str) -> str:
    """Return the secret of an invite code; an id has none, so it is empty."""
    return said.partition(SEPARATOR)[2]


def opens(said: str, secret: str) -> bool:
    """Whether a text is an invite code with this secret. An empty secret is opened by none.

    The time that it takes reveals nothing of the secret.
    """
    return bool(secret) and compare_digest(secret_of(said).encode(), secret.encode())
