"""Reports to systemd, or to another program that starts the server in the same way.

A service of `Type=notify` reports that it is ready by a datagram to the socket that the environment
names. If none is named, the server sends nothing.
"""

import os
import socket
import time
from collections.abc import Mapping
from typing import Final

NAMED: Final = "NOTIFY_SOCKET"
"""The variable that names the socket: a path, or an abstract name after an @."""
SEND_SECONDS: Final = 1.0
"""Time that the server waits, while it starts or stops, until the manager's socket takes a
datagram."""


class Notifier:
    """Reports to the manager of this service. One that can't be sent is silently dropped."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        name = environment.get(NAMED, "")
        self._target = "\0" + name[1:] if name.startswith("@") else name

    def ready(self, status: str) -> None:
        """Report that the server serves, after its start or after reading its settings again."""
        self._tell("READY=1", f"STATUS={status}")

    def reloading(self) -> None:
        """Report that the settings are read again; `ready` must follow."""
        self._tell("RELOADING=1", f"MONOTONIC_USEC={time.monotonic_ns() // 1000}")

    def stopping(self) -> None:
        """Report that the server is about to end."""
        self._tell("STOPPING=1")

    def _tell(self, *lines: str) -> None:
        if not self._target:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.settimeout(SEND_SECONDS)
            try:
                sender.sendto("\n".join(lines).encode(), self._target)
            except OSError:
                return
