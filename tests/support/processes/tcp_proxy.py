"""A TCP proxy before servers, by which a test breaks the line between two processes."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable
from typing import Final, Self

CHUNK: Final = 65536
"""Bytes that are passed on at once."""


class _Line:
    """One connection through the proxy: the client's end and the server's."""

    def __init__(self, client: socket.socket, server: socket.socket) -> None:
        self.client = client
        self.server = server
        self.loses_answer = False

    def end(self) -> None:
        """Break both ends."""
        for each in (self.client, self.server):
            # Closing alone would not wake the thread that waits on it.
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)


class TcpProxy:
    """Passes on what comes to a port of its own, until it is told otherwise.

    Each address is HOST:PORT, or the one by which clients reach a server. Of several, connections
    go to each in its turn, and pass over those that don't listen.
    """

    def __init__(self, *addresses: str) -> None:
        self._targets = [
            (host, int(port))
            for host, _, port in (each.removeprefix("ws://").rpartition(":") for each in addresses)
        ]
        self._listener: socket.socket | None = None
        self._lines: set[_Line] = set()
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._swallows = False
        self._delay = 0.0
        self._words = b""
        self.port = 0
        """Where clients find it, open or not, once it has been open."""
        self.accepted = 0
        """The connections that were passed on so far."""
        self.passed = 0
        """The bytes that were passed on so far, both ways, or are about to be."""

    @property
    def address(self) -> str:
        """Where clients of a server behind it connect, open or not, once it has been open."""
        return f"ws://127.0.0.1:{self.port}"

    def open(self) -> None:
        """Pass on what comes, at once; listen again if the line was cut."""
        self._swallows, self._delay, self._words = False, 0.0, b""
        if self._listener is None:
            self._listener = listener = socket.create_server(("127.0.0.1", self.port))
            self.port = listener.getsockname()[1]
            self._start(lambda: self._accept(listener))

    def cut(self) -> None:
        """Break every connection, and refuse new ones."""
        with self._lock:
            listener, self._listener = self._listener, None
            lines = list(self._lines)
        if listener is not None:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        for line in lines:
            line.end()

    def swallow(self) -> None:
        """Take everything, new connections too, and pass nothing on."""
        self._swallows = True

    def slow(self, seconds: float) -> None:
        """Hold back for so long each time what one end has sent."""
        self._delay = seconds

    def lose_answer_to(self, words: bytes) -> None:
        """Pass on the next message with these words, and break its connection at the answer."""
        self._words = words

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()
        for thread in self._threads:
            thread.join()

    def _start(self, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                self._link(listener.accept()[0])

    def _link(self, client: socket.socket) -> None:
        """Connect a client with a server, unless none listens or the line was cut meanwhile."""
        server = self._reached()
        if server is None:
            client.close()
            return
        line = _Line(client, server)
        with self._lock:
            is_open = self._listener is not None
            if is_open:
                self._lines.add(line)
                self.accepted += 1
        if is_open:
            self._start(lambda: self._pass_on(line))
        else:
            client.close()
            server.close()

    def _reached(self) -> socket.socket | None:
        """Return a connection to the server whose turn it is, of those that listen."""
        for _ in self._targets:
            self._targets.append(target := self._targets.pop(0))
            with contextlib.suppress(OSError):
                return socket.create_connection(target)
        return None

    def _pass_on(self, line: _Line) -> None:
        """Pass on what both ends of a connection send, until one of them is gone."""
        answers = threading.Thread(target=self._answer, args=(line,), daemon=True)
        answers.start()
        with contextlib.suppress(OSError):
            while data := line.client.recv(CHUNK):
                words = self._words
                if words and words in data:
                    self._words, line.loses_answer = b"", True
                self._send(line.server, data)
        line.end()
        answers.join()
        with self._lock:
            self._lines.discard(line)
        line.client.close()
        line.server.close()

    def _answer(self, line: _Line) -> None:
        with contextlib.suppress(OSError):
            while data := line.server.recv(CHUNK):
                if line.loses_answer:
                    break
                self._send(line.client, data)
        line.end()

    def _send(self, target: socket.socket, data: bytes) -> None:
        if self._delay:
            time.sleep(self._delay)
        if not self._swallows:
            with self._lock:
                self.passed += len(data)
            target.sendall(data)
