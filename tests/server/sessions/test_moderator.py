"""Orders: who may give each, what it changes for everyone, and that it is recorded."""

from typing import get_args

import pytest

from support.sessions.fake_server import FakeServer
from support.sessions.lobby import (
    ANN,
    BEN,
    CAT,
    GUEST,
    OPERATOR,
    Lobby,
    SlowJournal,
    gathered,
    refused,
)
from support.sessions.made_sessions import make_session
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import NOBODY, Identity
from undertide_server.sessions.model.settings import SessionSettings
from undertide_shared.codes import SECRET_LENGTH
from undertide_shared.messages import (
    Announce,
    Appoint,
    Ban,
    Dissolve,
    Invite,
    Invited,
    Kick,
    Lock,
    Mute,
    Options,
    Order,
    People,
    Refuse,
    Roster,
    ServerBan,
    SetAccess,
    SetChat,
    Unban,
    Unmute,
)

STRANGER = Identity("dan", "203.0.113.7")
EVERYONE: dict[str, tuple[int | None, Identity]] = {
    "operator": (None, OPERATOR),
    "host": (1, ANN),
    "moderator": (2, BEN),
    "player": (3, CAT),
    "spectator": (9, GUEST),
    "stranger": (None, STRANGER),
}
"""The highest rank first: whoever ranks higher than who may give an order may give it, too."""
ABOVE_PLAYERS = {"operator", "host", "moderator"}
MAY: dict[type, set[str]] = {
    Kick: ABOVE_PLAYERS,
    Ban: ABOVE_PLAYERS,
    Mute: ABOVE_PLAYERS,
    Unmute: ABOVE_PLAYERS,
    Unban: ABOVE_PLAYERS,
    Lock: ABOVE_PLAYERS,
    SetChat: ABOVE_PLAYERS,
    Refuse: ABOVE_PLAYERS | {"player"},
    Invite: ABOVE_PLAYERS | {"player"},
    Appoint: {"operator", "host"},
    SetAccess: {"operator", "host"},
    Dissolve: {"operator", "host"},
}
"""Who may give which order, written down once more."""


def ordered(lobby: Lobby, kind: type) -> Order:
    """Return an order of a kind that can be carried out in a lobby."""
    if kind is Unban:
        lobby.order(1, Ban(lobby.number("Zoe")), ANN)
        return Unban(1)
    made: dict[type, Order] = {
        Kick: Kick(lobby.number("Zoe")),
        Ban: Ban(lobby.number("Zoe")),
        Mute: Mute(lobby.number("Zoe")),
        Unmute: Unmute(lobby.number("Zoe")),
        Refuse: Refuse(lobby.number("Zoe")),
        Appoint: Appoint(lobby.number("Cat"), "moderator"),
        Lock: Lock(True),
        SetAccess: SetAccess("unlisted"),
        SetChat: SetChat(False),
        Invite: Invite(),
        Dissolve: Dissolve(),
    }
    return made[kind]


@pytest.mark.parametrize("kind", MAY, ids=lambda kind: kind.__name__)
def test_every_order_is_carried_out_for_those_who_may_give_it_alone(kind: type) -> None:
    lobby = gathered()
    lobby.order(1, Appoint(lobby.number("Ben"), "moderator"), ANN)
    lobby.watch(8, name="Zoe")
    lobby.session.policy.settings.access = "invited"
    order = ordered(lobby, kind)
    before, settled = len(lobby.entries), lobby.session.policy.data
    for who in EVERYONE.keys() - MAY[kind]:
        assert refused(lobby, *giving(who, order)) == "not_allowed"
    assert len(lobby.entries) == before
    assert lobby.session.policy.data == settled
    least = [who for who in EVERYONE if who in MAY[kind]][-1]
    lobby.order(*giving(least, order))
    assert len(lobby.entries) == before + 1


def giving(who: str, order: Order) -> tuple[int | None, Order, Identity]:
    """Return how somebody gives an order."""
    member, identity = EVERYONE[who]
    return member, order, identity


def test_all_orders_but_that_about_the_whole_server_are_for_sessions() -> None:
    assert set(MAY) | {ServerBan, Announce} == set(get_args(Order))
    lobby = gathered()
    assert refused(lobby, None, ServerBan("eve"), OPERATOR) == "wrong_state"
    assert refused(lobby, 1, ServerBan("eve"), ANN) == "not_allowed"


class TestTerms:
    def test_everyone_is_told_how_the_session_is_run(self) -> None:
        lobby = gathered()
        for order in (Lock(True), SetAccess("unlisted"), SetChat(False)):
            lobby.order(1, order, ANN)
        terms = lobby.took(9, Roster)[-1].terms
        assert (terms.locked, terms.access, terms.watchers_talk) == (True, "unlisted", False)
        info = lobby.session.disclosure.info()
        assert (info.locked, info.access, info.host) == (True, "unlisted", "Ann")

    def test_a_locked_session_opens_again(self) -> None:
        lobby = gathered()
        lobby.order(1, Lock(True), ANN)
        with pytest.raises(RequestRefusedError, match="locked"):
            lobby.join(4, "Dan")
        lobby.order(1, Lock(False), ANN)
        lobby.join(4, "Dan")


