"""One visit in a worker: from the key exchange to the last words."""

import asyncio
import socket
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import asyncssh

from undertide_server.gateway.ssh.control import Guess, LoggedIn, Right, Setup, ToServer, VisitTerms
from undertide_server.gateway.ssh.login import KnownKeys, VisitLogin
from undertide_server.gateway.ssh.storage import SshStorage
from undertide_server.gateway.ssh.terminal import VisitTerminal
from undertide_shared.codes import is_seat_code
from undertide_shared.visits import CodeRefusedError, ShowGame, Vault, Visitor

KEEPALIVE_SECONDS: Final = 15.0
"""Time between two questions whether a silent visitor is still there."""
CIPHERS: Final = ("aes128-gcm@openssh.com", "aes256-gcm@openssh.com", "aes256-ctr", "aes128-ctr")
"""The ciphers on offer. ChaCha20 costs the library more than twice as much for each packet."""
KEEPALIVES: Final = 4
"""Questions without an answer, after which the visitor counts as gone: a minute."""
CLOSE_SECONDS: Final = 2.0
"""Time for a visitor's side to close the connection after the last words."""
ANSWER_SECONDS: Final = 5.0
"""Time for the server to answer whether a code may be tried."""
MAX_FAULT: Final = 4000
"""Characters of a fault that the server logs: the last of them say where it was."""
MAX_USER: Final = 64
"""Characters of the name before the @ that count."""
NO_SCREEN: Final = "There is a game here, and no shell: it needs a terminal (ssh -t)."
FAILED: Final = "The game has failed here, which is no fault of yours. Your seat is kept."
IDLE: Final = "You pressed no key for so long that others get your place. Your seat is kept."
WRONG: Final = "This code opens no seat. Check it letter for letter."


