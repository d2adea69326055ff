"""Why a connection could not be made or was lost, in words for a player."""

import socket

from websockets.exceptions import ConnectionClosed

from undertide_client import safe
from undertide_shared.codec import BadMessage


def reason_of(failure: BaseException) -> str:
    """Return one printable line that says what went wrong."""
    return safe.text(_words(failure), safe.MAX_LINE)


def _words(failure: BaseException) -> str:
    match failure:
        case ConnectionClosed():
            return _closed(failure)
        case OSError():
            return _system(failure)
        case BadMessage(reason=reason):
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
        case OSError(errno=None):
            # What asyncio raises, without a number, when a name has several addresses.
            return "none of the host's addresses can be reached"
        case _:
            return failure.strerror or str(failure)
