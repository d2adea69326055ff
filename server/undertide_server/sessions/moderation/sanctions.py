"""Bans and mutes: whom they concern, and how long they last. Pure."""

from math import ceil

from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.settings import FOR_GOOD, SessionBan, SessionMute
from undertide_shared.limits import MAX_LISTED_BANS, MAX_MINUTES
from undertide_shared.messages import BanInfo

MOST_BANS = MAX_LISTED_BANS
"""The most bans in force in one session, so that all can be listed and ended. For more people, lock
the session or make it invited."""
MOST_MUTES = 200
"""The most mutes in force in one session."""
SECONDS_A_MINUTE = 60


def until_of(minutes: int, wall: float) -> float:
    """Return when a ban or mute of some minutes ends, in seconds since 1970.

    `minutes` is 1 to `MAX_MINUTES`, or 0 for a ban that never ends. Raises RequestRefusedError if
    it is out of range.
    """
    if not 0 <= minutes <= MAX_MINUTES:
        raise RequestRefusedError(
            "bad_option", f"expected 0 (for good) to {MAX_MINUTES} minutes, not {minutes}"
        )
    return wall + minutes * SECONDS_A_MINUTE if minutes else FOR_GOOD


def is_over(until: float, wall: float) -> bool:
    """Return whether a ban or a mute has ended."""
    return until != FOR_GOOD and wall >= until


def minutes_left(until: float, wall: float) -> int:
    """Return the minutes left of a ban or mute, rounded up; 0 if it never ends."""
    return 0 if until == FOR_GOOD else max(1, ceil((until - wall) / SECONDS_A_MINUTE))


def keeps_out(ban: SessionBan, identity: Identity) -> bool:
    """Return whether a ban concerns a person who comes in."""
    by_account = bool(ban.account) and ban.account == identity.account
    return by_account or (bool(ban.address_key) and ban.address_key == identity.address_key)


def keeps_from_seat(ban: SessionBan, seat: int, identity: Identity) -> bool:
    """Return whether a ban concerns a person who comes back to a seat.

    The address alone doesn't count: the seat's token proves that this is somebody else.
    """
    if ban.watching:
        return False
    by_account = bool(ban.account) and ban.account == identity.account
    return by_account or ban.seat == seat


def silences(mute: SessionMute, seat: int | None, identity: Identity) -> bool:
    """Return whether a mute concerns the player of a seat, or a spectator if `seat` is None."""
    if mute.account and mute.account == identity.account:
        return True
    if seat is not None and mute.seat == seat:
        return True
    if not mute.address_key or mute.address_key != identity.address_key:
        return False
    if seat is None:
        return mute.seat is None or mute.seats is not None
    return mute.seats is not None and seat >= mute.seats


def same_people(one: SessionBan, other: SessionBan) -> bool:
    """Return whether two bans concern the same person, by account, address key and seat."""
    return (one.account, one.address_key, one.seat) == (
        other.account,
        other.address_key,
        other.seat,
    )


def info_of(ban: SessionBan, wall: float) -> BanInfo:
    """Return a ban for the people who may end it, without the address."""
    left = minutes_left(ban.until, wall)
    return BanInfo(ban.id, ban.who, ban.by, left, ban.reason, ban.watching)


def left_words(until: float, wall: float) -> str:
    """Return words for the time that a ban or a mute has left."""
    minutes = minutes_left(until, wall)
    if not minutes:
        return "for good"
    return f"for {minutes} more minute{'s' if minutes > 1 else ''}"
