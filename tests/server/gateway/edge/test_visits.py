"""Visits are counted by the visitor's own address, whichever worker they come by."""

from support.sessions.fake_server import settings_with
from undertide_server.gateway.edge.visits import (
    CODES_AT_ONCE,
    CONNECTIONS_AT_ONCE,
    LOGIN_AGE,
    SECONDS_FOR_CONNECTION,
    Visits,
)
from undertide_server.sessions.moderation.guessing import AT_ONCE_FROM_ADDRESS

ANN, BOB = "192.0.2.7", "192.0.2.8"


def visits(**limits: int) -> Visits:
    return Visits(settings_with(ssh=limits).ssh)


def test_a_ticket_stands_for_the_address_until_the_visit_ends() -> None:
    made = visits()
    visit = made.begin(ANN, worker=0, now=0.0)
    assert made.address_of(visit.ticket) == ANN
    assert made.address_of("x" * len(visit.ticket)) is None
    made.end(visit.ticket)
    assert made.address_of(visit.ticket) is None
    made.end(visit.ticket)


def test_an_address_may_have_so_many_visits() -> None:
    made = visits(visitors_per_address=2)
    first = made.begin(ANN, worker=0, now=0.0)
    made.begin(ANN, worker=1, now=0.0)
    assert made.refusal(ANN, 0.0) == "ssh_too_many_of_address"
    assert made.refusal(BOB, 0.0) is None
    made.end(first.ticket)
    assert made.refusal(ANN, 0.0) is None


def test_an_ipv6_network_counts_as_one_address() -> None:
    made = visits(visitors_per_address=1)
    made.begin("2001:db8::1", worker=0, now=0.0)
    assert made.refusal("2001:db8::2", 0.0) == "ssh_too_many_of_address"
    assert made.refusal("2001:db8:1::2", 0.0) is None


def test_an_address_may_connect_so_fast() -> None:
    made = visits()
    assert [made.refusal(ANN, 0.0) for _ in range(CONNECTIONS_AT_ONCE)] == [None] * 20
    assert made.refusal(ANN, 0.0) == "ssh_too_fast"
    assert made.refusal(BOB, 0.0) is None
    assert made.refusal(ANN, SECONDS_FOR_CONNECTION) is None


def test_the_slowest_login_goes_when_too_many_wait() -> None:
    made = visits(logins=2)
    first, second = made.begin(ANN, worker=0, now=0.0), made.begin(BOB, worker=0, now=0.0)
    first.logged_in = True
    made.begin(BOB, worker=0, now=0.0)
    assert made.too_slow(LOGIN_AGE) is None
    made.begin(BOB, worker=0, now=LOGIN_AGE)
    assert made.too_slow(LOGIN_AGE) is second
    assert made.logging_in == 3


def test_a_rush_makes_nobody_too_slow() -> None:
    made = visits(logins=2)
    honest = made.begin(ANN, worker=0, now=0.0)
    for number in range(70):
        made.begin(f"192.0.3.{number}", worker=0, now=1.0)
    assert made.oldest_login() is honest
    assert made.too_slow(LOGIN_AGE - 0.1) is None
    honest.logged_in = True
    assert made.too_slow(LOGIN_AGE) is None
    assert made.too_slow(1.0 + LOGIN_AGE) is made.oldest_login() is not None


def test_the_visits_of_a_worker_are_known() -> None:
    made = visits()
    first = made.begin(ANN, worker=0, now=0.0)
    made.begin(BOB, worker=1, now=0.0)
    assert made.of_worker(0) == [first.ticket]
    assert len(made) == 2


def test_wrong_codes_are_limited_by_address_and_right_ones_forgiven() -> None:
    made = visits()
    one, two, other = (made.begin(each, worker=0, now=0.0).ticket for each in (ANN, ANN, BOB))
    for number in range(AT_ONCE_FROM_ADDRESS):
        assert made.guess(one if number % 2 else two, 0.0) == 0
    assert made.guess(one, 0.0) > 0
    assert made.guess(other, 0.0) == 0
    made.guessed_right(two)
    assert made.guess(one, 0.0) == 0


def test_wrong_codes_are_limited_in_all() -> None:
    made = visits()
    tickets = [
        made.begin(f"192.0.{n}.1", worker=0, now=0.0).ticket for n in range(CODES_AT_ONCE + 1)
    ]
    assert [made.guess(each, 0.0) for each in tickets[:-1]] == [0.0] * CODES_AT_ONCE
    assert made.guess(tickets[-1], 0.0) > 0


def test_a_visit_that_is_over_tries_no_code() -> None:
    assert visits().guess("gone", 0.0) > 0
