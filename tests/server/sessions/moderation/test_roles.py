"""Who is host and moderator, and to whom that passes."""

import pytest

from support.sessions.lobby import ANN, BEN, CAT, GUEST, OPERATOR, Lobby, gathered
from undertide_server.sessions.model.identity import NOBODY, Identity
from undertide_server.sessions.model.settings import Host, SessionSettings
from undertide_shared.messages import Appoint, Joined, Lock, MemberRole, Roster
from undertide_shared.ranks import Rank


def roles(lobby: Lobby) -> list[MemberRole]:
    """Return the roles of all seats."""
    policy = lobby.session.policy
    return [policy.roles.role_of_seat(seat.number) for seat in lobby.session.members.seating]


def rank(lobby: Lobby, member: int | None, identity: Identity = NOBODY) -> Rank:
    return lobby.session.policy.roles.rank(member, identity)


class TestTheMaker:
    def test_a_guest_is_host_by_the_connection_until_it_has_a_seat_then_by_the_seat(self) -> None:
        lobby = Lobby(maker=5)
        assert rank(lobby, 5) is Rank.HOST
        assert rank(lobby, 6) is Rank.STRANGER
        lobby.join(6, "Ben")
        lobby.join(5, "Ann")
        assert roles(lobby) == ["player", "host"]
        lobby.session.disconnect(5, lobby.now)
        assert rank(lobby, 5) is Rank.STRANGER
        assert roles(lobby) == ["player", "host"], "a lost connection changes nothing"

    def test_an_account_is_host_wherever_it_is(self) -> None:
        lobby = Lobby(settled=SessionSettings(host=Host("ann")), maker=5)
        assert rank(lobby, None, ANN) is Rank.HOST
        lobby.join(6, "Ben", identity=BEN)
        lobby.join(7, "Ann", identity=ANN)
        assert roles(lobby) == ["player", "host"]
        assert rank(lobby, None, ANN) is Rank.HOST
        assert rank(lobby, 7) is Rank.HOST, "by the seat"

    def test_who_only_watches_is_host_too(self) -> None:
        lobby = Lobby(maker=5)
        lobby.watch(5)
        assert lobby.people(5)["Will"].role == "host"
        lobby.order(5, Lock(True))

    def test_one_that_is_gone_leaves_it_to_who_is_there(self) -> None:
        lobby = Lobby(maker=5)
        lobby.join(6, "Ben")
        lobby.session.forget_maker(4)
        assert roles(lobby) == ["player"]
        lobby.session.forget_maker(5)
        lobby.settle()
        assert roles(lobby) == ["host"]
        assert lobby.took(6, Roster)[-1].seats[0].role == "host"

    def test_one_that_is_gone_before_anybody_came_leaves_it_to_the_first_who_sits_down(
        self,
    ) -> None:
        lobby = Lobby(maker=5)
        lobby.session.forget_maker(5)
        lobby.watch(7)
        lobby.join(6, "Ben")
        lobby.join(8, "Cat")
        assert roles(lobby) == ["host", "player"]

    def test_an_account_that_is_gone_stays_host(self) -> None:
        lobby = Lobby(settled=SessionSettings(host=Host("ann")), maker=5)
        lobby.join(6, "Ben", identity=BEN)
        lobby.session.forget_maker(5)
        assert roles(lobby) == ["player"]
        assert rank(lobby, None, ANN) is Rank.HOST


class TestPassingOn:
    def test_a_host_who_leaves_by_choice_is_followed_by_the_first_moderator_there(self) -> None:
        lobby = gathered()
        lobby.order(1, Appoint(lobby.number("Cat"), "moderator"), ANN)
        lobby.session.leave(1, lobby.now)
        lobby.settle()
        assert roles(lobby) == ["player", "player", "host"]
        assert rank(lobby, None, ANN) is Rank.PLAYER
        assert lobby.took(2, Roster)[-1].seats[2].role == "host"

    def test_or_else_by_the_first_player_there(self) -> None:
        lobby = gathered()
        lobby.session.disconnect(2, lobby.now)
        lobby.session.leave(1, lobby.now)
        assert roles(lobby) == ["player", "player", "host"]

    def test_where_no_player_is_left_the_host_stays_it(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        lobby.watch(2)
        (joined,) = lobby.took(1, Joined)
        lobby.session.leave(1, lobby.now)
        assert roles(lobby) == ["host"]
        lobby.join(3, "Ann", joined.token)
        assert rank(lobby, 3) is Rank.HOST

    def test_a_host_who_is_here_twice_and_leaves_once_stays_it(self) -> None:
        lobby = gathered()
        lobby.watch(8, identity=ANN)
        lobby.session.leave(8, lobby.now)
        assert roles(lobby) == ["host", "player", "player"]

    def test_others_who_leave_change_nothing(self) -> None:
        lobby = gathered()
        for member in (2, 9):
            lobby.session.leave(member, lobby.now)
        assert roles(lobby) == ["host", "player", "player"]

    def test_whoever_follows_is_moderator_no_more(self) -> None:
        lobby = gathered()
        lobby.order(1, Appoint(lobby.number("Ben"), "moderator"), ANN)
        lobby.order(1, Appoint(lobby.number("Ben"), "host"), ANN)
        assert lobby.session.policy.settings.moderators == []
        assert lobby.session.policy.settings.host == Host("ben", 1)


class TestRanks:
    @pytest.mark.parametrize(
        ("member", "identity", "expected"),
        [
            (1, NOBODY, Rank.HOST),
            (None, ANN, Rank.HOST),
            (2, NOBODY, Rank.PLAYER),
            (None, CAT, Rank.PLAYER),
            (9, NOBODY, Rank.SPECTATOR),
            (None, GUEST, Rank.STRANGER),
            (77, NOBODY, Rank.STRANGER),
            (None, OPERATOR, Rank.OPERATOR),
            (9, OPERATOR, Rank.OPERATOR),
        ],
    )
    def test_they_follow_from_seat_account_and_server(
        self, member: int | None, identity: Identity, expected: Rank
    ) -> None:
        assert rank(gathered(), member, identity) is expected

    def test_a_moderator_is_known_by_the_account_from_outside(self) -> None:
        lobby = gathered()
        lobby.order(1, Appoint(lobby.number("Ben"), "moderator"), ANN)
        assert rank(lobby, None, BEN) is Rank.MODERATOR

    def test_the_account_that_sat_there_last_counts(self) -> None:
        lobby = gathered()
        lobby.forget_mail()
        token = b"token of Ben's seat"
        seat = lobby.session.members.seating.of_member(2)
        assert seat is not None
        seat.issue(token)
        lobby.join(4, "", token, identity=Identity("dan"))
        assert rank(lobby, None, BEN) is Rank.STRANGER
        assert rank(lobby, None, Identity("dan")) is Rank.PLAYER
