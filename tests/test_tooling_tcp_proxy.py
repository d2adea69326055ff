"""The proxy by which tests break the line between two processes."""

import socket
import threading
from collections.abc import Iterator

import pytest

from support.processes.tcp_proxy import TcpProxy
from support.processes.waiting import LONGEST


class Echo:
    """A server that answers each message with the same one, and notes it."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.grown = threading.Condition()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                end, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._answer, args=(end,), daemon=True).start()

    def _answer(self, end: socket.socket) -> None:
        with end:
            while data := end.recv(4096):
                with self.grown:
                    self.heard.append(data)
                    self.grown.notify_all()
                end.sendall(data)

    def close(self) -> None:
        """Take no more connections."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()


@pytest.fixture
def echo() -> Iterator[Echo]:
    """A server that answers."""
    server = Echo()
    yield server
    server.close()


@pytest.fixture
def proxy(echo: Echo) -> Iterator[TcpProxy]:
    """A proxy before it."""
    with TcpProxy(f"127.0.0.1:{echo.port}") as running:
        yield running


def connected(proxy: TcpProxy) -> socket.socket:
    return socket.create_connection(("127.0.0.1", proxy.port), timeout=LONGEST)


def test_both_ways_are_passed_on_and_counted(proxy: TcpProxy) -> None:
    with connected(proxy) as client:
        client.sendall(b"hello")
        assert client.recv(4096) == b"hello"
    assert (proxy.accepted, proxy.passed) == (1, 10)


def test_a_cut_breaks_connections_and_refuses_others_until_it_is_open_again(
    proxy: TcpProxy,
) -> None:
    with connected(proxy) as client:
        client.sendall(b"hello")
        assert client.recv(4096) == b"hello"
        proxy.cut()
        assert client.recv(4096) == b""
    with pytest.raises(ConnectionRefusedError):
        connected(proxy)
    proxy.open()
    with connected(proxy) as client:
        client.sendall(b"again")
        assert client.recv(4096) == b"again"


def test_what_is_swallowed_never_arrives(proxy: TcpProxy, echo: Echo) -> None:
    with connected(proxy) as client:
        client.sendall(b"one")
        assert client.recv(4096) == b"one"
        proxy.swallow()
        client.settimeout(0.1)
        client.sendall(b"two")
        with pytest.raises(TimeoutError):
            client.recv(4096)
    assert echo.heard == [b"one"]


def test_the_server_hears_the_message_whose_answer_is_lost(proxy: TcpProxy, echo: Echo) -> None:
    proxy.lose_answer_to(b"COMMIT")
    with connected(proxy) as client:
        client.sendall(b"BEGIN")
        assert client.recv(4096) == b"BEGIN"
        client.sendall(b"COMMIT")
        assert client.recv(4096) == b""
    with connected(proxy) as client:
        client.sendall(b"COMMIT")
        assert client.recv(4096) == b"COMMIT", "only the next one"
    assert echo.heard == [b"BEGIN", b"COMMIT", b"COMMIT"]


def test_connections_go_to_each_server_in_its_turn_and_pass_over_those_that_are_gone(
    echo: Echo,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as unused:
        gone = unused.getsockname()[1]
    with TcpProxy(f"ws://127.0.0.1:{gone}", f"ws://127.0.0.1:{echo.port}") as proxy:
        assert proxy.address == f"ws://127.0.0.1:{proxy.port}"
        for word in (b"one", b"two", b"three"):
            with connected(proxy) as client:
                client.sendall(word)
                assert client.recv(4096) == word


def test_a_client_of_servers_that_are_all_gone_is_hung_up_on() -> None:
    with socket.create_server(("127.0.0.1", 0)) as unused:
        gone = unused.getsockname()[1]
    with TcpProxy(f"127.0.0.1:{gone}") as proxy, connected(proxy) as client:
        assert client.recv(4096) == b""
