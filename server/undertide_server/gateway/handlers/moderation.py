"""Moderation: the orders of party leaders, moderators and operators, and where they apply."""

import asyncio
from functools import partial
from typing import Final

import msgspec

from undertide_server.accounts.service import AccountService
from undertide_server.gateway.connections.peers import Peer
from undertide_server.gateway.connections.sender import Sender
from undertide_server.gateway.handlers.server_moderation import ServerModeration, check_operator
from undertide_server.gateway.handlers.session_creation import SessionCreation
from undertide_server.gateway.loop.session_scheduler import SessionScheduler
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.resting import EntryRequest
from undertide_server.sessions.session import Session
from undertide_shared.limits import MAX_LISTED_CHAT
from undertide_shared.messages import (
    Announce,
    Audit,
    ChatLog,
    Govern,
    ListAuditEntries,
    ListChat,
    ListPeople,
    ListReports,
    Order,
    People,
    Report,
    Reported,
    ReportLine,
    ServerBan,
    Unban,
)
from undertide_shared.ranks import RANKS, may_read_audit_log

OrderMessage = Govern | ListPeople | ListAuditEntries | ListChat
ReportMessage = Report | ListReports

KEEPERS: Final = "only the party leader and moderators may read the audit log"
WHICH: Final = "name the session"


class ModerationHandler:
    """A handler of moderation orders, for one session or for the whole server."""

    def __init__(
        self,
        registry: Registry,
        scheduler: SessionScheduler,
        sender: Sender,
        account_service: AccountService,
        server_moderation: ServerModeration,
        session_creation: SessionCreation,
    ) -> None:
        self._registry = registry
        self._scheduler = scheduler
        self._sender = sender
        self._account_service = account_service
        self._server_moderation = server_moderation
        self._session_creation = session_creation
        self._loop = asyncio.get_running_loop()

    async def handle_message(self, peer: Peer, message: OrderMessage) -> None:
        """Carry out a message, and answer it. Raises RequestRefusedError."""
        session = await self._session_of(peer, message.session)
        match message:
            case Govern(order=order):
                await self._govern(peer, session, order)
            case ListPeople():
                await self._tell_people(peer, session)
            case ListAuditEntries():
                await self._tell_audit_log(peer, session)
            case ListChat():
                self._tell_chat(peer, session)

    async def handle_report(self, peer: Peer, message: ReportMessage) -> None:
        """Keep a report, or list the reports for an operator. Raises RequestRefusedError."""
        reports = self._account_service.reports
        match message:
            case Report(person=person, reason=reason):
                assert peer.session is not None, "only members of a session may report"
                evidence = peer.session.disclosure.evidence(peer.number, person)
                await reports.add(evidence, reason)
                self._sender.reply(peer, Reported(evidence.name))
            case ListReports(before=before):
                check_operator(peer.identity)
                self._sender.reply(peer, await reports.page(before))

    async def _session_of(self, peer: Peer, said: str) -> Session | None:
        """Return the session that a peer is in, or from the lobby the one that it names, if any."""
        if peer.session is not None or not said:
            return peer.session
        entry = EntryRequest(peer.identity, said, moderating=True)
        with self._registry.guesses.counting(peer.identity, said, self._loop.time()):
            return await self._session_creation.find(peer, entry)

    # --- orders ------------------------------------------------------------------------------

    async def _govern(self, peer: Peer, session: Session | None, order: Order) -> None:
        """Carry out an order, unless its sender's address has filled its share of the log."""
        with self._session_creation.counting_order(peer):
            await self._carry_out(peer, session, order)

    async def _carry_out(self, peer: Peer, session: Session | None, order: Order) -> None:
        if isinstance(order, ServerBan | Announce) or (
            session is None and isinstance(order, Unban)
        ):
            done = await self._server_moderation.carry_out(peer.identity, order)
            await self._tell_people(peer, session, done)
        elif session is not None:
            self._govern_session(peer, session, order)
        else:
            raise RequestRefusedError("unknown_session", WHICH)

    def _govern_session(self, peer: Peer, session: Session, order: Order) -> None:
        """Carry out an order in a session. The answer leaves once the order is durable."""
        answer = None
        with self._scheduler.guarding(session):
            answer = session.govern(peer.number, peer.identity, order, self._loop.time())
        if answer is None:
            raise RequestRefusedError("internal", "the session failed and was closed")
        session.journal_writer.once_kept(partial(self._sender.reply, peer, answer))
        if session.moderator.dissolved:
            self._scheduler.end(session, session.moderator.dissolved)
        else:
            self._scheduler.move_on(session)

    # --- answers -----------------------------------------------------------------------------

    async def _tell_people(self, peer: Peer, session: Session | None, done: str = "") -> None:
        """Send a peer the people of a session or of the server, and what its order has done."""
        if session is None:
            people = await self._server_moderation.people(peer.identity)
        else:
            people = session.disclosure.people(peer.number, peer.identity)
        self._sender.reply(peer, msgspec.structs.replace(people, done=done))

    async def _tell_audit_log(self, peer: Peer, session: Session | None) -> None:
        if session is None:
            check_operator(peer.identity)
        else:
            people = session.disclosure.people(peer.number, peer.identity)
            _check_keeps_order(people)
        entries = await self._account_service.audit.entries(None if session is None else session.id)
        self._sender.reply(peer, Audit(entries))

    def _tell_chat(self, peer: Peer, session: Session | None) -> None:
        """Tell an operator the chat of a session. Raises RequestRefusedError."""
        check_operator(peer.identity)
        if session is None:
            raise RequestRefusedError("unknown_session", WHICH)
        said = session.announcer.recent_chat[-MAX_LISTED_CHAT:]
        lines = [ReportLine(line.name, line.text) for line in said]
        self._sender.reply(peer, ChatLog(session.id, lines))


def _check_keeps_order(people: People) -> None:
    if not may_read_audit_log(RANKS[people.role]):
        raise RequestRefusedError("not_allowed", KEEPERS)
