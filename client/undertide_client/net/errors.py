"""The errors between this client and a server, and refusals by what the client does about them."""

import errno
from typing import Final

from undertide_client.model import safe
from undertide_shared.errors import UndertideError
from undertide_shared.limits import MAX_LINE
from undertide_shared.messages import ErrorCode


class NetError(UndertideError):
    """The base of these errors: a fault between client and server."""


class BadAddressError(NetError, ValueError):
    """A text that is no server's address. The error's text says why."""


class BadAuthorityError(NetError, OSError):
    """A certificate file that can't be used. The error's text says which file, and why."""

    def __init__(self, file: str, problem: str) -> None:
        super().__init__(errno.EINVAL, f"{file}: {problem}")


class EntryRefusedError(NetError):
    """The server can't serve this connection now. A later connection may succeed."""


class ServerSilentError(NetError):
    """The server gave no answer. The error's text says why."""


class WrongServerError(NetError):
    """The server will never serve this client: another version, or no Undertide server at all."""

    def __init__(self, reason: str, code: ErrorCode | None = None) -> None:
        super().__init__(reason)
        self.code = code


class ServerRefusedError(NetError):
    """The server refused a request. `code` is for programs, the text for people."""

    def __init__(self, code: ErrorCode, reason: str) -> None:
        super().__init__(safe.text(reason, MAX_LINE))
        self.code = code


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
