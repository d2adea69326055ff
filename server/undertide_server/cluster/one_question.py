"""One question to a node, from a process that is no node: a command of the operator."""

import asyncio

from undertide_server.cluster.links.address import NodeAddress
from undertide_server.cluster.links.handshake import fresh_command
from undertide_server.cluster.links.inquiries import Expected
from undertide_server.cluster.links.link import LinkToFront, LinkToOwner, WireEnd
from undertide_server.cluster.links.messages import FrontMessage, OwnerMessage, Question
from undertide_server.cluster.links.node_links import NodeLinks
from undertide_server.cluster.links.opening import dial
from undertide_server.cluster.links.websocket import DialledWire
from undertide_server.store.leases import NodeStatus


class NoMembers:
    """A handler for links that carry questions alone."""

    def handle_from_front(self, link: LinkToFront, message: FrontMessage) -> None:
        """Ignore a message: nobody dials a command."""

    def handle_from_owner(self, link: LinkToOwner, message: OwnerMessage) -> None:
        """Ignore a message: a command has no members."""

    def front_lost(self, link: LinkToFront) -> None:
        """Ignore the end of a link."""

    def owner_lost(self, link: LinkToOwner) -> None:
        """Ignore the end of a link: the question gets its error."""


def ask_node(
    status: NodeStatus, question: Question, expected: type[Expected], seconds: float
) -> Expected:
    """Return the answer of a node to a question. Raises LinkError."""
    return asyncio.run(_ask(status, question, expected, seconds))


async def _ask(
    status: NodeStatus, question: Question, expected: type[Expected], seconds: float
) -> Expected:
    address = NodeAddress.of(status.node)
    wires: list[DialledWire] = []

    async def dial_once(address: NodeAddress, name: str, end: WireEnd) -> DialledWire:
        wires.append(await dial(address, name, end))
        return wires[-1]

    links = NodeLinks(fresh_command(), b"", lambda _node: address, dial_once)
    try:
        with links.open_to(NoMembers()):
            return await links.query_node(status.id, question, expected, seconds)
    finally:
        # The event loop ends with the command, so the goodbye must be through before.
        await asyncio.gather(*(wire.wait_closed() for wire in wires))
