"""Moderation of the whole server, all its workers included: bans, announcements, who is there."""

import asyncio
from collections.abc import Iterable
from itertools import chain
from typing import Final, assert_never

import msgspec

from undertide_server.accounts.bans import network_of, shown
from undertide_server.accounts.errors import BadNetworkError
from undertide_server.accounts.service import AccountService
from undertide_server.cluster.links.messages import AskEveryone, Done, NodeReport, TellEveryone
from undertide_server.cluster.other_nodes import OtherNodes
from undertide_server.gateway.connections.peers import Peer, Peers
from undertide_server.gateway.connections.sender import Sender
from undertide_server.gateway.handlers.auth import AuthHandler
from undertide_server.gateway.loop.session_scheduler import SessionScheduler
from undertide_server.sessions.enforcement import MOST_NAMED
from undertide_server.sessions.members.members import WATCHER_COLOUR
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import Session
from undertide_server.simulation.queries.grammar import listed_in_part
from undertide_server.util.addresses import Network, Networks, address_of
from undertide_server.util.names import OPERATOR
from undertide_shared.errors import BadTextError
from undertide_shared.limits import MAX_LISTED_PEOPLE, MAX_REASON
from undertide_shared.messages import (
    Announce,
    BanInfo,
    Chat,
    People,
    PersonInfo,
    ServerBan,
    State,
    Terms,
    Unban,
)
from undertide_shared.text import clean, clean_chat

ServerOrder = ServerBan | Announce | Unban
OPERATORS: Final = "only the server's operators may do that"
_people: Final = msgspec.msgpack.Decoder(list[PersonInfo])


class ServerModeration:
    """A handler of the orders of operators about the whole server."""

    def __init__(
        self,
        registry: Registry,
        scheduler: SessionScheduler,
        peers: Peers,
        sender: Sender,
        account_service: AccountService,
        auth: AuthHandler,
    ) -> None:
        self._registry = registry
        self._scheduler = scheduler
        self._peers = peers
        self._sender = sender
        self._account_service = account_service
        self._auth = auth
        self._others: OtherNodes | None = None

    def join(self, others: OtherNodes) -> None:
        """Reach the other workers of the server as well, and answer their questions."""
        self._others = others
        others.answer_with(AskEveryone, self._tell_people_here)
        others.answer_with(TellEveryone, self._tell_everyone_here)

    async def carry_out(self, identity: Identity, order: ServerOrder) -> str:
        """Carry out the order of a person; return what was done, and whom it hit.

        Raises RequestRefusedError.
        """
        check_operator(identity)
        match order:
            case ServerBan():
                done = await self._ban(identity, order)
            case Announce():
                done = await self._announce(identity, order)
            case Unban():
                done = await self._pardon(identity, order)
            case _:
                assert_never(order)
        return done

    # --- who is there ------------------------------------------------------------------------

    async def people(self, identity: Identity) -> People:
        """Return all people of the server and its bans, for an operator.

        The people of a worker that gives no answer are missing. Raises RequestRefusedError.
        """
        check_operator(identity)
        found = [self._people_here(identity)]
        if self._others is not None:
            asked = AskEveryone(identity.account)
            answers = await self._others.query_all(asked, NodeReport)
            found += [_people.decode(each.data) for each in answers.values() if each is not None]
        return everyone(found, self._account_service.ban_infos())

    def _people_here(self, identity: Identity) -> list[PersonInfo]:
        return people_here(self._registry.sessions.values(), self._peers, identity)

    async def _tell_people_here(self, asked: AskEveryone) -> NodeReport:
        people = self._people_here(Identity(asked.operator, operator=True))
        return NodeReport(msgspec.msgpack.encode(people))

    # --- announcements -----------------------------------------------------------------------

    async def _announce(self, identity: Identity, order: Announce) -> str:
        text, host = _announced(order.text), self._auth.server_name
        done = f"announced: {text}"
        self._account_service.audit.record(called(identity), done, "")
        if self._others is None:
            await self._say_here(text, host)
        else:
            asked = self._others.query_all(TellEveryone(text, host), Done)
            await asyncio.gather(self._say_here(text, host), asked)
        return done

    async def _tell_everyone_here(self, asked: TellEveryone) -> Done:
        await self._say_here(asked.text, asked.host)
        return Done()

    async def _say_here(self, text: str, host: str) -> None:
        """Tell everyone who is connected to this worker, or in its sessions.

        One session hears it at a time. Those in sessions of other workers hear it from there.
        """
        outside = [each for each in self._peers if not each.is_in_session]
        for each in outside:
            if each.state is not State.GREETING:
                self._sender.reply(each, Chat(host, WATCHER_COLOUR, text, server=True))
        for session in list(self._registry.sessions.values()):
            with self._scheduler.guarding(session):
                session.announcer.announce(host, text)
            self._scheduler.move_on(session)
            await asyncio.sleep(0)  # However many sessions there are, nobody waits for all.

    # --- bans --------------------------------------------------------------------------------

    async def _ban(self, identity: Identity, order: ServerBan) -> str:
        """Ban an account or a network, and disconnect whom it names.

        Other workers learn it from the accounts, within a second.
        """
        account, network = self._banned(identity, order)
        by, reason = called(identity), clean(order.reason, MAX_REASON)
        hit = hit_by(account, network, (await self.people(identity)).people)
        record = await self._account_service.ban(account, network, by, order.minutes, reason)
        lasting = f" for {order.minutes} minutes" if order.minutes else " for good"
        why = f": {reason}" if reason else ""
        whom = _words(hit) if hit else "nobody who is here"
        done = f"banned {record.who} from the server{lasting}, which hits {whom}{why}"
        self._account_service.audit.record(by, done, "")
        self._auth.kick_banned()
        return done

    async def _pardon(self, identity: Identity, order: Unban) -> str:
        record = await self._account_service.pardon(order.ban)
        done = f"ended the ban of {record.who}"
        self._account_service.audit.record(called(identity), done, "")
        return done

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


