"""The queue of connections that have sent no request yet. Pure.

An honest client sends its request at once. So when too many wait, the one that has waited longest
must go: idle connections then keep nobody out.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Generic, TypeVar

from undertide_server.content.settings.settings import LimitSettings

Guest = TypeVar("Guest")


class HandshakeQueue(Generic[Guest]):
    """Connections without a request, by address key, in the order in which they came."""

    def __init__(self, limits: LimitSettings) -> None:
        self.limits = limits
        self._keys: dict[Guest, str] = {}
        self._of_key: defaultdict[str, dict[Guest, None]] = defaultdict(dict)

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[Guest]:
        return iter(self._keys)

    def join(self, guest: Guest, address_key: str) -> Guest | None:
        """Add a guest. Return the guest that must go for it, if any; it is no longer in the queue.

        That is the oldest one of the same address key if that has too many, otherwise the oldest of
        all.
        """
        self._keys[guest] = address_key
        there = self._of_key[address_key]
        there[guest] = None
        # The address key of a guest by a proxy is not known yet, so no limit for one key applies.
        if address_key and len(there) > self.limits.handshakes_per_address:
            longest = next(iter(there))
        elif len(self._keys) > self.limits.handshakes:
            longest = next(iter(self._keys))
        else:
            return None
        self.leave(longest)
        return longest

    def leave(self, guest: Guest) -> None:
        """Remove a guest from the queue, if it is there."""
        address_key = self._keys.pop(guest, None)
        if address_key is not None:
            there = self._of_key[address_key]
            del there[guest]
            if not there:
                del self._of_key[address_key]
