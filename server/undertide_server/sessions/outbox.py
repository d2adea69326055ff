"""What leaves a session, held back until what it shows is durable."""

from collections import deque
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Parcel:
    """The same bytes for each of `members`. Frames may be dropped for a viewer that is slow."""

    members: tuple[int, ...]
    data: bytes
    frame: bool = False


class Outbox:
    """Parcels in order, each with the step that must be committed before it leaves."""

    def __init__(self) -> None:
        self._held: deque[tuple[int, Parcel]] = deque()
        self._committed = 0

    def put(self, step: int, parcel: Parcel) -> None:
        """Hold a parcel until `step` is committed. Order is kept, whatever the steps."""
        if parcel.members:
            self._held.append((step, parcel))

    def committed(self, step: int) -> None:
        """Note that everything up to `step` is durable."""
        self._committed = max(self._committed, step)

    def take(self) -> list[Parcel]:
        """Return what may leave now, and forget it."""
        free: list[Parcel] = []
        while self._held and self._held[0][0] <= self._committed:
            free.append(self._held.popleft()[1])
        return free
