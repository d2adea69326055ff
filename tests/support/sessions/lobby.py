"""A session without sockets: its members' messages in, and what they were sent, decoded.

Also what its members do, the orders they give, and how both are refused.
"""

from collections.abc import Callable, Sequence
from itertools import count
from typing import TypeVar

import pytest

from support.sessions.fake_server import FakeServer, delivered, settings_with
from support.sessions.kept_runs import header
from support.worlds.staging import make_test_game
from undertide_server.sessions.builder import build_session
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import NOBODY, Identity
from undertide_server.sessions.model.info import SessionConfig, SessionContext
from undertide_server.sessions.model.settings import SessionSettings
from undertide_server.sessions.request_handler import SeatedMessage
from undertide_server.simulation.components.monsters import Mind
from undertide_server.simulation.mechanics.floors import spawn_monster
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import new_run
from undertide_server.store.journal import Committed, MemoryJournal
from undertide_server.store.records import ChatLine, SeatRecord, StepRecord
from undertide_server.worldgen.game.game import Game
from undertide_shared.geometry import Cell
from undertide_shared.messages import (
    Act,
    ErrorCode,
    Intent,
    Invited,
    Keyframe,
    Move,
    Order,
    Pace,
    People,
    PersonInfo,
    ServerMessage,
)

M = TypeVar("M")
RUN = "a run"
ANN = Identity("ann", "192.0.2.1")
BEN = Identity("ben", "192.0.2.2")
CAT = Identity("cat", "192.0.2.3")
GUEST = Identity("", "192.0.2.9")
OPERATOR = Identity("root", "192.0.2.99", operator=True)


