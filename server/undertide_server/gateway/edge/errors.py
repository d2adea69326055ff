"""What can go wrong at the edge."""

from undertide_shared.closing import Closing
from undertide_shared.errors import UndertideError


class GatewayError(UndertideError):
    """Something wrong at the edge."""


class ConnectionClosingError(GatewayError):
    """The connection must end. What it was told before is its affair."""

    def __init__(self, closing: Closing, reason: str) -> None:
        super().__init__(f"{closing.name}: {reason}")
        self.closing = closing
        self.reason = reason


class BadCertificateError(GatewayError):
    """A certificate or key that can't be used. Its text names the file and says why."""

    def __init__(self, file: str, problem: str) -> None:
        super().__init__(f"tls: {file}: {problem}")
        self.file = file
