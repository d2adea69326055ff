"""Delayed spectators, and the recorded frames and messages that they will see. Pure.

The gallery records all that the views show and releases it after the delay. So no spectator can
tell players what lies ahead of them, and a latecomer sees at once the same as the others.
"""

from collections import deque
from collections.abc import Callable
from typing import Final

from undertide_server.sessions.broadcast.outbox import Parcel
from undertide_server.sessions.broadcast.recordings import (
    NOTHING,
    DelayedFrames,
    DelayedView,
    RecordedMessage,
    RecordingKind,
    Recordings,
    ReleasedKeyframe,
)
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.gallery_budget import GalleryBudget
from undertide_server.store.records import CHAT_LINES

KEPT_CHAT: Final = CHAT_LINES
"""Chat lines that a newcomer is sent: the latest talk, which outlives the server."""
WHOLE_SECONDS: Final = 5.0
"""The least seconds between two recorded keyframes of a view. A new spectator gets the last
keyframe and all frames since."""
WHOLES: Final = 20
"""The most keyframes of a view that wait. They take most of the memory of a long delay."""
MOST_RECORDED: Final = 8 * 2**20
"""The most bytes that one session records: more than ten minutes of eight heroes in a fight. Beyond
that the gallery discards all recordings, and spectators see nothing until later ones have aged by
the delay."""