class SlowJournal(MemoryJournal):
    """A journal that commits only when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: list[Callable[[], None]] = []
        self._waiting_chat: list[Callable[[], None]] = []
        self.chat: list[list[ChatLine]] = []
        """The lines of each write of chat."""
        self.withdrawn: list[str] = []
        """The runs whose announcements were withdrawn."""

    def submit(
        self,
        run: str,
        records: Sequence[StepRecord],
        seats: Sequence[SeatRecord],
        ticks: int,
        committed: Committed,
    ) -> None:
        """Keep the records, and the report for later."""

        def report_later(step: int) -> None:
            self._waiting.append(lambda: committed(step))

        super().submit(run, records, seats, ticks, report_later)

    def save_settings(self, run: str, data: bytes, kept: Callable[[], None]) -> None:
        """Keep the report for later."""
        super().save_settings(run, data, lambda: self._waiting.append(kept))

    def announce(self, run: str, step: int, kept: Callable[[], None]) -> None:
        """Keep the report for later."""
        super().announce(run, step, lambda: self._waiting.append(kept))

    def withdraw(self, run: str) -> None:
        """Note it."""
        self.withdrawn.append(run)

    def save_chat(self, run: str, lines: Sequence[ChatLine], kept: Callable[[], None]) -> None:
        """Note the lines, and keep the report for later."""
        assert run in self._runs
        self.chat.append(list(lines))
        self._waiting_chat.append(kept)

    def note_chat(self) -> None:
        """Report all lines of chat as durable."""
        waiting, self._waiting_chat = self._waiting_chat, []
        for report in waiting:
            report()

    def commit(self) -> None:
        """Report everything as durable."""
        waiting, self._waiting = self._waiting, []
        for report in waiting:
            report()


class Lobby(FakeServer):
    """A server with one session on a test game, and what its members were sent, decoded.

    Its spectators are `delay` seconds behind.
    """

    def __init__(
        self,
        pace: Pace = "auto",
        journal: MemoryJournal | None = None,
        game: Game | None = None,
        delay: float = 0.0,
        settled: SessionSettings | None = None,
        maker: int | None = None,
        spectators: int | None = None,
    ) -> None:
        limits = {} if spectators is None else {"spectators": spectators}
        settings = settings_with(watching={"delay_seconds": delay}, limits=limits)
        self.journal = journal or MemoryJournal()
        super().__init__(settings, {}, self.journal)
        self.journal.begin(header(RUN))
        self.now = 100.0
        self.session = build_session(
            SessionConfig(RUN, "abcde", "default", pace),
            new_run(game or make_test_game()),
            self.settings,
            self.journal,
            self.fresh_token,
            self.now,
            SessionContext(settled or SessionSettings(), self.wall, self.record_audit, maker),
        )
        self.mail: dict[int, list[ServerMessage]] = {}
        self._sequences = count(1)

    def deliver(self) -> None:
        """Hand out what may leave."""
        for member, message in delivered(self.session):
            self.mail.setdefault(member, []).append(message)

    def settle(self) -> None:
        """Let the session do all that is due now, and hand out what came of it."""
        self.advance(self.session)
        self.deliver()

    def wait(self, seconds: float) -> None:
        """Let time pass, doing what is due when it is due."""
        until = self.now + seconds
        while True:
            self.settle()
            due = self.session.due(self.now)
            if due is None or due > until:
                break
            self.now = due
        self.now = until
        self.settle()

    def join(
        self,
        member: int,
        name: str,
        token: bytes = b"",
        calling: str = "",
        identity: Identity = NOBODY,
        said: str = "",
    ) -> bool:
        """Let a member take a seat; return False if it has to wait for its own."""
        seated = self.session.join(member, name, token, self.now, calling, identity, said)
        self.settle()
        return seated

    def watch(
        self,
        member: int,
        seat: int | None = None,
        name: str = "Will",
        identity: Identity = NOBODY,
        said: str = "",
    ) -> None:
        """Let a member watch."""
        self.session.watch(member, name, seat, self.now, identity, said)
        self.settle()

    def order(
        self, member: int | None, order: Order, identity: Identity = NOBODY
    ) -> People | Invited:
        """Let somebody give an order."""
        answer = self.session.govern(member, identity, order, self.now)
        self.settle()
        return answer

    def people(self, member: int | None, identity: Identity = NOBODY) -> dict[str, PersonInfo]:
        """Return who is here by name, as somebody is told."""
        listed = self.session.disclosure.people(member, identity).people
        return {person.name: person for person in listed}

    def number(self, name: str) -> int:
        """Return how orders call somebody who is here."""
        return self.people(None, Identity(operator=True))[name].id

    def act(self, member: int, intent: Intent) -> int:
        """Let a member's hero do something; return the intent's number."""
        sequence = next(self._sequences)
        self.tell(member, Act(sequence, intent))
        return sequence

    def tell(self, member: int, message: SeatedMessage) -> None:
        """Let a member send a message."""
        self.session.requests.handle_message(member, message, self.now)
        self.settle()

    def took(self, member: int, kind: type[M]) -> list[M]:
        """Return the messages of one kind that a member was sent."""
        return [message for message in self.mail.get(member, []) if isinstance(message, kind)]

    def forget_mail(self) -> None:
        """Throw away what was sent so far."""
        self.mail.clear()

    def row_of(self, member: int) -> tuple[FloorIndex, HeroRow]:
        """Return the hero of a member and the floor where it is."""
        seat = self.session.members.seating.of_member(member)
        assert seat is not None
        assert seat.hero is not None
        found = self.session.run.index.of_hero(seat.hero)
        assert found is not None
        return found

    def strike_down(self, member: int) -> None:
        """Let something deadly stand beside a member's hero, which is as good as dead."""
        run = self.session.run
        floor, row = self.row_of(member)
        row.body.life = 1
        row.effects.remaining.clear()
        cell = floor.nearest_free((row.cell[0], row.cell[1] + 1))
        mind = Mind("hunting", row.cell)
        foe = spawn_monster(run, floor, run.game.roster.kinds[0], cell, mind)
        body = floor.monsters[foe].body
        body.life = body.max_life = 1000  # The hero strikes back.
        row.hero.foes = (*row.hero.foes, foe)  # Being on guard is no help.

    def let_die(self, member: int) -> None:
        """Strike a member's hero down, and let no help come in time."""
        self.strike_down(member)
        row = self.row_of(member)[1]
        self.wait(3.0)
        if not row.hero.fate:
            assert row.is_fallen
            row.hero.dies_in = 1
            self.wait(0.3)

    def place_of(self, member: int) -> Cell:
        """Return where the hero of a member stands."""
        return self.row_of(member)[1].cell


def last_keyframe(messages: Sequence[ServerMessage]) -> Keyframe:
    """Return the newest keyframe among messages."""
    return [message for message in messages if isinstance(message, Keyframe)][-1]


def free_step(lobby: Lobby, member: int) -> Move:
    """Return a step that a member's hero can take."""
    floor, row = lobby.row_of(member)
    for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, -1)):
        if floor.is_free((row.cell[0] + dx, row.cell[1] + dy)):
            return Move(dx, dy)
    raise AssertionError("walled in")


def refusal(lobby: Lobby, member: int, intent: Intent) -> RequestRefusedError:
    """Return how an intent of a member is refused."""
    with pytest.raises(RequestRefusedError) as caught:
        lobby.act(member, intent)
    return caught.value


def gathered(**options: object) -> Lobby:
    """Return a lobby with its host Ann (1), the players Ben (2) and Cat (3), and Will watching (9).

    All but Will have accounts.
    """
    lobby = Lobby(**options)  # type: ignore[arg-type]
    for member, name, identity in ((1, "Ann", ANN), (2, "Ben", BEN), (3, "Cat", CAT)):
        lobby.join(member, name, identity=identity)
    lobby.watch(9, identity=GUEST)
    lobby.forget_mail()
    return lobby


def refused(
    lobby: Lobby, member: int | None, order: Order, identity: Identity = NOBODY
) -> ErrorCode:
    """Return why an order is turned down; it must be."""
    with pytest.raises(RequestRefusedError) as caught:
        lobby.order(member, order, identity)
    return caught.value.code
