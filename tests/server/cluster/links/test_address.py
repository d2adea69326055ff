"""Addresses of nodes as the store has them."""

import pytest

from undertide_server.cluster.links.address import HostPort, NodeAddress
from undertide_server.cluster.links.errors import BadLinkAddressError
from undertide_server.store.leases import Node


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("10.0.0.5:4700", HostPort("10.0.0.5", 4700)),
        ("node-1.example:1", HostPort("node-1.example", 1)),
        ("[fd00::5]:65535", HostPort("fd00::5", 65535)),
        ("node:0", HostPort("node", 0)),
    ],
)
def test_a_host_and_a_port_are_read_as_they_are_written(text: str, place: HostPort) -> None:
    assert HostPort.parse(text) == place
    assert str(place) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "a host, a colon and a port are expected"),
        ("4700", "a host, a colon and a port are expected"),
        (":4700", "a host, a colon and a port are expected"),
        ("node:", "a host, a colon and a port are expected"),
        ("node:-1", "a host, a colon and a port are expected"),
        ("node:\u0664", "a host, a colon and a port are expected"),
        ("node:65536", "a port is at most 65535"),
        ("node:" + "9" * 5000, "a port is at most 65535"),
        ("fd00::5:4700", "an address of IPv6 stands in brackets"),
        ("no de:4700", "its host is no name of a host"),
        ("no\rde:4700", "its host is no name of a host"),
        ("x" * 254 + ":4700", "its host is no name of a host"),
    ],
)
def test_what_is_no_address_is_told(text: str, why: str) -> None:
    with pytest.raises(BadLinkAddressError, match=why):
        HostPort.parse(text)


@pytest.mark.parametrize(
    ("host", "is_loopback"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("10.0.0.5", False), ("a", False)],
)
def test_a_loopback_address_is_known(host: str, *, is_loopback: bool) -> None:
    assert HostPort(host, 1).is_loopback is is_loopback


def test_an_address_has_what_the_row_of_the_node_has() -> None:
    node = Node("a-1", "10.0.0.5:4700", b"key", 1, "1", b"certificate")
    address = NodeAddress.of(node)
    assert address == NodeAddress("10.0.0.5:4700", b"key", b"certificate")
    assert not address.is_socket
    assert NodeAddress("/run/node", b"key").is_socket


def test_nothing_that_is_printed_has_the_key() -> None:
    node = Node("a-1", "10.0.0.5:4700", b"open sesame", 1, "1")
    assert "sesame" not in f"{node} {NodeAddress.of(node)}"
