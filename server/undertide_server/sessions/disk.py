"""A session's reactions to its disk: release durable parcels, and report trouble."""

from typing import Final

from undertide_server.sessions.broadcast.audience import Audience
from undertide_server.sessions.broadcast.late_facts import PlayerFacts
from undertide_server.sessions.broadcast.outbox import Outbox, Parcel
from undertide_server.sessions.clock.run_clock import RunClock
from undertide_server.sessions.durability.journal_writer import JournalWriter
from undertide_server.sessions.members.members import WATCHER_COLOUR, Members
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.simulation.state.run import Run
from undertide_shared.codec import encode
from undertide_shared.limits import MAX_LOBBY_HEROES
from undertide_shared.messages import Chat, LobbyHero, PartyMember

WAITS = "the server can't write to its disk: the run waits until it can, and nothing is lost"
GOES_ON = "the server can write to its disk again: the run goes on"
UNREACHED = "the server can't reach its database: the run waits until it can, and nothing is lost"
REACHED = "the server reaches its database again: the run goes on"

ELAPSED_STEP: Final = 10_000
"""Milliseconds in which the lobby tells the length of a run: finer would change at every step."""


class Disk:
    """The link between a session's journal writer and its outbox.

    It releases parcels once their steps are durable. It tells all members of disk trouble, in the
    name of the server (`host`).
    """

    def __init__(
        self,
        run: Run,
        journal_writer: JournalWriter,
        outbox: Outbox,
        members: Members,
        host: str,
        audience: Audience,
        run_clock: RunClock,
    ) -> None:
        self.living = 0
        """How many seats have a living hero, as of the last durable state."""
        self.asleep = 0
        """How many of them have no player, as of then."""
        self.facts = PlayerFacts(depth=run.progress.deepest if run.progress.step else 0)
        """How far the heroes had come, as of then. The seats and people are left out."""
        self._run = run
        self._journal_writer = journal_writer
        self._waits = UNREACHED if journal_writer.is_remote else WAITS
        self._goes_on = REACHED if journal_writer.is_remote else GOES_ON
        self._outbox = outbox
        self._members = members
        self._host = host
        self._audience = audience
        self._run_clock = run_clock
        self._panel: list[PartyMember] = []
        """The party panel that the facts were made from."""
        self._told_trouble = False

    @property
    def panel(self) -> list[PartyMember]:
        """The party panel as of the last durable state."""
        return self._panel

    def note_durable(self) -> None:
        """Release the parcels that have become durable, and tell members of disk trouble."""
        self._outbox.note_committed(self._journal_writer.committed)
        if self._journal_writer.is_settled:
            self.living = self._members.seating.living
            self.asleep = self._members.seating.asleep
            self._note_facts()
        waits = bool(self._journal_writer.trouble)
        if waits != self._told_trouble:
            self._told_trouble = waits
            self._tell_trouble()

    def _note_facts(self) -> None:
        progress, before = self._run.progress, self.facts
        elapsed = self._run_clock.elapsed // ELAPSED_STEP * ELAPSED_STEP
        party = before.party
        if self._audience.party is not self._panel:
            self._panel = self._audience.party
            party = lobby_heroes(self._panel)
        elif (
            elapsed == before.elapsed
            and progress.deepest == before.depth
            and progress.ended == before.ended
        ):
            return  # So it is after most steps.
        self.facts = PlayerFacts(
            depth=progress.deepest, party=party, elapsed=elapsed, ended=progress.ended
        )

    def _tell_trouble(self) -> None:
        """Tell everyone that the run starts to wait for its disk, or goes on."""
        text = self._waits if self._told_trouble else self._goes_on
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
            raise RequestRefusedError("server_full", self._waits)


def lobby_heroes(panel: list[PartyMember]) -> tuple[LobbyHero, ...]:
    """Return the heroes of a party panel that the lobby names, the dead last."""
    ordered = sorted(panel, key=lambda member: member.state == "dead")
    return tuple(
        LobbyHero(
            seat=each.seat,
            name=each.name,
            colour=each.colour,
            floor=each.floor,
            level=each.level,
            state=each.state,
            away=each.away,
        )
        for each in ordered[:MAX_LOBBY_HEROES]
    )
