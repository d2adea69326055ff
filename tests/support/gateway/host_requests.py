"""Requests that a host's own tools make of a server, and what they are told."""

from websockets.datastructures import Headers

from undertide_server.gateway.http.routes import HttpRequest, HttpResponse, plain

MISSING = plain("nothing here\n")


def asked(
    path: str = "/metrics",
    address_key: str = "127.0.0.1",
    peer: str = "",
    address: str = "ws://127.0.0.1:1",
    **named: str,
) -> HttpRequest:
    """Return a request from a peer to an address, with headers whose names have _ for -."""
    headers = Headers({name.replace("_", "-"): value for name, value in named.items()})
    return HttpRequest(path, "", address, address_key, headers, peer=peer or address_key)


def missing(_asked: HttpRequest) -> HttpResponse:
    """Answer as for a path that nothing stands under."""
    return MISSING


def series(page: str) -> dict[str, float]:
    """Return each series of a page of metrics, with its labels, and its value."""
    lines = [line for line in page.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}
