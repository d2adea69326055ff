"""Moderation: the orders of party leaders, moderators and operators, and where they apply."""

import asyncio
from functools import partial
from typing import Final

from undertide_server.accounts.errors import BadNetworkError
from undertide_server.accounts.networks import network_of, shown
from undertide_server.accounts.service import AccountService
from undertide_server.gateway.connections.peers import Peer, Peers
from undertide_server.gateway.connections.sender import Sender
from undertide_server.gateway.handlers.auth import AuthHandler
from undertide_server.gateway.handlers.session_creation import SessionCreation
from undertide_server.gateway.handlers.survey import everyone
from undertide_server.gateway.loop.session_scheduler import SessionScheduler
from undertide_server.sessions.members.members import WATCHER_COLOUR
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.resting import EntryRequest
from undertide_server.sessions.session import Session
from undertide_server.util.addresses import Network, address_of
from undertide_server.util.names import OPERATOR
from undertide_shared.errors import BadTextError
from undertide_shared.limits import MAX_REASON
from undertide_shared.messages import (
    Announce,
    Audit,
    Chat,
    Govern,
    ListAuditEntries,
    ListPeople,
    ListReports,
    Order,
    People,
    Report,
    Reported,
    ServerBan,
    State,
    Unban,
)
from undertide_shared.ranks import RANKS, may_read_audit_log
from undertide_shared.text import clean, clean_chat

OrderMessage = Govern | ListPeople | ListAuditEntries
ReportMessage = Report | ListReports

OPERATORS: Final = "only the server's operators may do that"
KEEPERS: Final = "only the party leader and moderators may read the audit log"
WHICH: Final = "name the session"


class ModerationHandler:
    """A handler of moderation orders, for one session or for the whole server."""

    def __init__(
        self,
        registry: Registry,
        scheduler: SessionScheduler,
        peers: Peers,
        sender: Sender,
        account_service: AccountService,
        auth: AuthHandler,
        session_creation: SessionCreation,
    ) -> None:
        self._registry = registry
        self._scheduler = scheduler
        self._peers = peers
        self._sender = sender
        self._account_service = account_service
        self._auth = auth
        self._session_creation = session_creation
        self._loop = asyncio.get_running_loop()

    async def handle_message(self, peer: Peer, message: OrderMessage) -> None:
        """Carry out a message, and answer it. Raises RequestRefusedError."""
        session = await self._session_of(peer, message.session)
        match message:
            case Govern(order=order):
                await self._govern(peer, session, order)
            case ListPeople():
                self._tell_people(peer, session)
            case ListAuditEntries():
                await self._tell_audit_log(peer, session)

    async def handle_report(self, peer: Peer, message: ReportMessage) -> None:
        """Keep a report, or list the reports for an operator. Raises RequestRefusedError."""
        reports = self._account_service.reports
        match message:
            case Report(person=person, reason=reason):
                assert peer.session is not None, "only members of a session may report"
                evidence = peer.session.evidence(peer.number, person)
                await reports.add(evidence, reason)
                self._sender.reply(peer, Reported(evidence.name))
            case ListReports(before=before):
                self._check_operator(peer)
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
        if isinstance(order, ServerBan):
            await self._ban_from_server(peer, order)
            self._tell_people(peer, session)
        elif isinstance(order, Announce):
            await self._announce(peer, order)
            self._tell_people(peer, session)
        elif session is not None:
            self._govern_session(peer, session, order)
        elif isinstance(order, Unban):
            await self._pardon(peer, order)
            self._tell_people(peer, None)
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

    async def _announce(self, peer: Peer, order: Announce) -> None:
        """Tell everyone on the server something, one session at a time."""
        self._check_operator(peer)
        text, host = _announced(order.text), self._auth.server_name
        self._account_service.audit.record(_called(peer.identity), f"announced: {text}", "")
        outside = [each for each in self._peers if not each.is_in_session]
        for each in outside:
            if each.state is not State.GREETING:
                self._sender.reply(each, Chat(host, WATCHER_COLOUR, text, server=True))
        for session in list(self._registry.sessions.values()):
            with self._scheduler.guarding(session):
                session.announcer.announce(host, text)
            self._scheduler.move_on(session)
            await asyncio.sleep(0)  # However many sessions there are, nobody waits for all.

    async def _ban_from_server(self, peer: Peer, order: ServerBan) -> None:
        """Ban an account or a network from the whole server, and disconnect whom it names."""
        self._check_operator(peer)
        account, network = self._banned(peer.identity, order)
        by, reason = _called(peer.identity), clean(order.reason, MAX_REASON)
        record = await self._account_service.ban(account, network, by, order.minutes, reason)
        lasting = f" for {order.minutes} minutes" if order.minutes else " for good"
        why = f": {reason}" if reason else ""
        self._account_service.audit.record(
            by, f"banned {record.who} from the server{lasting}{why}", ""
        )
        self._auth.kick_banned()

    async def _pardon(self, peer: Peer, order: Unban) -> None:
        self._check_operator(peer)
        record = await self._account_service.pardon(order.ban)
        self._account_service.audit.record(
            _called(peer.identity), f"ended the ban of {record.who}", ""
        )

    def _banned(self, identity: Identity, order: ServerBan) -> tuple[str, str]:
        """Return the account or the network that an order is about. Raises RequestRefusedError."""
        if bool(order.account) == bool(order.address):
            raise RequestRefusedError("bad_option", "name either an account or an address")
        if order.address:
            return "", shown(_network(identity, order.address))
        known = self._account_service.cache.named(order.account)
        if known is None:
            raise RequestRefusedError("unknown_person", "there is no account with that name")
        if known.operator and identity.account:
            raise RequestRefusedError("not_allowed", "only the operator key can ban an operator")
        return known.name, ""

    # --- answers -----------------------------------------------------------------------------

    def _tell_people(self, peer: Peer, session: Session | None) -> None:
        if session is None:
            self._check_operator(peer)
            sessions = self._registry.sessions.values()
            people = everyone(sessions, self._peers, self._account_service, peer.identity)
        else:
            people = session.people(peer.number, peer.identity)
        self._sender.reply(peer, people)

    async def _tell_audit_log(self, peer: Peer, session: Session | None) -> None:
        if session is None:
            self._check_operator(peer)
        else:
            people = session.people(peer.number, peer.identity)
            _check_keeps_order(people)
        entries = await self._account_service.audit.entries(None if session is None else session.id)
        self._sender.reply(peer, Audit(entries))

    @staticmethod
    def _check_operator(peer: Peer) -> None:
        if not peer.identity.operator:
            raise RequestRefusedError("not_allowed", OPERATORS)


def _called(identity: Identity) -> str:
    """Return the name of an operator in the audit log."""
    return identity.account or OPERATOR


def _announced(text: str) -> str:
    """Return the line that an operator announces. Raises RequestRefusedError."""
    try:
        return clean_chat(text)
    except BadTextError as fault:
        raise RequestRefusedError("bad_text", fault.reason) from fault


def _check_keeps_order(people: People) -> None:
    if not may_read_audit_log(RANKS[people.role]):
        raise RequestRefusedError("not_allowed", KEEPERS)


def _network(identity: Identity, text: str) -> Network:
    """Return the network that an operator bans, which must not include the operator.

    Raises RequestRefusedError.
    """
    try:
        network = network_of(text)
    except BadNetworkError as fault:
        raise RequestRefusedError("bad_option", str(fault)) from fault
    own = address_of(identity.address_key)
    if own is not None and own.version == network.version and own in network:
        raise RequestRefusedError("not_allowed", "your own address is in that network")
    return network
