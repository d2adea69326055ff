"""What leaves a session, held back until what it shows is durable."""

from collections import deque

import msgspec

MOST_HELD = 2000
"""Parcels that are held at which no more is taken in that could wait as well: more than all views
of a full session bring in the steps that may wait for their disk."""
MOST_HELD_BYTES = 4 * 2**20
"""The same in bytes: each viewer's keyframe, and all that is said meanwhile."""


class Parcel(msgspec.Struct, frozen=True, gc=False):
    """The same bytes for each of `members`. Frames may be dropped for a viewer that is slow."""

    members: tuple[int, ...]
    data: bytes
    frame: bool = False


class Outbox:
    """Parcels in order, each with the step that must be committed before it leaves."""

    def __init__(self) -> None:
        self._held: deque[tuple[int, Parcel]] = deque()
        self._committed = 0

    def __len__(self) -> int:
        """Return how many parcels are held."""
        return len(self._held)

    @property
    def is_full(self) -> bool:
        """Whether so much is held that nothing should be added which could wait."""
        if len(self._held) >= MOST_HELD:
            return True
        return sum(len(parcel.data) for _, parcel in self._held) >= MOST_HELD_BYTES

    def hold(self, step: int, parcel: Parcel) -> None:
        """Hold a parcel until `step` is committed. Order is kept, whatever the steps."""
        if parcel.members:
            self._held.append((step, parcel))

    def hold_first(self, parcel: Parcel) -> None:
        """Let a parcel leave before all that is held: one that shows nothing of the run."""
        self._held.appendleft((0, parcel))

    def forget(self, member: int) -> None:
        """Take back all that is held for a member that left."""
        self._held = deque(
            (step, rest) for step, held in self._held if (rest := _without(held, member)).members
        )

    def forget_frames(self, member: int) -> None:
        """Take back the frames that are held for a member: one before them was not delivered."""
        self._held = deque(
            (step, rest)
            for step, held in self._held
            if (rest := _without(held, member) if held.frame else held).members
        )

    def note_committed(self, step: int) -> None:
        """Note that everything up to `step` is durable."""
        self._committed = max(self._committed, step)

    def take_committed(self) -> list[Parcel]:
        """Return what may leave now, and forget it."""
        free: list[Parcel] = []
        while self._held and self._held[0][0] <= self._committed:
            free.append(self._held.popleft()[1])
        return free


def _without(parcel: Parcel, member: int) -> Parcel:
    """Return a parcel for all of its members but one."""
    if member not in parcel.members:
        return parcel
    members = tuple(each for each in parcel.members if each != member)
    return Parcel(members, parcel.data, parcel.frame)
