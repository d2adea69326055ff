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
    greets: bool = False
    """Whether it grants its member a place."""


class Outbox:
    """Parcels in order, each with the step that must be durable before it leaves."""

    def __init__(self) -> None:
        self._held: deque[tuple[int, Parcel]] = deque()
        self._missed: dict[int, list[Parcel]] = {}
        """The parcels for members who are expected from another node, until they come."""
        self._committed = 0

    def __len__(self) -> int:
        """Return the number of held parcels."""
        return len(self._held) + sum(map(len, self._missed.values()))

    @property
    def is_full(self) -> bool:
        """Whether so much is held that no parcel that could wait should be added."""
        if len(self) >= MOST_HELD:
            return True
        return sum(len(parcel.data) for _, parcel in self._held) >= MOST_HELD_BYTES

    def hold(self, step: int, parcel: Parcel) -> None:
        """Hold a parcel until `step` is durable. Parcels leave in order, whatever their steps."""
        if parcel.members:
            self._held.append((step, parcel))

    def hold_first(self, parcel: Parcel) -> None:
        """Put a parcel before all others, to leave at once: it shows nothing of the run."""
        self._held.appendleft((0, parcel))

    def drop_member(self, member: int) -> None:
        """Remove a departed member from all held parcels."""
        self._missed.pop(member, None)
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

    def expect(self, member: int) -> None:
        """Keep what is for a member until it comes from another node, all but frames."""
        self._missed[member] = []

    def rename(self, member: int, new: int) -> None:
        """Give a member another number, and release what it missed while it was expected.

        Frames that are held for it are left out: a keyframe comes.
        """
        missed = self._missed.pop(member, [])
        self.forget_frames(member)
        renamed = ((step, _renamed(held, member, new)) for step, held in self._held)
        first = ((0, _renamed(parcel, member, new)) for parcel in missed)
        self._held = deque([*first, *renamed])

    def members_to_greet(self) -> list[int]:
        """Return the members whose greeting is held: they don't know yet that they have a place."""
        return [member for _, parcel in self._held if parcel.greets for member in parcel.members]

    def note_committed(self, step: int) -> None:
        """Note that all steps up to `step` are durable."""
        self._committed = max(self._committed, step)

    def take_committed(self) -> list[Parcel]:
        """Remove and return the parcels that may leave now."""
        free: list[Parcel] = []
        while self._held and self._held[0][0] <= self._committed:
            free.append(self._held.popleft()[1])
        return self._without_expected(free) if self._missed else free

    def _without_expected(self, free: list[Parcel]) -> list[Parcel]:
        """Keep what is for members who are expected, all but frames; return the rest."""
        for number, parcel in enumerate(free):
            for member in self._missed.keys() & set(parcel.members):
                if not parcel.frame:
                    only = msgspec.structs.replace(parcel, members=(member,))
                    self._missed[member].append(only)
                free[number] = _without(free[number], member)
        return [parcel for parcel in free if parcel.members]


def _without(parcel: Parcel, member: int) -> Parcel:
    """Return a parcel without one of its members."""
    if member not in parcel.members:
        return parcel
    members = tuple(each for each in parcel.members if each != member)
    return msgspec.structs.replace(parcel, members=members)


def _renamed(parcel: Parcel, member: int, new: int) -> Parcel:
    """Return a parcel with another number for one of its members."""
    if member not in parcel.members:
        return parcel
    members = tuple(new if each == member else each for each in parcel.members)
    return msgspec.structs.replace(parcel, members=members)
