"""Messages of operators about the nodes of the server."""

from typing import Final

from undertide_server.accounts.service import AccountService
from undertide_server.cluster.links.errors import LinkError
from undertide_server.cluster.orders import ClusterOrders
from undertide_server.gateway.connections.peers import Peer
from undertide_server.gateway.connections.sender import Sender
from undertide_server.gateway.handlers.server_moderation import called, check_operator
from undertide_server.gateway.handlers.session_creation import SessionCreation
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.store.errors import StoreError
from undertide_server.store.leases import NodeStatus
from undertide_shared.limits import MAX_LISTED_NODES
from undertide_shared.messages import Drain, ListNodes, NodeInfo, Nodes, Transfer

NodeMessage = ListNodes | Drain | Transfer

ALONE: Final = "this server has no workers: it was started without --workers"
NOT_NOW: Final = "the server's disk can't be read at the moment"


class NodeOrders:
    """A handler of operators' messages about nodes. `orders` is None where there is one alone."""

    def __init__(
        self, sender: Sender, account_service: AccountService, session_creation: SessionCreation
    ) -> None:
        self._sender = sender
        self._account_service = account_service
        self._session_creation = session_creation
        self.orders: ClusterOrders | None = None

    async def handle_message(self, peer: Peer, message: NodeMessage) -> None:
        """Carry out a message, and answer it. Raises RequestRefusedError."""
        check_operator(peer.identity)
        if self.orders is None:
            raise RequestRefusedError("not_allowed", ALONE)
        try:
            self._sender.reply(peer, await self._carry_out(peer, message, self.orders))
        except LinkError as fault:
            raise RequestRefusedError("not_allowed", str(fault)) from fault
        except (StoreError, OSError) as fault:
            raise RequestRefusedError("server_full", NOT_NOW) from fault

    async def _carry_out(self, peer: Peer, message: NodeMessage, orders: ClusterOrders) -> Nodes:
        pause_ms = 0
        if not isinstance(message, ListNodes):
            with self._session_creation.counting_order(peer):
                pause_ms = await self._order(peer, message, orders)
        nodes = (await orders.nodes())[:MAX_LISTED_NODES]
        return Nodes([_told(status) for status in nodes], pause_ms)

    async def _order(self, peer: Peer, message: Drain | Transfer, orders: ClusterOrders) -> int:
        """Carry out an order; return the milliseconds for which a run paused."""
        record, who = self._account_service.audit.record, called(peer.identity)
        match message:
            case Drain(node=node):
                await orders.drain(node)
                record(who, f"drained node {node}", "")
                return 0
            case Transfer(session=session, node=node):
                moved = await orders.transfer(session, node)
                record(who, f"moved the run from node {moved.former} to {moved.present}", session)
                return moved.pause_ms


def _told(status: NodeStatus) -> NodeInfo:
    load = status.load
    return NodeInfo(
        id=status.id,
        state=status.state if status.is_living else "lost",
        sessions=load.sessions,
        players=load.players,
        watchers=load.watchers,
        lease_age_ms=round(1000 * status.lease_age),
        rules=status.node.rules,
        version=status.node.version,
    )
