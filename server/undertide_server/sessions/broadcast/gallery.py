"""Spectators who see a run some time after it was played: what they may see waits here. Pure.

All that the views show is recorded as it is shown, and let go when it is old enough. So nobody who
watches can tell players what lies ahead of them, and who comes late sees at once what the others
see.
"""

from collections import deque
from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from undertide_server.sessions.broadcast.outbox import Parcel
from undertide_server.sessions.model.errors import RequestRefusedError

KEPT_CHAT: Final = 20
"""Chat lines that somebody who joins is told: what was just being talked about."""
WHOLE_SECONDS: Final = 5.0
"""Between two keyframes that are recorded of a view, at least: who begins to watch is sent one, and
all that was shown since."""
WHOLES: Final = 20
"""Keyframes of a view that wait at the most: they are most of what a long delay takes."""
MOST_RECORDED: Final = 8 * 2**20
"""Bytes that wait in one session at the most: more than ten minutes of eight heroes in a fight.
Beyond that all of it is thrown away, and spectators see nothing until what is recorded then is old
enough."""


Kind = Literal["frame", "whole", "end", "said", "lasting"]


class Shot(NamedTuple):
    """One frame of a view, or a message to all spectators: when, after which step, what."""

    at: float
    step: int
    data: bytes
    entity: int | None
    """Whose eyes; None for a message."""
    kind: Kind
    """Frames follow each other; a whole one is for those who begin; an end has no data. What was
    said is soon forgotten, what lasts is told to all who come."""


class DelayedView:
    """What spectators may see of one view: its last whole frame, and those that followed it."""

    def __init__(self) -> None:
        self.step = 0
        """The step that the last of its frames shows."""
        self.frames: list[bytes] = []

    def begin(self, step: int, whole: bytes) -> None:
        """Begin anew with a keyframe."""
        self.step, self.frames = step, [whole]

    def follow(self, step: int, frame: bytes) -> None:
        """Add a frame, if there is anything that it can follow."""
        if self.frames:
            self.step = step
            self.frames.append(frame)


NOTHING: Final = DelayedView()
"""What may be seen of a view of which nothing may be."""