class TestInvite:
    def code(self, lobby: Lobby, *, renew: bool = False) -> str:
        answer = lobby.order(1, Invite(renew), ANN)
        assert isinstance(answer, Invited)
        assert answer.session == lobby.session.id
        return answer.code

    def test_the_code_lets_in_and_a_new_one_ends_it(self) -> None:
        lobby = gathered()
        lobby.order(1, SetAccess("invited"), ANN)
        first = self.code(lobby)
        assert len(first) == len(lobby.session.id) + 1 + SECRET_LENGTH
        assert self.code(lobby) == first
        lobby.join(4, "Dan", said=first)
        second = self.code(lobby, renew=True)
        with pytest.raises(RequestRefusedError, match="unknown_session"):
            lobby.join(5, "Eve", said=first)
        lobby.join(5, "Eve", said=second)

    def test_players_are_told_it_but_can_not_renew_it(self) -> None:
        lobby = gathered()
        assert refused(lobby, 3, Invite(), CAT) == "not_allowed"
        lobby.order(1, SetAccess("invited"), ANN)
        answer = lobby.order(3, Invite(), CAT)
        assert isinstance(answer, Invited)
        assert answer.code == self.code(lobby)
        assert refused(lobby, 3, Invite(renew=True), CAT) == "not_allowed"

    def test_a_session_has_one_before_it_asks_for_one(self) -> None:
        lobby = gathered()
        code = self.code(lobby)
        lobby.order(1, SetAccess("invited"), ANN)
        lobby.join(4, "Dan", said=code)

    def test_a_session_whose_id_is_short_can_not_go_without_a_code(self) -> None:
        registry = FakeServer().registry
        session = make_session(registry, "", None, 0.0, Options("invited"), ANN)
        session.join(1, "Ann", b"", 0.0, identity=ANN)
        with pytest.raises(RequestRefusedError, match="too short"):
            session.govern(1, ANN, SetAccess("unlisted"), 0.0)
        session.govern(1, ANN, SetAccess("public"), 0.0)


class TestDissolving:
    def test_the_session_is_to_end_for_the_reason_given(self) -> None:
        lobby = gathered()
        assert lobby.session.is_worth_coming_back_to
        lobby.order(1, Dissolve("good night"), ANN)
        assert lobby.session.moderator.dissolved == "ann ended the session: good night"
        assert not lobby.session.is_worth_coming_back_to


ZOE = "Zoe (spectator, account zoe)"


class TestDeeds:
    @pytest.mark.parametrize(
        ("order", "text"),
        [
            (lambda n: Kick(n, "spam"), f"kicked {ZOE}: spam"),
            (lambda n: Ban(n, 5), f"banned {ZOE} for 5 min, by account zoe and address"),
            (lambda n: Ban(n, 0, "x"), f"banned {ZOE} for good, by account zoe and address: x"),
            (Refuse, f"refused {ZOE}, by account zoe and address"),
            (lambda n: Mute(n, 3), f"muted {ZOE} for 3 min, by account zoe and address"),
            (Unmute, f"unmuted {ZOE}"),
            (lambda _: Lock(True), "locked the session"),
            (lambda _: Lock(False), "unlocked the session"),
            (lambda _: SetAccess("invited"), "made the session invited"),
            (lambda _: SetChat(False), "turned spectator chat off"),
            (lambda _: SetChat(True), "turned spectator chat on"),
            (lambda _: Invite(), "asked for the invite code"),
            (lambda _: Invite(True), "renewed the invite code"),
            (lambda _: Dissolve("bye"), "ended the session: bye"),
        ],
    )
    def test_each_is_recorded_in_words_without_addresses(self, order: object, text: str) -> None:
        lobby = gathered()
        lobby.watch(8, name="Zoe", identity=Identity("zoe", "203.0.113.5"))
        told = lobby.order(1, order(lobby.number("Zoe")), ANN)  # type: ignore[operator]
        assert lobby.entries == [("ann", text, lobby.session.id)]
        if isinstance(told, People):
            assert told.done == text

    def test_guests_go_by_their_names_and_those_outside_by_what_they_are(self) -> None:
        lobby = Lobby(maker=5)
        lobby.order(5, Lock(True))
        lobby.join(5, "Ann")
        lobby.order(5, Lock(False))
        lobby.order(None, Lock(True), Identity(operator=True))
        assert [who for who, _, _ in lobby.entries] == ["the party leader", "Ann", "the operator"]


class TestAsking:
    def test_strangers_are_told_nothing_of_who_is_here(self) -> None:
        lobby = gathered()
        for identity in (NOBODY, STRANGER):
            with pytest.raises(RequestRefusedError, match="not_allowed"):
                lobby.session.disclosure.people(None, identity)

    def test_from_outside_it_is_told_to_those_of_the_session(self) -> None:
        lobby = gathered()
        people = lobby.session.disclosure.people(None, CAT)
        assert isinstance(people, People)
        assert (people.you, people.role) == (0, "player")


def test_orders_are_not_carried_out_while_their_effect_can_not_be_kept() -> None:
    journal = SlowJournal()
    lobby = gathered(journal=journal)
    journal.commit()
    lobby.order(1, SetChat(False), ANN)
    journal.trouble = "disk full"
    assert refused(lobby, 1, Lock(True), ANN) == "server_full"
    assert not lobby.session.policy.settings.locked


def test_a_session_that_nobody_made_falls_to_the_first_who_sits_down() -> None:
    lobby = Lobby(settled=SessionSettings(access="unlisted"))
    lobby.join(1, "Ann", identity=ANN)
    lobby.order(1, Lock(True), ANN)
