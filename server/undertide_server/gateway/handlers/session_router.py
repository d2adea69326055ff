"""The router of messages to sessions and replays of this process, wherever their senders are."""

import asyncio
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from typing import Final

import structlog

from undertide_server.gateway.connections.endpoint import EndpointMessage
from undertide_server.gateway.connections.peers import Peer
from undertide_server.gateway.connections.sender import Sender
from undertide_server.gateway.handlers.auth import AuthHandler
from undertide_server.gateway.handlers.moderation import ModerationHandler
from undertide_server.gateway.handlers.rematch import RematchHandler
from undertide_server.gateway.handlers.session_creation import SessionCreation
from undertide_server.gateway.loop.session_endpoint import SessionEndpoint
from undertide_server.gateway.loop.session_scheduler import SessionScheduler
from undertide_server.replays.rooms import ReplayRooms
from undertide_server.sessions.members.seating import name_of
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.moderation.listing import name_of as session_name_of
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.resting import EntryRequest
from undertide_server.sessions.session import Session
from undertide_shared.messages import (
    Again,
    ClientMessage,
    Create,
    Created,
    Govern,
    Join,
    Leave,
    ListAuditEntries,
    ListChat,
    ListPeople,
    ListReports,
    Replay,
    Report,
    SeatQuestion,
    SeatStatus,
    State,
    Watch,
)

log = structlog.get_logger()

STORED_SECONDS: Final = 1.0
"""Time that the maker of a session waits for the disk: a hundred times as long as it takes."""


