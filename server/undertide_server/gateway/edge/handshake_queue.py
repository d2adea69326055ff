"""The line of connections that have asked for nothing yet. Pure.

Whoever means well asks at once. So where too many stand there, the one that has stood there longest
goes: those who only stand keep nobody out.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Generic, TypeVar

from undertide_server.content.settings.settings import LimitSettings

Guest = TypeVar("Guest")


class HandshakeQueue(Generic[Guest]):
    """Who stands there, by place, each since when it came."""

    def __init__(self, limits: LimitSettings) -> None:
        self.limits = limits
        self._keys: dict[Guest, str] = {}
        self._of_key: defaultdict[str, dict[Guest, None]] = defaultdict(dict)

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[Guest]:
        return iter(self._keys)

    def join(self, guest: Guest, address_key: str) -> Guest | None:
        """Add a guest. Return the one who must go for it, if any: it is no longer in line.

        That is one of the same place where that has too many, else one of all.
        """
        self._keys[guest] = address_key
        there = self._of_key[address_key]
        there[guest] = None
        # No place of its own is known of whoever comes by a proxy: all together are no place.
        if address_key and len(there) > self.limits.handshakes_per_address:
            longest = next(iter(there))
        elif len(self._keys) > self.limits.handshakes:
            longest = next(iter(self._keys))
        else:
            return None
        self.leave(longest)
        return longest

    def leave(self, guest: Guest) -> None:
        """Take a guest out of the line, if it is there."""
        address_key = self._keys.pop(guest, None)
        if address_key is not None:
            there = self._of_key[address_key]
            del there[guest]
            if not there:
                del self._of_key[address_key]
