"""Absences in a session: seats lapse, their owners wait in line, and the lead moves on."""

from collections.abc import Callable
from math import inf

from undertide_server.sessions.announcer import Announcer
from undertide_server.sessions.arrivals import Arrivals
from undertide_server.sessions.clock.floor_scheduler import earliest
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.model.seats import Seat
from undertide_server.sessions.moderation.roles import Roles


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
