"""The settings of a session, which it keeps besides its run, and their encoding for the journal."""

import msgspec

from undertide_shared.messages import Access
from undertide_shared.time import UNSTATED_RATE

LONG_AGO = 0.0
"""The value of `left_at` for a session that nobody has been in since it was written down: what
older servers wrote doesn't say."""
FOR_GOOD = 0.0
"""The value of `until` for a ban or a mute that never ends."""


class Host(msgspec.Struct, frozen=True):
    """The party leader of a session, by account and by seat, if known."""

    account: str = ""
    seat: int | None = None


class SessionBan(msgspec.Struct, frozen=True):
    """A ban from a session, by account, address key and seat, if known.

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
    """Whether only watching is forbidden."""


class SessionMute(msgspec.Struct, frozen=True):
    """A mute: of a player by seat and account, of a spectator by account and address key.

    A guest's holds for its address, as a ban does: for spectators from there, and for players who
    take their seats later. Companions who sat there before may be behind the same router.
    """

    until: float
    account: str = ""
    address_key: str = msgspec.field(default="", name="place")
    seat: int | None = None
    seats: int | None = None
    """How many seats there were when a guest was muted; None for others."""


class Tempo(msgspec.Struct, frozen=True):
    """The speed of real time in a session. The defaults are those of versions without a choice."""

    ticks_per_second: int = UNSTATED_RATE
    slow_below: int = 0
    """Percent of life below which a waking hero halves the speed of its floor; 0 for never."""


class SessionSettings(msgspec.Struct):
    """The settings of a session: its terms, roles, bans and mutes.

    Orders change them, and the session writes them to the journal after each order.
    """

    access: Access = "public"
    locked: bool = False
    watchers_talk: bool = True
    secret: str = ""
    """The secret part of the invite code; empty until somebody asks for a code."""
    seats: int = 0
    """The most heroes at a time; 0 means as many as the server allows."""
    delay: int = 0
    """The least delay of spectators, in seconds."""
    host: Host = Host()
    moderators: list[int] = []
    """The moderators' seats, in order of appointment."""
    accounts: dict[int, str] = {}
    """The account of the last player in each seat, if there was one."""
    bans: list[SessionBan] = []
    mutes: list[SessionMute] = []
    vacated: list[int] = []
    """The seats whose players were kicked, in order."""
    bans_given: int = 0
    """The highest id that a ban ever had."""
    left_at: float | None = LONG_AGO
    """When the last person left, in seconds since 1970; None while somebody is connected."""
    tempo: Tempo = Tempo()


def terms_again(settings: SessionSettings) -> SessionSettings:
    """Return the settings of a session in which the party of another one plays again.

    It keeps the terms and the bans. Seats begin anew, so all that is about them is left out.
    """
    bans = [msgspec.structs.replace(ban, seat=None) for ban in settings.bans]
    return SessionSettings(
        access=settings.access,
        watchers_talk=settings.watchers_talk,
        seats=settings.seats,
        delay=settings.delay,
        bans=[ban for ban in bans if ban.account or ban.address_key],
        bans_given=settings.bans_given,
        tempo=settings.tempo,
    )


def read_settings(data: bytes) -> SessionSettings:
    """Return the settings in these bytes, or the defaults if there are none.

    If the bytes can't be read, the session counts as invited: nobody finds it without a code.
    """
    try:
        return decode_settings(data) if data else SessionSettings()
    except msgspec.DecodeError:
        return SessionSettings(access="invited")


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(SessionSettings)


def encode_settings(settings: SessionSettings) -> bytes:
    """Return settings as bytes; equal settings give equal bytes."""
    return _encoder.encode(settings)


def decode_settings(data: bytes) -> SessionSettings:
    """Return the settings that `encode_settings` wrote.

    Raises msgspec.DecodeError if the bytes are not settings.
    """
    return _decoder.decode(data)
