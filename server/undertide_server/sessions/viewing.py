"""The view that each member of a session looks through, and the state of its frames."""

from undertide_server.sessions.broadcast.audience import Audience
from undertide_server.sessions.broadcast.outbox import Outbox
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.model.errors import RequestRefusedError


class Viewing:
    """The part of a session that switches members' views, and stops and restarts their frames.

    Each time it discards the frames that are held for the member, because new ones replace them.
    """

    def __init__(self, members: Members, audience: Audience, outbox: Outbox) -> None:
        self._members = members
        self._audience = audience
        self._outbox = outbox

    def is_late(self, member: int) -> bool:
        """Return whether a member sees the run after a delay."""
        late = self._audience.late
        return late is not None and member in late

    def follow(self, member: int, number: int | None) -> None:
        """Switch a member to the view of a seat's hero, or the party's. Raises RequestRefusedError.

        A delayed spectator sees that view as it was then.
        """
        seat = self._members.seat_of(member)
        if seat is not None and not seat.over:
            raise RequestRefusedError(
                "wrong_state", "your own hero is alive: you see through its eyes"
            )
        late = self._audience.late
        if late is not None and member in late:
            eyes = late.eyes(number)
            self._outbox.forget_frames(member)
            late.add(member, eyes)
        else:
            eyes = self._members.eyes(number)
            self._outbox.forget_frames(member)
            self._audience.add(member, eyes)

    def fell_behind(self, member: int) -> None:
        """Stop a member's frames, because one was not delivered."""
        self._outbox.forget_frames(member)
        self._audience.fell_behind(member)

    def resync(self, member: int) -> None:
        """Send a member a keyframe instead of all frames that are held for it."""
        self._outbox.forget_frames(member)
        self._audience.want_keyframe(member)
