import pytest
from hypothesis import given
from hypothesis import strategies as st

from hosted import settings
from undertide_server.gateway.admission import (
    MAX_TURNED_AWAY,
    REPLAYS_AT_ONCE,
    REPLAYS_PER_SECOND,
    Admission,
    place_of,
)

FULL = "this server is full"
CROWDED = "too many connections from your address"


def admission(**limits: int) -> Admission:
    return Admission(settings(**limits).limits)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("10.0.0.1", "::ffff:10.0.0.1"),
        ("2001:db8::1", "2001:db8::ffff:2"),
        ("fe80::1%eth0", "fe80::2"),
    ],
)
def test_addresses_of_one_place_count_together(one: str, other: str) -> None:
    assert place_of(one) == place_of(other)


@pytest.mark.parametrize(
    ("one", "other"), [("10.0.0.1", "10.0.0.2"), ("2001:db8::1", "2001:db8:0:1::1")]
)
def test_addresses_of_two_places_count_apart(one: str, other: str) -> None:
    assert place_of(one) != place_of(other)


@given(st.text(max_size=50))
def test_whatever_a_transport_calls_its_peer_is_some_place(host: str) -> None:
    assert isinstance(place_of(host), str)


def test_connections_up_to_the_limit_are_welcome() -> None:
    door = admission(connections=2, connections_per_address=10)
    assert door.arrive("a")
    assert door.arrive("b")
    assert door.verdict("b") == "welcome"
    assert door.arrive("c")
    assert door.verdict("c") == FULL


def test_one_address_has_a_limit_of_its_own() -> None:
    door = admission(connections=10, connections_per_address=1)
    assert door.arrive("a")
    assert door.arrive("a")
    assert door.verdict("a") == CROWDED
    assert door.arrive("b")
    assert door.verdict("b") == "welcome"


def test_who_leaves_makes_room() -> None:
    door = admission(connections=1)
    door.arrive("a")
    door.leave("a")
    door.arrive("b")
    assert door.verdict("b") == "welcome"
    assert door.connections == 1


def test_more_than_can_be_told_so_are_cut_off_unheard() -> None:
    door = admission(connections=1, connections_per_address=1000)
    assert all(door.arrive(str(number)) for number in range(1 + MAX_TURNED_AWAY))
    assert not door.arrive("one more")
    assert door.connections == 1 + MAX_TURNED_AWAY


def test_one_address_can_not_take_the_places_of_all() -> None:
    door = admission(connections=1000, connections_per_address=5)
    arrived = [door.arrive("a") for _ in range(500)]
    assert sum(arrived) == 5 + MAX_TURNED_AWAY
    assert door.arrive("b")
    assert door.verdict("b") == "welcome"


def test_one_address_never_holds_all_sessions() -> None:
    door = admission(sessions=30, idle_session_seconds=600)
    made = 0
    for second in range(600):
        while door.may_create("a", float(second)):
            door.created("a", float(second))
            made += 1
    assert 10 <= made <= 20
    assert door.may_create("b", 600.0)


def test_every_address_may_make_a_session_where_few_may_be() -> None:
    assert admission(sessions=1).may_create("a", 0.0)


def test_sessions_of_long_ago_are_forgotten() -> None:
    door = admission(sessions=3, idle_session_seconds=600)
    door.created("a", 0.0)
    assert not door.may_create("a", 0.0)
    door.forget_old(599.0)
    assert door._created
    door.forget_old(601.0)
    assert not door._created
    assert door.may_create("a", 601.0)


def test_a_place_may_begin_some_replays_at_once_and_more_as_time_passes() -> None:
    door = admission()
    begun = [door.may_replay("one", 0.0) for _ in range(int(REPLAYS_AT_ONCE) + 1)]
    assert begun == [True] * int(REPLAYS_AT_ONCE) + [False]
    assert door.may_replay("other", 0.0)
    assert not door.may_replay("one", 0.5 / REPLAYS_PER_SECOND)
    assert door.may_replay("one", 2.0 / REPLAYS_PER_SECOND)


def test_replays_of_long_ago_are_forgotten() -> None:
    door = admission()
    door.may_replay("one", 0.0)
    door.forget_old(0.0)
    assert door._replayed
    door.forget_old(2 / REPLAYS_PER_SECOND)
    assert not door._replayed
