"""Whatever comes, in whatever order: nothing is overbooked, and who is who stays clear."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.sessions.lobby import Lobby
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.settings import SessionSettings, decode_settings
from undertide_shared.messages import (
    Appoint,
    Ban,
    Joined,
    Kick,
    Lock,
    Mute,
    Order,
    Refuse,
    Say,
    SetAccess,
    Unban,
    Unmute,
)

SEATS, SPECTATORS = 2, 1
MEMBERS = st.integers(1, 5)
PERSONS = st.integers(1, 6)
PLACES = st.integers(0, 3)

ORDERS: st.SearchStrategy[Order] = st.one_of(
    st.builds(Kick, PERSONS),
    st.builds(Ban, PERSONS, st.integers(0, 2)),
    st.builds(Refuse, PERSONS),
    st.builds(Mute, PERSONS, st.integers(0, 2)),
    st.builds(Unmute, PERSONS),
    st.builds(Unban, st.integers(1, 3)),
    st.builds(Appoint, PERSONS, st.sampled_from(["moderator", "player", "host"])),
    st.builds(Lock, st.booleans()),
    st.builds(SetAccess, st.sampled_from(["public", "invited"])),
)
DEEDS = st.one_of(
    st.tuples(st.just("join"), MEMBERS, PLACES),
    st.tuples(st.just("watch"), MEMBERS, PLACES),
    st.tuples(st.just("back"), MEMBERS, PLACES),
    st.tuples(st.just("leave"), MEMBERS, st.just(0)),
    st.tuples(st.just("lose"), MEMBERS, st.just(0)),
    st.tuples(st.just("say"), MEMBERS, st.just(0)),
    st.tuples(st.just("wait"), st.integers(1, 90), st.just(0)),
    st.tuples(st.just("order"), st.just(1), ORDERS),
    st.tuples(st.just("order"), MEMBERS, ORDERS),
)


class Rush:
    """A small session, and a crowd that does what it likes."""

    def __init__(self) -> None:
        self.lobby = Lobby(settled=SessionSettings(seats=SEATS), maker=1, spectators=SPECTATORS)
        self.here: dict[int, Identity] = {}
        self.tokens: list[bytes] = []
        for how, member in (("join", 1), ("join", 2), ("watch", 3)):
            self.enter(how, member, member)
        self.settle()

    def do(self, what: str, member: int, more: object) -> None:
        """Let a member do something, if it can be done."""
        session, now = self.lobby.session, self.lobby.now
        if what == "wait":
            self.lobby.wait(float(member))
        elif what in {"join", "watch", "back"}:
            if member not in self.here:
                self.enter(what, member, more)
        elif member in self.here:
            match what:
                case "leave":
                    session.leave(member, now)
                    del self.here[member]
                case "lose":
                    session.disconnect(member, now)
                    del self.here[member]
                case "say":
                    session.requests.handle_message(member, Say("hello"), now)
                case "order":
                    session.govern(member, self.here[member], more, now)  # type: ignore[arg-type]

    def enter(self, how: str, member: int, floor: object) -> None:
        """Let somebody come in from one of a few places, whose accounts are theirs."""
        identity = Identity(f"account{floor}" if floor else "", f"192.0.2.{floor}")
        session, now = self.lobby.session, self.lobby.now
        said = session.policy.code
        if how == "watch":
            session.watch(member, "Will", None, now, identity, said)
        elif how == "back" and self.tokens:
            session.join(member, "", self.tokens[-1], now, "", identity, "")
        else:
            session.join(member, f"Hero {member}", b"", now, "", identity, said)
        self.here[member] = identity

    def settle(self) -> None:
        """Let the session deliver, and see who was put out."""
        self.lobby.settle()
        for member in self.lobby.session.membership.take_dismissed():
            self.here.pop(member, None)
        for member in self.here:
            self.tokens += [joined.token for joined in self.lobby.took(member, Joined)]
        self.lobby.forget_mail()

    def check(self) -> None:
        """See that all that must hold does."""
        session = self.lobby.session
        members, policy = session.members, session.policy
        assert session.members.seating.living <= SEATS
        assert len(members.watchers) <= SPECTATORS
        assert set(members.members) == set(self.here)
        known = {each.member: each for each in members.directory if each.member is not None}
        assert set(known) == set(self.here)
        for member, person in known.items():
            seat = session.members.seating.of_member(member)
            assert person.seat == (None if seat is None else seat.number)
        roles = [policy.roles.role_of_seat(seat.number) for seat in session.members.seating]
        assert roles.count("host") <= 1
        assert decode_settings(session.journal_writer.settled) == policy.settings


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=20)
@given(entries=st.lists(DEEDS, min_size=8, max_size=24))
def test_a_crowd_overbooks_nothing_and_confuses_nobody(
    entries: list[tuple[str, int, object]],
) -> None:
    rush = Rush()
    for deed in entries:
        try:
            rush.do(*deed)
        except RequestRefusedError as refusal:
            assert refusal.code != "internal", refusal  # noqa: PT017
        rush.settle()
        rush.check()
