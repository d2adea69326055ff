"""Who comes into a session, and who doesn't."""

import pytest

from support.sessions.lobby import ANN, BEN, CAT, GUEST, OPERATOR, Lobby, gathered
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import NOBODY, Identity
from undertide_server.sessions.model.settings import FOR_GOOD, Host, SessionBan, SessionSettings
from undertide_server.sessions.moderation.sanctions import MOST_BANS
from undertide_shared.messages import ErrorCode, Joined

ID, SECRET = "abcde", "secret"
NEIGHBOUR = Identity("", ANN.address_key)
"""Somebody else behind Ann's router."""


def turned_away(
    lobby: Lobby, identity: Identity = NOBODY, said: str = ID, *, watching: bool = False
) -> ErrorCode | None:
    """Return why somebody new may not come in, if so."""
    try:
        if watching:
            lobby.watch(99, identity=identity, said=said)
        else:
            lobby.join(99, "Newcomer", identity=identity, said=said)
    except RequestRefusedError as refusal:
        return refusal.code
    return None


def ban(**about: object) -> SessionBan:
    return SessionBan(1, "Ann", "Ben", FOR_GOOD, **about)  # type: ignore[arg-type]


class TestAccess:
    @pytest.mark.parametrize("watching", [False, True])
    @pytest.mark.parametrize("access", ["public", "unlisted"])
    def test_whoever_knows_the_id_comes_in(self, access: str, watching: bool) -> None:
        lobby = Lobby(settled=SessionSettings(access=access, secret=SECRET))  # type: ignore[arg-type]
        assert turned_away(lobby, watching=watching) is None

    @pytest.mark.parametrize("watching", [False, True])
    @pytest.mark.parametrize(
        ("said", "code"),
        [
            (f"{ID}-{SECRET}", None),
            (ID, "unknown_session"),
            ("", "unknown_session"),
            (f"{ID}-", "unknown_session"),
            (f"{ID}-guess", "unknown_session"),
        ],
    )
    def test_invited_is_who_has_the_code(self, said: str, code: str | None, watching: bool) -> None:
        lobby = Lobby(settled=SessionSettings(access="invited", secret=SECRET))
        assert turned_away(lobby, said=said, watching=watching) == code

    def test_a_seats_own_token_needs_no_code(self) -> None:
        lobby = Lobby(settled=SessionSettings(access="invited", secret=SECRET))
        lobby.join(1, "Ann", said=f"{ID}-{SECRET}")
        (joined,) = lobby.took(1, Joined)
        lobby.session.leave(1, lobby.now)
        lobby.join(2, "", joined.token, said=ID)

    def test_whose_session_it_is_and_operators_come_in_anyway(self) -> None:
        settled = SessionSettings(access="invited", locked=True, host=Host("ann"))
        settled.bans.append(ban(address_key=ANN.address_key))
        lobby = Lobby(settled=settled)
        lobby.join(1, "Ann", identity=ANN)
        assert turned_away(lobby, BEN) == "unknown_session"
        settled.secret = SECRET
        assert turned_away(lobby, BEN, said=f"{ID}-{SECRET}") == "locked"
        assert turned_away(lobby, OPERATOR) is None

    def test_strangers_are_not_told_that_they_are_banned(self) -> None:
        settled = SessionSettings(access="invited", secret=SECRET)
        settled.bans.append(ban(address_key=BEN.address_key))
        lobby = Lobby(settled=settled)
        assert turned_away(lobby, BEN, said=ID) == "unknown_session"
        assert turned_away(lobby, BEN, said=f"{ID}-{SECRET}") == "banned"

    def test_who_is_of_the_session_hears_what_is_missing(self) -> None:
        lobby = Lobby(settled=SessionSettings(access="invited", accounts={1: "ben"}))
        assert turned_away(lobby, BEN, said=ID) == "not_allowed"


