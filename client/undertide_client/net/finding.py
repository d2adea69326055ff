"""The search for a server whose address leaves open where exactly it listens."""

import asyncio
import socket
import ssl
from typing import Final

from websockets.exceptions import InvalidStatus, WebSocketException

from undertide_client.net.address import ServerAddress
from undertide_client.net.errors import ServerSilentError, WrongServerError
from undertide_client.net.failures import reason_of
from undertide_client.net.wire import Wire

LOOK_SECONDS: Final = 5.0
"""Seconds to look at one address: a firewall may swallow what is sent to a port."""
BUSY: Final = frozenset({403, 429, 503})
"""HTTP statuses of a server of this game that doesn't let this client in now."""


async def find_server(address: ServerAddress) -> str:
    """Return the first WebSocket address at which a server of this game answers.

    An address that leaves nothing open is returned as it is, without a look. Raises
    ServerSilentError.
    """
    if len(address.urls) == 1:
        return address.urls[0]
    busy, tried = "", []
    for url in address.urls:
        try:
            return await _answering(url)
        except (ssl.SSLCertVerificationError, socket.gaierror) as failure:
            # Without TLS, others could answer in the server's place. A name is the same everywhere.
            raise ServerSilentError(f"{url}: {reason_of(failure)}") from failure
        except InvalidStatus as failure:
            busy = busy or (url if failure.response.status_code in BUSY else "")
            tried.append(f"{url}: {reason_of(failure)}")
        except (OSError, WebSocketException, WrongServerError) as failure:
            tried.append(f"{url}: {reason_of(failure)}")
    if busy:
        return busy
    raise ServerSilentError("\n  ".join([f"no server of this game at {address.written}", *tried]))


async def _answering(url: str) -> str:
    """Return the address of the server at `url` after redirects.

    Raises as `Wire.open`, and WrongServerError if another program listens there.
    """
    async with asyncio.timeout(LOOK_SECONDS):
        wire = await Wire.open(url)
    speaks = wire.speaks_undertide
    await wire.close()
    if not speaks:
        raise WrongServerError("this is not a server of this game")
    return wire.url
