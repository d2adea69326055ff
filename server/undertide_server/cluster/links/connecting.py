"""Connections to a host and a port, by whatever addresses its name has.

A name server that gives no answer holds a thread until it does. So names have threads of their own,
and the pages for operators don't wait for them.
"""

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final

from undertide_server.cluster.links.address import HostPort
from undertide_server.util.closing import closed_on_fault

MOST_LOOKUPS: Final = 2
"""Names that are looked up at once. Others wait, as long as whoever dials does."""
MOST_ADDRESSES: Final = 4
"""Addresses of one name that are tried: some of each kind of IP."""

_lookups: Final = ThreadPoolExecutor(MOST_LOOKUPS, thread_name_prefix="link-names")


async def connected(place: HostPort) -> socket.socket:
    """Return a socket that is connected to a host and a port. Raises OSError."""
    loop = asyncio.get_running_loop()
    look_up = partial(socket.getaddrinfo, place.host, place.port, type=socket.SOCK_STREAM)
    found = await loop.run_in_executor(_lookups, look_up)
    fault = OSError(f"{place.host} has no address")
    for family, kind, protocol, _, address in found[:MOST_ADDRESSES]:
        try:
            return await _connected(socket.socket(family, kind, protocol), address)
        except OSError as failed:
            fault = failed
    raise fault


async def _connected(way: socket.socket, address: Any) -> socket.socket:
    """Connect a socket, or close it. Raises OSError."""
    way.setblocking(False)
    with closed_on_fault(way):  # whoever dials may have waited long enough
        await asyncio.get_running_loop().sock_connect(way, address)
    return way
