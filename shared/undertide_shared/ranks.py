"""Who may give which order: one table, and the roles that stand behind it. Pure."""

from collections.abc import Mapping
from enum import IntEnum

from undertide_shared.messages import (
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
    """What somebody may do in a session. Nobody puts out, bans or mutes who ranks as high."""

    STRANGER = 0
    """Whoever has no place there."""
    SPECTATOR = 1
    PLAYER = 2
    MODERATOR = 3
    HOST = 4
    OPERATOR = 5
    """Of the whole server."""


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
}
"""Of every order, the least rank that may give it."""

ROLES: Mapping[Rank, MemberRole] = {
    Rank.STRANGER: "spectator",
    Rank.SPECTATOR: "spectator",
    Rank.PLAYER: "player",
    Rank.MODERATOR: "moderator",
    Rank.HOST: "host",
    Rank.OPERATOR: "host",
}
"""What each rank may do, in the words of the protocol."""

LEAST_WORDS: Mapping[Rank, str] = {
    Rank.PLAYER: "players",
    Rank.MODERATOR: "the host and moderators",
    Rank.HOST: "the host",
    Rank.OPERATOR: "the server's operators",
}
"""Who they are that may do what needs each rank."""
