from undertide_server.content.load import load_settings
from undertide_server.gateway.edge.allowance import (
    BURST_SECONDS,
    MAX_TURNED_AWAY,
    Allowance,
    bytes_of_connection,
)

LIMITS = load_settings().limits


def test_a_place_may_open_all_its_connections_at_once_and_then_so_many_a_second() -> None:
    connections = Allowance.of(LIMITS, 0.0).connections
    assert connections.take(0.0, LIMITS.connections_per_address + MAX_TURNED_AWAY)
    assert not connections.take(0.0)
    assert connections.take(1.0, LIMITS.connections_per_second)
    assert not connections.take(1.0)


def test_what_comes_at_once_is_what_some_seconds_allow() -> None:
    allowance = Allowance.of(LIMITS, 0.0)
    rates = {
        allowance.bytes: LIMITS.bytes_per_second_per_address,
        bytes_of_connection(LIMITS, 0.0): LIMITS.bytes_per_second,
    }
    for bucket, rate in rates.items():
        assert bucket.take(0.0, rate * BURST_SECONDS)
        assert not bucket.take(0.0)
        assert bucket.take(1.0, rate)


def test_messages_within_their_rate_are_never_too_many_bytes() -> None:
    largest = LIMITS.messages_per_second * 2048
    assert largest <= LIMITS.bytes_per_second


def test_an_allowance_is_full_once_nothing_is_missed() -> None:
    allowance = Allowance.of(LIMITS, 0.0)
    assert allowance.is_full(0.0)
    allowance.bytes.take(0.0)
    assert not allowance.is_full(0.0)
    assert allowance.is_full(1.0)
