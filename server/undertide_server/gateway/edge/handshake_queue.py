"""The line of connections that have asked for nothing yet. Pure.

Whoever means well asks at once. So where too many stand there, the one that has stood there longest
goes: those who only stand keep nobody out.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Generic, TypeVar

from undertide_server.content.settings.settings import LimitSettings

Guest = TypeVar("Guest")


class Line(Generic[Guest]):
    """Who stands there, by place, each since when it came."""

    def __init__(self, limits: LimitSettings) -> None:
        self.limits = limits
        self._places: dict[Guest, str] = {}
        self._of_place: defaultdict[str, dict[Guest, None]] = defaultdict(dict)

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[Guest]:
        return iter(self._places)

    def join(self, guest: Guest, place: str) -> Guest | None:
        """Add a guest. Return the one who must go for it, if any: it is no longer in line.

        That is one of the same place where that has too many, else one of all.
        """
        self._places[guest] = place
        there = self._of_place[place]
        there[guest] = None
        # No place of its own is known of whoever comes by a proxy: all together are no place.
        if place and len(there) > self.limits.handshakes_per_address:
            longest = next(iter(there))
        elif len(self._places) > self.limits.handshakes:
            longest = next(iter(self._places))
        else:
            return None
        self.leave(longest)
        return longest

    def leave(self, guest: Guest) -> None:
        """Take a guest out of the line, if it is there."""
        place = self._places.pop(guest, None)
        if place is not None:
            there = self._of_place[place]
            del there[guest]
            if not there:
                del self._of_place[place]
