"""Networks in the form of bans. Pure."""

from ipaddress import ip_network
from typing import Final

from undertide_server.accounts.errors import BadNetworkError
from undertide_server.util.addresses import Network, as_address_keys

SHORTEST: Final = {4: 8, 6: 16}
"""Smallest number of fixed bits in a banned network, by IP version: fewer would ban many people by
mistake."""


def network_of(text: str) -> Network:
    """Return the network that `text` names: IPv4 or IPv6, an address or a network.

    An IPv6 network longer than an address key becomes that key's network. Raises BadNetworkError.
    """
    try:
        network = ip_network(text.strip(), strict=False)
    except ValueError as fault:
        example = "expected one such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32"
        raise BadNetworkError(f"this is not an address or a network: {example}") from fault
    network = as_address_keys(network)
    shortest = SHORTEST[network.version]
    if network.prefixlen < shortest:
        raise BadNetworkError(f"a banned network needs a prefix of at least {shortest} bits")
    return network


def shown(network: Network) -> str:
    """Return a network in its usual written form; one IPv4 address has no length."""
    whole = network.version == 4 and network.prefixlen == 32
    return str(network.network_address) if whole else str(network)
