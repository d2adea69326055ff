"""Where this process listens for links of other nodes, and what they are told of that."""

import socket
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

import structlog

from undertide_server.cluster.links.address import MOST_PORT, HostPort
from undertide_server.cluster.links.listener import LinkListener
from undertide_server.startup.choices import Choices
from undertide_server.store.engine.address import PostgresAddress

THIS_MACHINE: Final = "127.0.0.1"
"""What a node advertises if it reaches its database without a network."""

log = structlog.get_logger()


@contextmanager
def listener_of(choices: Choices) -> Iterator[LinkListener | None]:
    """Listen for links if there may be other nodes; nobody is accepted yet.

    Raises OSError or BadLinkAddressError when it can't listen there.
    """
    if not choices.is_one_of_several:
        yield None
        return
    listener = _listener(choices)
    try:
        yield listener
    finally:
        listener.close()


def _listener(choices: Choices) -> LinkListener:
    if choices.worker is not None:
        listens = choices.worker.listens
        if not listens:
            return LinkListener.at_socket(Path(choices.worker.address))
        place = HostPort.parse(listens)
    else:
        assert choices.cluster is not None, "only nodes of a cluster and workers have links"
        place = advertised(choices.advertise, choices.cluster)
    listener = LinkListener.at_port(place)
    tell_place(listener.address, place)
    return listener


def advertised(chosen: str | None, database: PostgresAddress) -> HostPort:
    """Return the host and port where other nodes reach this machine.

    Unless the operator has chosen one, it is the address from which this machine reaches the
    database, with a free port. Raises BadLinkAddressError.
    """
    if chosen is not None:
        return HostPort.parse(chosen)
    return HostPort(next(filter(None, map(_source_of, database.hosts)), THIS_MACHINE), 0)


class LinkPorts:
    """The ports at which the workers of a machine listen for links of other machines.

    They are the port of `place` and those after it, or any if that is 0. A worker that replaces
    another one listens beside it for a while, so there are twice as many as workers.
    """

    def __init__(self, place: HostPort, workers: int) -> None:
        self._place = place
        last = min(place.port + 2 * workers - 1, MOST_PORT) if place.port else 0
        self._ports = range(place.port, last + 1)

    def free(self, taken: Collection[str]) -> HostPort:
        """Return a place that is free, and none of those that are taken. Raises OSError."""
        fault: OSError | None = None
        for port in self._ports:
            try:
                with socket.create_server(("", port)) as trial:
                    found = replace(self._place, port=trial.getsockname()[1])
            except OSError as failed:
                fault = failed
            else:
                if str(found) not in taken:
                    return found
        raise fault or OSError(f"no port for links is free from {self._place.port} on")


def link_ports(choices: Choices, workers: int) -> LinkPorts | None:
    """Return the ports for links of workers; None if they are on no other machines.

    Raises BadLinkAddressError.
    """
    if choices.cluster is None:
        return None
    return LinkPorts(advertised(choices.advertise, choices.cluster), workers)


def tell_place(address: str, place: HostPort) -> None:
    """Log where other nodes reach this one, and warn if those of other machines don't."""
    if place.is_loopback:
        log.warning("only nodes on this machine reach this one: see --advertise", address=address)
    else:
        log.info("other nodes reach this one", address=address)


def _source_of(place: tuple[str, int]) -> str:
    """Return this machine's address on the way to a host; empty if there is no way."""
    host, port = place
    if host.startswith("/"):
        return THIS_MACHINE
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)[
            0
        ]
        with socket.socket(family, kind, protocol) as way:
            way.connect(address)  # Datagrams send nothing yet.
            return str(way.getsockname()[0])
    except (OSError, UnicodeError):
        return ""
