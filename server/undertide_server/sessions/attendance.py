"""Who is in a session: since when nobody is, and what absences lead to.

Seats of absent players lapse, their owners wait in line, and the lead moves on.
"""

from collections.abc import Callable
from math import inf

from undertide_server.sessions.announcer import Announcer
from undertide_server.sessions.arrivals import Arrivals
from undertide_server.sessions.clock.floor_scheduler import FloorScheduler, earliest
from undertide_server.sessions.durability.journal_writer import JournalWriter
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.model.seats import Seat
from undertide_server.sessions.moderation.policy import SessionPolicy
from undertide_server.sessions.moderation.roles import Roles


class Occupancy:
    """A record of whether anybody is in a session, which is saved with its settings."""

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
        self._members = members
        self._policy = policy
        self._journal_writer = journal_writer
        self._floor_scheduler = floor_scheduler

    def record_arrival(self, now: float) -> None:
        """Record that somebody came in."""
        self.empty_since = None
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


class Attendance:
    """The part of a session that acts on the absence of players.

    `give_up_seconds` is the time after which an absent player's seat lapses; infinity for never.
    `issue` writes the new token of a seat down.
    """

    def __init__(
        self,
        members: Members,
        roles: Roles,
        arrivals: Arrivals,
        announcer: Announcer,
        give_up_seconds: float,
        issue: Callable[[Seat], None],
    ) -> None:
        self._seating = members.seating
        self._roles = roles
        self._arrivals = arrivals
        self._announcer = announcer
        self._patience = give_up_seconds
        self._issue = issue

    def due(self, now: float) -> float | None:
        """Return when to call `act`, or None until somebody comes or leaves."""
        if not self._seating.away:
            return None
        if self._seating.line.first is not None and self._seating.has_room_for_owner:
            return now
        lapse = self._seating.next_lapse(self._patience)
        return earliest(None if lapse == inf else lapse, self._roles.moves_on_at())

    def act(self, now: float) -> bool:
        """Do what is due now; return whether the settings or the members have changed."""
        due = self.due(now)
        if due is None or now < due:
            return False
        self._seating.lapse(now, self._patience)
        moved = self._roles.move_on(now)
        self._announcer.roster_changed |= moved
        admitted = False
        while (seat := self._arrivals.admit_next(now)) is not None:
            self._issue(seat)
            admitted = True
        return moved or admitted
