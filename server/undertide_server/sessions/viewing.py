"""Whose eyes each member of a session looks through, and how its frames go on."""

from undertide_server.sessions.broadcast.audience import Audience
from undertide_server.sessions.broadcast.outbox import Outbox
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.model.errors import RequestRefusedError


class Viewing:
    """Turns members to other eyes, and stops and renews their frames.

    Frames that are held for a member are taken back each time: others will stand for them.
    """

    def __init__(self, members: Members, audience: Audience, outbox: Outbox) -> None:
        self._members = members
        self._audience = audience
        self._outbox = outbox

    def is_late(self, member: int) -> bool:
        """Whether a member sees the run some time after it was played."""
        late = self._audience.late
        return late is not None and member in late

    def follow(self, member: int, number: int | None) -> None:
        """Turn a member to the eyes of a seat's hero, or the party's. Raises RequestRefusedError.

        A spectator who is behind looks through them as they were then.
        """
        seat = self._members.seat_of(member)
        if seat is not None and not seat.over:
            raise RequestRefusedError("wrong_state", "your own hero is alive: its eyes are yours")
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
        """Send a member no more frames: one was not delivered."""
        self._outbox.forget_frames(member)
        self._audience.fell_behind(member)

    def resync(self, member: int) -> None:
        """Give a member a keyframe, which stands for all frames that are held for it."""
        self._outbox.forget_frames(member)
        self._audience.want_keyframe(member)
