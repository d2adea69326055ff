"""Telling systemd, or whoever started the server like it does, how far it is.

A service of `Type=notify` says that it is ready by a datagram to the socket that the environment
names. Where none is named, nothing is told.
"""

import os
import socket
import time
from collections.abc import Mapping
from typing import Final

NAMED: Final = "NOTIFY_SOCKET"
"""The variable that names the socket: a path, or behind an @ an abstract name."""
SEND_SECONDS: Final = 1.0
"""That the server waits, while it starts or stops, until the manager's socket takes a datagram."""


class Notifier:
    """Tells the manager of this service. That it can't be told is its own affair: nobody fails."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        name = environment.get(NAMED, "")
        self._target = "\0" + name[1:] if name.startswith("@") else name

    def ready(self, status: str) -> None:
        """Tell that the server serves, from the start on or again after reading its settings."""
        self._tell("READY=1", f"STATUS={status}")

    def reloading(self) -> None:
        """Tell that the settings are read again; `ready` must follow."""
        self._tell("RELOADING=1", f"MONOTONIC_USEC={time.monotonic_ns() // 1000}")

    def stopping(self) -> None:
        """Tell that the server is about to end."""
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
