"""The connection to a server, and the requests that need no place in a game."""

import asyncio
import contextlib
from collections.abc import Callable
from types import TracebackType
from typing import Final, Self

from undertide_client.api import pauses
from undertide_client.api.errors import RefusedError
from undertide_client.api.game import Game
from undertide_client.api.waiting import Waiting
from undertide_client.net.destination import HOUSE_OPTIONS
from undertide_client.net.link import Link, connect
from undertide_client.net.pages import all_sessions
from undertide_client.net.status import LinkStatus
from undertide_client.saved.logins import Logins
from undertide_client.saved.tokens import Tokens
from undertide_shared.messages import (
    AccountInfo,
    Created,
    Joined,
    Left,
    LogIn,
    Options,
    Pace,
    Replaying,
    RunInfo,
    Runs,
    ServerMessage,
    SessionInfo,
    Sessions,
    Watching,
    Welcome,
)

Greeting = Joined | Watching | Replaying
"""The messages that grant a place."""
ANSWER_SECONDS: Final = 30.0
"""Seconds to wait for an answer: longer than a server takes to restart."""
CLOSED = "the client was closed"
NOBODY_THERE: Final = "unknown_session"
"""The code of a refusal to watch where nobody plays, or no session has that id."""


class Client:
    """One connection to one server, for as long as the `async with` lasts.

    Methods that wait for an answer raise RefusedError if the server refuses, ConnectionLostError if
    the connection ends for good, and NoAnswerError after `ANSWER_SECONDS`.

    Args:
        url: The server's WebSocket address: "ws://host:port" or "wss://…".
        name: This program's name in the server's log.
        tokens: Where the tokens of seats are kept (`undertide_client.saved`). With them, the next
            process takes up the same seats again; None keeps them in memory.
        logins: Where logins are kept, in the same way.

    Raises:
        ValueError: `url` is no WebSocket address.
    """

    def __init__(
        self,
        url: str,
        name: str = "a client of undertide_client.api",
        *,
        tokens: Tokens | None = None,
        logins: Logins | None = None,
    ) -> None:
        self.link: Link = connect(url, client=name, tokens=tokens, logins=logins)
        """The connection underneath, for requests that this class doesn't offer."""
        self.welcome: Welcome | None = None
        """The server's greeting."""
        self._waiting = Waiting(ANSWER_SECONDS)
        self._game: Game | None = None
        """The present place, to which the messages of the stream belong."""
        self._next: Game | None = None
        """The place that was asked for, until the server grants or refuses it."""
        self._listening: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        await self.link.__aenter__()
        self._listening = asyncio.create_task(self._listen(), name="undertide client")
        try:
            self.welcome = await self._waiting.request_answer(Welcome, _nothing)
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave the place in a game, if there is one, and end the connection.

        Raises what has ended the client before, if that was an error of it or of its `tokens`.
        """
        await self.link.close()
        listening, self._listening = self._listening, None
        self._end(CLOSED)
        if listening is not None:
            listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await listening

    # --- the lobby ---------------------------------------------------------------------------

    async def sessions(self) -> list[SessionInfo]:
        """Return the sessions that the lobby lists."""
        return await all_sessions(
            lambda skip: self._waiting.request_answer(
                Sessions, lambda: self.link.list_sessions(skip)
            )
        )

    async def runs(self, before: str = "") -> list[RunInfo]:
        """Return the latest runs that people can watch again, a page at a time.

        Args:
            before: The name of the last run of a page, to get the next one; empty for the first.
                An empty page is the end.
        """
        return (await self._waiting.request_answer(Runs, lambda: self.link.list_runs(before))).runs

    async def create(
        self, preset: str = "", pace: Pace | None = None, options: Options = HOUSE_OPTIONS
    ) -> str:
        """Make a session. Return its id or its invite code, which `join` takes.

        Args:
            preset: One of `welcome.presets`; empty for the server's own choice.
            pace: How time passes; None for the preset's own.
            options: What else its maker may choose.
        """
        made = await self._waiting.request_answer(
            Created, lambda: self.link.create(preset, pace, options)
        )
        return made.invite or made.session

    async def log_in(self, name: str, password: str) -> None:
        """Log in to an account. The client logs in again after every outage."""
        await self._waiting.request_answer(
            AccountInfo, lambda: self.link.send_request(LogIn(name, password))
        )

    # --- places ------------------------------------------------------------------------------

    async def join(self, name: str, session: str = "", calling: str = "") -> Game:
        """Take a seat in a session.

        Args:
            name: The hero's name; the seat that a kept token is for, if there is one under it.
            session: An id or an invite code. If it is empty, any session with room will do; if
                there is none, the client makes one with the server's own choices.
            calling: The key of one of `welcome.callings`; empty for the server's own choice.
        """
        return await self._enter(Joined, lambda: self.link.join(session, name, calling))

    async def watch(
        self, session: str = "", name: str = "", seat: int | None = None, *, wait: float = 0.0
    ) -> Game:
        """Watch a session without a seat.

        Args:
            session: An id or an invite code; empty for the session with most heroes.
            name: The name to talk under; a nameless spectator can't talk.
            seat: The seat of the hero to look through; None for the whole party.
            wait: Seconds to wait for somebody to come where nobody plays; `math.inf` waits for as
                long as it takes.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + wait
        while True:
            try:
                return await self._enter(Watching, lambda: self.link.watch(session, name, seat))
            except RefusedError as refusal:
                if refusal.code != NOBODY_THERE or loop.time() >= until:
                    raise
            await asyncio.sleep(min(pauses.NOBODY_SECONDS, until - loop.time()))

    async def replay(
        self, run: str, seat: int | None = None, tick: int = 0, speed: int = 100
    ) -> Game:
        """Watch a run again.

        Args:
            run: A run's name, as `runs` lists it, a beginning of it, or the id of a live session.
            seat: The seat of the hero to look through; None for the whole party.
            tick: The tick to begin at.
            speed: Percent of the run's own time; 0 stands still.
        """
        return await self._enter(Replaying, lambda: self.link.replay(run, seat, tick, speed))

    async def leave(self) -> None:
        """Go back to the lobby. A hero left behind falls asleep."""
        await self._waiting.request_answer(Left, self.link.leave)
        self._game = None

    async def _enter(self, kind: type[Greeting], say: Callable[[], object]) -> Game:
        """Ask for a place; return its game. If the server refuses, the game of before goes on."""
        game = Game(self.link)

        def request_place() -> None:
            self._next = game
            say()

        await self._waiting.request_answer(kind, request_place)
        return game

    # --- the stream --------------------------------------------------------------------------

    async def _listen(self) -> None:
        try:
            async for event in self.link:
                if isinstance(event, LinkStatus):
                    self._heed(event)
                else:
                    self._hear(event)
        except Exception as fault:
            # Nobody must wait for what no longer comes. `close` raises the fault itself.
            self._end(f"the client failed: {fault!r}")
            raise
        self._end(self.link.status.reason or CLOSED)

    def _heed(self, status: LinkStatus) -> None:
        """Take in a change of the connection, or the refusal of a place."""
        if status.phase == "refused":
            self._next = None
            if self._game is not None and not self.link.placed and not self.link.entering:
                self._game.end(status.reason)
        self._waiting.heed(status)
        if self._game is not None:
            self._game.heed(status)

    def _hear(self, message: ServerMessage) -> None:
        """Take in a message of the server."""
        if self._next is not None and isinstance(message, Greeting):
            if self._game is not None:
                self._game.end("another place was asked for")
            self._game, self._next = self._next, None
        # The link leaves a place for another, and comes back if that is refused.
        is_left_for_next = isinstance(message, Left) and self._next is not None
        if self._game is not None and not is_left_for_next:
            self._game.hear(message)
        self._waiting.hear(message)

    def _end(self, reason: str) -> None:
        self._waiting.end(reason)
        if self._game is not None:
            self._game.end(reason)


def _nothing() -> None:
    """Send nothing: the greeting is already on its way."""