def hit_by(account: str, network: str, people: Iterable[PersonInfo]) -> list[PersonInfo]:
    """Return the connected people whom a ban of an account or a network concerns."""
    banned = Networks([network] if network else [])
    return [
        each
        for each in people
        if each.connected
        and ((bool(account) and each.account == account) or banned.include(each.address))
    ]


def _words(hit: list[PersonInfo]) -> str:
    """Return the names of people with their sessions, of at most `MOST_NAMED` of them."""
    named = [
        f"{each.name} ({f'in {each.session}' if each.session else 'in the lobby'})" for each in hit
    ]
    return listed_in_part(named, MOST_NAMED)


def check_operator(identity: Identity) -> None:
    """Raise RequestRefusedError unless a person is an operator of the server."""
    if not identity.operator:
        raise RequestRefusedError("not_allowed", OPERATORS)


def called(identity: Identity) -> str:
    """Return the name of an operator in the audit log."""
    return identity.account or OPERATOR


def _announced(text: str) -> str:
    """Return the line that an operator announces. Raises RequestRefusedError."""
    try:
        return clean_chat(text)
    except BadTextError as fault:
        raise RequestRefusedError("bad_text", fault.reason) from fault


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


NAMELESS = "somebody"
"""The name of a guest without a hero."""
NOWHERE = 0
"""The id of people outside every session. No order names them."""


def people_here(
    sessions: Iterable[Session], peers: Iterable[Peer], asking: Identity
) -> list[PersonInfo]:
    """Return the people of these sessions, and those outside, as an operator sees them.

    Each has the id of its own session. There are at most `MAX_LISTED_PEOPLE`, as `everyone` sorts
    them.
    """
    inside = [
        msgspec.structs.replace(person, session=session.id)
        for session in sessions
        for person in session.disclosure.people(None, asking).people
    ]
    outside = [_outside(peer) for peer in peers if not peer.is_in_session]
    return _foremost([*inside, *outside])


def everyone(people: Iterable[Iterable[PersonInfo]], bans: list[BanInfo]) -> People:
    """Return all people of a server, those of each worker, and its bans.

    Those in sessions come first, players before spectators.
    """
    return People("", _foremost(chain.from_iterable(people)), NOWHERE, "host", Terms(), bans)


def _foremost(people: Iterable[PersonInfo]) -> list[PersonInfo]:
    """Return as many people as fit into a list: players, then spectators, then those outside."""
    return sorted(people, key=lambda each: (not each.session, each.seat is None))[
        :MAX_LISTED_PEOPLE
    ]


def _outside(peer: Peer) -> PersonInfo:
    """Return the line of a person who is in the lobby or watches a replay."""
    who = peer.identity
    name = who.account or NAMELESS
    return PersonInfo(NOWHERE, name, "spectator", account=who.account, address=who.address_key)
