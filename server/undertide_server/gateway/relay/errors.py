"""Errors of the relay."""

from undertide_server.gateway.edge.errors import GatewayError


class RelayError(GatewayError):
    """Another node has not carried out a message of a client."""


class OwnerLostError(RelayError):
    """The node can't be reached, or the link to it was lost before it answered."""

    def __init__(self, node: str) -> None:
        super().__init__(f"node {node} can't be reached")


class MisledError(RelayError):
    """The node doesn't own the session that the message is for."""

    def __init__(self, node: str) -> None:
        super().__init__(f"node {node} doesn't own the session")
