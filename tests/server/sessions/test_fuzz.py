"""Whatever members send and whenever they come and go, a session refuses or obeys, and holds."""

import contextlib
from typing import get_args

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from msgspec.structs import fields

from support.content.shipped import shipped
from support.sessions.lobby import RUN, Lobby
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.request_handler import SeatedMessage
from undertide_server.simulation.invariants import check
from undertide_shared.messages import (
    INTENTS,
    Act,
    Anew,
    Delta,
    Follow,
    Joined,
    Keyframe,
    ListKinds,
    Resync,
    Say,
    Slot,
)

members = st.integers(1, 6)
numbers = st.one_of(st.integers(-3, 90), st.integers(-(2**63), 2**63 - 1))
RULES = shipped("default")
callings = st.one_of(st.sampled_from(["", *sorted(RULES.callings)]), st.text(max_size=9))
words: dict[str, st.SearchStrategy[object]] = {
    "slot": st.sampled_from(["", *get_args(Slot)]),
    "spell": st.one_of(st.sampled_from(sorted(RULES.spells)), st.text(max_size=9)),
    "essences": st.lists(st.tuples(numbers, numbers), max_size=9),
}
intents = st.one_of(
    [
        st.builds(kind, *[words.get(field.name, numbers) for field in fields(kind)])
        for kind in INTENTS
    ]
)
messages = st.one_of(
    st.builds(Act, st.integers(-5, 2**31), intents),
    st.builds(Say, st.text(max_size=300)),
    st.builds(Follow, st.one_of(st.none(), numbers)),
    st.builds(Anew, callings),
    st.just(Resync()),
    st.just(ListKinds()),
)


class AnySession(RuleBasedStateMachine):
    """Members who do anything at all."""

    def __init__(self) -> None:
        super().__init__()
        self.lobby = Lobby("auto")
        self.present: set[int] = set()
        self.tokens: list[bytes] = []
        self.numbers: dict[int, int] = {}

    @rule(member=members, name=st.text(max_size=20), calling=callings)
    def join(self, member: int, name: str, calling: str) -> None:
        if member not in self.present:
            try:
                self.lobby.join(member, name, calling=calling)
                self.present.add(member)
            except RequestRefusedError:
                pass
            self._gather(member)

    @rule(member=members, number=st.integers(0, 9))
    def resume(self, member: int, number: int) -> None:
        if member not in self.present and self.tokens:
            try:
                self.lobby.join(member, "", self.tokens[number % len(self.tokens)])
                self.present.add(member)
            except RequestRefusedError:
                pass
            self._gather(member)

    @rule(member=members, seat=st.one_of(st.none(), numbers), name=st.text(max_size=40))
    def watch(self, member: int, seat: int | None, name: str) -> None:
        if member not in self.present:
            try:
                self.lobby.watch(member, seat, name)
                self.present.add(member)
            except RequestRefusedError:
                pass

    @rule(member=members, message=messages)
    def send(self, member: int, message: SeatedMessage) -> None:
        if member in self.present:
            with contextlib.suppress(RequestRefusedError):
                self.lobby.tell(member, message)

    @rule(member=members, asked=st.booleans())
    def go(self, member: int, *, asked: bool) -> None:
        if member in self.present:
            leave = self.lobby.session.leave if asked else self.lobby.session.disconnect
            leave(member, self.lobby.now)
            self.lobby.settle()
            self.present.discard(member)

    @rule(member=members)
    def fall_behind(self, member: int) -> None:
        self.lobby.session.viewing.fell_behind(member)

    @rule(seconds=st.sampled_from([0.05, 0.1, 1.0, 4.0, 30.0]))
    def wait(self, seconds: float) -> None:
        self.lobby.wait(seconds)

    def _gather(self, member: int) -> None:
        self.present -= set(self.lobby.session.membership.take_dismissed())
        self.tokens += [joined.token for joined in self.lobby.took(member, Joined)]
        del self.tokens[:-10]

    @invariant()
    def chains_hold(self) -> None:
        """Every member's deltas follow its last keyframe one by one."""
        for member, mail in self.lobby.mail.items():
            for message in mail:
                if isinstance(message, Delta):
                    assert message.number == self.numbers[member] + 1
                if isinstance(message, Delta | Keyframe):
                    self.numbers[member] = message.number
        self.lobby.forget_mail()

    def teardown(self) -> None:
        run = self.lobby.session.run
        if not run.progress.ended:  # Memory keeps no run that is over.
            steps = self.lobby.journal.steps(RUN)
            assert len(steps) == run.progress.step
            assert check(run.game, steps[:60]) is None
        self.lobby.session.close("the test is over")


AnySession.TestCase.settings = settings(max_examples=15, stateful_step_count=40, deadline=None)
test_any_session = AnySession.TestCase
