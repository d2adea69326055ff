"""A TCP proxy that a test can cut: the network between a client and a server."""

import contextlib
import socket
import threading
from types import TracebackType
from typing import Self


class Proxy:
    """Passes on what comes, on a port of its own, while it is open.

    Of several servers, connections go to each in its turn, and pass over those that don't listen.
    """

    def __init__(self, *addresses: str) -> None:
        self._targets = [
            (host, int(port))
            for host, _, port in (each.removeprefix("ws://").rpartition(":") for each in addresses)
        ]
        self._port = 0
        self._listener: socket.socket | None = None
        self._links: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()

    @property
    def address(self) -> str:
        """Where clients find it, open or not, once it has been open."""
        return f"ws://127.0.0.1:{self._port}"

    def open(self) -> None:
        """Listen, on the same port as before."""
        self._listener = listener = socket.create_server(("127.0.0.1", self._port))
        self._port = listener.getsockname()[1]
        self._start(self._accept, listener)

    def cut(self) -> None:
        """Break every connection and take no more."""
        with self._lock:
            listener, self._listener = self._listener, None
            ends, self._links = self._links, []
        for end in [*ends, *([listener] if listener else [])]:
            # Closing alone would not wake the thread that waits on it.
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.cut()
        for thread in self._threads:
            thread.join()

    def _start(self, work: object, *arguments: socket.socket) -> None:
        assert callable(work)
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                self._link(listener.accept()[0])

    def _link(self, client: socket.socket) -> None:
        """Connect a client with a server, unless none listens or the line was cut meanwhile."""
        server = self._reached()
        with self._lock:
            if server is not None and self._listener is not None:
                self._links += [client, server]
                self._start(_pump, client, server)
                self._start(_pump, server, client)
                return
        client.close()
        if server is not None:
            server.close()

    def _reached(self) -> socket.socket | None:
        for _ in self._targets:
            self._targets.append(target := self._targets.pop(0))
            with contextlib.suppress(OSError):
                return socket.create_connection(target)
        return None


def _pump(source: socket.socket, target: socket.socket) -> None:
    """Pass on what one end sends, until either end is gone."""
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    # A server that is killed with something unread resets the connection, which raises above.
    with contextlib.suppress(OSError):
        target.shutdown(socket.SHUT_WR)
