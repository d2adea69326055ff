"""The router of messages: it gives each message of a client to the handler in charge of it."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

import structlog

from undertide_server.gateway.connections.peers import ConnectedPeer
from undertide_server.gateway.connections.sender import Sender
from undertide_server.gateway.handlers.auth import AuthHandler
from undertide_server.gateway.handlers.insight import InsightHandler
from undertide_server.gateway.handlers.node_orders import NodeOrders
from undertide_server.gateway.handlers.session_router import SessionRouter
from undertide_server.gateway.handlers.thumbnails import thumbnails, thumbnails_for
from undertide_server.replays.rooms import ReplayRooms
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.registry import Registry
from undertide_shared.limits import MAX_LISTED_SESSIONS
from undertide_shared.messages import (
    ChangePassword,
    ClientMessage,
    Drain,
    EraseAccount,
    Error,
    ExportAccount,
    Hello,
    ListNodes,
    ListReports,
    ListRuns,
    ListSessions,
    ListThumbnails,
    LogIn,
    LogOut,
    LookInto,
    Ping,
    Pong,
    SeatQuestion,
    SeatStatus,
    SessionInfo,
    Sessions,
    ShowStatus,
    SignUp,
    Transfer,
)

log = structlog.get_logger()


class MessageRouter:
    """A router of messages that are legal in their sender's state and within its rate."""

    def __init__(
        self,
        registry: Registry,
        sender: Sender,
        rooms: ReplayRooms,
        auth: AuthHandler,
        sessions: SessionRouter,
        node_orders: NodeOrders,
        insight: InsightHandler,
    ) -> None:
        self._registry = registry
        self._sender = sender
        self._rooms = rooms
        self._auth = auth
        self._sessions = sessions
        self._node_orders = node_orders
        self._insight = insight
        self.lobby: SessionList = registry.open_sessions
        """The sessions that clients are shown: those of all nodes, if there are others."""
        self.elsewhere: SessionsElsewhere | None = None
        """The sessions of other nodes; None if this is the only one."""
        self._readings: dict[int, asyncio.Task[None]] = {}
        """Tasks that wait for the disk to answer, by the number of the peer."""
        self._loop = asyncio.get_running_loop()

    async def handle_message(self, peer: ConnectedPeer, message: ClientMessage) -> None:
        """Carry out a message.

        Raises RequestRefusedError, or ConnectionClosingError when its sender must go.
        """
        match message:
            case Hello():
                self._auth.greet(peer, message)
            case (
                SignUp() | LogIn() | LogOut() | ChangePassword() | ExportAccount() | EraseAccount()
            ):
                await self._auth.handle_message(peer, message)
            case ListReports():
                await self._sessions.handle_message(peer, message)
            case ListNodes() | Drain() | Transfer():
                await self._node_orders.handle_message(peer, message)
            case LookInto() | ShowStatus():
                await self._insight.handle_message(peer, message)
            case ListSessions() | ListThumbnails() | ListRuns():
                await self._list(peer, message)
            case Ping():
                self._sender.reply(peer, Pong())
            case _:
                if self.elsewhere is None or not await self.elsewhere.handles(peer, message):
                    await self._sessions.handle_message(peer, message)

    async def _list(
        self, peer: ConnectedPeer, message: ListSessions | ListThumbnails | ListRuns
    ) -> None:
        match message:
            case ListSessions():
                await self._tell_sessions(peer, message)
            case ListThumbnails():
                await self._tell_thumbnails(peer, message)
            case ListRuns():
                self._list_runs(peer, message.before)

    async def _tell_sessions(self, peer: ConnectedPeer, message: ListSessions) -> None:
        """Tell a page of the lobby's list; operators also see private ones."""
        operator = peer.identity.operator
        seats = await self._seat_statuses(peer, message.seats)
        found = self.lobby.infos(message.skip, MAX_LISTED_SESSIONS + 1, operator=operator)
        more = len(found) > MAX_LISTED_SESSIONS
        self._sender.reply(peer, Sessions(found[:MAX_LISTED_SESSIONS], more, seats))

    async def _seat_statuses(
        self, peer: ConnectedPeer, questions: Sequence[SeatQuestion]
    ) -> list[SeatStatus]:
        """Return what became of seats, without those of which nothing can be said now."""
        here = [self._registry.seat_status(question) for question in questions]
        gone = [
            question
            for question, told in zip(questions, here, strict=True)
            if told.state == "gone"
            and not self._registry.is_known(peer.number, peer.identity, question.session)
        ]
        if not gone:
            return here
        strange = {question.session for question in gone}
        elsewhere = await (self.elsewhere or self._sessions).seat_statuses(gone)
        return [told for told in here if told.session not in strange] + elsewhere

    async def _tell_thumbnails(self, peer: ConnectedPeer, message: ListThumbnails) -> None:
        found = await thumbnails_for(self._registry, peer.identity, message.sessions)
        if self.elsewhere is not None:
            found += await self.elsewhere.thumbnails(message.sessions, peer.identity)
        self._sender.reply(peer, thumbnails(found))

    def disconnected(self, peer: ConnectedPeer) -> None:
        """Tell the endpoint of a peer that it is gone, and stop reading for it."""
        reading = self._readings.get(peer.number)
        if reading is not None:
            reading.cancel()
        self._sessions.disconnected(peer)
        if self.elsewhere is not None:
            self.elsewhere.disconnected(peer)

    def _list_runs(self, peer: ConnectedPeer, before: str) -> None:
        """Answer once the runs are read; sessions go on meanwhile. Raises RequestRefusedError.

        A peer waits for one answer at a time, so requests do not pile up on a slow disk.
        """
        if peer.number in self._readings:
            raise RequestRefusedError("too_fast", "the server is already listing the runs for you")
        reading = self._loop.create_task(self._tell_runs(peer, before))
        self._readings[peer.number] = reading
        reading.add_done_callback(lambda _: self._readings.pop(peer.number))

    async def _tell_runs(self, peer: ConnectedPeer, before: str) -> None:
        try:
            self._sender.reply(peer, await self._rooms.runs(peer.identity, before))
        except RequestRefusedError as refusal:
            self._sender.reply(peer, Error(refusal.code, refusal.reason))
        except Exception:
            log.exception("runs could not be listed", peer=peer.number)
            self._sender.reply(peer, Error("internal", "the server failed to list the runs"))


class SessionList(Protocol):
    """The list of sessions that the lobby shows."""

    def infos(self, skip: int, count: int, *, operator: bool) -> list[SessionInfo]:
        """Return a page of the list; operators also see private sessions."""


class SessionsElsewhere(Protocol):
    """The sessions of all other nodes, for clients that are connected to this one."""

    async def handles(self, peer: ConnectedPeer, message: ClientMessage) -> bool:
        """Have another node carry out a message if it concerns that node; return whether it does.

        Raises RequestRefusedError.
        """

    def disconnected(self, peer: ConnectedPeer) -> None:
        """Tell the nodes that know a peer that its connection is gone."""

    async def seat_statuses(self, questions: Sequence[SeatQuestion]) -> list[SeatStatus]:
        """Return what became of seats that this node doesn't know, as far as others can say."""

    async def thumbnails(self, sessions: Sequence[str], identity: Identity) -> list[bytes]:
        """Return the encoded thumbnails of those sessions of other nodes that a person may see."""
