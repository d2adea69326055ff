"""How order is kept in a session, and on a server: what `Govern` carries.

`undertide_shared.ranks` says who may give which order, and to whom. `person` is an id of `People`.
"""

from undertide_shared.messages.wire import WireStruct
from undertide_shared.messages.words import Access, MemberRole


class Kick(WireStruct, frozen=True, tag="kick"):
    """Put somebody out, who may come back."""

    person: int
    reason: str = ""


class Ban(WireStruct, frozen=True, tag="ban"):
    """Put somebody out and keep account and address out for so many minutes; 0: for good."""

    person: int
    minutes: int = 0
    reason: str = ""


class ServerBan(WireStruct, frozen=True, tag="outlaw"):
    """Ban an account or an address from the whole server: operators alone."""

    account: str = ""
    address: str = ""
    """An IPv4 or IPv6 address, or a network such as 192.0.2.0/24."""
    minutes: int = 0
    reason: str = ""


class Unban(WireStruct, frozen=True, tag="pardon"):
    """End a ban."""

    ban: int


class Mute(WireStruct, frozen=True, tag="mute"):
    """Let nobody hear somebody's chat for so many minutes; 0: for good."""

    person: int
    minutes: int = 0


class Unmute(WireStruct, frozen=True, tag="unmute"):
    """Let somebody be heard again."""

    person: int


class Refuse(WireStruct, frozen=True, tag="refuse"):
    """Put a spectator out and let nobody of that account or address watch this run again.

    Every player may do so whose hero lives.
    """

    person: int


class Appoint(WireStruct, frozen=True, tag="appoint"):
    """Make a player moderator, player again, or host in one's own place: the host alone."""

    person: int
    role: MemberRole


class Lock(WireStruct, frozen=True, tag="lock"):
    """Let nobody new come in, or let them again. Who has a seat may always come back to it."""

    locked: bool


class SetAccess(WireStruct, frozen=True, tag="open"):
    """Say who finds the session and may come in: the host alone."""

    access: Access


class SetChat(WireStruct, frozen=True, tag="chatting"):
    """Say whether spectators may chat."""

    watchers: bool


class Invite(WireStruct, frozen=True, tag="invite"):
    """Ask for the invite code, or for a new one that ends the one before. Answer: `Invited`.

    Players are told the code too, but can't renew it.
    """

    renew: bool = False


class Dissolve(WireStruct, frozen=True, tag="dissolve"):
    """End the session for everyone, and its run: the host alone."""

    reason: str = ""


Order = (
    Kick
    | Ban
    | ServerBan
    | Unban
    | Mute
    | Unmute
    | Refuse
    | Appoint
    | Lock
    | SetAccess
    | SetChat
    | Invite
    | Dissolve
)
