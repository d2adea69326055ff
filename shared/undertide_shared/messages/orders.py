"""The orders of `Govern`: moderation of a session or of a server.

`undertide_shared.ranks` says who may give which order, and to whom. `person` is an id from
`People`.
"""

from undertide_shared.messages.bounds import (
    ChatText,
    Minutes,
    NameText,
    NetworkText,
    Number,
    ReasonText,
)
from undertide_shared.messages.wire import WireStruct
from undertide_shared.messages.words import Access, MemberRole


class Kick(WireStruct, frozen=True, tag="kick"):
    """Kick somebody, connected or not. They may come back, but a player not to the same seat."""

    person: Number
    reason: ReasonText = ""


class Ban(WireStruct, frozen=True, tag="ban"):
    """Kick somebody, and ban the account and address for some minutes; 0 means for good."""

    person: Number
    minutes: Minutes = 0
    reason: ReasonText = ""


class ServerBan(WireStruct, frozen=True, tag="outlaw"):
    """Ban an account or an address from the whole server. Only operators may."""

    account: NameText = ""
    address: NetworkText = ""
    """An IPv4 or IPv6 address, or a network such as `192.0.2.0/24`; empty for none."""
    minutes: Minutes = 0
    reason: ReasonText = ""


class Unban(WireStruct, frozen=True, tag="pardon"):
    """End a ban."""

    ban: Number


class Mute(WireStruct, frozen=True, tag="mute"):
    """Hide somebody's chat from everybody for some minutes; 0 means for good."""

    person: Number
    minutes: Minutes = 0


class Unmute(WireStruct, frozen=True, tag="unmute"):
    """Show somebody's chat again."""

    person: Number


class Refuse(WireStruct, frozen=True, tag="refuse"):
    """Kick a spectator, and stop that account or address from watching this run again.

    Every player with a living hero may do so.
    """

    person: Number


class Appoint(WireStruct, frozen=True, tag="appoint"):
    """Make a player a moderator, a mere player, or the host instead of the sender.

    Only the host may.
    """

    person: Number
    role: MemberRole


class Lock(WireStruct, frozen=True, tag="lock"):
    """Lock the session against new people, or unlock it.

    A player with a seat may always come back.
    """

    locked: bool


class SetAccess(WireStruct, frozen=True, tag="open"):
    """Choose who finds the session and may come in. Only the host may."""

    access: Access


class SetChat(WireStruct, frozen=True, tag="chatting"):
    """Choose whether spectators may chat."""

    watchers: bool


class Invite(WireStruct, frozen=True, tag="invite"):
    """Ask for the invite code, or for a new one that replaces the old. Answer: `Invited`.

    Players may ask for the code too, but can't renew it.
    """

    renew: bool = False


class Dissolve(WireStruct, frozen=True, tag="dissolve"):
    """End the session for everyone, and its run. Only the host may."""

    reason: ReasonText = ""


class Announce(WireStruct, frozen=True, tag="announce"):
    """Tell everyone on the server something, as a chat line of the server's. Only operators may."""

    text: ChatText


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
    | Announce
)
