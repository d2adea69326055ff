"""The errors between this client and a server."""

import errno

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
