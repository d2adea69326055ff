"""The spectators of one session."""

from collections.abc import Iterator
from itertools import islice

from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.util.names import NAMELESS_SERVER, ReservedNames
from undertide_shared.errors import BadTextError
from undertide_shared.limits import MAX_LISTED_WATCHERS, MAX_NAME
from undertide_shared.text import clean

NAMELESS = "somebody"
"""The name of a spectator who gave none."""


class Watchers:
    """The members who watch without a seat, and their names, none of them `reserved`."""

    def __init__(self, limit: int, reserved: ReservedNames = NAMELESS_SERVER) -> None:
        self._limit = limit
        self._reserved = reserved
        self._names: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[int]:
        return iter(self._names)

    def __contains__(self, member: int) -> bool:
        return member in self._names

    @property
    def has_room(self) -> bool:
        """Whether another spectator fits in."""
        return len(self) < self._limit

    def check_room(self) -> None:
        """Raise RequestRefusedError if no more spectators fit in."""
        if not self.has_room:
            raise RequestRefusedError("session_full", "there is no room for more spectators")

    def add(self, member: int, name: str) -> str:
        """Add a spectator, and return its name as others read it.

        Raises RequestRefusedError for a reserved name.
        """
        called = clean(name, MAX_NAME) or NAMELESS
        try:
            self._reserved.check(called)
        except BadTextError as fault:
            raise RequestRefusedError("bad_name", fault.reason) from fault
        self._names[member] = called
        return called

    def rename(self, member: int, new: int) -> None:
        """Give a member another number: it enters again, on this node or the next one."""
        names = self._names.items()
        self._names = {new if each == member else each: name for each, name in names}

    def remove(self, member: int) -> None:
        """Remove a member."""
        self._names.pop(member, None)

    def name(self, member: int) -> str:
        """Return a spectator's name. Raises KeyError if the member is no spectator."""
        return self._names[member]

    def listed(self) -> list[str]:
        """Return the names to list in a roster, at most `MAX_LISTED_WATCHERS`."""
        return list(islice(self._names.values(), MAX_LISTED_WATCHERS))
