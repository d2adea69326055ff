"""The refusals of a server, sorted by what the client does about them."""

from typing import Final

from undertide_shared.messages import ErrorCode

BUSY: Final[frozenset[ErrorCode]] = frozenset({"server_full", "too_fast", "internal"})
"""Refusals that pass with time: worth another attempt later."""
STALE: Final[frozenset[ErrorCode]] = frozenset(
    {"bad_token", "unknown_session", "session_closed", "unknown_seat"}
)
"""The server's answers to the token of a seat that no longer exists."""
NO_SESSION: Final[ErrorCode] = "unknown_session"
"""The server's answer to a `Join` that names no session, if none has room."""
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
"""Errors that refuse a `Join`, `Watch` or `Replay` for good."""
