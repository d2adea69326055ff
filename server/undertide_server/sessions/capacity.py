"""How many further sessions a server may hold, and whether its disk has room for their runs."""

from collections.abc import Iterator, Sized
from contextlib import contextmanager

from undertide_server.content.settings.settings import ServerSettings
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.store.deletion import UNMEASURED
from undertide_server.store.journal import Journal


class Capacity:
    """The room for sessions and runs. `sessions` are those that live now."""

    def __init__(self, settings: ServerSettings, journal: Journal, sessions: Sized) -> None:
        self._settings = settings
        self._journal = journal
        self._sessions = sessions
        self._on_the_way = 0
        """Sessions that are being made, or brought back, and have a place already."""
        self.disk = UNMEASURED
        """The room that runs take, as it was last measured."""

    def apply_settings(self, settings: ServerSettings) -> None:
        """Apply these settings from now on."""
        self._settings = settings

    @property
    def is_disk_low(self) -> bool:
        """Whether the disk has less free space than the operator wants to be warned of."""
        free = self.disk.free
        return free is not None and free < self._settings.storage.warn_free_bytes

    @property
    def keeps_most(self) -> bool:
        """Whether the server keeps so many bytes of runs that nobody may make a session."""
        return 0 < self._settings.storage.most_bytes <= self.disk.kept

    @property
    def room(self) -> int:
        """The number of further sessions that this process may hold."""
        return max(0, self._settings.limits.sessions - len(self._sessions) - self._on_the_way)

    @property
    def has_room(self) -> bool:
        """Whether the server may hold another session."""
        return self.room > 0

    @contextmanager
    def holding_room(self) -> Iterator[None]:
        """Keep room for a session that is being made, or brought back.

        Raises RequestRefusedError when there is none.
        """
        self.check_room()
        self.keep_places(1)
        try:
            yield
        finally:
            self.free_place()

    def keep_places(self, number: int) -> None:
        """Keep places for sessions that come back; each is freed by `free_place`."""
        self._on_the_way += number

    def free_place(self) -> None:
        """Free the place of a session that is there by now, or doesn't come."""
        self._on_the_way -= 1

    def check_room(self) -> None:
        """Raise RequestRefusedError if the server may not hold another session."""
        if not self.has_room:
            raise RequestRefusedError(
                "server_full", "this server has as many sessions as it allows"
            )

    def check_disk(self) -> None:
        """Raise RequestRefusedError if there is no room for another run on the disk."""
        if self._journal.trouble:
            what = "reach its database" if self._journal.is_remote else "write to its disk"
            raise RequestRefusedError("server_full", f"this server can't {what} at the moment")
        if self.keeps_most:
            raise RequestRefusedError(
                "server_full", "this server keeps as many runs as it may: join a session"
            )
