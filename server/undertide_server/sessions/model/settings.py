"""What a session keeps besides its run: data alone, and as bytes for the journal."""

import msgspec

from undertide_shared.messages import Access

FOR_GOOD = 0.0
"""The end of a ban or a mute that has none."""


class Host(msgspec.Struct, frozen=True):
    """Who a session's host is: whoever is logged in so, and whoever sits there."""

    account: str = ""
    seat: int | None = None


class SessionBan(msgspec.Struct, frozen=True):
    """Somebody who may not come in, by account, address and seat, each where there is one.

    `until` is seconds since 1970, or `FOR_GOOD`.
    """

    id: int
    who: str
    by: str
    until: float
    account: str = ""
    address_key: str = msgspec.field(default="", name="place")
    seat: int | None = None
    reason: str = ""
    watching: bool = False
    """Whether watching alone is what is forbidden."""


class SessionMute(msgspec.Struct, frozen=True):
    """Somebody whom nobody hears: a player by seat and account, a spectator by account and address.

    A player's address is no matter: companions may sit behind the same router.
    """

    until: float
    account: str = ""
    address_key: str = msgspec.field(default="", name="place")
    seat: int | None = None


class SessionSettings(msgspec.Struct):
    """How a session is run, and who may do what in it.

    It changes as orders are carried out, and is written down after each.
    """

    access: Access = "public"
    locked: bool = False
    watchers_talk: bool = True
    secret: str = ""
    """What makes an invite code of the session's id; empty before anybody asked for one."""
    seats: int = 0
    """Heroes that there may be; 0: as many as the server allows."""
    delay: int = 0
    """Seconds that spectators stay behind at the least."""
    host: Host = Host()
    moderators: list[int] = []
    """Their seats, in the order in which they were appointed."""
    accounts: dict[int, str] = {}
    """Who sat last in each seat, where that had an account."""
    bans: list[SessionBan] = []
    mutes: list[SessionMute] = []
    bans_given: int = 0
    """The highest number that a ban ever had."""


def read_settings(data: bytes) -> SessionSettings:
    """Return what is settled in a session, by what was written down of it, if anything was.

    Where that can't be read, nobody may find the session who has no invite code.
    """
    try:
        return decode_settings(data) if data else SessionSettings()
    except msgspec.DecodeError:
        return SessionSettings(access="invited")


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(SessionSettings)


def encode_settings(settings: SessionSettings) -> bytes:
    """Return a record as bytes, the same for the same."""
    return _encoder.encode(settings)


def decode_settings(data: bytes) -> SessionSettings:
    """Return what `encode_settings` wrote. Raises msgspec.DecodeError when the bytes are none."""
    return _decoder.decode(data)
