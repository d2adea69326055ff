"""What a client asked for, and asks for again after an outage. Pure."""

from dataclasses import dataclass, replace

import msgspec

from undertide_shared.messages import Join, Moment, Replay, Watch


@dataclass(frozen=True, slots=True)
class Wish:
    """A place that was asked for: a seat, one among the spectators, or a replay."""

    request: Join | Watch | Replay
    token: bytes = b""
    """What a seat is asked for again with."""
    session: str = ""
    """The session that the token is for."""
    speed: int = 0
    """Percent at which a replay plays, once it is open."""
    granted: bool = False
    """Whether it was had once already."""

    @property
    def message(self) -> Join | Watch | Replay:
        """The request as it goes to the server."""
        if isinstance(self.request, Join) and self.token:
            return Join(self.session, self.request.name, self.token)
        return self.request

    @property
    def heals(self) -> bool:
        """Whether a server that is busy may grant it later.

        One that has no room for a replay is no reason to leave it; one that had is worth the wait.
        """
        return self.granted or not isinstance(self.request, Replay)

    def seen_by(self, seat: int | None) -> "Wish":
        """Return the wish with other eyes, where eyes can be chosen."""
        if isinstance(self.request, Join):
            return self
        return replace(self, request=msgspec.structs.replace(self.request, seat=seat))

    def at(self, moment: Moment) -> "Wish":
        """Return the wish for a replay where this one is now."""
        if not isinstance(self.request, Replay):
            return self
        request = msgspec.structs.replace(self.request, tick=moment.tick)
        return replace(self, request=request, speed=moment.speed)
