"""The reasons for failed or lost connections, in words for a player."""

import socket
import ssl
from http import HTTPStatus

from websockets.exceptions import ConnectionClosed, InvalidMessage
from websockets.http11 import Response

from undertide_client.model import safe
from undertide_shared.errors import BadMessageError
from undertide_shared.limits import MAX_LINE


def reason_of(failure: BaseException) -> str:
    """Return one printable line that explains the failure."""
    return safe.text(_words(failure), MAX_LINE)


def answer_of(response: Response) -> str:
    """Return one printable line that explains why a request for a websocket was refused.

    Servers of this game say why in plain text.
    """
    kind = response.headers.get("Content-Type", "")
    if response.status_code == HTTPStatus.FORBIDDEN and kind.startswith("text/plain"):
        said = bytes(response.body or b"")[:MAX_LINE].decode("utf-8", "replace")
        line = safe.text(said.partition("\n")[0], MAX_LINE)
        if line:
            return line
    return f"the server answered with HTTP status {response.status_code}"


def _words(failure: BaseException) -> str:
    match failure:
        case ConnectionClosed():
            return _closed(failure)
        case OSError():
            return _system(failure)
        case InvalidMessage():
            return (
                "no server of this game answers; if it speaks TLS, its address begins with wss://"
            )
        case BadMessageError(reason=reason):
            return f"the server sent what this client can't read: {reason}"
        case _:
            return str(failure) or type(failure).__name__


def _closed(failure: ConnectionClosed) -> str:
    if failure.rcvd is None:
        return "the connection broke"
    return failure.rcvd.reason or f"the server closed the connection (code {failure.rcvd.code})"


def _system(failure: OSError) -> str:
    match failure:
        case TimeoutError():
            return "no answer in time"
        case ConnectionRefusedError():
            return "nobody listens at this address"
        case socket.gaierror():
            return "no host has this name"
        case ssl.SSLError():
            return _tls(failure)
        case OSError(errno=None):
            # asyncio raises this error, without a number, if a name has several addresses.
            return "none of the host's addresses can be reached"
        case _:
            return failure.strerror or str(failure)


def _tls(failure: ssl.SSLError) -> str:
    if isinstance(failure, ssl.SSLCertVerificationError):
        return f"its certificate can't be trusted: {failure.verify_message}"
    if failure.reason == "WRONG_VERSION_NUMBER":
        return "this server speaks no TLS: its address begins with ws://"
    return f"TLS failed: {failure.reason or failure.strerror}"
