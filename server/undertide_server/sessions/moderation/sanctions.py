"""Bans and mutes: whom they are about, and for how long. Pure."""

from math import ceil

from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.settings import FOR_GOOD, SessionBan, SessionMute
from undertide_shared.limits import MAX_LISTED_BANS, MAX_MINUTES
from undertide_shared.messages import BanInfo

MOST_BANS = MAX_LISTED_BANS
"""Of one session that are in force: all can be listed, and so ended. More is no matter of single
people: lock the session, or invite."""
MOST_MUTES = 200
"""Of one session that are in force: as many as there may be bans."""
SECONDS_A_MINUTE = 60


def until_of(minutes: int, wall: float) -> float:
    """Return when a ban or mute of so many minutes ends.

    Raises RequestRefusedError when they are no such.
    """
    if not 0 <= minutes <= MAX_MINUTES:
        raise RequestRefusedError(
            "bad_option", f"{minutes} is not 0, for good, to {MAX_MINUTES} minutes"
        )
    return wall + minutes * SECONDS_A_MINUTE if minutes else FOR_GOOD


def is_over(until: float, wall: float) -> bool:
    """Whether a ban or a mute has ended."""
    return until != FOR_GOOD and wall >= until


def minutes_left(until: float, wall: float) -> int:
    """Return the minutes of a ban or mute that are left, begun ones counted whole; 0: for good."""
    return 0 if until == FOR_GOOD else max(1, ceil((until - wall) / SECONDS_A_MINUTE))


def keeps_out(ban: SessionBan, identity: Identity) -> bool:
    """Whether a ban is about whoever comes so."""
    by_account = bool(ban.account) and ban.account == identity.account
    return by_account or (bool(ban.address_key) and ban.address_key == identity.address_key)


def keeps_from_seat(ban: SessionBan, seat: int, identity: Identity) -> bool:
    """Whether a ban is about whoever comes back to a seat.

    The address alone is none of it: with the seat's token they are not who was banned.
    """
    if ban.watching:
        return False
    by_account = bool(ban.account) and ban.account == identity.account
    return by_account or ban.seat == seat


def silences(mute: SessionMute, seat: int | None, identity: Identity) -> bool:
    """Whether a mute is about whoever sits there, or watches where there is no seat."""
    if mute.account and mute.account == identity.account:
        return True
    if seat is not None:
        return mute.seat == seat
    return mute.seat is None and bool(mute.address_key) and mute.address_key == identity.address_key


def same_people(one: SessionBan, other: SessionBan) -> bool:
    """Whether two bans are about the same, by all that is known of them."""
    return (one.account, one.address_key, one.seat) == (
        other.account,
        other.address_key,
        other.seat,
    )


def info_of(ban: SessionBan, wall: float) -> BanInfo:
    """Return a ban as those who may end it are told of it: without the address."""
    left = minutes_left(ban.until, wall)
    return BanInfo(ban.id, ban.who, ban.by, left, ban.reason, ban.watching)


def left_words(until: float, wall: float) -> str:
    """Say for how long a ban or a mute still holds."""
    minutes = minutes_left(until, wall)
    if not minutes:
        return "for good"
    return f"for {minutes} more minute{'s' if minutes > 1 else ''}"