class Visiting:
    """One visit. `report` tells the server what happens in it."""

    def __init__(
        self,
        ticket: str,
        setup: Setup,
        terms: VisitTerms,
        storage: SshStorage,
        known_keys: KnownKeys,
        program: ShowGame,
        report: Callable[[ToServer], None],
    ) -> None:
        self.ticket = ticket
        self._setup = setup
        self._terms = terms
        self._storage = storage
        self._known_keys = known_keys
        self._program = program
        self._report = report
        self._user = ""
        self._vault: Vault | None = None
        self._socket: socket.socket | None = None
        self._dropped = False
        """Whether the connection must end, even before it is served."""
        self._connection: asyncssh.SSHServerConnection | None = None
        self._game: asyncio.Task[str] | None = None
        self._showing: asyncio.Task[None] | None = None
        self._answer: asyncio.Future[float] | None = None
        self._words = ""
        """The last words, if somebody else than the visitor ended the visit."""
        self._fault = ""
        self._has_logged_in = False
        self.is_broken = False
        """Whether the library failed before anybody had logged in."""

    async def serve(self, connection: socket.socket, host_key: asyncssh.SSHKey) -> str:
        """Serve a connection to its end; return the fault that ended it, if any."""
        self._socket = connection
        if self._dropped:
            connection.close()
            return ""
        try:
            self._connection = await asyncssh.run_server(
                connection,
                server_factory=self._login,
                server_host_keys=[host_key],
                login_timeout=self._terms.login_seconds,
                keepalive_interval=KEEPALIVE_SECONDS,
                keepalive_count_max=KEEPALIVES,
                compression_algs=None,
                encryption_algs=CIPHERS,
                agent_forwarding=False,
                x11_forwarding=False,
                allow_scp=False,
                gss_host=None,
                encoding=None,
                line_editor=False,
            )
            await self._connection.wait_closed()
        except (asyncssh.Error, OSError, TimeoutError):
            pass  # strangers knock, and leave: the server counts those who log in
        except Exception:  # noqa: BLE001  (the server counts it, or logs it)
            # Until somebody has logged in, whatever the library raises is a stranger's doing.
            if self._has_logged_in:
                self._note_fault()
            else:
                self.is_broken = True
        finally:
            self.drop()
            await self._end()
        return self._fault

    def stop(self, words: str) -> None:
        """End the visit with these words."""
        self._words = words
        if self._game is not None:
            self._game.cancel()
        else:
            self.drop()

    def drop(self) -> None:
        """End the connection at once."""
        self._dropped = True
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def guessed(self, seconds: float) -> None:
        """Take the server's answer to a guess: the seconds to wait before it may be tried."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(seconds)

    # --- codes of seats --------------------------------------------------------------------------

    async def make(self) -> tuple[str, Vault]:
        """Return a new code, and the vault that it opens."""
        code = self._storage.new_code()
        return code, await self._vault_of(code)

    async def find(self, code: str) -> Vault:
        """Return the vault that a code opens. Raises CodeRefusedError."""
        if not is_seat_code(code):
            raise CodeRefusedError(WRONG)
        self._answer = asyncio.get_running_loop().create_future()
        self._report(Guess(self.ticket))
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                seconds = await self._answer
        except TimeoutError:
            raise CodeRefusedError("The server doesn't answer: try again.") from None
        if seconds > 0:
            raise CodeRefusedError(f"Too many wrong codes were tried: wait {seconds:.0f} s.")
        vault = await self._vault_of(code)
        if not vault.file.exists():
            raise CodeRefusedError(WRONG)
        self._report(Right(self.ticket))
        return vault

    async def _vault_of(self, code: str) -> Vault:
        """Return the vault that a code opens. A thread hashes the code: others play meanwhile."""
        return await asyncio.to_thread(self._storage.vault_of_code, code)

    # --- the visit -------------------------------------------------------------------------------

    def _login(self) -> VisitLogin:
        return VisitLogin(
            self._known_keys, keys_only=self._terms.keys_only, logged_in=self._logged_in
        )

    def _logged_in(self, user: str, key: bytes) -> VisitTerminal:
        """Note who has come, and return the terminal to open."""
        self._has_logged_in = True
        self._user = user[:MAX_USER]
        self._vault = self._storage.vault_of_key(key) if key else None
        self._report(LoggedIn(self.ticket))
        return VisitTerminal(self, self._begin)

    def _begin(self, terminal: VisitTerminal) -> None:
        self._showing = asyncio.create_task(self._show(terminal))

    async def _show(self, terminal: VisitTerminal) -> None:
        """Show the game in a terminal, and close the connection after it."""
        words = NO_SCREEN
        if terminal.has_screen:
            terminal.visitor = Visitor(
                self._user,
                terminal.environment(),
                self._setup.socket,
                self.ticket,
                self._setup.address,
                self._vault,
            )
            words = await self._play(terminal)
        terminal.end(words)
        if self._connection is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await self._connection.wait_closed()
            self._connection.close()

    async def _play(self, terminal: VisitTerminal) -> str:
        """Run the program until it ends or is ended; return the last words."""
        self._game = asyncio.ensure_future(self._program(terminal))
        watch = asyncio.create_task(self._watch_idle(terminal))
        try:
            return await self._game
        except asyncio.CancelledError:
            return self._words
        except Exception:  # noqa: BLE001  (the server logs it)
            self._note_fault()
            return FAILED
        finally:
            watch.cancel()

    def _note_fault(self) -> None:
        """Note the present fault, which no visitor should be able to cause."""
        self._fault = traceback.format_exc()[-MAX_FAULT:]

    async def _watch_idle(self, terminal: VisitTerminal) -> None:
        """End the visit of somebody who presses no key for too long."""
        most = self._terms.idle_minutes * 60
        while most:
            left = terminal.heard_at + most - time.monotonic()
            if left <= 0:
                self.stop(IDLE)
                return
            await asyncio.sleep(left)

    async def _end(self) -> None:
        """End the program with the connection, and let it leave its seat in order."""
        if self._showing is not None:
            if self._game is not None:
                self._game.cancel()
            await asyncio.wait([self._showing], timeout=CLOSE_SECONDS)
