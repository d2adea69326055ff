"""The addresses of this machine: how it reaches its own server, and how others do.

They come and go with Wi-Fi, VPN and DHCP. So a server that listens on all of them is named by the
wildcard `0.0.0.0` (IPv4) or `::` (IPv4 and IPv6), and whoever shows an address reads them anew.
"""

import socket
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

EVERY_IPV4: Final = "0.0.0.0"  # noqa: S104  (servers that listen there chose so)
EVERYWHERE: Final = "::"
WILDCARDS: Final = frozenset({EVERY_IPV4, EVERYWHERE})
OWN_HOST: Final = "127.0.0.1"
"""The host by which a machine reaches its own server, whatever networks it is in."""
MOST_HOSTS: Final = 4
"""The number of hosts to tell others at most: two networks, by IPv4 and IPv6."""
ELSEWHERE: Final = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that belong to nobody (RFC 5737, RFC 3849). The route to them starts like all
others."""


def own_address(address: str) -> str:
    """Return the address by which this machine reaches its server that listens at `address`.

    Addresses are URLs such as `ws://0.0.0.0:4414`. Other machines' stay as they are.
    """
    return _with_host(address, OWN_HOST) if _is_wildcard(address) else address


def addresses_for_others(address: str) -> tuple[str, ...]:
    """Return the addresses by which others reach the server that listens at `address`.

    The likeliest comes first. It is `own_address` alone if this machine is in no network.
    """
    if not _is_wildcard(address):
        return (address,)
    has_ipv6 = urlsplit(address).hostname == EVERYWHERE
    hosts = [host for host in _hosts() if has_ipv6 or ":" not in host][:MOST_HOSTS]
    return tuple(_with_host(address, host) for host in hosts or [OWN_HOST])


def _is_wildcard(address: str) -> bool:
    try:
        return urlsplit(address).hostname in WILDCARDS
    except ValueError:
        return False


def _with_host(address: str, host: str) -> str:
    parts = urlsplit(address)
    bracketed = f"[{host}]" if ":" in host else host
    place = bracketed if parts.port is None else f"{bracketed}:{parts.port}"
    return parts._replace(netloc=place).geturl()


def _hosts() -> list[str]:
    """Return the hosts by which other machines may reach this one, the likeliest first.

    That is the one on the route to the outside, of IPv4 and then of IPv6. An IPv4 address that the
    machine gave itself (RFC 3927) comes last.
    """
    routes = [host for host in map(_host_on_route, ELSEWHERE) if host]
    found = dict.fromkeys(host for host in (*routes, *_present_hosts()) if _is_reachable(host))

    def rank(host: str) -> tuple[bool, bool, bool]:
        return ip_address(host).is_link_local, host not in routes, ":" in host

    return sorted(found, key=rank)


def _present_hosts() -> list[str]:
    """Return the addresses of all interfaces that are in use."""
    # Imported here: it is slow to load, and most players never ask.
    import psutil  # noqa: PLC0415

    try:
        states, found = psutil.net_if_stats(), psutil.net_if_addrs()
    except OSError:  # some systems tell no ordinary program
        return []
    return [
        each.address
        for name, addresses in found.items()
        if name in states and states[name].isup
        for each in addresses
        if each.family in ELSEWHERE
    ]


def _is_reachable(host: str) -> bool:
    """Return whether other machines may reach a host, and a link can hold it."""
    address = ip_address(host)
    if address.is_loopback or address.is_unspecified:
        return False
    # An IPv6 address within one link means nothing without the reader's own name of that link.
    return not (address.version == 6 and address.is_link_local)


def _host_on_route(family: int) -> str:
    """Return this machine's own address on the route to the outside, if any. Sends nothing."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((ELSEWHERE[socket.AddressFamily(family)], 9))
            return str(probe.getsockname()[0])
    except OSError:
        return ""
