"""Runs that rest: they are in the journal, and in no session until somebody asks for them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from undertide_server.content.settings.settings import LimitSettings
from undertide_server.sessions.durability.recovery import ruleset_of
from undertide_server.sessions.handover import Handover
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.membership import check_calling
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.info import SessionContext
from undertide_server.sessions.model.settings import SessionSettings
from undertide_server.sessions.moderation.policy import SessionPolicy
from undertide_server.sessions.session import Session
from undertide_server.store.records import Header, SeatRecord
from undertide_server.util.slices import Slices

NO_MEMBER = -1
"""The number of somebody who is in no session yet."""


@dataclass(frozen=True, slots=True)
class EntryRequest:
    """A request to enter a session, or to moderate it from outside."""

    identity: Identity
    said: str
    """The name that the person used for the session: its id or an invite code."""
    token: bytes = b""
    calling: str = ""
    watching: bool = False
    moderating: bool = False


@dataclass(frozen=True, slots=True)
class RestingSession:
    """What may be known of a resting run's session before the run is brought back."""

    header: Header
    settled: SessionSettings
    seats: Sequence[SeatRecord]


CheckEntry = Callable[[RestingSession], None]
"""Raises RequestRefusedError if somebody may not enter. Any thread may call it."""


def any_entry(_resting: RestingSession) -> None:
    """Let anybody in: the server itself brings a run back."""


class RestingRuns(Protocol):
    """The reader of runs that are in no session here."""

    def read(
        self, run: str, check: CheckEntry, handover: Handover | None = None
    ) -> Slices[Session | None]:
        """Read a run if a check allows it; return the work that brings it back.

        With the `handover` of its former owner it goes on exactly as there. Any thread may call
        this, since it may take long; the work belongs to the event loop. The work returns None if
        the run can't be brought back. Raises RequestRefusedError.
        """

    def refuse_owner(self, run: str, token: bytes) -> None:
        """Tell the owner of a seat that its run was set aside, by raising RequestRefusedError.

        Return if the token opens no seat of the run: strangers learn nothing. Any thread may call
        this.
        """


def check_entry(
    entry: EntryRequest, resting: RestingSession, limits: LimitSettings, wall: Callable[[], float]
) -> None:
    """Check that somebody may enter a resting run's session, as the session will check again.

    `wall` returns seconds since 1970. Raises RequestRefusedError, or RecoveryError if the content
    can't be read.
    """
    rules, header = ruleset_of(resting.header), resting.header
    members = Members(rules, limits, resting.settled.seats)
    context = SessionContext(resting.settled, wall)
    policy = SessionPolicy(header.session, context, members, rules, 0)
    if entry.moderating:
        policy.check_member(None, entry.identity)
    elif entry.token:
        for seat in resting.seats:
            members.seating.restore(seat, resting.settled)
        number = members.seating.opened_by(entry.token).number
        policy.access_control.check_return(number, entry.identity)
    else:
        access_control, watching = policy.access_control, entry.watching
        access_control.check(NO_MEMBER, entry.identity, entry.said, watching=watching)
        if not watching:
            check_calling(rules, entry.calling)