class Gallery:
    """The spectators of one run, `delay` seconds behind it. Times are those of the session's clock.

    `party` is the entity that stands for the view of the whole party; `hears` tells whether a
    member wants to hear what players say.
    """

    def __init__(self, delay: float, party: int, hears: Callable[[int], bool]) -> None:
        self.delay = delay
        self._party = party
        self._hears = hears
        self._now = 0.0
        self._step = 0
        self._waiting: deque[Shot] = deque()
        self._bytes = 0
        self._wholes: dict[int, float] = {}
        """When the last keyframe of each view was recorded."""
        self._changed: set[int] = set()
        """Views of which something was recorded since then."""
        self._seats: dict[int, int] = {}
        """The seat of each hero whose view was ever recorded."""
        self._said: deque[tuple[int, bytes]] = deque(maxlen=KEPT_CHAT)
        """What was said last and may be heard by now, each with its step."""
        self._lasting: list[tuple[int, bytes]] = []
        """What whoever comes must be told, the same: that the run is over."""
        self._fresh: set[int] = set()
        """Members who have been told nothing of that yet."""
        self._reels: dict[int, DelayedView] = {}
        self._following: dict[int, int] = {}
        """Whose eyes each member looks through."""
        self._joining: set[int] = set()
        """Members that wait for a keyframe."""
        self._stopped: set[int] = set()
        """Members that are sent no frames for now."""

    # --- what is shown now: recorded ---------------------------------------------------------

    def set_time(self, now: float, step: int) -> None:
        """Note the moment of what is recorded from now on: `step` has just been taken."""
        self._now, self._step = now, step

    def record_frame(self, entity: int, frame: bytes) -> None:
        """Record a frame of a view."""
        self._changed.add(entity)
        self._record(entity, frame, "frame")

    def wants_whole(self, entity: int) -> bool:
        """Whether it is time for a keyframe of a view."""
        last = self._wholes.get(entity)
        if last is None:
            return True
        apart = max(WHOLE_SECONDS, self.delay / WHOLES)
        return entity in self._changed and self._now - last >= apart

    def record_keyframe(self, entity: int, keyframe: bytes, seat: int | None) -> None:
        """Record the keyframe of a view, that of a seat's hero, after the frames so far."""
        self._wholes[entity] = self._now
        self._changed.discard(entity)
        if seat is not None:
            self._seats[entity] = seat
        self._record(entity, keyframe, "whole")

    def record_end(self, entity: int) -> None:
        """Note that a view ends here: its hero has died."""
        self._record(entity, b"", "end")
        self._wholes.pop(entity, None)
        self._changed.discard(entity)

    def record_message(self, data: bytes, *, lasting: bool) -> None:
        """Record a message to all spectators; a lasting one reaches whoever comes later, too."""
        self._record(None, data, "lasting" if lasting else "said")

    def _record(self, entity: int | None, data: bytes, kind: Kind) -> None:
        self._waiting.append(Shot(self._now, self._step, data, entity, kind))
        self._bytes += len(data)
        if self._bytes > MOST_RECORDED:
            self._start_over()

    def _start_over(self) -> None:
        """Throw away all that waits but the ends of views: spectators go on from new keyframes."""
        self._waiting = deque(shot for shot in self._waiting if shot.kind in {"end", "lasting"})
        self._bytes = 0
        self._wholes.clear()
        for reel in self._reels.values():
            reel.frames.clear()
        self._joining |= self._following.keys() - self._stopped

    # --- who watches -------------------------------------------------------------------------

    def __contains__(self, member: int) -> bool:
        return member in self._following

    @property
    def members(self) -> tuple[int, ...]:
        """Everyone who watches from here."""
        return tuple(self._following)

    def eyes(self, seat: int | None) -> int:
        """Return the view of a seat's hero, or the party's, that can be seen by now.

        Raises RequestRefusedError when there is none.
        """
        if seat is None:
            return self._party
        for entity in self._reels:
            if self._seats.get(entity) == seat:
                return entity
        raise RequestRefusedError(
            "unknown_seat", f"there is no hero in seat {seat} that you could see yet"
        )

    def add(self, member: int, entity: int) -> None:
        """Let a member look through a view, as soon as there is anything to see of it."""
        if member not in self._following:
            self._fresh.add(member)
        self._following[member] = entity
        self._stopped.discard(member)
        self._joining.add(member)

    def remove(self, member: int) -> None:
        """Forget a member."""
        self._following.pop(member, None)
        for members in (self._fresh, self._joining, self._stopped):
            members.discard(member)

    def fell_behind(self, member: int) -> None:
        """Stop a member's frames: something was not delivered."""
        if member in self._following:
            self._joining.discard(member)
            self._stopped.add(member)

    def want_keyframe(self, member: int) -> None:
        """Let a member begin anew."""
        if member in self._following:
            self.add(member, self._following[member])

    # --- what is old enough: let go ----------------------------------------------------------

    def due(self, now: float) -> float | None:
        """Return when something may be let go; None when nothing waits."""
        if self._fresh or self._can_join():
            return now
        return self._waiting[0].at + self.delay if self._waiting else None

    def release(self, now: float) -> list[tuple[int, Parcel]]:
        """Return what spectators may be sent by now, each with the step that it shows."""
        released = self._greet()
        while self._waiting and now >= self._waiting[0].at + self.delay:
            shot = self._waiting.popleft()
            self._bytes -= len(shot.data)
            released += self._let_go(shot)
        return released + self._let_in()

    def _greet(self) -> list[tuple[int, Parcel]]:
        """Return what those who have just come are told of what was said."""
        fresh, self._fresh = sorted(self._fresh), set()
        heard = (*self._said, *self._lasting)
        return [(step, Parcel((member,), data)) for member in fresh for step, data in heard]

    def _let_go(self, shot: Shot) -> list[tuple[int, Parcel]]:
        if shot.entity is None:
            return [(shot.step, Parcel(self._told(shot), shot.data))]
        reel = self._reels.setdefault(shot.entity, DelayedView())
        match shot.kind:
            case "whole":
                reel.begin(shot.step, shot.data)
            case "end":
                self._retire(shot.entity)
            case _:
                reel.follow(shot.step, shot.data)
                return [(shot.step, Parcel(self._in_chain(shot.entity), shot.data, frame=True))]
        return []

    def _told(self, shot: Shot) -> tuple[int, ...]:
        """Keep a message for who comes later; return who is told it now."""
        if shot.kind == "lasting":
            self._lasting.append((shot.step, shot.data))
            return self.members
        self._said.append((shot.step, shot.data))
        return tuple(filter(self._hears, self.members))

    def _in_chain(self, entity: int) -> tuple[int, ...]:
        return tuple(
            member
            for member, eyes in self._following.items()
            if eyes == entity and member not in self._joining and member not in self._stopped
        )

    def _retire(self, entity: int) -> None:
        """Let those who looked through a hero that died look through the party's eyes."""
        self._reels.pop(entity, None)
        for member, eyes in self._following.items():
            if eyes == entity:
                self._following[member] = self._party
                if member not in self._stopped:
                    self._joining.add(member)

    def _can_join(self) -> bool:
        return any(self._reel_of(member).frames for member in self._joining)

    def _reel_of(self, member: int) -> DelayedView:
        return self._reels.get(self._following[member], NOTHING)

    def _let_in(self) -> list[tuple[int, Parcel]]:
        """Return what brings those who wait for it into the chain of their view."""
        released: list[tuple[int, Parcel]] = []
        for member in sorted(self._joining):
            reel = self._reel_of(member)
            if reel.frames:
                self._joining.discard(member)
                released += [
                    (reel.step, Parcel((member,), frame, frame=True)) for frame in reel.frames
                ]
        return released
