"""The states of a connection, the messages legal in each, and all messages by kind."""

from enum import Enum
from typing import get_args

from undertide_shared.messages.intents import Intent
from undertide_shared.messages.orders import Order
from undertide_shared.messages.to_client import ServerMessage
from undertide_shared.messages.to_server import (
    Act,
    Again,
    Anew,
    ChangePassword,
    ClientMessage,
    Create,
    Drain,
    EraseAccount,
    ExportAccount,
    Follow,
    Govern,
    Hear,
    Hello,
    Join,
    Leave,
    ListAuditEntries,
    ListChat,
    ListKinds,
    ListNodes,
    ListPeople,
    ListReports,
    ListRuns,
    ListSessions,
    ListThumbnails,
    LogIn,
    LogOut,
    LookInto,
    PauseParty,
    Ping,
    Play,
    Replay,
    Report,
    Resync,
    Say,
    Seek,
    ShowStatus,
    SignUp,
    Step,
    Transfer,
    Watch,
)


class State(Enum):
    """The state of a connection, which decides what the client may send."""

    GREETING = "before the greeting"
    LOBBY = "in the lobby"
    PLAYING = "in a seat"
    WATCHING = "among the spectators"
    REPLAYING = "in a replay"


_MODERATION = (Govern, ListPeople, ListAuditEntries, ListReports)
_NODES = (ListNodes, Drain, Transfer)
_LOOKS = (LookInto, ListChat, ShowStatus)
_ACCOUNT = (SignUp, LogIn, LogOut, ChangePassword, ExportAccount, EraseAccount)

LEGAL: dict[State, tuple[type, ...]] = {
    State.GREETING: (Hello,),
    State.LOBBY: (
        *(ListSessions, ListThumbnails, ListRuns, Create, Join, Watch, Replay, Ping),
        *(*_MODERATION, *_NODES, *_LOOKS, *_ACCOUNT),
    ),
    State.PLAYING: (
        *(ListSessions, Act, Anew, Again, ListKinds, Say, Hear, Report, Resync, Follow),
        *(Leave, PauseParty, Ping, *_MODERATION),
    ),
    State.WATCHING: (
        *(ListSessions, ListKinds, Say, Hear, Report, Resync, Follow, Leave, Ping),
        *_MODERATION,
    ),
    State.REPLAYING: (Play, Seek, Step, Resync, Follow, Leave, Ping),
}
"""The messages that a client may send in each state."""


CLIENT_MESSAGES: tuple[type, ...] = get_args(ClientMessage)
SERVER_MESSAGES: tuple[type, ...] = get_args(ServerMessage)
INTENTS: tuple[type, ...] = get_args(Intent)
ORDERS: tuple[type, ...] = get_args(Order)

_STATES = {kind: [state for state in State if kind in LEGAL[state]] for kind in CLIENT_MESSAGES}
"""The states in which each message is legal."""


def is_legal(message: ClientMessage, state: State) -> bool:
    """Return whether a client in `state` may send `message`."""
    return state in _STATES[type(message)]
