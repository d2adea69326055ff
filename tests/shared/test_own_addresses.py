import socket

import psutil
import pytest

from support.network import be_in_networks
from undertide_shared.own_addresses import MOST_HOSTS, addresses_for_others, own_address


@pytest.mark.parametrize("host", ["0.0.0.0", "[::]"])
def test_a_machine_reaches_its_own_server_without_a_network(host: str) -> None:
    assert own_address(f"ws://{host}:4414") == "ws://127.0.0.1:4414"
    assert own_address(f"wss://{host}:1/path") == "wss://127.0.0.1:1/path"


@pytest.mark.parametrize(
    "address", ["ws://192.0.2.7:4414", "wss://[2001:db8::7]", "ws://host:1", "", "ws://[::"]
)
def test_an_address_that_is_no_wildcard_stays(address: str) -> None:
    assert own_address(address) == address
    assert addresses_for_others(address) == (address,)


def test_others_get_the_addresses_that_the_machine_has_now(monkeypatch: pytest.MonkeyPatch) -> None:
    be_in_networks(monkeypatch, "127.0.0.1", "192.168.50.1")
    assert addresses_for_others("ws://0.0.0.0:4414") == ("ws://192.168.50.1:4414",)
    be_in_networks(monkeypatch, "127.0.0.1", "10.2.2.2")
    assert addresses_for_others("ws://0.0.0.0:4414") == ("ws://10.2.2.2:4414",)


def test_the_likeliest_address_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    hosts = ("169.254.3.4", "2001:db8::7", "10.8.0.2", "192.168.0.5")
    be_in_networks(monkeypatch, *hosts, route="192.168.0.5")
    assert addresses_for_others("ws://[::]:1") == (
        "ws://192.168.0.5:1",
        "ws://10.8.0.2:1",
        "ws://[2001:db8::7]:1",
        "ws://169.254.3.4:1",
    )


def test_a_server_without_ipv6_names_no_such_address(monkeypatch: pytest.MonkeyPatch) -> None:
    be_in_networks(monkeypatch, "2001:db8::7", "10.8.0.2", route="2001:db8::7")
    assert addresses_for_others("ws://0.0.0.0:1") == ("ws://10.8.0.2:1",)


def test_addresses_that_nobody_else_can_use_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    useless = ("127.0.0.1", "::1", "fe80::1%eth0", "172.17.0.1")
    be_in_networks(monkeypatch, *useless, down="172.17.0.1")
    assert addresses_for_others("ws://[::]:1") == ("ws://127.0.0.1:1",)


def test_a_machine_of_many_networks_tells_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    be_in_networks(monkeypatch, *(f"10.0.{number}.1" for number in range(2 * MOST_HOSTS)))
    assert len(addresses_for_others("ws://[::]:1")) == MOST_HOSTS


def test_where_programs_may_not_look_the_route_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    be_in_networks(monkeypatch, route="192.168.0.5")

    def refuse() -> None:
        raise PermissionError

    monkeypatch.setattr(psutil, "net_if_addrs", refuse)
    assert addresses_for_others("ws://0.0.0.0:1") == ("ws://192.168.0.5:1",)


def test_this_machine_has_what_the_system_says() -> None:
    for address in addresses_for_others("ws://[::]:1"):
        host = address.removeprefix("ws://").removesuffix(":1").strip("[]")
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        socket.create_server((host, 0), family=family).close()  # only own addresses can be bound
