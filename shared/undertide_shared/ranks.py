"""The table of who may give which order, and to whom, and the ranks behind it. Pure.

The server decides by this table. Clients hide the orders that the server would refuse.
"""

from collections.abc import Mapping
from enum import IntEnum

from undertide_shared.messages import (
    Access,
    Announce,
    Appoint,
    Ban,
    Dissolve,
    Invite,
    Kick,
    Lock,
    MemberRole,
    Mute,
    Order,
    Refuse,
    ServerBan,
    SetAccess,
    SetChat,
    Unban,
    Unmute,
)


class Rank(IntEnum):
    """The powers of somebody in a session, from least to most."""

    STRANGER = 0
    """Somebody who is not in the session."""
    SPECTATOR = 1
    PLAYER = 2
    MODERATOR = 3
    HOST = 4
    OPERATOR = 5
    """An operator of the whole server."""


NEEDED: Mapping[type[Order], Rank] = {
    Kick: Rank.MODERATOR,
    Ban: Rank.MODERATOR,
    Unban: Rank.MODERATOR,
    Mute: Rank.MODERATOR,
    Unmute: Rank.MODERATOR,
    Lock: Rank.MODERATOR,
    SetChat: Rank.MODERATOR,
    Refuse: Rank.PLAYER,
    Invite: Rank.PLAYER,
    Appoint: Rank.HOST,
    SetAccess: Rank.HOST,
    Dissolve: Rank.HOST,
    ServerBan: Rank.OPERATOR,
    Announce: Rank.OPERATOR,
}
"""The lowest rank that may give each order."""

ROLES: Mapping[Rank, MemberRole] = {
    Rank.STRANGER: "spectator",
    Rank.SPECTATOR: "spectator",
    Rank.PLAYER: "player",
    Rank.MODERATOR: "moderator",
    Rank.HOST: "host",
    Rank.OPERATOR: "host",
}
"""The role with which messages tell a client the powers of a rank."""

RANKS: Mapping[MemberRole, Rank] = {
    "spectator": Rank.SPECTATOR,
    "player": Rank.PLAYER,
    "moderator": Rank.MODERATOR,
    "host": Rank.HOST,
}
"""The rank that each role of the protocol has."""

LEAST_WORDS: Mapping[Rank, str] = {
    Rank.PLAYER: "players",
    Rank.MODERATOR: "the party leader and moderators",
    Rank.HOST: "the party leader",
    Rank.OPERATOR: "the server's operators",
}
"""The name for the holders of a rank and of all higher ranks."""


def may_give(rank: Rank, order: type[Order]) -> bool:
    """Return whether a rank may give an order at all."""
    return rank >= NEEDED[order]


def may_command(rank: Rank, other: Rank) -> bool:
    """Return whether a rank may kick, ban, mute or refuse somebody of another rank."""
    return rank > other


def may_see_code(rank: Rank, access: Access) -> bool:
    """Return whether a rank may see the invite code of a session with this access."""
    return may_renew_code(rank) or (may_give(rank, Invite) and access == "invited")


def may_renew_code(rank: Rank) -> bool:
    """Return whether a rank may replace the invite code with a new one."""
    return rank >= Rank.MODERATOR


def may_read_audit_log(rank: Rank) -> bool:
    """Return whether a rank may read the audit log of a session."""
    return rank >= Rank.MODERATOR
