"""What a client asked for, and asks for again after an outage. Pure."""

from dataclasses import dataclass, replace

import msgspec

from undertide_shared.messages import (
    Join,
    Joined,
    Moment,
    Replay,
    Replaying,
    Watch,
    Watching,
)


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


def wanted_name(wish: Wish | None, message: Joined) -> str:
    """Return the name that a seat was asked for under: the server may have cleaned it."""
    return wish.request.name if wish and isinstance(wish.request, Join) else message.name


def seated(name: str, message: Joined, door: str) -> Wish:
    """Return what asks again for a seat that was taken, by its token or through `door`."""
    return Wish(Join(door, name), message.token, message.session, granted=True)


def watched(wish: Wish | None, message: Watching, door: str) -> Wish:
    """Return what asks again for a place among the spectators, through `door`.

    It was asked for, or given to a player whose hero died.
    """
    seat = wish.request.seat if wish and isinstance(wish.request, Watch) else None
    return Wish(Watch(door, message.name, seat), granted=True)


def replayed(wish: Wish | None, message: Replaying) -> Wish:
    """Return what asks again for a replay, by the run's whole name."""
    wanted = wish.request if wish else None
    seat, tick = (wanted.seat, wanted.tick) if isinstance(wanted, Replay) else (None, 0)
    speed = wish.speed if wish else 0
    return Wish(Replay(message.run, seat, tick), speed=speed, granted=True)
