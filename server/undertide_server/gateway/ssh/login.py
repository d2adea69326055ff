"""The login of a visitor: with any ssh key, or without one. Nothing but a terminal is to be had.

A key is a visitor's once its signature has been checked. The library asks about a key before it
checks the signature, so a key that was only asked about proves nothing.

Somebody's ssh may offer several keys, in any order, and only one of them may have seats here. So a
key with seats ends the login at once. Of others the first proof is kept, and the rest refused: the
visitor's ssh goes on to its next key, and then to the question without a prompt, which ends the
login with the first key proved.
"""

from collections.abc import Callable
from typing import Final

import asyncssh

from undertide_server.gateway.ssh.storage import SshStorage
from undertide_server.gateway.ssh.terminal import TerminalChannel, VisitTerminal

Opened = tuple[TerminalChannel, VisitTerminal]
MOST_FAILED: Final = 1000
"""Keys that are remembered because their logins failed: more than try again at once."""


class KnownKeys:
    """The keys of one worker that need no further one: `is_known` tells of each.

    Those are the keys with a vault. So is a key whose last login failed although it was proved:
    some ssh knows keys alone, and so never comes to the question.
    """

    def __init__(self, storage: SshStorage) -> None:
        self._storage = storage
        self._failed: dict[bytes, None] = {}

    def is_known(self, key: bytes) -> bool:
        """Return whether a public key ends a login at once."""
        return key in self._failed or self._storage.vault_of_key(key).file.exists()

    def note_failed_login(self, key: bytes) -> None:
        """Let a key that was proved end the next login at once."""
        self._failed[key] = None
        if len(self._failed) > MOST_FAILED:
            del self._failed[next(iter(self._failed))]

    def note_login(self, key: bytes) -> None:
        """Forget that logins of a key failed."""
        self._failed.pop(key, None)


class VisitLogin(asyncssh.SSHServer):
    """The server's side of one connection.

    `logged_in` is called with the visitor's name and proved public key (empty for none); it returns
    the terminal of the visit.
    """

    def __init__(
        self,
        known_keys: KnownKeys,
        *,
        keys_only: bool,
        logged_in: Callable[[str, bytes], VisitTerminal],
    ) -> None:
        self._known_keys = known_keys
        self._keys_only = keys_only
        self._logged_in = logged_in
        self._connection: asyncssh.SSHServerConnection | None = None
        self._user = ""
        self._shown = b""
        """The key that was asked about last."""
        self._key = b""
        """The key that was proved, once one was."""
        self._terminal: VisitTerminal | None = None
        self._has_session = False

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Take the connection, and hear of each signature that was checked."""
        self._connection = conn
        fits = conn.validate_public_key

        async def proves(username: str, key_data: bytes, msg: bytes, signature: bytes) -> bool:
            is_right = await fits(username, key_data, msg, signature)
            return is_right and (not msg or self._note_proof(username, self._shown))

        # The library has no callback for that.
        conn.validate_public_key = proves  # type: ignore[method-assign]

    def connection_lost(self, exc: Exception | None) -> None:
        """Note whose key was proved in vain."""
        if self._key and self._terminal is None:
            self._known_keys.note_failed_login(self._key)

    def begin_auth(self, username: str) -> bool:
        """Ask for a proof. Otherwise no visitor's ssh would show its key."""
        self._user, self._key = username, b""
        return True

    def public_key_auth_supported(self) -> bool:
        """Take keys."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Take the first key, and any with seats here. Its signature is not checked yet."""
        self._shown = key.public_data
        return not self._key or self._known_keys.is_known(self._shown)

    def _note_proof(self, user: str, key: bytes) -> bool:
        """Note a key whose signature was right; return whether it ends the login."""
        is_known = self._known_keys.is_known(key)
        if is_known or not self._key:
            self._user, self._key = user, key
        return is_known

    def kbdint_auth_supported(self) -> bool:
        """Take visitors without a key, unless the operator wants keys."""
        return bool(self._key) or not self._keys_only

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]]:
        """Ask nothing."""
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: object) -> bool:
        """Let the visitor in, with the first key that was proved, if any."""
        self._user = username
        return True

    def auth_completed(self) -> None:
        """Prepare the visit."""
        self._known_keys.note_login(self._key)
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
