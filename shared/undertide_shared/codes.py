"""Ids and invite codes of sessions, and codes of seats: words to read aloud. Pure.

An invite code is a session's id, a hyphen and a secret. An id has no hyphen, so the first hyphen
ends it.
"""

from hmac import compare_digest
from typing import Final

ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that people don't confuse when they read them aloud."""
ID_LENGTH: Final = 5
"""Characters in the id of a public session, which the lobby lists anyway."""
UNLISTED_ID_LENGTH: Final = 8
"""Characters in the id of an unlisted session, which lets its reader in. There are 31**8 such ids,
and the server limits wrong guesses by address."""
INVITED_ID_LENGTH: Final = 3
"""Characters in the id of a session that was made for invited people: the first part of its code.
It need not be secret."""
SECRET_LENGTH: Final = 8
"""Characters in the secret of an invite code, so that a code has eleven in all. There are 31**8,
and the server limits wrong guesses by address. Older codes stay valid, but strangers can shut their
sessions to newcomers: where there are only 31**5, it limits guesses by session too."""
SEPARATOR: Final = "-"
"""The text between a session's id and the secret of its invite code. `ALPHABET` does not contain
it."""
SEAT_CODE_LENGTH: Final = 8
"""Characters of the code that brings a visitor without a key back to a seat. There are 31**8, and
the server limits wrong guesses by address and in all."""


def word_of(chance: bytes, length: int) -> str:
    """Return a word of `length` letters, one from each byte of `chance`.

    `chance` has at least `length` bytes.
    """
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in chance[:length])


def code_of(session: str, secret: str) -> str:
    """Return the invite code of a session, made from its id and secret."""
    return f"{session}{SEPARATOR}{secret}"


def id_of(said: str) -> str:
    """Return the id of the session that an id or an invite code names."""
    return said.partition(SEPARATOR)[0]


def secret_of(said: str) -> str:
    """Return the secret of an invite code, or an empty text for a session's id."""
    return said.partition(SEPARATOR)[2]


def seat_code_of(chance: bytes) -> str:
    """Return the code of a seat, as people write it: two halves, which no invite code has."""
    word = word_of(chance, SEAT_CODE_LENGTH)
    half = SEAT_CODE_LENGTH // 2
    return f"{word[:half]}{SEPARATOR}{word[half:]}"


def is_seat_code(said: str) -> bool:
    """Return whether a text has the form of a seat's code. Case doesn't count."""
    halves = tidy(said).split(SEPARATOR)
    half = SEAT_CODE_LENGTH // 2
    return len(halves) == 2 and all(
        len(each) == half and not set(each) - set(ALPHABET) for each in halves
    )


def lets_in(said: str) -> bool:
    """Return whether the very knowledge of an id or a code lets people in: nobody may log it."""
    return bool(secret_of(said)) or len(said) >= UNLISTED_ID_LENGTH


def tidy(said: str) -> str:
    """Return an id or an invite code as it is meant, from what a person typed.

    Case doesn't count, and a space between the two parts of a code is as good as the hyphen.
    """
    words = said.lower().split()
    between = SEPARATOR if len(words) == 2 and SEPARATOR not in said else ""
    return between.join(words)


def opens(said: str, secret: str) -> bool:
    """Return whether a text is an invite code with this secret. No code opens an empty secret.

    The time taken reveals nothing about the secret.
    """
    return bool(secret) and compare_digest(secret_of(said).encode(), secret.encode())
