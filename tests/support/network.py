"""Stands in for the networks that this machine is in."""

import socket
from types import SimpleNamespace

import psutil
import pytest

from undertide_shared import own_addresses


def be_in_networks(
    monkeypatch: pytest.MonkeyPatch, *hosts: str, route: str = "", down: str = ""
) -> None:
    """Give this machine these hosts from now on, each on an interface of its own.

    `route` is the one on the route to the outside, and the interface of `down` is not in use.
    """
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: {host: [_address(host)] for host in hosts})
    states = {host: SimpleNamespace(isup=host != down) for host in hosts}
    monkeypatch.setattr(psutil, "net_if_stats", lambda: states)

    def host_on_route(family: int) -> str:
        return route if route and _family(route) == family else ""

    monkeypatch.setattr(own_addresses, "_host_on_route", host_on_route)


def _address(host: str) -> SimpleNamespace:
    return SimpleNamespace(family=_family(host), address=host)


def _family(host: str) -> int:
    return socket.AF_INET6 if ":" in host else socket.AF_INET
