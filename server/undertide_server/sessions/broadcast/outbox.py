"""Messages that leave a session, each held until the step that it shows is durable."""

from collections import deque

import msgspec

MOST_HELD = 2000
"""The number of held parcels at which the outbox is full: more than all views of a full session
produce in the steps that may wait for their disk."""
MOST_HELD_BYTES = 4 * 2**20
"""The same limit in bytes: each viewer's keyframe, and the chat meanwhile."""


class Parcel(msgspec.Struct, frozen=True, gc=False):
    """The same bytes for each of `members`.

    A slow viewer may miss a frame, but no other message.
    """

    members: tuple[int, ...]
    data: bytes
    frame: bool = False
    is_pinged: bool = False
    """Whether a ping follows it, whose answer shows that it has arrived."""


class Outbox:
    """Parcels in order, each with the step that must be durable before it leaves."""

    def __init__(self) -> None:
        self._held: deque[tuple[int, Parcel]] = deque()
        self._committed = 0

    def __len__(self) -> int:
        """Return the number of held parcels."""
        return len(self._held)

    @property
    def is_full(self) -> bool:
        """Whether so much is held that no parcel that could wait should be added."""
        if len(self._held) >= MOST_HELD:
            return True
        return sum(len(parcel.data) for _, parcel in self._held) >= MOST_HELD_BYTES

    def hold(self, step: int, parcel: Parcel) -> None:
        """Hold a parcel until `step` is durable. Parcels leave in order, whatever their steps."""
        if parcel.members:
            self._held.append((step, parcel))

    def hold_first(self, parcel: Parcel) -> None:
        """Put a parcel before all others, to leave at once: it shows nothing of the run."""
        self._held.appendleft((0, parcel))

    def forget(self, member: int) -> None:
        """Remove a departed member from all held parcels."""
        self._held = deque(
            (step, rest) for step, held in self._held if (rest := _without(held, member)).members
        )

    def forget_frames(self, member: int) -> None:
        """Remove a member from all held frames, because one before them was not delivered."""
        self._held = deque(
            (step, rest)
            for step, held in self._held
            if (rest := _without(held, member) if held.frame else held).members
        )

    def note_committed(self, step: int) -> None:
        """Note that all steps up to `step` are durable."""
        self._committed = max(self._committed, step)

    def take_committed(self) -> list[Parcel]:
        """Remove and return the parcels that may leave now."""
        free: list[Parcel] = []
        while self._held and self._held[0][0] <= self._committed:
            free.append(self._held.popleft()[1])
        return free


def _without(parcel: Parcel, member: int) -> Parcel:
    """Return a parcel without one of its members."""
    if member not in parcel.members:
        return parcel
    members = tuple(each for each in parcel.members if each != member)
    return Parcel(members, parcel.data, parcel.frame)
