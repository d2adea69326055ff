"""The errors that answer messages which were not carried out."""

import structlog

from undertide_server.gateway.connections.peers import Peer
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_shared.messages import Act, ClientMessage, Error, ErrorCode

log = structlog.get_logger()


def error_about(message: ClientMessage, code: ErrorCode, reason: str) -> Error:
    """Return an error about a message, with the sequence of the intent in it, if there is one."""
    return Error(code, reason, message.sequence if isinstance(message, Act) else None)


def failure_answer(peer: Peer, message: ClientMessage, fault: Exception) -> Error:
    """Return why a peer's message was not carried out. A fault that is no refusal is logged."""
    if isinstance(fault, RequestRefusedError):
        return Error(fault.code, fault.reason, fault.sequence)
    # Log its type alone: a message may hold a secret.
    log.error("message failed", peer=peer.number, kind=type(message).__name__, exc_info=fault)
    return error_about(message, "internal", "the server failed to handle this message")
