"""The codes with which a server closes a connection, and what each means.

Codes below 4000 are those of RFC 6455; the others are this protocol's own. They are never used
again for another meaning. Whatever the code, an `Error` before it says more.
"""

from enum import IntEnum


class Closing(IntEnum):
    """Why a connection was closed."""

    GOING_AWAY = 1001
    """The server stops. It may be back: try again in a moment."""
    TOO_LARGE = 1009
    """One message was larger than `MAX_CLIENT_MESSAGE`."""
    INTERNAL = 1011
    """The server failed, or heard nothing of this client for too long. Try again."""
    WRONG_VERSION = 4001
    """Client and server speak different protocols. Install the other's version."""
    NO_GREETING = 4002
    """No `Hello` came in time."""
    TOO_MANY_FAULTS = 4003
    """Too many messages were malformed, or not legal in the connection's state."""
    TOO_FAST = 4004
    """Messages went on coming faster than the server reads them, although it said so.

    Or bytes did.
    """
    IDLE = 4005
    """Nothing was said in the lobby for very long. Come back when there is something to do."""
    BANNED = 4006
    """Whoever is behind this connection may not be on this server."""
