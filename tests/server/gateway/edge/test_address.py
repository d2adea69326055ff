from undertide_server.gateway.edge.address import websocket_address


def test_an_address_names_host_and_port() -> None:
    assert websocket_address("127.0.0.1", 4414) == "ws://127.0.0.1:4414"


def test_an_ipv6_host_stands_in_brackets() -> None:
    assert websocket_address("::1", 4414) == "ws://[::1]:4414"


def test_a_server_that_speaks_tls_says_so() -> None:
    assert websocket_address("127.0.0.1", 1, tls=True) == "wss://127.0.0.1:1"
    assert websocket_address("::1", 1, tls=True) == "wss://[::1]:1"
