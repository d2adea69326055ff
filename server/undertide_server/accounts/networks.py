"""Addresses and networks as bans name them. Pure."""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

Network = IPv4Network | IPv6Network

LONGEST_IPV6: Final = 64
"""Bits of an IPv6 address that stand for one place: whoever has one, has all that begin so."""
SHORTEST: Final = {4: 8, 6: 16}
"""Bits that a banned network has at the least, by version: more people share one by mistake."""


class BadNetwork(ValueError):
    """What was written is no address or network that can be banned. Its text says why."""


def network_of(text: str) -> Network:
    """Return the network that `text` names: IPv4 or IPv6, an address or a network.

    A longer IPv6 network than one place has becomes that place's. Raises BadNetwork.
    """
    try:
        network = ip_network(text.strip(), strict=False)
    except ValueError as fault:
        example = "expected one such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32"
        raise BadNetwork(f"this is no address or network: {example}") from fault
    network = _as_places(network)
    shortest = SHORTEST[network.version]
    if network.prefixlen < shortest:
        raise BadNetwork(f"a network that is banned has at least {shortest} bits")
    return network


def _as_places(network: Network) -> Network:
    """Return a network as places are counted: IPv4 in IPv6 as IPv4, IPv6 by its first bits."""
    if isinstance(network, IPv4Network):
        return network
    mapped = network.network_address.ipv4_mapped
    if mapped is not None and network.prefixlen >= 96:
        return IPv4Network((mapped, network.prefixlen - 96), strict=False)
    if network.prefixlen > LONGEST_IPV6:
        return network.supernet(new_prefix=LONGEST_IPV6)
    return network


def address_of(place: str) -> IPv4Address | IPv6Address | None:
    """Return the address that a place is called by; None for one that has none."""
    try:
        return ip_address(place)
    except ValueError:
        return None


def shown(network: Network) -> str:
    """Return a network as people write it: without its length where it is one IPv4 address."""
    whole = network.version == 4 and network.prefixlen == 32
    return str(network.network_address) if whole else str(network)
