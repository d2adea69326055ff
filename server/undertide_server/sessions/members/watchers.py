"""The spectators of one session."""

from collections.abc import Iterator
from itertools import islice

from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_shared.limits import MAX_LISTED_WATCHERS, MAX_NAME
from undertide_shared.text import clean

NAMELESS = "somebody"
"""What a spectator without a name is called."""


class Watchers:
    """Members who watch without a seat, and their names."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._names: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[int]:
        return iter(self._names)

    def __contains__(self, member: int) -> bool:
        return member in self._names

    def check_room(self) -> None:
        """Raise Refused when nobody more can watch."""
        if len(self) >= self._limit:
            raise RequestRefusedError("session_full", "there is no room for more spectators")

    def add(self, member: int, name: str) -> str:
        """Let a member watch, and return its name as others read it."""
        self._names[member] = clean(name, MAX_NAME) or NAMELESS
        return self._names[member]

    def remove(self, member: int) -> None:
        """Forget a member."""
        self._names.pop(member, None)

    def name(self, member: int) -> str:
        """Return what a member is called. Raises KeyError when it doesn't watch."""
        return self._names[member]

    def listed(self) -> list[str]:
        """Return the names that a roster lists."""
        return list(islice(self._names.values(), MAX_LISTED_WATCHERS))
