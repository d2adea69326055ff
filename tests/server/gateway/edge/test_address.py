import re
import socket

import pytest

from undertide_server.gateway.edge.address import websocket_address


def test_an_address_names_host_and_port() -> None:
    assert websocket_address(socket.AF_INET, "127.0.0.1", 4414) == "ws://127.0.0.1:4414"


def test_an_ipv6_host_stands_in_brackets() -> None:
    assert websocket_address(socket.AF_INET6, "::1", 4414) == "ws://[::1]:4414"


def test_a_server_that_speaks_tls_says_so() -> None:
    assert websocket_address(socket.AF_INET, "127.0.0.1", 1, tls=True) == "wss://127.0.0.1:1"
    assert websocket_address(socket.AF_INET6, "::1", 1, tls=True) == "wss://[::1]:1"


@pytest.mark.parametrize(
    ("family", "host"),
    [(socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::")],
)
def test_everywhere_is_named_by_an_address_that_others_can_open(family: int, host: str) -> None:
    address = websocket_address(family, host, 4414)
    assert re.fullmatch(r"ws://(\d+\.\d+\.\d+\.\d+|\[[0-9a-f:]+\]):4414", address)
    assert address not in {"ws://0.0.0.0:4414", "ws://[::]:4414"}


def test_a_machine_without_a_network_is_named_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "undertide_server.gateway.edge.address.ELSEWHERE", {socket.AF_INET: "255.255.255.255"}
    )
    assert websocket_address(socket.AF_INET, "0.0.0.0", 1) == "ws://127.0.0.1:1"