class SessionRouter:
    """A router of messages that concern sessions of this process, for peers here and elsewhere.

    They are legal in their sender's state and within its rate.
    """

    def __init__(
        self,
        registry: Registry,
        scheduler: SessionScheduler,
        sender: Sender,
        rooms: ReplayRooms,
        session_creation: SessionCreation,
        auth: AuthHandler,
        moderation: ModerationHandler,
    ) -> None:
        self._registry = registry
        self._scheduler = scheduler
        self._sender = sender
        self._rooms = rooms
        self._session_creation = session_creation
        self._auth = auth
        self._moderation = moderation
        self._rematches = RematchHandler(registry, scheduler, sender, session_creation)
        self._loop = asyncio.get_running_loop()

    async def handle_message(self, peer: Peer, message: ClientMessage) -> None:
        """Carry out a message.

        Raises RequestRefusedError, or ConnectionClosingError when its sender must go.

        Nothing is awaited between a check and the seat that it allows somebody to take.
        """
        match message:
            case Govern() | ListPeople() | ListAuditEntries() | ListChat():
                await self._moderation.handle_message(peer, message)
            case Report() | ListReports():
                await self._moderation.handle_report(peer, message)
            case Create() | Join() | Watch() | Replay():
                await self._enter(peer, message)
            case Again():
                await self._rematches.answer(peer)
            case Leave():
                self._leave(peer)
            case _:
                if peer.endpoint is None or not isinstance(message, EndpointMessage):
                    # Another node has relayed what it should have carried out itself.
                    raise RequestRefusedError("wrong_state", f"not {peer.state.value}")
                peer.endpoint.handle_message(peer.number, message)

    async def seat_statuses(self, questions: Sequence[SeatQuestion]) -> list[SeatStatus]:
        """Return what became of seats whose sessions don't live, as far as the store tells now."""
        return await self._session_creation.seat_statuses(questions)

    async def _enter(self, peer: Peer, message: Create | Join | Watch | Replay) -> None:
        match message:
            case Create():
                await self._create(peer, message)
            case Join():
                await self._join(peer, message)
            case Watch():
                await self._watch(peer, message)
            case Replay():
                self._replay(peer, message)

    def disconnected(self, peer: Peer) -> None:
        """Tell the endpoint of a peer that it is gone."""
        endpoint = peer.endpoint
        if endpoint is not None:
            peer.to_lobby()
            endpoint.disconnect(peer.number)
        self._registry.forget_maker(peer.number)

    async def _create(self, peer: Peer, create: Create) -> None:
        session = await self._session_creation.make(peer, create)
        if session is not None:
            self._scheduler.move_on(session)
            await _once_stored(session)
            self._sender.reply(peer, Created(session.id, session.policy.invite))

    async def _join(self, peer: Peer, join: Join) -> None:
        self._check_newcomer(peer, join)
        # Nobody guesses a token.
        with self._counting_guess(peer, "" if join.token else join.session):
            await self._take_seat(peer, join)

    def _counting_guess(self, peer: Peer, said: str) -> AbstractContextManager[None]:
        return self._registry.guesses.counting(peer.identity, said, self._loop.time())

    async def _take_seat(self, peer: Peer, join: Join) -> None:
        session = await self._session_to_join(peer, join)
        if peer.is_gone:
            return
        self._check_newcomer(peer, join)  # The name may have become an account's meanwhile.
        endpoint = SessionEndpoint(session, self._scheduler)
        peer.enter(endpoint, State.PLAYING)
        try:
            with self._scheduler.guarding(session):
                if join.token:
                    self._check_seat(session, join.token)
                is_seated = session.join(
                    peer.number,
                    join.name,
                    join.token,
                    self._loop.time(),
                    join.calling,
                    peer.identity,
                    join.session,
                )
                if not is_seated:
                    peer.enter(endpoint, State.WATCHING)
        except RequestRefusedError:
            peer.to_lobby()
            raise
        _log_joined(peer, session)
        self._scheduler.move_on(session)

    def _check_newcomer(self, peer: Peer, join: Join) -> None:
        """Check the name of somebody who asks for a new seat. Raises RequestRefusedError."""
        if not join.token:
            name_of(join.name, self._auth.reserved)
            self._auth.check_name(peer, join.name)

    async def _session_to_join(self, peer: Peer, join: Join) -> Session:
        """Return the session that a join names, else one with room. Raises RequestRefusedError."""
        if not join.session:
            return self._registry.open_sessions.find_to_join(join.calling, peer.identity)
        entry = EntryRequest(peer.identity, join.session, join.token, join.calling)
        return await self._session_creation.find(peer, entry)

    def _check_seat(self, session: Session, token: bytes) -> None:
        """Check that a token's seat may be taken again.

        Raises RequestRefusedError when the account that left it is banned by now.
        """
        seat = session.members.seating.opened_by(token)
        self._auth.check_account(session.policy.settings.accounts.get(seat.number, ""))

    async def _watch(self, peer: Peer, watch: Watch) -> None:
        self._auth.check_name(peer, watch.name)
        with self._counting_guess(peer, watch.session):
            await self._take_place(peer, watch)

    async def _take_place(self, peer: Peer, watch: Watch) -> None:
        if watch.session:
            entry = EntryRequest(peer.identity, watch.session, watching=True)
            session = await self._session_creation.find(peer, entry)
        else:
            session = self._registry.open_sessions.find_to_watch(peer.identity)
        if peer.is_gone:
            return
        self._auth.check_name(peer, watch.name)
        peer.enter(SessionEndpoint(session, self._scheduler), State.WATCHING)
        try:
            with self._scheduler.guarding(session):
                now, identity = self._loop.time(), peer.identity
                session.watch(peer.number, watch.name, watch.seat, now, identity, watch.session)
        except RequestRefusedError:
            peer.to_lobby()
            raise
        _log_joined(peer, session)
        self._scheduler.move_on(session)

    def _leave(self, peer: Peer) -> None:
        assert peer.endpoint is not None, "only members of a session may leave"
        peer.endpoint.leave(peer.number)
        peer.to_lobby()

    def _replay(self, peer: Peer, replay: Replay) -> None:
        self._session_creation.check_replay(peer)
        room = self._rooms.open(peer.number, peer.identity, replay, peer.to_lobby)
        peer.enter(room, State.REPLAYING)


def _log_joined(peer: Peer, session: Session) -> None:
    """Log that a peer has joined a session, unless the session failed at that."""
    person = session.members.directory.of_member(peer.number)
    if person is not None and peer.session is session:
        peer.note_name(session_name_of(person, session.members), person.seat)


async def _once_stored(session: Session) -> None:
    """Wait until a new session is in the store, where the other nodes find it.

    Where the disk takes long, its maker is told of it nevertheless.
    """
    stored = asyncio.Event()
    session.journal_writer.once_written(stored.set)
    with suppress(TimeoutError):
        async with asyncio.timeout(STORED_SECONDS):
            await stored.wait()
