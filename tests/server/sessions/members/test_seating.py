"""Who sits where: seats are taken once, kept for their players, and bounded."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_server.sessions.members.line import Claim
from undertide_server.sessions.members.seating import Seating
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.settings import SessionSettings
from undertide_server.store.records import SeatRecord
from undertide_server.util.names import ReservedNames
from undertide_shared.limits import MAX_HEROES

COLOURS = (0xFFFFFF, 0xFFD166)
seat_numbers = st.integers(0, 5)


def code(caught: pytest.ExceptionInfo[RequestRefusedError]) -> str:
    return caught.value.code


def test_seats_are_numbered_as_they_are_taken() -> None:
    seating = Seating(3, COLOURS)
    assert [seating.give_seat(member, f"Hero {member}").number for member in (7, 5, 9)] == [0, 1, 2]
    assert [seat.member for seat in seating] == [7, 5, 9]
    third = seating.get(2)
    assert third is not None
    assert third is seating.of_member(9)
    assert seating.get(3) is None
    assert seating.of_member(0) is None


@pytest.mark.parametrize("name", ["Ann", "ANN", "  ann ", "a\u200bnn", "\uff21nn", "\u0410nn"])
def test_two_living_heroes_never_share_a_name(name: str) -> None:
    seating = Seating(3, COLOURS)
    seating.give_seat(1, "Ann")
    with pytest.raises(RequestRefusedError) as caught:
        seating.give_seat(2, name)
    assert code(caught) == "name_taken"


@pytest.mark.parametrize("name", ["Undertide", "under tide", "Ann: hello", "Ann†"])
def test_no_hero_has_the_name_of_the_server_or_its_marks(name: str) -> None:
    seating = Seating(3, COLOURS, ReservedNames("Undertide"))
    with pytest.raises(RequestRefusedError, match="bad_name"):
        seating.give_seat(1, name)
    assert seating.living == 0


@pytest.mark.parametrize("second_lives", [True, False])
def test_a_vacated_seat_makes_room_and_its_name_is_free(second_lives: bool) -> None:
    seating = Seating(1, COLOURS, second_lives=second_lives)
    seat = seating.give_seat(1, "Ann")
    seating.lose(seat, 10.0)
    seating.vacate(seat)
    assert (seating.living, seating.of_member(1)) == (0, None)
    assert seating.next_withdrawal(60.0) is None
    assert seating.give_seat(2, "Ann").number == 1
    seating.note_death(seat)
    assert seating.living == 1, "the dead and kicked count once"


def test_the_name_of_the_dead_is_free_and_so_is_their_room() -> None:
    seating = Seating(1, COLOURS)
    seat = seating.give_seat(1, "Ann")
    assert not seating.has_room
    seating.note_death(seat)
    assert seating.has_room
    assert seating.living == 0
    assert seating.give_seat(2, "Ann").number == 1


def test_a_seat_stays_its_players_who_left_it() -> None:
    seating = Seating(1, COLOURS)
    seat = seating.give_seat(1, "Ann")
    assert seating.leave(1) is seat
    assert seating.leave(1) is None
    assert seat.member is None
    assert not seating.has_room
    with pytest.raises(RequestRefusedError) as caught:
        seating.give_seat(2, "Ben")
    assert code(caught) == "session_full"


def test_a_token_gives_the_seat_back_and_names_who_sat_there() -> None:
    seating = Seating(2, COLOURS)
    seat = seating.give_seat(1, "Ann")
    seat.issue(b"first")
    assert seating.opened_by(b"first") is seat
    assert seating.resume(2, seat, b"first") == 1
    assert seating.of_member(1) is None
    assert seating.of_member(2) is seat
    seating.leave(2)
    assert seating.resume(3, seat, b"first") is None


@pytest.mark.parametrize("token", [b"", b"second", b"x" * 2000])
def test_a_token_that_opens_nothing_moves_nobody(token: bytes) -> None:
    seating = Seating(2, COLOURS)
    seat = seating.give_seat(1, "Ann")
    seat.issue(b"first")
    with pytest.raises(RequestRefusedError) as caught:
        seating.opened_by(token)
    assert code(caught) == "bad_token"
    assert seating.of_member(1) is seat


def test_a_run_sees_no_more_heroes_than_the_party_panel_holds() -> None:
    seating = Seating(2, COLOURS)
    for member in range(MAX_HEROES):
        seating.note_death(seating.give_seat(member, f"Hero {member}"))
    assert not seating.has_room
    with pytest.raises(RequestRefusedError) as caught:
        seating.give_seat(MAX_HEROES, "One more")
    assert code(caught) == "session_full"


def test_seats_lapse_in_the_order_in_which_their_players_went() -> None:
    seating = Seating(2, COLOURS, gives_up=lambda: True)
    ann, ben = (seating.give_seat(member, f"Hero {member}") for member in range(2))
    assert seating.next_lapse(10.0) is None
    seating.note_absence(ann, 1.0)
    seating.note_absence(ben, 2.0)
    seating.note_absence(ann, 3.0)
    assert seating.next_lapse(10.0) == 12.0
    seating.lapse(12.0, 10.0)
    assert (ann.lapsed, ben.lapsed) == (False, True)
    assert seating.has_room
    seating.note_presence(ben)
    assert not ben.lapsed
    assert not seating.has_room
    assert seating.next_lapse(10.0) == 13.0


def test_a_hero_withdraws_once_some_time_after_its_player_was_lost() -> None:
    seating = Seating(3, COLOURS)
    lost = [seating.give_seat(member, f"Hero {member}") for member in range(3)]
    assert seating.next_withdrawal(60.0) is None
    for seat, now in zip(lost, (5.0, 3.0, 9.0), strict=True):
        seating.lose(seat, now)
    assert seating.next_withdrawal(60.0) == 63.0
    assert seating.take_withdrawals(62.9, 60.0) == []
    assert seating.take_withdrawals(65.0, 60.0) == [0, 1]
    assert seating.take_withdrawals(65.0, 60.0) == []
    assert seating.next_withdrawal(60.0) == 69.0


def test_no_hero_withdraws_whose_player_came_back() -> None:
    seating = Seating(1, COLOURS)
    seat = seating.give_seat(1, "Ann")
    seat.issue(b"first")
    seating.leave(1)
    seating.lose(seat, 5.0)
    seating.resume(2, seat, b"first")
    assert seating.next_withdrawal(60.0) is None
    assert seating.take_withdrawals(100.0, 60.0) == []


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["come", "lose", "doze", "return", "lapse", "kick"]), seat_numbers
        )
    )
)
def test_those_who_are_away_are_counted(happenings: Sequence[tuple[str, int]]) -> None:
    seating = Seating(MAX_HEROES, COLOURS)
    for now, (happening, number) in enumerate(happenings):
        seat = seating.get(number)
        if happening == "come":
            seating.give_seat(now, f"Hero {now}")
        elif happening == "lapse":
            seating.lapse(now, 3.0)
        elif seat is None or seat.vacated:
            continue
        elif happening == "lose" and seat.member is not None:
            seating.leave(seat.member)
            seating.lose(seat, now)
        elif happening == "doze":
            seating.note_absence(seat, now)
        elif happening == "return" and seat.member is None:
            seating.sit(now, seat)
        elif happening == "return":
            seating.note_presence(seat)
        elif happening == "kick":
            seating.vacate(seat)
        away = [seat for seat in seating if seat.away_since is not None and not seat.vacated]
        assert seating.asleep == len(away)
        assert set(seating.away) == {seat.number for seat in away}
        assert set(seating.seated) == {seat.member for seat in seating} - {None}
        lapsing = [seat.away_since + 3.0 for seat in away if not seat.lapsed]  # type: ignore[operator]
        assert seating.next_lapse(3.0) == min(lapsing, default=None)


@given(
    st.lists(st.tuples(st.sampled_from(["take", "renew", "meet", "die", "restore"]), seat_numbers))
)
def test_those_who_live_are_counted(happenings: Sequence[tuple[str, int]]) -> None:
    seating = Seating(MAX_HEROES, COLOURS)
    for hero, (happening, number) in enumerate(happenings):
        seats = list(seating)
        seat = seats[number] if number < len(seats) else None
        if happening == "take":
            seating.give_seat(hero, f"Hero {hero}")
        elif happening == "restore":
            seating.restore(SeatRecord(len(seats), f"Hero {hero}", ()), SessionSettings())
        elif seat is None:
            continue
        elif happening == "renew" and not seat.is_living:
            seating.renew(seat)
        elif happening == "meet" and seat.is_living:
            seat.meet(hero)
        elif happening == "die" and not seat.over:
            seating.note_death(seat)
        assert seating.living == sum(seat.is_living for seat in seating)


def test_who_is_kicked_waits_for_no_seat_any_more() -> None:
    seating = Seating(3, COLOURS)
    seat = seating.give_seat(1, "Ann")
    seating.line.add(Claim(9, seat.number, b"token"))
    seating.vacate(seat)
    assert len(seating.line) == 0
    assert (seat.member, seat.vacated, seating.living) == (None, True, 0)
    assert seating.of_member(1) is None
