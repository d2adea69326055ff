"""A session's reactions to its disk: release durable parcels, and report trouble."""

from undertide_server.sessions.broadcast.outbox import Outbox, Parcel
from undertide_server.sessions.durability.journal_writer import JournalWriter
from undertide_server.sessions.members.members import WATCHER_COLOUR, Members
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.simulation.state.run import Run
from undertide_shared.codec import encode
from undertide_shared.messages import Chat

WAITS = "the server can't write to its disk: the run waits until it can, and nothing is lost"
GOES_ON = "the server can write to its disk again: the run goes on"


class Disk:
    """The link between a session's journal writer and its outbox.

    It releases parcels once their steps are durable. It tells all members of disk trouble, in the
    name of the server (`host`).
    """

    def __init__(
        self, run: Run, journal_writer: JournalWriter, outbox: Outbox, members: Members, host: str
    ) -> None:
        self.depth = run.progress.deepest
        """The number of the deepest floor that a hero has entered, as of the last durable state."""
        self.living = 0
        """How many seats have a living hero, as of the last durable state."""
        self.asleep = 0
        """How many of them have no player, as of then."""
        self._run = run
        self._journal_writer = journal_writer
        self._outbox = outbox
        self._members = members
        self._host = host
        self._told_trouble = False

    def note_durable(self) -> None:
        """Release the parcels that have become durable, and tell members of disk trouble."""
        self._outbox.note_committed(self._journal_writer.committed)
        if self._journal_writer.is_settled:
            self.depth = self._run.progress.deepest
            self.living = self._members.seating.living
            self.asleep = self._members.seating.asleep
        self._tell_trouble()

    def _tell_trouble(self) -> None:
        """Tell everyone when the run starts to wait for its disk, and when it goes on."""
        waits = bool(self._journal_writer.trouble)
        if waits != self._told_trouble:
            self._told_trouble = waits
            text = WAITS if waits else GOES_ON
            told = Chat(self._host, WATCHER_COLOUR, text, server=True)
            self._outbox.hold_first(Parcel(self._members.members, encode(told)))

    def check(self) -> None:
        """Raise RequestRefusedError if the disk fails or is too far behind for new requests."""
        journal_writer = self._journal_writer
        if (
            journal_writer.trouble
            or journal_writer.is_full
            or not journal_writer.may_settle
            or self._outbox.is_full
        ):
            raise RequestRefusedError("server_full", WAITS)
