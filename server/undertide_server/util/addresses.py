"""Addresses of peers: their address keys, and the networks that they belong to. Pure."""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

IPV6_PREFIX: Final = 64
"""Bits of an IPv6 address in its address key. Whoever has one address has all that begin with the
same bits."""

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network


def address_of(host: str) -> Address | None:
    """Return the address of a peer's host, or None when the host is no address.

    IPv4 written as IPv6 becomes IPv4; the zone of a link-local address is left out.
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def address_key_of(host: str) -> str:
    """Return the address key that counts a peer's connections: its IPv4 address or IPv6 network."""
    address = address_of(host)
    if isinstance(address, IPv6Address):
        return str(IPv6Address(int(address) >> IPV6_PREFIX << IPV6_PREFIX))
    return host if address is None else str(address)


def as_address_keys(network: Network) -> Network:
    """Return a network in terms of address keys.

    IPv4 in IPv6 becomes IPv4, and an IPv6 network longer than an address key becomes that key's
    network.
    """
    if isinstance(network, IPv4Network):
        return network
    mapped = network.network_address.ipv4_mapped
    if mapped is not None and network.prefixlen >= 96:
        return IPv4Network((mapped, network.prefixlen - 96), strict=False)
    if network.prefixlen > IPV6_PREFIX:
        return network.supernet(new_prefix=IPV6_PREFIX)
    return network


class Networks:
    """Some networks, each written like `10.0.0.0/8`. Raises ValueError for any other text."""

    def __init__(self, written: Iterable[str]) -> None:
        self._networks = [ip_network(each) for each in written]

    def include(self, host: str) -> bool:
        """Return whether the address of a peer is in one of them."""
        address = address_of(host)
        return address is not None and any(address in network for network in self._networks)
