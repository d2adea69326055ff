"""Who people are: greetings, signing up, logging in and out, and bans from the server."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from undertide_server.accounts.accounts import Entry
from undertide_server.accounts.records import LoginGrant
from undertide_server.accounts.service import AccountService
from undertide_server.content.settings.settings import ServerSettings
from undertide_server.gateway.connections.peers import ConnectedPeer, Peer, Peers
from undertide_server.gateway.connections.sender import Sender
from undertide_server.gateway.edge.errors import ConnectionClosingError
from undertide_server.gateway.edge.rate_limiter import rates_of
from undertide_server.gateway.http.client_wheel import wheel_offer
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.registry import Registry
from undertide_server.util.names import ReservedNames
from undertide_shared.build import this_build
from undertide_shared.closing import Closing
from undertide_shared.errors import BadTextError
from undertide_shared.limits import MAX_PROGRAM
from undertide_shared.messages import (
    PROTOCOL,
    AccountData,
    AccountInfo,
    ChangePassword,
    EraseAccount,
    Error,
    ExportAccount,
    Hello,
    LogIn,
    LogOut,
    SignUp,
    State,
    Welcome,
)
from undertide_shared.text import clean

AccountMessage = SignUp | LogIn | LogOut | ChangePassword | ExportAccount | EraseAccount

GUEST: Final = "you are a guest: there is no login to end"

log = structlog.get_logger()


class AuthHandler:
    """The part of a server that tells peers by their accounts."""

    def __init__(
        self,
        settings: ServerSettings,
        registry: Registry,
        account_service: AccountService,
        peers: Peers,
        sender: Sender,
    ) -> None:
        self._settings = settings
        self.reserved = ReservedNames(settings.server.name)
        self._registry = registry
        self._account_service = account_service
        self._peers = peers
        self._sender = sender
        self._loop = asyncio.get_running_loop()
        self._working: asyncio.Task[None] | None = None
        self._is_failing = False
        self.on_became: Callable[[ConnectedPeer], object] = lambda _: None
        """Called when a peer has logged in or out."""

    def apply_settings(self, settings: ServerSettings) -> None:
        """Apply these settings from now on."""
        self._settings = settings
        self.reserved = ReservedNames(settings.server.name)
        self._account_service.accounts.apply_settings(settings.accounts)

    @property
    def server_name(self) -> str:
        """The name of the server in clients."""
        return self._settings.server.name

    # --- requests ----------------------------------------------------------------------------

    def greet(self, peer: ConnectedPeer, hello: Hello) -> None:
        """Welcome a peer.

        Raises ConnectionClosingError if it speaks another protocol, or is banned.
        """
        if hello.protocol != PROTOCOL:
            reason = version_fault(f"protocol {hello.protocol}")
            self._sender.reply(peer, Error("wrong_version", reason))
            raise ConnectionClosingError(Closing.WRONG_VERSION, reason)
        self._check_ban(peer)
        peer.state = State.LOBBY
        peer.socket.greeted_as = peer.number
        program = clean(hello.client, MAX_PROGRAM)
        log.info("greeted", peer=peer.number, place=peer.identity.address_key, program=program)
        own, offers = self._settings.server, self._registry.offers
        customs = offers.customs(accounts=self._account_service.accounts.may_sign_up)
        rates = rates_of(self._settings.limits)
        presets, infos = offers.playbook.listed, offers.preset_infos
        known = (presets, offers.callings, customs, rates, infos)
        offer = wheel_offer()
        told = (own.motd, own.source, "" if offer is None else offer.path)
        self._sender.reply(peer, Welcome(PROTOCOL, own.name, *known, *told))

    async def handle_message(self, peer: ConnectedPeer, message: AccountMessage) -> None:
        """Carry out a message, and answer it. Raises RequestRefusedError."""
        accounts, address_key = self._account_service.accounts, peer.identity.address_key
        match message:
            case SignUp(name=name, password=password):
                self._check_unreserved(name)
                self._enter(peer, await accounts.sign_up(name, password, address_key))
            case LogIn(name=name, password=password, token=token):
                self._enter(peer, await accounts.log_in(name, password, token, address_key))
            case LogOut():
                await self._log_out(peer)
            case ChangePassword(password=password, new=new):
                await self._change_password(peer, password, new)
            case ExportAccount():
                data = await self._account_service.export(_login(peer))
                self._sender.reply(peer, AccountData(data))
            case EraseAccount(password=password):
                await self._account_service.erase(_login(peer), password, address_key)
                self._look_at_logins()

    def _check_unreserved(self, name: str) -> None:
        """Raise RequestRefusedError for a name that would speak for the server."""
        try:
            self.reserved.check(name)
        except BadTextError as fault:
            raise RequestRefusedError("bad_name", fault.reason) from fault

    def _enter(self, peer: ConnectedPeer, entry: Entry) -> None:
        """Give a peer the identity that it has logged in to.

        Raises RequestRefusedError if that is banned.
        """
        login, token = entry
        identity = self._account_service.cache.identity(login, peer.identity.address_key)
        reason = self._account_service.ban_of(identity)
        if reason:
            raise RequestRefusedError("banned", reason)
        self._become(peer, login, identity)
        account, operator = identity.account, identity.operator
        log.info("logged in", peer=peer.number, account=account, operator=operator)
        self._sender.reply(peer, AccountInfo(account, operator, token))

    async def _log_out(self, peer: ConnectedPeer) -> None:
        if peer.login is None:
            raise RequestRefusedError("not_allowed", GUEST)
        await self._account_service.accounts.log_out(peer.login)
        self._forget(peer)

    async def _change_password(self, peer: ConnectedPeer, password: str, new: str) -> None:
        address_key = peer.identity.address_key
        entry = await self._account_service.accounts.change_password(
            _login(peer), password, new, address_key
        )
        self._enter(peer, entry)
        self._look_at_logins()

    # --- bans --------------------------------------------------------------------------------

    def _check_ban(self, peer: ConnectedPeer) -> None:
        """Check a peer that has just connected.

        Raises ConnectionClosingError if its address is banned.
        """
        reason = self._account_service.ban_of(peer.identity)
        if reason:
            self._sender.reply(peer, Error("banned", reason))
            raise ConnectionClosingError(Closing.BANNED, "banned from this server")

    def check_name(self, peer: Peer, name: str) -> None:
        """Check that a peer may use a name.

        Raises RequestRefusedError when it is the name of somebody else's account, or reads alike.
        """
        owner = self._account_service.cache.read_alike(name)
        if owner is not None and owner.name != peer.identity.account:
            reason = f"{owner.name} is the name of an account: log in to it, or choose another name"
            raise RequestRefusedError("name_taken", reason)

    def check_account(self, account: str) -> None:
        """Check that a seat's former account may come back.

        Raises RequestRefusedError when the account is banned.
        """
        reason = self._account_service.ban_of(Identity(account))
        if reason:
            raise RequestRefusedError("banned", reason)

    def kick_banned(self) -> None:
        """End the connections of all peers who are now banned."""
        for peer in list(self._peers):
            reason = self._account_service.ban_of(peer.identity)
            if reason:
                self._sender.reply(peer, Error("banned", reason))
                peer.expel(ConnectionClosingError(Closing.BANNED, "banned from this server"))

    # --- changes from elsewhere --------------------------------------------------------------

    def take_up_changes(self) -> None:
        """Start to take up what other processes changed, unless work on accounts is under way."""
        self._begin(self._take_up_changes)

    def forget_expired(self) -> None:
        """Start to remove what has expired, unless work on accounts is under way."""
        self._begin(lambda: self._account_service.forget_expired(self._loop.time()))

    async def close(self) -> None:
        """Finish the work on accounts that is under way."""
        if self._working is not None:
            await self._working

    def _begin(self, work: Callable[[], Awaitable[None]]) -> None:
        if self._working is None or self._working.done():
            self._working = self._loop.create_task(self._guarded(work))

    async def _guarded(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except RequestRefusedError as refusal:
            if not self._is_failing:
                log.warning("accounts could not be looked at", reason=refusal.reason)
            self._is_failing = True
        else:
            self._is_failing = False

    async def _take_up_changes(self) -> None:
        if await self._account_service.take_up_changes():
            self.kick_banned()
            self._look_at_logins()

    def _look_at_logins(self) -> None:
        """Update every peer's identity: its login may have ended elsewhere."""
        for peer in self._peers:
            if peer.login is not None:
                self._look_at_login(peer)

    def _look_at_login(self, peer: ConnectedPeer) -> None:
        identity = self._account_service.cache.identity(peer.login, peer.identity.address_key)
        if identity == peer.identity:
            return
        if identity.account:
            self._become(peer, peer.login, identity)
            self._sender.reply(peer, AccountInfo(identity.account, identity.operator))
        else:
            self._forget(peer)

    def _forget(self, peer: ConnectedPeer) -> None:
        """Make a peer a guest again, and tell it so."""
        self._become(peer, None, Identity(address_key=peer.identity.address_key))
        self._sender.reply(peer, AccountInfo(""))

    def _become(self, peer: ConnectedPeer, login: LoginGrant | None, identity: Identity) -> None:
        if identity.account != peer.identity.account:
            # This is another person now, who must not own the sessions that the one before made.
            self._registry.forget_maker(peer.number)
        peer.login, peer.identity = login, identity
        self.on_became(peer)


def _login(peer: ConnectedPeer) -> LoginGrant:
    """Return the login of a peer. Raises RequestRefusedError for a guest."""
    if peer.login is None:
        raise RequestRefusedError("not_allowed", "log in first: guests have no account")
    return peer.login


def version_fault(theirs: str) -> str:
    """Return the text that names both protocols, and the version for a client to install."""
    ours = f"this server speaks protocol {PROTOCOL}"
    return f"{ours}, your client {theirs}: install undertide {this_build().version}"
