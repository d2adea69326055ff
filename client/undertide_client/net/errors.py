"""What can go wrong between this client and a server."""

import errno

from undertide_client.model import safe
from undertide_shared.errors import UndertideError
from undertide_shared.limits import MAX_LINE
from undertide_shared.messages import ErrorCode


class NetError(UndertideError):
    """Something wrong between client and server."""


class BadAddressError(NetError, ValueError):
    """What was written is no server's address. Its text says why."""


class BadAuthorityError(NetError, OSError):
    """A file that names no authority. Its text says which and why."""

    def __init__(self, file: str, problem: str) -> None:
        super().__init__(errno.EINVAL, f"{file}: {problem}")


class EntryRefusedError(NetError):
    """The server can't serve this connection now; another one later may do better."""


class ServerSilentError(NetError):
    """The server could not be asked. Its text says why."""


class WrongServerError(NetError):
    """The server will never serve this client: another version, or no Undertide at all."""

    def __init__(self, reason: str, code: ErrorCode | None = None) -> None:
        super().__init__(reason)
        self.code = code


class ServerRefusedError(NetError):
    """The server refused what was asked: `code` for programs, the text for people."""

    def __init__(self, code: ErrorCode, reason: str) -> None:
        super().__init__(safe.text(reason, MAX_LINE))
        self.code = code
