import pytest

from support.client.client_examples import joined, watching
from support.client.replay_examples import RUN, replaying
from undertide_client.net.destination import (
    MAX_CODES,
    Codes,
    Wish,
    replayed,
    seated,
    wanted_name,
    watched,
)
from undertide_shared.messages import Join, Moment, Replay, Watch


def test_a_seat_that_was_had_is_asked_for_with_its_token() -> None:
    assert Wish(Join("", "Ann")).message == Join("", "Ann")
    assert Wish(Join("", "Ann"), b"secret", "s").message == Join("s", "Ann", b"secret")


def test_other_eyes_are_asked_for_where_eyes_can_be_chosen() -> None:
    assert Wish(Watch("s", "Zoe")).seen_by(2).message == Watch("s", "Zoe", 2)
    assert Wish(Replay("r", None, 5)).seen_by(2).message == Replay("r", 2, 5)
    assert Wish(Join("s", "Ann")).seen_by(2).message == Join("s", "Ann")


def test_a_replay_is_asked_for_where_it_was_and_as_fast() -> None:
    wish = Wish(Replay("r", 2), speed=100).at(Moment(700, 400))
    assert (wish.message, wish.speed) == (Replay("r", 2, 700), 400)
    assert Wish(Watch("s", "Zoe")).at(Moment(700, 400)).message == Watch("s", "Zoe")


def test_a_place_that_was_had_is_asked_for_until_the_server_has_room() -> None:
    assert Wish(Watch("s", "Zoe"), granted=True).outlasts("server_full")
    assert Wish(Replay("r"), granted=True).outlasts("server_full")
    assert not Wish(Watch("s", "Zoe")).outlasts("server_full")


def test_a_new_place_outlasts_other_refusals_unless_it_is_a_replay() -> None:
    assert Wish(Watch("s", "Zoe")).outlasts("too_fast")
    assert not Wish(Replay("r")).outlasts("too_fast")


def test_a_seat_that_was_taken_is_asked_for_by_its_token_under_the_name_asked_for() -> None:
    wish = Wish(Join("", "  Ann "))
    name = wanted_name(wish, joined())
    assert name == "  Ann "
    assert wanted_name(None, joined()) == "Ann"
    again = seated(name, joined(), "k7m2q-x4hq9tbncd2w")
    assert again.message == Join("k7m2q", "  Ann ", b"secret-1")
    assert (again.request, again.granted) == (Join("k7m2q-x4hq9tbncd2w", "  Ann "), True)


def test_a_place_among_the_spectators_is_asked_for_with_the_same_eyes() -> None:
    again = watched(Wish(Watch("", "Zoe", 2)), watching(), "k7m2q")
    assert (again.message, again.granted) == (Watch("k7m2q", "Zoe", 2), True)
    given = watched(Wish(Join("s", "Ann")), watching(name="Ann"), "k7m2q")
    assert given.message == Watch("k7m2q", "Ann", None)


def test_a_replay_is_asked_for_by_the_whole_name_of_its_run() -> None:
    again = replayed(Wish(Replay("0123", 1, 50), speed=200), replaying())
    assert (again.message, again.speed, again.granted) == (Replay(RUN, 1, 50), 200, True)
    assert replayed(None, replaying()).message == Replay(RUN, None, 0)


def test_a_code_stands_for_the_session_that_it_lets_into() -> None:
    codes = Codes()
    codes.learn("k7m2q", "k7m2q-x4hq9tbncd2w")
    assert codes.door("k7m2q") == "k7m2q-x4hq9tbncd2w"
    assert codes.door("b3rn9") == "b3rn9"


def test_a_newer_code_takes_the_place_of_the_older() -> None:
    codes = Codes()
    codes.learn("k7m2q", "k7m2q-aaaabbbbcccc")
    codes.learn("k7m2q", "k7m2q-x4hq9tbncd2w")
    assert codes.door("k7m2q") == "k7m2q-x4hq9tbncd2w"


@pytest.mark.parametrize("code", ["", "k7m2q", "b3rn9-x4hq9tbncd2w", "k7m2qs"])
def test_what_is_no_code_of_the_session_is_not_learnt(code: str) -> None:
    codes = Codes()
    codes.learn("k7m2q", code)
    assert codes.door("k7m2q") == "k7m2q"


def test_the_codes_learnt_longest_ago_are_forgotten_first() -> None:
    codes = Codes()
    for number in range(MAX_CODES + 1):
        codes.learn(f"s{number}", f"s{number}-x")
    assert codes.door("s0") == "s0"
    assert codes.door("s1") == "s1-x"
    assert codes.door(f"s{MAX_CODES}") == f"s{MAX_CODES}-x"
