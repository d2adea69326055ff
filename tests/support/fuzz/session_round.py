"""One round of random people in sessions without sockets, whose runs are then verified."""

from collections import Counter
from contextlib import suppress
from pathlib import Path
from queue import Empty
from typing import Final

import msgspec
from msgspec import inspect

from support.content.repertoire import REPERTOIRE
from support.fuzz.random_messages import RandomMessages
from support.processes.waiting import LONGEST
from support.sessions.durable_host import Host
from support.sessions.fake_server import delivered, token
from undertide_server.headless.verifying import verify
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import NOBODY, Identity
from undertide_server.simulation.state.inputs import Input
from undertide_server.store.reader import Reader
from undertide_shared.codec import decode_client, encode
from undertide_shared.errors import BadMessageError
from undertide_shared.messages import (
    Act,
    Again,
    Anew,
    ClientMessage,
    Error,
    Follow,
    Govern,
    Hear,
    Join,
    Leave,
    ListAuditEntries,
    ListKinds,
    ListPeople,
    ListReports,
    ListSessions,
    PauseParty,
    Ping,
    Report,
    Resync,
    Say,
    Watch,
)
from undertide_shared.messages.states import LEGAL, State, is_legal

encoder: Final = msgspec.msgpack.Encoder()
MEMBERS: Final = 12
"""Connections: more than there are seats."""
MESSAGES_A_SESSION: Final = 4000
CHANCE_OF_MEMBER: Final = 0.8
"""Chance that a message comes from somebody in the session."""
ACTS: Final = 24
"""How often `Act` is drawn for each of the other messages: most messages of players are intents."""
PEOPLE: Final = (
    *(NOBODY, Identity("", "192.0.2.1"), Identity("", "192.0.2.2"), Identity("Ann", "192.0.2.1")),
    *(Identity("Bo", "198.51.100.7"), Identity("Olga", "203.0.113.5", operator=True)),
)
INSIDE: Final = tuple(
    inspect.type_info(kind)
    for kind in (*(Act,) * ACTS, Anew, Anew, *LEGAL[State.PLAYING])
    if kind is not ListSessions
)
"""What members send."""
OUTSIDE: Final = tuple(map(inspect.type_info, (Join, Join, Watch, Govern, ListPeople, Act)))
"""What people send who are in no session; the last is not legal there."""


def fuzz_sessions(seed: int, count: int, folder: Path) -> Counter[str]:
    """Send so many random messages to sessions, and return how many were accepted and refused.

    A refusal counts under its code. Time passes between the messages, connections are lost and
    seats taken again. Runs are kept in `folder`, and each is verified from its journal. Raises
    AssertionError where a session does anything but accept or refuse, or a run doesn't verify.
    """
    outcomes: Counter[str] = Counter()
    number = 0
    while number < count:
        most = min(MESSAGES_A_SESSION, count - number)
        case = f"seed {seed}, from message {number}"
        with suppress(FileExistsError):
            folder.mkdir()
        party = _Party(seed * 1_000_003 + number, folder, first=1 + number * 1000)
        try:
            number += party.play(most, outcomes)
        except Exception as fault:
            raise AssertionError(case) from fault
        finally:
            party.host.stop()
        party.check_run(case)
    return outcomes


class _Party:
    """One session, and the connections that try what comes into their heads."""

    def __init__(self, seed: int, folder: Path, first: int) -> None:
        self.host = Host(folder, first)
        tokens = [token(first + number) for number in range(8)]
        spells = tuple(self.host.session.run.rules.spells)
        callings = tuple(self.host.session.run.rules.callings)
        session = self.host.session
        words: list[str | bytes] = [*tokens, *spells, *callings, session.id, session.policy.code]
        self.inside = RandomMessages(seed, INSIDE, words)
        self.outside = RandomMessages(seed, OUTSIDE, words)
        self.rng = self.inside.rng
        self.sequence = 0

    def play(self, most: int, outcomes: Counter[str]) -> int:
        """Send at most so many messages, fewer if the run ends; return how many."""
        session = self.host.session
        for number in range(most):
            if session.run.progress.ended or session.moderator.dissolved:
                return max(number, 1)
            outcomes[self._one_message()] += 1
            if self.rng.random() < 0.2:
                self._let_time_pass()
            if self.rng.random() < 0.01 and session.members.members:
                session.disconnect(self.rng.choice(session.members.members), self.host.now)
        return most

    def _one_message(self) -> str:
        members = self.host.session.members.members
        member = self.rng.randint(1, MEMBERS)
        if members and self.rng.random() < CHANCE_OF_MEMBER:
            member = self.rng.choice(members)
        inside = member in members
        messages = self.inside if inside else self.outside
        before = self._remembered()
        message: ClientMessage | None = None
        try:
            message = decode_client(messages.message())
            if not is_legal(message, self._state(member)):
                return "wrong_state"
            self._deliver(member, message)
        except BadMessageError as fault:
            return fault.code
        except RequestRefusedError as fault:
            encode(Error(fault.code, fault.reason))
            assert self._remembered() == before, f"{message} was refused, and has changed something"
            return fault.code
        return "accepted"

    def _remembered(self) -> tuple[bytes, bytes, tuple[Input, ...]]:
        """Return what the session holds besides its run: whatever raises must leave it so."""
        session = self.host.session
        memory = session.succession.handover(self.host.now)
        return encoder.encode(memory), session.policy.data, tuple(session.requests.inbox.seating)

    def _state(self, member: int) -> State:
        if member not in self.host.session.members.members:
            return State.LOBBY
        seated = member in self.host.session.members.seated
        return State.PLAYING if seated else State.WATCHING

    def _deliver(self, member: int, message: ClientMessage) -> None:
        """Do with a message what the gateway does with it."""
        session, now = self.host.session, self.host.now
        person = self.rng.choice(PEOPLE)
        inside = member if member in session.members.members else None
        match message:
            case Govern(order=order):
                session.govern(inside, person, order, now)
            case ListPeople():
                session.disclosure.people(inside, person)
            case Join(name=name, token=told, calling=calling, session=said):
                session.join(member, name, told, now, calling, person, said)
            case Watch(name=name, seat=seat, session=said):
                session.watch(member, name, seat, now, person, said)
            case Leave():
                session.leave(member, now)
            case Act(intent=intent):
                self.sequence += 1
                session.requests.handle_message(member, Act(self.sequence, intent), now)
            case Anew() | Follow() | Hear() | ListKinds() | PauseParty() | Resync() | Say():
                session.requests.handle_message(member, message, now)
            case Report(person=number):
                session.disclosure.evidence(member, number)
            case ListAuditEntries() | ListReports() | Ping() | Again():
                pass  # The gateway answers these by itself.
            case _:
                raise NotImplementedError(message)

    def _let_time_pass(self) -> None:
        self.host.now += self.rng.choice((0.0, 0.05, 0.1, 0.1, 0.5, 5.0))
        self.host.advance(self.host.session)
        while self.host.session.journal_writer.is_full:
            self.host.calls.get(timeout=LONGEST)()
        with suppress(Empty):
            while True:
                self.host.calls.get_nowait()()
        for _ in delivered(self.host.session):
            pass
        assert not self.host.faults

    def check_run(self, case: str) -> None:
        """Simulate the run again from its journal, and compare all that was stored of it."""
        with Reader(self.host.folder) as reader:
            report = verify(reader, self.host.name, REPERTOIRE)
        assert report.holds, f"{case}: {report.difference}"
