"""The handlers of one gateway: who answers which message, wired to each other."""

from dataclasses import dataclass

from undertide_server.accounts.service import AccountService
from undertide_server.cluster.look_back import LookBack
from undertide_server.content.settings.settings import ServerSettings
from undertide_server.gateway.connections.peers import Peers
from undertide_server.gateway.connections.sender import Sender
from undertide_server.gateway.edge.admission import Admission
from undertide_server.gateway.handlers.auth import AuthHandler
from undertide_server.gateway.handlers.insight import InsightHandler
from undertide_server.gateway.handlers.message_router import MessageRouter
from undertide_server.gateway.handlers.moderation import ModerationHandler
from undertide_server.gateway.handlers.node_orders import NodeOrders
from undertide_server.gateway.handlers.server_moderation import ServerModeration
from undertide_server.gateway.handlers.session_creation import SessionCreation
from undertide_server.gateway.handlers.session_router import SessionRouter
from undertide_server.gateway.loop.session_scheduler import SessionScheduler
from undertide_server.replays.rooms import ReplayRooms
from undertide_server.sessions.registry import Registry
from undertide_server.store.engine.address import StoreAddress


@dataclass(frozen=True, slots=True)
class HandlerContext:
    """The parts of a gateway on which its handlers act."""

    registry: Registry
    accounts: AccountService
    admission: Admission
    peers: Peers
    sender: Sender
    scheduler: SessionScheduler
    replays: ReplayRooms
    look_back: LookBack
    runs: StoreAddress | None
    """The store whose runs can be watched again, if any."""


class Handlers:
    """The handlers of all messages; `router` gives each message to one of them."""

    def __init__(self, settings: ServerSettings, context: HandlerContext) -> None:
        registry, accounts, replays = context.registry, context.accounts, context.replays
        peers, sender, scheduler = context.peers, context.sender, context.scheduler
        self.creation = SessionCreation(registry, context.admission, scheduler)
        self.auth = AuthHandler(settings, registry, accounts, peers, sender)
        self.server_moderation = ServerModeration(
            registry, scheduler, peers, sender, accounts, self.auth
        )
        moderation = ModerationHandler(
            registry, scheduler, sender, accounts, self.server_moderation, self.creation
        )
        self.sessions = SessionRouter(
            registry, scheduler, sender, replays, self.creation, self.auth, moderation
        )
        self.node_orders = NodeOrders(sender, accounts, self.creation)
        self.insight = InsightHandler(registry, sender, accounts, context.runs, context.look_back)
        self.router = MessageRouter(
            registry, sender, replays, self.auth, self.sessions, self.node_orders, self.insight
        )
