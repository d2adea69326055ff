"""Seats of players who are away: when others get them, and how their owners come back."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.sessions.lobby import OPERATOR, Lobby, last_keyframe
from undertide_server.sessions.arrivals import GIVEN_UP as GIVEN_UP_WORDS
from undertide_server.sessions.attendance import IN_LINE_IDLE
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.seats import Seat
from undertide_server.sessions.model.settings import SessionSettings
from undertide_server.sessions.moderation.roles import LEADER_PATIENCE
from undertide_shared.messages import (
    Access,
    Ban,
    Chat,
    Follow,
    Hear,
    Joined,
    Kick,
    Left,
    MemberRole,
    Resync,
    Roster,
    Say,
    SetAccess,
    Wait,
    Watching,
)

SEATS = 8
GIVEN_UP = 15 * 60.0
"""Seconds after which the settings that ship give a seat up."""

GIVES_WAY = 15 * 60.0
"""Seconds after which, by the settings that ship, a place in line gives way."""


def chat_of_server(lobby: Lobby, member: int) -> list[str]:
    """Return what the server itself has said to a member."""
    return [chat.text for chat in lobby.took(member, Chat) if chat.server]


def deserted(lobby: Lobby) -> list[bytes]:
    """Fill all seats, and let all players leave at once; return their tokens."""
    for member in range(SEATS):
        lobby.join(member, f"Hero {member}")
    tokens = [lobby.took(member, Joined)[-1].token for member in range(SEATS)]
    for member in range(SEATS):
        lobby.session.disconnect(member, lobby.now)
    lobby.settle()
    return tokens


def roles(lobby: Lobby) -> list[MemberRole]:
    policy = lobby.session.policy
    return [policy.roles.role_of_seat(seat.number) for seat in lobby.session.members.seating]


def due_by_seats(lobby: Lobby) -> float | None:
    """Return when an absence needs the session, from the seats alone."""
    session, seating = lobby.session, lobby.session.members.seating
    if seating.line.first is not None and seating.has_room_for_owner:
        return lobby.now
    away = {
        seat.number: seat.away_since
        for seat in seating
        if seat.away_since is not None and not seat.vacated
    }
    there = [seat for seat in seating if seat.member is not None and seat.number not in away]
    times = [
        since + GIVEN_UP for number, since in away.items() if not seat_of(lobby, number).lapsed
    ]
    leader = session.policy.settings.host.seat
    if leader in away and there:
        times.append(away[leader] + LEADER_PATIENCE)
    return min(times, default=None)


def seat_of(lobby: Lobby, number: int) -> Seat:
    seat = lobby.session.members.seating.get(number)
    assert seat is not None
    return seat


@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["join", "return", "lose", "leave", "kick", "wait", "wait long"]),
            st.integers(0, 4),
        ),
        max_size=30,
    )
)
def test_absences_are_due_as_the_seats_say_whatever_happens(acts: list[tuple[str, int]]) -> None:
    lobby = Lobby(settled=SessionSettings(seats=3))
    tokens: dict[int, bytes] = {}
    for member, (act, number) in enumerate(acts, 100):
        seat = lobby.session.members.seating.get(number)
        with suppress(RequestRefusedError):
            if act == "join":
                lobby.join(member, f"Hero {member}")
                tokens[len(tokens)] = lobby.took(member, Joined)[-1].token
            elif act == "wait":
                lobby.wait(25.0 * (number + 1))
            elif act == "wait long":
                lobby.wait(GIVEN_UP)
            elif seat is not None and act == "return" and lobby.join(member, "", tokens[number]):
                tokens[number] = lobby.took(member, Joined)[-1].token
            elif seat is not None and seat.member is not None and act == "lose":
                lobby.session.disconnect(seat.member, lobby.now)
            elif seat is not None and seat.member is not None and act == "leave":
                lobby.session.leave(seat.member, lobby.now)
            elif seat is not None and not seat.vacated and act == "kick":
                lobby.order(None, Kick(lobby.number(seat.name)), OPERATOR)
        lobby.settle()
        due = due_by_seats(lobby)
        assert lobby.session.attendance.due(lobby.now) == due
        asked = lobby.session.due(lobby.now)
        assert due is None or (asked is not None and asked <= due)


class TestGivenUp:
    def test_a_seat_counts_as_free_once_its_player_has_been_away_for_long(self) -> None:
        lobby = Lobby()
        deserted(lobby)
        lobby.wait(GIVEN_UP - 1)
        info = lobby.session.disclosure.info()
        assert (info.heroes, info.asleep, info.full) == (SEATS, SEATS, True)
        with pytest.raises(RequestRefusedError, match="session_full"):
            lobby.join(50, "Ninth")
        lobby.wait(1)
        assert not lobby.session.disclosure.info().full
        assert lobby.join(50, "Ninth")
        info = lobby.session.disclosure.info()
        assert (info.heroes, info.asleep) == (SEATS + 1, SEATS)

    @pytest.mark.parametrize("access", ["unlisted", "invited"])
    def test_a_private_session_gives_no_seat_up(self, access: Access) -> None:
        lobby = Lobby()
        deserted(lobby)
        lobby.order(None, SetAccess(access), OPERATOR)
        lobby.wait(2 * GIVEN_UP)
        assert lobby.session.disclosure.info().full

    def test_an_operator_kicks_and_bans_those_who_are_away(self) -> None:
        lobby = Lobby()
        deserted(lobby)
        lobby.order(None, Kick(lobby.number("Hero 0")), OPERATOR)
        lobby.order(None, Ban(lobby.number("Hero 1")), OPERATOR)
        info = lobby.session.disclosure.info()
        assert (info.heroes, info.full) == (SEATS - 2, False)
        assert lobby.join(50, "Ninth")

    def test_a_session_that_becomes_public_gives_up_the_seats_of_long_sleepers(self) -> None:
        lobby = Lobby(settled=SessionSettings(access="unlisted"), maker=50)
        deserted(lobby)
        lobby.watch(50)
        lobby.wait(GIVEN_UP)
        assert lobby.session.disclosure.info().full
        lobby.order(50, SetAccess("public"))
        assert not lobby.session.disclosure.info().full

    def test_the_hero_sleeps_on_and_keeps_its_things(self) -> None:
        lobby = Lobby()
        (token, *_) = deserted(lobby)
        lobby.wait(GIVEN_UP)
        lobby.join(50, "Ninth")
        party = {one.name: one.state for one in last_keyframe(lobby.mail[50]).party}
        assert party["Hero 0"] == "asleep"
        assert lobby.join(60, "", token), "there is room: only one seat is taken"
        frame = last_keyframe(lobby.mail[60])
        assert [item.name for item in frame.pack]
        assert frame.seat == 0

    def test_a_seat_is_its_players_as_long_as_nobody_wants_in(self) -> None:
        lobby = Lobby()
        tokens = deserted(lobby)
        lobby.wait(3 * GIVEN_UP)
        assert all(lobby.join(60 + each, "", token) for each, token in enumerate(tokens))
        assert lobby.session.disclosure.info().full


class TestConnectedAndAway:
    def test_one_who_sleeps_at_the_keyboard_makes_room_for_a_newcomer(self) -> None:
        lobby = Lobby("real")
        for member in range(SEATS):
            lobby.join(member, f"Hero {member}")
        seats = [lobby.session.members.seating.of_member(member) for member in range(SEATS)]
        for seat in seats:
            assert seat is not None
            lobby.session.members.seating.note_absence(seat, lobby.now)
        lobby.now += GIVEN_UP
        lobby.settle()
        lobby.act(0, Wait())
        assert lobby.join(50, "Ninth")
        assert not lobby.took(0, Left), "it has pressed a key"
        assert [left.reason for left in lobby.took(1, Left)] == [GIVEN_UP_WORDS]
        assert not lobby.took(2, Left)
        assert lobby.session.membership.take_dismissed() == [1]
        token = lobby.took(1, Joined)[-1].token
        assert lobby.join(60, "", token), "others are away, too"
        assert lobby.took(2, Left)

    def test_nobody_has_to_go_while_there_is_room(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        seat = lobby.session.members.seating.of_member(1)
        assert seat is not None
        lobby.session.members.seating.note_absence(seat, lobby.now)
        lobby.now += GIVEN_UP
        lobby.settle()
        lobby.join(2, "Ben")
        assert not lobby.took(1, Left)


class TestTheLine:
    def full_again(self) -> tuple[Lobby, list[bytes]]:
        """Return a session in which newcomers have taken the room of all sleepers."""
        lobby = Lobby()
        tokens = deserted(lobby)
        lobby.wait(GIVEN_UP)
        for member in range(50, 50 + SEATS):
            lobby.join(member, f"New {member}")
        return lobby, tokens

    def test_an_owner_without_room_watches_and_gets_its_hero_when_there_is_room(self) -> None:
        lobby, (first, *_) = self.full_again()
        assert not lobby.join(60, "", first)
        (watching,) = lobby.took(60, Watching)
        assert (watching.in_line, watching.name) == (1, "Hero 0")
        assert not lobby.took(60, Joined)
        assert last_keyframe(lobby.mail[60]).hero is None
        lobby.session.leave(50, lobby.now)
        lobby.settle()
        lobby.now += GIVEN_UP
        lobby.settle()
        (joined,) = lobby.took(60, Joined)
        assert joined.seat == 0
        assert last_keyframe(lobby.mail[60]).seat == 0
        assert lobby.session.membership.take_admitted() == [60]
        lobby.act(60, Wait())
        lobby.wait(0.5)
        assert lobby.row_of(60)[1].hero.presence == "present"

    def test_owners_are_served_in_the_order_in_which_they_came(self) -> None:
        lobby, tokens = self.full_again()
        for member, token in ((60, tokens[3]), (61, tokens[1])):
            lobby.join(member, "", token)
        assert lobby.took(61, Watching)[0].in_line == 2
        lobby.order(None, Kick(lobby.number("New 50")), OPERATOR)
        assert lobby.took(60, Joined)
        assert not lobby.took(61, Joined)
        with pytest.raises(RequestRefusedError, match="session_full"):
            lobby.join(70, "Late")

    def test_one_who_leaves_the_line_frees_the_place_and_keeps_the_token(self) -> None:
        lobby, (first, second, *_) = self.full_again()
        lobby.join(60, "", first)
        lobby.join(61, "", second)
        lobby.session.leave(60, lobby.now)
        lobby.join(62, "", first)
        assert lobby.took(62, Watching)[0].in_line == 2

    def test_a_second_connection_takes_over_the_place_in_line(self) -> None:
        lobby, (first, *_) = self.full_again()
        lobby.join(60, "", first)
        lobby.join(61, "", first)
        assert lobby.took(60, Left)
        assert lobby.took(61, Watching)[0].in_line == 1
        assert len(lobby.session.members.seating.line.active) == 1

    def waiting_for_nothing(self) -> Lobby:
        """Return a full session with two in line, of whom only the second does something."""
        lobby, (first, second, *_) = self.full_again()
        lobby.join(60, "", first)
        lobby.join(61, "", second)
        lobby.wait(GIVES_WAY - 1)
        lobby.tell(61, Say("still here"))
        for member in range(50, 50 + SEATS):
            lobby.act(member, Wait())
        assert not chat_of_server(lobby, 60)
        lobby.wait(1)
        return lobby

    def test_a_place_in_line_in_which_nothing_is_done_gives_way_to_the_next(self) -> None:
        lobby = self.waiting_for_nothing()
        assert chat_of_server(lobby, 60) == [IN_LINE_IDLE]
        assert not chat_of_server(lobby, 61)
        lobby.order(None, Kick(lobby.number("New 50")), OPERATOR)
        assert lobby.took(61, Joined)
        assert not lobby.took(60, Joined)
        lobby.order(None, Kick(lobby.number("New 51")), OPERATOR)
        assert lobby.took(60, Joined)[-1].seat == 0, "its own hero, as before"

    def test_it_keeps_no_newcomer_out(self) -> None:
        lobby = self.waiting_for_nothing()
        lobby.session.leave(61, lobby.now)
        with pytest.raises(RequestRefusedError, match="session_full"):
            lobby.join(70, "Late")
        seating = lobby.session.members.seating
        assert len(seating.line.active) == 0
        assert seating.line.first is not None, "whoever comes first when there is room gets it"

    @pytest.mark.parametrize("sign", [Say("hello"), Follow(None)])
    def test_a_sign_brings_the_place_back(self, sign: Say | Follow) -> None:
        lobby = self.waiting_for_nothing()
        lobby.tell(60, sign)
        lobby.order(None, Kick(lobby.number("New 50")), OPERATOR)
        assert lobby.took(60, Joined)

    @pytest.mark.parametrize("sent", [Hear("all"), Resync()])
    def test_what_clients_send_by_themselves_is_no_sign(self, sent: Hear | Resync) -> None:
        lobby = self.waiting_for_nothing()
        lobby.tell(60, sent)
        assert lobby.session.members.seating.line.is_idle(
            next(iter(lobby.session.members.seating.line))
        )


class TestTheLead:
    def test_it_moves_on_when_the_leader_has_been_away_for_long(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        lobby.join(2, "Ben")
        lobby.session.disconnect(1, lobby.now)
        lobby.wait(LEADER_PATIENCE - 1)
        assert roles(lobby) == ["host", "player"]
        lobby.forget_mail()
        lobby.wait(1)
        assert roles(lobby) == ["player", "host"]
        assert [seat.role for seat in lobby.took(2, Roster)[-1].seats] == ["player", "host"]

    def test_a_leader_who_comes_back_in_time_stays_it(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        lobby.join(2, "Ben")
        token = lobby.took(1, Joined)[-1].token
        lobby.session.disconnect(1, lobby.now)
        lobby.wait(LEADER_PATIENCE - 1)
        lobby.join(3, "", token)
        lobby.wait(LEADER_PATIENCE)
        assert roles(lobby) == ["host", "player"]

    def test_the_first_who_comes_to_a_deserted_session_leads_it(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        lobby.session.leave(1, lobby.now)
        lobby.wait(LEADER_PATIENCE)
        assert roles(lobby) == ["host"], "nobody else is here"
        lobby.join(2, "Ben")
        assert roles(lobby) == ["player", "host"]
