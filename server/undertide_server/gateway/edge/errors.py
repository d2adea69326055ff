"""Errors of the gateway's edge."""

from undertide_shared.closing import Closing
from undertide_shared.errors import UndertideError


class GatewayError(UndertideError):
    """An error of the gateway."""


class ConnectionClosingError(GatewayError):
    """The connection must end. Any message to the client was sent before."""

    def __init__(self, closing: Closing, reason: str) -> None:
        super().__init__(f"{closing.name}: {reason}")
        self.closing = closing
        self.reason = reason


class SshUnavailableError(GatewayError):
    """No worker takes visits by ssh. Its text says why."""


class BadCertificateError(GatewayError):
    """A certificate or key that can't be used. Its text names the file and says why."""

    def __init__(self, file: str, problem: str) -> None:
        super().__init__(f"tls: {file}: {problem}")
        self.file = file