class TestLock:
    def test_nobody_new_comes_in_and_who_has_a_seat_comes_back(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        (joined,) = lobby.took(1, Joined)
        lobby.session.policy.settings.locked = True
        assert turned_away(lobby) == "locked"
        assert turned_away(lobby, watching=True) == "locked"
        lobby.session.disconnect(1, lobby.now)
        lobby.join(2, "", joined.token)


class TestBans:
    @pytest.mark.parametrize("watching", [False, True])
    def test_account_and_address_are_kept_out(self, watching: bool) -> None:
        settled = SessionSettings(
            bans=[ban(account="ben", address_key=BEN.address_key, reason="spam")]
        )
        lobby = Lobby(settled=settled)
        for who in (BEN, Identity("ben", "203.0.113.1"), Identity("", BEN.address_key)):
            assert turned_away(lobby, who, watching=watching) == "banned"
        assert turned_away(lobby, CAT, watching=watching) is None

    def test_who_may_only_not_watch_may_play(self) -> None:
        lobby = Lobby(settled=SessionSettings(bans=[ban(account="ben", watching=True)]))
        assert turned_away(lobby, BEN, watching=True) == "banned"
        assert turned_away(lobby, BEN) is None

    def test_the_banned_are_told_for_how_long_and_why(self) -> None:
        lobby = Lobby()
        until = lobby.wall() + 600
        lobby.session.policy.settings.bans = [
            SessionBan(1, "Ben", "Ann", until, "ben", reason="spam")
        ]
        with pytest.raises(
            RequestRefusedError, match="banned from this session for 10 more minutes: spam"
        ):
            lobby.join(1, "Ben", identity=BEN)

    def test_they_come_in_again_once_it_is_over(self) -> None:
        lobby = Lobby()
        until = lobby.wall() + 600
        lobby.session.policy.settings.bans = [SessionBan(1, "Ben", "Ann", until, "ben")]
        lobby.wait(599)
        assert turned_away(lobby, BEN) == "banned"
        lobby.wait(1)
        assert turned_away(lobby, BEN) is None
        assert lobby.session.policy.access_control.bans == []

    def test_a_token_opens_no_seat_to_who_is_banned_and_moves_nobody(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        (joined,) = lobby.took(1, Joined)
        lobby.session.policy.settings.bans = [ban(seat=0)]
        with pytest.raises(RequestRefusedError, match="banned"):
            lobby.join(2, "", joined.token)
        assert lobby.session.members.seating.of_member(1) is not None
        lobby.session.policy.settings.bans = []
        lobby.join(2, "", joined.token)

    def test_companions_behind_the_same_router_come_back_to_their_seats(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Zoe", identity=NEIGHBOUR)
        (joined,) = lobby.took(1, Joined)
        lobby.session.policy.settings.bans = [
            ban(account="ann", address_key=ANN.address_key, seat=7)
        ]
        lobby.session.disconnect(1, lobby.now)
        assert turned_away(lobby, NEIGHBOUR) == "banned"
        lobby.join(2, "", joined.token, identity=NEIGHBOUR)

    def test_one_of_the_same_people_takes_the_others_place(self) -> None:
        access_control = gathered().session.policy.access_control
        access_control.shut_to(SessionBan(1, "Eve", "Ann", FOR_GOOD, "eve", watching=True))
        access_control.shut_to(SessionBan(2, "Eve", "Ann", FOR_GOOD, "eve"))
        assert [each.id for each in access_control.bans] == [2]
        access_control.shut_to(SessionBan(3, "Eve", "Ann", FOR_GOOD, "eve", watching=True))
        assert [each.id for each in access_control.bans] == [2, 3], "one to watch ends none to play"

    def test_there_are_no_more_than_can_be_listed(self) -> None:
        lobby = gathered()
        access_control = lobby.session.policy.access_control
        for number in range(1, MOST_BANS + 1):
            access_control.shut_to(SessionBan(number, "Eve", "Ann", FOR_GOOD, f"eve{number}"))
        with pytest.raises(RequestRefusedError, match="end some of them"):
            access_control.shut_to(SessionBan(MOST_BANS + 1, "Eve", "Ann", FOR_GOOD, "one more"))
        assert len(access_control.listed()) == MOST_BANS
        access_control.pardon(1)
        access_control.shut_to(SessionBan(MOST_BANS + 1, "Eve", "Ann", FOR_GOOD, "one more"))
        assert [each.id for each in access_control.listed()][:2] == [MOST_BANS + 1, MOST_BANS]


class TestOpen:
    @pytest.mark.parametrize(
        ("settled", "expected"),
        [
            (SessionSettings(), True),
            (SessionSettings(locked=True), False),
            (SessionSettings(access="unlisted"), False),
            (SessionSettings(access="invited"), False),
            (SessionSettings(bans=[ban(address_key=GUEST.address_key)]), False),
            (SessionSettings(bans=[ban(address_key=GUEST.address_key, watching=True)]), True),
        ],
    )
    def test_strangers_are_led_only_where_they_may_come_in(
        self, settled: SessionSettings, expected: bool
    ) -> None:
        access_control = Lobby(settled=settled).session.policy.access_control
        assert access_control.is_open_to(GUEST, watching=False) is expected
