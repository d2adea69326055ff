"""Opening links: dialling a node, and accepting those who dial this one."""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final

import structlog
from websockets.asyncio.client import ClientConnection, connect, unix_connect
from websockets.asyncio.server import ServerConnection, serve, unix_serve
from websockets.exceptions import InvalidHandshake, InvalidStatus
from websockets.http11 import Request, Response

from undertide_server.cluster.links.address import HostPort, NodeAddress
from undertide_server.cluster.links.errors import LinkRefusedError
from undertide_server.cluster.links.handshake import HEADERS, MOST_ID, Shown, refusal_of, shown_to
from undertide_server.cluster.links.link import LINK_MAX_MESSAGE, WireEnd
from undertide_server.cluster.links.listener import LinkListener
from undertide_server.cluster.links.tls import front_context
from undertide_server.cluster.links.websocket import (
    DIAL_SECONDS,
    LINGER_SECONDS,
    Accept,
    AcceptedWire,
    DialledWire,
    Handshakes,
    Securing,
)
from undertide_server.util.closing import closed_on_fault
from undertide_shared.token_bucket import TokenBucket

OPTIONS: Final[dict[str, Any]] = {
    "compression": None,
    "max_size": LINK_MAX_MESSAGE,
    "ping_interval": None,
    "close_timeout": LINGER_SECONDS,
}
"""The options of the library that both ends share: links probe each other themselves."""
NOTHING: Final = "ws://node/"
"""What stands in a request in place of an address: the connection goes where it is told."""
REFUSALS_A_SECOND: Final = 1.0
"""Refused links that are logged: whoever finds a port may knock as often as he likes."""
REFUSALS_AT_ONCE: Final = 10.0
"""Refused links that are logged at once: all nodes of a version may dial one of another."""
log = structlog.get_logger()


async def dial(address: NodeAddress, node: str, end_of_link: WireEnd) -> DialledWire:
    """Return a wire to the node at an address, for the front `node`. Raises LinkError."""
    try:
        async with asyncio.timeout(DIAL_SECONDS):
            wire = await _dialled(address, node, end_of_link)
    except InvalidStatus as refused:
        reason = refused.response.body.decode(errors="replace").strip()
        raise LinkRefusedError(f"it refused the link: {reason}") from refused
    except ssl.SSLCertVerificationError as fault:
        why = f"whoever listens at {address.place} shows another certificate than the node has"
        raise LinkRefusedError(why) from fault
    except (OSError, InvalidHandshake) as fault:  # a TimeoutError is an OSError
        raise LinkRefusedError(f"nobody accepts links at {address.place}: {fault!r}") from fault
    assert isinstance(wire, DialledWire)
    return wire


async def _dialled(address: NodeAddress, node: str, end_of_link: WireEnd) -> ClientConnection:
    """Dial a node. Raises LinkError, OSError or InvalidHandshake."""
    options: dict[str, Any] = {
        **OPTIONS,
        "additional_headers": dict(zip(HEADERS, shown_to(address.key, node), strict=True)),
        "user_agent_header": None,
    }
    make = partial(DialledWire, end_of_link=end_of_link)
    if address.is_socket:
        return await unix_connect(address.place, create_connection=make, **options)
    securing = Securing(front_context(address.certificate), is_owner=False)
    way = await connected(HostPort.parse(address.place))
    # The library accepts any factory; its type does not say so.
    make_secure: Any = partial(make, securing=securing)
    return await connect(NOTHING, sock=way, create_connection=make_secure, **options)


@asynccontextmanager
async def listening(listener: LinkListener, key: bytes, accept: Accept) -> AsyncIterator[None]:
    """Accept links of whoever shows the key, until this ends. Raises OSError."""
    loop = asyncio.get_running_loop()
    refusals = _Refusals(key, TokenBucket(REFUSALS_A_SECOND, REFUSALS_AT_ONCE, loop.time()))
    securing = None
    if listener.context is not None:
        securing = Securing(listener.context, is_owner=True)

    async def stay(wire: ServerConnection) -> None:
        assert isinstance(wire, AcceptedWire)
        wire.begin()
        await wire.wait_closed()

    options: dict[str, Any] = {
        **OPTIONS,
        "process_request": refusals.answer,
        "create_connection": partial(
            AcceptedWire, accept=accept, handshakes=Handshakes(), securing=securing
        ),
        "server_header": None,
        "open_timeout": DIAL_SECONDS,
    }
    (sock,) = listener.sockets
    begun = serve if listener.context is not None else unix_serve
    async with begun(stay, sock=sock, **options):
        yield


class _Refusals:
    """The answers to requests that may not become links."""

    def __init__(self, key: bytes, logged: TokenBucket) -> None:
        self._key = key
        self._logged = logged

    def answer(self, wire: ServerConnection, request: Request) -> Response | None:
        """Return the answer to a request; None if its link may open."""
        shown = Shown(*(",".join(request.headers.get_all(name)) for name in HEADERS))
        refusal = refusal_of(shown, self._key)
        if refusal is None:
            assert isinstance(wire, AcceptedWire)
            wire.node = shown.node
            return None
        if self._logged.spend(asyncio.get_running_loop().time()):
            log.warning("link refused", node=shown.node[:MOST_ID], reason=refusal.reason)
        return wire.respond(refusal.status, refusal.reason)


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
