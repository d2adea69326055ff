"""One whole run: a session with its members, without sockets, in which time is a number."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from undertide_server.content.settings.settings import ServerSettings
from undertide_server.inspection.balance.plan import Plan
from undertide_server.inspection.balance.records import Played
from undertide_server.inspection.balance.staged import stage
from undertide_server.inspection.balance.witness import Witness
from undertide_server.sessions.builder import build_session
from undertide_server.sessions.model.info import SessionConfig
from undertide_server.sessions.model.seats import TOKEN_BYTES
from undertide_server.sessions.session import Session
from undertide_server.simulation.state.run import new_run
from undertide_server.simulation.version import RULES
from undertide_server.store.journal import MemoryJournal
from undertide_server.store.records import Header
from undertide_server.worldgen.game.game import Game
from undertide_shared.brains import Brain, Fate, MakeBrain
from undertide_shared.codec import decode_server
from undertide_shared.messages import (
    Act,
    Delta,
    Error,
    Intent,
    IntentReport,
    Keyframe,
    ServerMessage,
)

RUN = "balance"
"""The name of the only run in a table's journal."""
MOST_JOURNAL_BYTES = 2**30
"""Bytes that one bot may add to the journal of its run, the most that settings allow."""
NAMES = ("Alder", "Bracken", "Cobble", "Dunlin", "Ember", "Fennel", "Gannet", "Hazel")


class Member:
    """The player of one hero: a brain, and the intent that it waits for."""

    def __init__(self, number: int, brain: Brain) -> None:
        self.number = number
        self._brain = brain
        self._sequence = 0
        self._asked: Intent | None = None

    def receive_message(self, message: ServerMessage) -> None:
        """Give the brain a message, and settle the pending intent if the message reports on it."""
        self._brain.hear(message)
        match message:
            case Keyframe(intent=IntentReport() as report) | Delta(intent=IntentReport() as report):
                if report.sequence >= self._sequence:
                    self._settle(report)
            case Error(sequence=int()):
                self._asked = None
            case _:
                pass

    def next_intent(self) -> Act | None:
        """Return the next intent to send, if there is one."""
        if self._asked is not None:
            return None
        self._asked = self._brain.decide()
        if self._asked is None:
            return None
        self._sequence += 1
        return Act(self._sequence, self._asked)

    def _settle(self, report: IntentReport) -> None:
        asked = self._asked
        if asked is not None and report.outcome in {"done", "refused"}:
            fate: Fate = "done" if report.outcome == "done" else "refused"
            self._asked = None
            self._brain.settled(asked, fate)


@dataclass(frozen=True, slots=True)
class BalanceTable:
    """A session in play, and its players."""

    session: Session
    members: tuple[Member, ...]
    witness: Witness

    def stage(self) -> None:
        """Seat the heroes and move them before the last boss."""
        self.session.advance(0.0)
        stage(self.session.run)
        for member in self.members:
            self.session.viewing.resync(member.number)

    def play(self, ticks: int) -> Played:
        """Play until the run ends, `ticks` pass, or nobody wants anything. Return the notes."""
        for now in self._moments():
            self.session.advance(now)
            self._deliver()
            self.witness.record_state()
            if self.session.run.progress.ended or self.session.run.progress.ticks >= ticks:
                break
        return self.witness.finish()

    def _moments(self) -> Iterator[float]:
        """Yield the times at which the session moves on, each after the members' intents."""
        now = 0.0
        while True:
            for member in self.members:
                act = member.next_intent()
                if act is not None:
                    self.session.requests.handle_message(member.number, act, now)
            due = self.session.due(now)
            if due is None:
                return
            now = max(now, due)
            yield now

    def _deliver(self) -> None:
        """Deliver the session's messages to its members."""
        for parcel in self.session.outbox.take_committed():
            message = decode_server(parcel.data)
            for number in parcel.members:
                self.members[number].receive_message(message)


def callings_of(game: Game, heroes: int) -> list[str]:
    """Return the calling of each hero of a party; the seed chooses the first one."""
    callings = list(game.ruleset.callings)
    first = game.seed[0] % len(callings)
    return [callings[(first + number) % len(callings)] for number in range(heroes)]


def _unhurried(settings: ServerSettings) -> ServerSettings:
    """Return settings by which bots may fill the journal: a whole run of theirs takes no time."""
    limits = settings.limits.model_copy(update={"journal_bytes_per_hour": MOST_JOURNAL_BYTES})
    return settings.model_copy(update={"limits": limits})


def play(plan: Plan, game: Game, settings: ServerSettings, make_brain: MakeBrain) -> Played:
    """Play one run to its end, or until its ticks have passed."""
    run = new_run(game)
    journal = MemoryJournal()
    journal.begin(Header(RUN, RUN, plan.preset, plan.pace, plan.seed, RULES, "", b""))
    tokens = count(1)
    session = build_session(
        SessionConfig(RUN, RUN, plan.preset, plan.pace),
        run,
        _unhurried(settings),
        journal,
        lambda: next(tokens).to_bytes(TOKEN_BYTES, "big"),
        0.0,
    )
    members = tuple(Member(number, make_brain(number)) for number in range(plan.heroes))
    notes = Played(plan.skill, plan.heroes, last_floor=len(game.curve.floors))
    table = BalanceTable(session, members, Witness(run, notes))
    try:
        for member, calling in zip(members, callings_of(game, plan.heroes), strict=True):
            session.join(member.number, NAMES[member.number], b"", 0.0, calling)
        if plan.staged:
            table.stage()
        return table.play(plan.ticks)
    finally:
        run.world.close()