class Gallery:
    """The delayed spectators of one run.

    `delay` is in seconds; times are those of the session's clock. `party` is the entity that stands
    for the party's view; `hears` returns whether a member wants players' chat. All galleries of a
    server share a `budget`.
    """

    def __init__(
        self,
        delay: float,
        party: int,
        hears: Callable[[int], bool],
        budget: GalleryBudget | None = None,
    ) -> None:
        self.delay = delay
        self._party = party
        self._hears = hears
        self._now = 0.0
        self._step = 0
        self._waiting: deque[RecordedMessage] = deque()
        self._bytes = 0
        """Bytes that wait."""
        self._budget = budget or GalleryBudget()
        self._wholes: dict[int, float] = {}
        """The time of each view's last recorded keyframe."""
        self._changed: set[int] = set()
        """Views with frames recorded since their last keyframe."""
        self._seats: dict[int, int] = {}
        """The seat of each hero whose view was ever recorded, by entity."""
        self._said: deque[tuple[int, bytes]] = deque(maxlen=KEPT_CHAT)
        """The latest chat that is old enough to be heard, each line with its step."""
        self._lasting: list[tuple[int, bytes]] = []
        """Messages that every newcomer is sent, each with its step: the end of the run."""
        self._fresh: set[int] = set()
        """Members who have not been sent these messages yet."""
        self._delayed_views: dict[int, DelayedView] = {}
        self._following: dict[int, int] = {}
        """The entity of each member's view."""
        self._joining: set[int] = set()
        """Members who wait for a keyframe."""
        self._stopped: set[int] = set()
        """Members whose frames are stopped."""

    # --- recording ---------------------------------------------------------------------------

    def set_time(self, now: float, step: int) -> None:
        """Set the time of later recordings, and the step that has just been taken."""
        self._now, self._step = now, step

    def record_frame(self, entity: int, frame: bytes) -> None:
        """Record a frame of a view."""
        self._changed.add(entity)
        self._record(entity, frame, "frame")

    def wants_whole(self, entity: int) -> bool:
        """Return whether it is time for a keyframe of a view."""
        last = self._wholes.get(entity)
        if last is None:
            return True
        apart = max(WHOLE_SECONDS, self.delay / WHOLES)
        return entity in self._changed and self._now - last >= apart

    def record_keyframe(self, entity: int, keyframe: bytes, seat: int | None) -> None:
        """Record a keyframe of a view, after its frames so far. `seat` is its hero's, if any."""
        self._wholes[entity] = self._now
        self._changed.discard(entity)
        if seat is not None:
            self._seats[entity] = seat
        self._record(entity, keyframe, "whole")

    def record_end(self, entity: int) -> None:
        """Record the end of a view: its hero has died."""
        self._record(entity, b"", "end")
        self._wholes.pop(entity, None)
        self._changed.discard(entity)

    def record_message(self, data: bytes, *, lasting: bool) -> None:
        """Record a message to all spectators; newcomers get a lasting one, too."""
        self._record(None, data, "lasting" if lasting else "said")

    def _record(self, entity: int | None, data: bytes, kind: RecordingKind) -> None:
        self._waiting.append(RecordedMessage(self._now, self._step, data, entity, kind))
        self._bytes += len(data)
        if self._size > MOST_RECORDED:
            self.start_over()
        else:
            self._budget.record_size(self, self._size)

    @property
    def _size(self) -> int:
        """Bytes of all recordings, those that wait and those that newcomers are sent."""
        return self._bytes + sum(view.size for view in self._delayed_views.values())

    def start_over(self) -> None:
        """Discard all recordings but ends of views and lasting messages.

        Spectators go on from new keyframes.
        """
        self._waiting = deque(each for each in self._waiting if each.kind in {"end", "lasting"})
        self._bytes = 0
        self._wholes.clear()
        for view in self._delayed_views.values():
            view.clear()
        self._joining = self._following.keys() - self._stopped
        self._budget.record_size(self, self._size)

    # --- spectators --------------------------------------------------------------------------

    def __contains__(self, member: int) -> bool:
        return member in self._following

    @property
    def members(self) -> tuple[int, ...]:
        """All delayed spectators."""
        return tuple(self._following)

    def eyes(self, seat: int | None) -> int:
        """Return the entity of the view of a seat's hero, or the party's, that can be seen by now.

        Raises RequestRefusedError if that view has not been released yet.
        """
        if seat is None:
            return self._party
        for entity in self._delayed_views:
            if self._seats.get(entity) == seat:
                return entity
        raise RequestRefusedError(
            "unknown_seat", f"there is no hero in seat {seat} that you could see yet"
        )

    def add(self, member: int, entity: int) -> None:
        """Move a member to a view, which it sees as soon as a keyframe is released."""
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
        """Stop a member's frames, because one was not delivered."""
        if member in self._following:
            self._joining.discard(member)
            self._stopped.add(member)

    def want_keyframe(self, member: int) -> None:
        """Restart a member's frames with a keyframe."""
        if member in self._following:
            self.add(member, self._following[member])

    def last_keyframe(self, entity: int) -> ReleasedKeyframe | None:
        """Return the last released keyframe of a view; None if none has been released."""
        view = self._delayed_views.get(entity, NOTHING)
        return ReleasedKeyframe(view.step, view.frames[0]) if view.frames else None

    def view_of(self, member: int) -> int:
        """Return the entity of a member's view. Raises KeyError if it is not in the gallery."""
        return self._following[member]

    # --- another node ------------------------------------------------------------------------

    def memory(self) -> Recordings:
        """Return the state of the recordings for the next node."""
        return Recordings(
            list(self._waiting),
            [
                DelayedFrames(entity, view.step, view.frames)
                for entity, view in self._delayed_views.items()
            ],
            self._seats,
            list(self._said),
            self._lasting,
        )

    def restore(self, memory: Recordings, shift: float) -> None:
        """Restore the state of another node; its times count `shift` seconds later here.

        The next frames of each view begin with a keyframe, since views begin anew.
        """
        self._waiting = deque(each._replace(at=each.at + shift) for each in memory.waiting)
        self._bytes = sum(len(recording.data) for recording in self._waiting)
        self._seats = dict(memory.seats)
        self._said.extend(memory.said)
        self._lasting = list(memory.lasting)
        for each in memory.views:
            view = self._delayed_views[each.entity] = DelayedView()
            for number, frame in enumerate(each.frames):
                (view.follow if number else view.begin)(each.step, frame)
        self._budget.record_size(self, self._size)

    def expect(self, member: int, entity: int) -> None:
        """Add a member who is expected from another node, where it saw all messages until now."""
        self._following[member] = entity
        self._stopped.add(member)

    def rename(self, member: int, new: int) -> None:
        """Give an expected member the number by which it came; it goes on with a keyframe."""
        entity = self._following[member]
        self.remove(member)
        self._following[new] = entity
        self._joining.add(new)

    # --- release -----------------------------------------------------------------------------

    def due(self, now: float) -> float | None:
        """Return when the next recording may be released; None if none waits."""
        if self._fresh or self._can_join():
            return now
        return self._waiting[0].at + self.delay if self._waiting else None

    def release(self, now: float) -> list[tuple[int, Parcel]]:
        """Return the parcels that may be released by now, each with the step that it shows."""
        released = self._greet()
        while self._waiting and now >= self._waiting[0].at + self.delay:
            recording = self._waiting.popleft()
            self._bytes -= len(recording.data)
            released += self._let_go(recording)
        return released + self._let_in()

    def _greet(self) -> list[tuple[int, Parcel]]:
        """Return the chat and lasting messages for newcomers."""
        fresh, self._fresh = sorted(self._fresh), set()
        heard = (*self._said, *self._lasting)
        return [(step, Parcel((member,), data)) for member in fresh for step, data in heard]

    def _let_go(self, recording: RecordedMessage) -> list[tuple[int, Parcel]]:
        if recording.entity is None:
            return [(recording.step, Parcel(self._told(recording), recording.data))]
        view = self._delayed_views.setdefault(recording.entity, DelayedView())
        match recording.kind:
            case "whole":
                view.begin(recording.step, recording.data)
            case "end":
                self._retire(recording.entity)
            case _:
                view.follow(recording.step, recording.data)
                viewers = self._in_chain(recording.entity)
                return [(recording.step, Parcel(viewers, recording.data, frame=True))]
        return []

    def _told(self, recording: RecordedMessage) -> tuple[int, ...]:
        """Store a message for later newcomers; return the members who get it now."""
        if recording.kind == "lasting":
            self._lasting.append((recording.step, recording.data))
            return self.members
        self._said.append((recording.step, recording.data))
        return tuple(filter(self._hears, self.members))

    def _in_chain(self, entity: int) -> tuple[int, ...]:
        return tuple(
            member
            for member, eyes in self._following.items()
            if eyes == entity and member not in self._joining and member not in self._stopped
        )

    def _retire(self, entity: int) -> None:
        """Move the viewers of a dead hero to the party's view."""
        self._delayed_views.pop(entity, None)
        for member, eyes in self._following.items():
            if eyes == entity:
                self._following[member] = self._party
                if member not in self._stopped:
                    self._joining.add(member)

    def _can_join(self) -> bool:
        return any(self._delayed_view_of(member).frames for member in self._joining)

    def _delayed_view_of(self, member: int) -> DelayedView:
        return self._delayed_views.get(self._following[member], NOTHING)

    def _let_in(self) -> list[tuple[int, Parcel]]:
        """Return the frames that bring waiting members into the chain of their view."""
        released: list[tuple[int, Parcel]] = []
        for member in sorted(self._joining):
            view = self._delayed_view_of(member)
            if view.frames:
                self._joining.discard(member)
                released += [
                    (view.step, Parcel((member,), frame, frame=True)) for frame in view.frames
                ]
        return released
