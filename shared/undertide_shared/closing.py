"""The codes with which a server closes a connection, and the meaning of each.

RFC 6455 defines the codes below 4000; this protocol defines the others. A code never gets a second
meaning. An `Error` message before the code gives the details.
"""

from enum import IntEnum


class Closing(IntEnum):
    """The reason why a connection was closed."""

    GOING_AWAY = 1001
    """The server is stopping, or others go on with its runs. Try again in a moment."""
    TOO_LARGE = 1009
    """A message was larger than `MAX_CLIENT_MESSAGE`."""
    INTERNAL = 1011
    """The server failed, or received nothing from this client for too long. Try again."""
    WRONG_VERSION = 4001
    """Client and server speak different protocols. Install the version that the server has."""
    NO_GREETING = 4002
    """No `Hello` came in time."""
    TOO_MANY_FAULTS = 4003
    """Too many messages were malformed, or illegal in the connection's state."""
    TOO_FAST = 4004
    """Messages kept coming faster than the server reads them, although it had said so. Or too many
    bytes came."""
    IDLE = 4005
    """The client stayed in the lobby for very long and sent nothing. Connect again to play."""
    BANNED = 4006
    """The person behind this connection is banned from this server."""
    HOST_LEFT = 4007
    """The server belongs to one player, who has left: it ends, and nobody knows when it is back."""
