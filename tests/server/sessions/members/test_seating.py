"""Who sits where: seats are taken once, kept for their players, and bounded."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_server.sessions.members.line import Claim
from undertide_server.sessions.members.seating import Seating
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.seats import digest
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
    assert [seat.colour for seat in seating] == [0xFFFFFF, 0xFFD166, 0xFFFFFF]
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
    assert [seating.is_opened_by(token) for token in (b"first", b"other")] == [True, False]
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
    assert len(seating.line.active) == 0
    assert (seat.member, seat.vacated, seating.living) == (None, True, 0)
    assert seating.of_member(1) is None
    assert (list(seating.away), seating.asleep, seating.next_lapse(9.0)) == ([], 0, None)


def test_the_absence_of_who_is_kicked_is_over() -> None:
    seating = Seating(3, COLOURS)
    ann, ben = (seating.give_seat(member, f"Hero {member}") for member in range(2))
    for seat, now in ((ann, 1.0), (ben, 2.0)):
        seating.lose(seat, now)
    assert (list(seating.away), seating.asleep) == ([0, 1], 2)
    seating.vacate(ann)
    assert (list(seating.away), seating.asleep) == ([1], 1)
    assert (seating.next_lapse(10.0), seating.next_withdrawal(60.0)) == (12.0, 62.0)
    assert [seating.is_vacated(number) for number in range(3)] == [True, False, False]


@pytest.mark.parametrize("gives_up", [False, True])
@pytest.mark.parametrize("lapsed", [False, True])
@pytest.mark.parametrize("living", [False, True])
@pytest.mark.parametrize(("others", "in_line"), [(0, 0), (1, 0), (2, 0), (0, 2), (1, 1)])
def test_only_the_player_of_a_living_hero_waits_and_only_while_others_have_the_room(
    *, gives_up: bool, lapsed: bool, living: bool, others: int, in_line: int
) -> None:
    seating = Seating(2, COLOURS, gives_up=lambda: gives_up)
    seat = seating.give_seat(1, "Ann")
    seating.lose(seat, 0.0)
    seat.lapsed = True
    for number in range(others if gives_up else 0):
        seating.give_seat(10 + number, f"Other {number}")
    for number in range(in_line):
        seating.line.add(Claim(20 + number, 7 + number, b"token"))
    seat.lapsed = lapsed
    if not living:
        seating.note_death(seat)
    must_wait = gives_up and lapsed and living and others + in_line == 2
    assert seating.must_wait(seat) is must_wait


def test_seats_are_given_up_by_no_session_that_does_not_say_so() -> None:
    seating = Seating(1, COLOURS)
    seat = seating.give_seat(1, "Ann")
    seat.lapsed = True
    assert not seating.has_room
    assert not seating.must_wait(seat)
    assert seating.one_too_many() is None


def test_an_ordered_hero_counts_until_it_is_called_off() -> None:
    seating = Seating(3, COLOURS)
    seats = [seating.give_seat(member, f"Hero {member}") for member in range(3)]
    for _ in range(2):
        seating.note_death(seats[0])
        seating.renew(seats[0])
    assert (seating.living, seats[0].heroes, seats[0].renewed) == (3, 3, True)
    seating.note_death(seats[0])
    seating.renew(seats[0])
    seating.cancel_renewal(seats[0])
    assert (seating.living, seats[0].heroes, seats[0].renewed) == (2, 3, False)


def test_a_seat_comes_back_with_its_tokens_and_stays_vacated() -> None:
    settings = SessionSettings(vacated=[1])
    seating = Seating(3, COLOURS)
    ann, ben = (
        seating.restore(SeatRecord(number, name, (digest(b"first"),)), settings)
        for number, name in enumerate(("Ann", "Ben"))
    )
    assert [(seat.number, seat.name, seat.colour, seat.member) for seat in (ann, ben)] == [
        (0, "Ann", COLOURS[0], None),
        (1, "Ben", COLOURS[1], None),
    ]
    assert (ann.vacated, ben.vacated, seating.living) == (False, True, 1)
    assert seating.opened_by(b"first") is ann


def handed_over(seating: Seating, vacated: Sequence[int] = ()) -> Seating:
    """Return the seats as the next node restores them before it is told of their state."""
    settings, restored = SessionSettings(vacated=list(vacated)), Seating(seating.limit, COLOURS)
    for seat in seating:
        restored.restore(SeatRecord(seat.number, seat.name, tuple(seat.tokens)), settings)
    return restored


def test_the_next_node_knows_when_players_went_and_who_is_about_to_come() -> None:
    there = Seating(5, COLOURS)
    plays, lost, withdrawn, lapsed, waits = (
        there.give_seat(member, f"Hero {member}") for member in range(5)
    )
    for seat, now in ((lost, 10.0), (withdrawn, 4.0), (lapsed, 2.0), (waits, 12.0)):
        there.lose(seat, now)
    assert there.take_withdrawals(64.0, 60.0) == [2, 3]
    there.lapse(12.0, 10.0)
    assert lapsed.lapsed
    there.note_presence(waits)
    here = handed_over(there)
    for seat in (plays, waits, lapsed, withdrawn, lost):
        assert here.recall(there.memory(seat), None, 100.0) is None, "its tokens are the same"
    assert [(seat.away_since, seat.lapsed, seat.member) for seat in here] == [
        (None, False, None),
        (110.0, False, None),
        (104.0, False, None),
        (102.0, True, None),
        (None, False, None),
    ]
    assert here.take_withdrawals(169.9, 60.0) == []
    assert here.take_withdrawals(172.0, 60.0) == [1, 4]
    assert here.next_lapse(10.0) == 114.0
    assert plays.away_since is None


def test_the_next_node_expects_the_members_and_says_whose_tokens_are_newer() -> None:
    there = Seating(2, COLOURS)
    ann, ben = (there.give_seat(member, f"Hero {member}") for member in range(2))
    ann.issue(b"first")
    here = handed_over(there)
    ann.issue(b"second")
    newer = here.recall(there.memory(ann), 70, 0.0)
    assert newer is here.get(0) is here.of_member(70)
    assert newer is not None
    assert (newer.member, newer.tokens) == (70, ann.tokens)
    assert here.recall(there.memory(ben), None, 0.0) is None
    ann.issue(b"third")
    assert newer.tokens != ann.tokens, "each has a list of its own"


def test_an_ordered_hero_is_counted_by_the_next_node_once() -> None:
    there = Seating(3, COLOURS)
    seats = [there.give_seat(member, f"Hero {member}") for member in range(3)]
    for seat in seats[:2]:
        there.note_death(seat)
        there.renew(seat)
    here = handed_over(there)
    first, second, third = here
    for seat in (first, second):
        here.note_death(seat)
    here.renew(second)
    for seat in there:
        here.recall(there.memory(seat), None, 0.0)
    assert here.living == 3
    assert [(seat.renewed, seat.heroes) for seat in (first, second, third)] == [
        (True, 2),
        (True, 2),
        (False, 1),
    ]


def test_nobody_is_away_from_a_seat_that_was_vacated_on_another_node() -> None:
    there = Seating(2, COLOURS)
    seat = there.give_seat(1, "Ann")
    there.lose(seat, 5.0)
    memory = there.memory(seat)
    here = handed_over(there, vacated=(0,))
    here.recall(memory, None, 0.0)
    assert (list(here.away), here.living) == ([], 0)


def test_a_seat_is_taken_again_though_its_last_member_is_unknown_here() -> None:
    seating = Seating(1, COLOURS)
    seat = seating.give_seat(1, "Ann")
    seat.issue(b"first")
    seat.member = 99
    assert seating.resume(2, seat, b"first") == 99


def test_the_first_of_those_here_who_lapsed_leaves_when_others_have_the_room() -> None:
    seating = Seating(2, COLOURS, gives_up=lambda: True)
    away, first, second = (
        seating.restore(record(number), SessionSettings()) for number in range(3)
    )
    for seat in (away, first, second):
        seating.lose(seat, 0.0)
    seating.lapse(10.0, 10.0)
    for member, seat in ((1, first), (2, second)):
        seat.member = member
    assert seating.one_too_many() is None, "there is room for both"
    third = seating.give_seat(3, "Third")
    assert seating.one_too_many() is first
    seating.note_death(first)
    assert seating.one_too_many() is None
    fourth = seating.give_seat(4, "Fourth")
    assert seating.one_too_many() is second
    assert [seat.lapsed for seat in (third, fourth)] == [False, False]


def record(number: int) -> SeatRecord:
    return SeatRecord(number, f"Hero {number}", ())


def test_who_sits_down_waits_in_line_no_longer() -> None:
    seating = Seating(2, COLOURS)
    seat = seating.give_seat(1, "Ann")
    seating.leave(1)
    for member, number in ((9, seat.number), (10, 1)):
        seating.line.add(Claim(member, number, b"token"))
    seating.sit(9, seat)
    assert len(seating.line.active) == 1
