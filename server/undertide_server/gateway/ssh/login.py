"""The login of a visitor: with any ssh key, or without one. Nothing but a terminal is to be had.

A key is a visitor's once its signature has been checked, and the login ends with that. The library
asks about a key before it checks the signature, so a key that was only asked about proves nothing.
"""

from collections.abc import Callable

import asyncssh

from undertide_server.gateway.ssh.terminal import TerminalChannel, VisitTerminal

Opened = tuple[TerminalChannel, VisitTerminal]


class VisitLogin(asyncssh.SSHServer):
    """The server's side of one connection.

    `logged_in` is called with the visitor's name and proved public key (empty for none); it returns
    the terminal of the visit.
    """

    def __init__(
        self, *, keys_only: bool, logged_in: Callable[[str, bytes], VisitTerminal]
    ) -> None:
        self._keys_only = keys_only
        self._logged_in = logged_in
        self._connection: asyncssh.SSHServerConnection | None = None
        self._user = ""
        self._key = b""
        self._terminal: VisitTerminal | None = None
        self._has_session = False

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Take the connection."""
        self._connection = conn

    def begin_auth(self, username: str) -> bool:
        """Ask for a proof. Otherwise no visitor's ssh would show its key."""
        self._user, self._key = username, b""
        return True

    def public_key_auth_supported(self) -> bool:
        """Take keys."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Take any key. The library lets the visitor in if its signature fits the last one."""
        self._user, self._key = username, key.public_data
        return True

    def kbdint_auth_supported(self) -> bool:
        """Take visitors without a key, unless the operator wants keys."""
        return not self._keys_only

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]]:
        """Ask nothing."""
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: object) -> bool:
        """Let the visitor in, whose keys, if any, have proved nothing."""
        self._user, self._key = username, b""
        return True

    def auth_completed(self) -> None:
        """Prepare the visit."""
        self._terminal = self._logged_in(self._user, self._key)

    def session_requested(self) -> Opened | bool:
        """Open the one terminal of a visit."""
        if self._connection is None or self._terminal is None or self._has_session:
            return False
        self._has_session = True
        return TerminalChannel(self._connection), self._terminal

    def connection_requested(
        self, dest_host: str, dest_port: int, orig_host: str, orig_port: int
    ) -> bool:
        """Forward nothing."""
        return False

    def server_requested(self, listen_host: str, listen_port: int) -> bool:
        """Forward nothing."""
        return False

    def unix_connection_requested(self, dest_path: str) -> bool:
        """Forward nothing."""
        return False

    def unix_server_requested(self, listen_path: str) -> bool:
        """Forward nothing."""
        return False

    def tun_requested(self, unit: int | None) -> bool:
        """Forward nothing."""
        return False

    def tap_requested(self, unit: int | None) -> bool:
        """Forward nothing."""
        return False
