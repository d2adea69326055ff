"""Who is in a session: since when nobody is, and what absences lead to.

Seats of absent players lapse, their owners wait in line, and the lead moves on.
"""

from collections.abc import Callable
from math import inf
from typing import NamedTuple

from undertide_server.sessions.announcer import Announcer
from undertide_server.sessions.arrivals import Arrivals
from undertide_server.sessions.clock.floor_scheduler import FloorScheduler, earliest
from undertide_server.sessions.durability.journal_writer import JournalWriter
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.model.seats import Seat
from undertide_server.sessions.moderation.policy import SessionPolicy
from undertide_server.sessions.moderation.roles import Roles

IN_LINE_IDLE = (
    "you have done nothing for a while, so others come before you in the line: say something, or"
    " follow another hero, to have your place back"
)


class Occupancy:
    """A record of whether anybody is in a session, and does something there.

    Whether anybody is there is saved with the settings of the session.
    """

    def __init__(
        self,
        members: Members,
        policy: SessionPolicy,
        journal_writer: JournalWriter,
        floor_scheduler: FloorScheduler,
        now: float,
    ) -> None:
        self.empty_since: float | None = now
        """The time since when the session has been empty; None while it has members."""
        self.is_suspended = False
        """Whether the server ends: whoever leaves now counts as connected."""
        self._begun = now
        self._signs: dict[int, float] = {}
        """When each member last did something, or came in."""
        self._members = members
        self._policy = policy
        self._journal_writer = journal_writer
        self._floor_scheduler = floor_scheduler

    @property
    def idle_since(self) -> float:
        """The time since when nobody here has done anything, or nobody has been here."""
        signs = [self.last_sign(member) for member in self._members.members]
        return max(signs, default=self._begun if self.empty_since is None else self.empty_since)

    def last_sign(self, member: int) -> float:
        """Return when a member last did something, or came in."""
        return self._signs.get(member, self._begun)

    def note_sign(self, member: int, now: float) -> None:
        """Note that a member does something."""
        self._signs[member] = now
        self._members.seating.line.note_active(member)

    def record_arrival(self, now: float, member: int | None = None) -> None:
        """Record that a member came in; without one, that seats or roles of those here changed."""
        self.empty_since = None
        self._signs = {each: self.last_sign(each) for each in self._members.members}
        if member is not None:
            self.note_sign(member, now)
        self.save_settings()
        self._floor_scheduler.update_paces(now)

    def record_departure(self, now: float) -> None:
        """Record that somebody may have left."""
        if not self._members.members:
            self.empty_since = now
        self.save_settings()

    def save_settings(self) -> None:
        """Write the settings down if they have changed, and with them whether anybody is here."""
        if not self.is_suspended:
            self._policy.note_presence(somebody=bool(self._members.members))
        self._journal_writer.save_settings(self._policy.data)


class Patience(NamedTuple):
    """The seconds until people who do nothing no longer keep others out; infinity for never."""

    seat: float
    """Until the seat of an absent player lapses."""
    line: float
    """Until a place in line gives way to others."""


class Attendance:
    """The part of a session that acts on the absence of players.

    `issue` writes the new token of a seat down.
    """

    def __init__(
        self,
        members: Members,
        roles: Roles,
        arrivals: Arrivals,
        announcer: Announcer,
        occupancy: Occupancy,
        patience: Patience,
        issue: Callable[[Seat], None],
    ) -> None:
        self._seating = members.seating
        self._roles = roles
        self._arrivals = arrivals
        self._announcer = announcer
        self._occupancy = occupancy
        self._patience = patience
        self._issue = issue

    def due(self, now: float) -> float | None:
        """Return when to call `act`, or None until somebody comes or leaves."""
        if not self._seating.away:
            return None
        if self._seating.line.first is not None and self._seating.has_room_for_owner:
            return now
        waiting = [self._occupancy.last_sign(claim.member) for claim in self._seating.line.active]
        times = (
            self._seating.next_lapse(self._patience.seat),
            min(waiting, default=inf) + self._patience.line,
            self._roles.moves_on_at(),
        )
        return earliest(*(None if at == inf else at for at in times))

    def act(self, now: float) -> bool:
        """Do what is due now; return whether the settings or the members have changed."""
        due = self.due(now)
        if due is None or now < due:
            return False
        self._seating.lapse(now, self._patience.seat)
        for claim in self._seating.line.active:
            if now >= self._occupancy.last_sign(claim.member) + self._patience.line:
                self._seating.line.note_idle(claim.member)
                self._announcer.tell_member(claim.member, IN_LINE_IDLE)
        moved = self._roles.move_on(now)
        self._announcer.roster_changed |= moved
        admitted = False
        while (seat := self._arrivals.admit_next(now)) is not None:
            self._issue(seat)
            admitted = True
        return moved or admitted
