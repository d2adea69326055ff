"""A session that moves between two servers over one folder, without sockets, clocks or threads."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import TypeVar

import msgspec

from support.content.repertoire import REPERTOIRE
from support.sessions.fake_server import FakeServer, delivered, settings_with, token
from support.sessions.made_sessions import NO_OPTIONS, make_session
from support.sessions.synchronous_journal import WritingJournal
from undertide_server.sessions.durability.recovery import recover
from undertide_server.sessions.handover import Handover
from undertide_server.sessions.model.identity import NOBODY, Identity
from undertide_server.sessions.request_handler import SeatedMessage
from undertide_server.sessions.session import Session
from undertide_server.store.reader import Reader
from undertide_shared.messages import (
    Act,
    Delta,
    Intent,
    Joined,
    Keyframe,
    Options,
    Pace,
    ServerMessage,
    Watching,
)

M = TypeVar("M")

PRESET = "default"


class Member:
    """A member as its front knows it: where it is, and what it was sent."""

    def __init__(self, number: int, identity: Identity) -> None:
        self.number = number
        """The number by which the present owner knows it."""
        self.identity = identity
        self.name = ""
        self.seat: int | None = None
        self.token = b""
        self.mail: list[ServerMessage] = []
        self.unanswered: dict[int, Intent] = {}
        """The intents that no frame has answered, by sequence."""
        self._sequences = count(1)

    def ask(self, intent: Intent) -> Act:
        """Return another intent, which waits for its answer."""
        act = Act(next(self._sequences), intent)
        self.unanswered[act.sequence] = intent
        return act

    def hear(self, message: ServerMessage) -> None:
        """Take in a message."""
        self.mail.append(message)
        match message:
            case Joined(name=name, seat=seat, token=token):
                self.name, self.seat, self.token = name, seat, token
            case Watching(name=name):
                self.name = name
            case Keyframe() | Delta() if message.intent is not None:
                report = message.intent
                waits = report.outcome in {"none", "waiting"}
                answered = report.sequence - waits
                for sequence in [each for each in self.unanswered if each <= answered]:
                    del self.unanswered[sequence]

    def took(self, kind: type[M]) -> list[M]:
        """Return the messages of one kind that it was sent."""
        return [message for message in self.mail if isinstance(message, kind)]


class MovingSession:
    """A session on one of two servers, and its members, by names that no move changes."""

    def __init__(
        self, folder: Path, stack: ExitStack, pace: Pace, options: Options, delay: float
    ) -> None:
        self._folder = folder
        self._stack = stack
        self._settings = settings_with(watching={"delay_seconds": delay})
        self.now = 100.0
        self._tokens = count(1)
        self.server = self._fresh_server()
        self.session: Session = make_session(self.server.registry, PRESET, pace, self.now, options)
        self.members: dict[str, Member] = {}
        self._numbers = count(1)

    def _fresh_server(self) -> FakeServer:
        self._journal = self._stack.enter_context(WritingJournal(self._folder))
        server = FakeServer(
            self._settings, journal=self._journal, fresh_token=lambda: token(next(self._tokens))
        )
        server.now = self.now
        return server

    # --- members -----------------------------------------------------------------------------

    def join(self, key: str, name: str = "", *, identity: Identity = NOBODY) -> Member:
        """Let somebody take a seat, or its own seat again."""
        member = self._member(key, identity)
        self.session.join(member.number, name or key, member.token, self.now, identity=identity)
        self.settle()
        return member

    def watch(self, key: str, seat: int | None = None, *, identity: Identity = NOBODY) -> Member:
        """Let somebody watch."""
        member = self._member(key, identity)
        self.session.watch(member.number, key, seat, self.now, identity)
        self.settle()
        return member

    def _member(self, key: str, identity: Identity) -> Member:
        member = self.members.get(key)
        if member is None:
            member = self.members[key] = Member(0, identity)
        member.number = next(self._numbers)
        return member

    def cut(self, key: str) -> None:
        """Cut somebody's connection."""
        self.session.disconnect(self.members[key].number, self.now)
        self.members[key].number = 0
        self.settle()

    def act(self, key: str, intent: Intent) -> None:
        """Let somebody's hero do something."""
        self.tell(key, self.members[key].ask(intent))

    def tell(self, key: str, message: SeatedMessage) -> None:
        """Let somebody send a message."""
        self.session.requests.handle_message(self.members[key].number, message, self.now)
        self.settle()

    # --- time --------------------------------------------------------------------------------

    def settle(self) -> None:
        """Do all that is due now, and hand out what came of it."""
        self.server.now = self.now
        self.server.advance(self.session)
        self.deliver()

    def deliver(self) -> None:
        """Hand out what may leave."""
        by_number = {each.number: each for each in self.members.values() if each.number}
        for number, message in delivered(self.session):
            if number in by_number:
                by_number[number].hear(message)

    def wait(self, seconds: float) -> None:
        """Let time pass, doing what is due when it is due."""
        until = self.now + seconds
        while True:
            self.settle()
            due = self.session.due(self.now)
            if due is None or due > until:
                break
            self.now = max(self.now, due)
        self.now = until
        self.settle()

    # --- moves -------------------------------------------------------------------------------

    def halt(self) -> Handover:
        """Halt the session on its server; return what the next one is given, as by a link."""
        written: list[bool] = []
        self.session.halt(self.now, lambda: written.append(True))
        assert written, "this journal writes at once"
        self.deliver()
        handover = self.session.succession.handover(self.now)
        return msgspec.msgpack.decode(msgspec.msgpack.encode(handover), type=Handover)

    def take_over(self, handover: Handover | None, clock: float = 0.0) -> None:
        """Let another server go on, whose clock is ahead; nobody has entered again yet."""
        self._journal.flush()
        self.server.registry.drop(self.session)
        self.now += clock
        self.server = self._fresh_server()
        with Reader(self._folder) as reader:
            recovered = recover(reader, self.session.config.run, REPERTOIRE)
        self.session = self.server.registry.adopt(recovered, self.now, handover)

    def reenter(self, key: str) -> int:
        """Let somebody who was connected enter again; return the highest sequence received."""
        member = self.members[key]
        member.number = next(self._numbers)
        return self.session.succession.reenter(
            member.number, member.seat, member.name, member.identity, self.now
        )

    def move(self, clock: float = 0.0) -> None:
        """Move the session to another server, with all who are connected."""
        self.take_over(self.halt(), clock)
        for key, member in self.members.items():
            if member.number:
                self.reenter(key)


@contextmanager
def moving_session(
    folder: Path, pace: Pace = "auto", options: Options = NO_OPTIONS, delay: float = 0.0
) -> Iterator[MovingSession]:
    """Yield a session in a folder that must not exist yet."""
    with ExitStack() as stack:
        yield MovingSession(folder, stack, pace, options, delay)
