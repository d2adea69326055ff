"""What a server may refuse, and what is to be made of it."""

from typing import Final

from undertide_shared.messages import ErrorCode

BUSY: Final[frozenset[ErrorCode]] = frozenset({"server_full", "too_fast", "internal"})
"""Refusals that may heal: worth another attempt later."""
STALE: Final[frozenset[ErrorCode]] = frozenset(
    {"bad_token", "unknown_session", "session_closed", "unknown_seat"}
)
"""What a server answers to a token of a seat that is no more."""
ENTRY_REFUSALS: Final[frozenset[ErrorCode]] = STALE | {
    "unknown_preset",
    "unknown_run",
    "session_full",
    "bad_name",
    "bad_calling",
    "name_taken",
    "bad_text",
    "malformed",
    "wrong_state",
    "not_allowed",
    "banned",
    "locked",
    "bad_option",
}
"""Errors that answer a `Join`, `Watch` or `Replay` for good."""
