from collections.abc import Iterable
from weakref import WeakSet

import pytest

from undertide_server.content.load import load_settings
from undertide_server.gateway.edge.admission import (
    BURST_SECONDS,
    HANDSHAKE_AGE,
    MAX_TURNED_AWAY,
    MOST_MAKERS,
    NOWHERE,
    REPLAYS_AT_ONCE,
    REPLAYS_PER_SECOND,
    Admission,
    Allowance,
    HandshakeQueue,
    bytes_of_connection,
)

FULL = "this server is full"
CROWDED = "too many connections from your address"
LIMITS = load_settings().limits


class AddressKey(str):
    """An address key to which weak references are possible."""

    __slots__ = ("__weakref__",)


def watched(keys: Iterable[AddressKey]) -> WeakSet[AddressKey]:
    """Return a set of those keys that something still holds."""
    return WeakSet(keys)


def admission(**limits: int) -> Admission:
    return Admission(load_settings().limits.model_copy(update=limits))


def test_connections_up_to_the_limit_are_welcome() -> None:
    gate = admission(connections=2, connections_per_address=10)
    for address_key in "abc":
        assert gate.arrive(address_key, 0.0) is None
        assert gate.verdict(address_key) == ("welcome" if address_key < "c" else FULL)


def test_one_address_has_a_limit_of_its_own() -> None:
    gate = admission(connections=10, connections_per_address=2)
    for _ in range(2):
        assert gate.arrive("a", 0.0) is None
        assert gate.verdict("a") == "welcome"
    assert gate.arrive("a", 1.0) is None
    assert gate.verdict("a") == CROWDED
    assert gate.arrive("b", 1.0) is None
    assert gate.verdict("b") == "welcome"


def test_who_leaves_makes_room() -> None:
    gate = admission(connections=1)
    gate.arrive("a", 0.0)
    gate.leave("a")
    gate.arrive("b", 0.0)
    assert gate.verdict("b") == "welcome"
    assert gate.connections == 1


def test_more_than_can_be_told_so_are_cut_off_unheard() -> None:
    gate = admission(connections=1, connections_per_address=1000)
    assert not any(gate.arrive(str(number), 0.0) for number in range(1 + MAX_TURNED_AWAY))
    assert gate.arrive("one more", 0.0) == "too_many_connections"
    assert gate.arrive(NOWHERE, 0.0) == "too_many_connections"
    assert gate.connections == 1 + MAX_TURNED_AWAY


def test_one_address_can_not_take_the_places_of_all() -> None:
    gate = admission(connections=1000, connections_per_address=5, connections_per_second=1000)
    arrived = [gate.arrive("a", float(second)) for second in range(500)]
    assert arrived.count(None) == 5 + MAX_TURNED_AWAY
    assert gate.arrive("b", 500.0) is None
    assert gate.verdict("b") == "welcome"


def test_one_address_opens_only_so_many_a_second() -> None:
    gate = admission(connections_per_address=5, connections_per_second=2)
    for second, quick in ((0.0, 5 + MAX_TURNED_AWAY), (1.0, 2), (2.0, 2)):
        for _ in range(quick):
            assert gate.arrive("a", second) is None
            gate.leave("a")
        assert gate.arrive("a", second) == "connects_too_fast"
    assert gate.arrive("b", 2.0) is None


def test_who_comes_by_a_proxy_counts_where_it_says_that_it_is() -> None:
    gate = admission(connections_per_address=1)
    for address_key in ("a", "b"):
        assert gate.arrive(NOWHERE, 0.0) is None
        assert gate.assign(address_key, 0.0) is None
        assert gate.verdict(address_key) == "welcome"
    for _ in range(MAX_TURNED_AWAY):
        assert gate.arrive(NOWHERE, 0.0) is None
        assert gate.assign("a", 0.0) is None
        assert gate.verdict("a") == CROWDED
    assert gate.arrive(NOWHERE, 0.0) is None
    assert gate.assign("a", 0.0) == "too_many_connections"
    assert gate.connections == 3 + MAX_TURNED_AWAY
    gate.leave(NOWHERE)
    assert gate.connections == 2 + MAX_TURNED_AWAY


def test_connections_of_a_place_share_what_it_may_send_as_long_as_it_is_there() -> None:
    gate = admission()
    gate.arrive("a", 0.0)
    shared = gate.allowance("a", 0.0)
    shared.bytes.spend(0.0)
    gate.forget_old(1000.0)
    assert gate.allowance("a", 1000.0) is shared
    gate.leave("a")
    gate.forget_old(1000.0)
    assert gate.allowance("a", 1000.0) is not shared


def test_one_address_never_holds_all_sessions() -> None:
    gate = admission(sessions=30, idle_session_seconds=600)
    made = 0
    for second in range(600):
        while gate.begin_session("a", float(second)) is None:
            made += 1
    assert 10 <= made <= 20
    assert gate.begin_session("b", 600.0) is None


def test_every_address_may_make_a_session_where_few_may_be() -> None:
    assert admission(sessions=1).begin_session("a", 0.0) is None


def test_the_whole_server_makes_so_many_sessions_in_a_second() -> None:
    gate = admission(sessions=900, sessions_per_second=3)
    addresses = "abcdefgh"
    assert [gate.begin_session(each, 0.0) for each in addresses] == [None] * 3 + ["server"] * 5
    assert [gate.begin_session(each, 1.0) for each in addresses] == [None] * 3 + ["server"] * 5
    gate.limits = gate.limits.model_copy(update={"sessions_per_second": 5})
    assert [gate.begin_session(each, 1.0) for each in addresses].count(None) == 5


def test_a_session_that_the_server_refuses_does_not_count_against_its_address() -> None:
    gate = admission(sessions=6, idle_session_seconds=600, sessions_per_second=1)
    assert [gate.begin_session("a", 0.0) for _ in range(9)] == [None] + ["server"] * 8
    assert gate.begin_session("a", 1.0) is None
    assert gate.begin_session("a", 2.0) == "address"


def test_sessions_of_long_ago_are_forgotten() -> None:
    gate, key = admission(sessions=3, idle_session_seconds=600), AddressKey("a")
    kept = watched([key])
    gate.begin_session(key, 0.0)
    del key
    assert gate.begin_session("a", 0.0) == "address"
    gate.forget_old(599.0)
    assert kept
    gate.forget_old(601.0)
    assert not kept
    assert gate.begin_session("a", 601.0) is None


def test_a_place_may_begin_some_replays_at_once_and_more_as_time_passes() -> None:
    gate = admission()
    begun = [gate.may_replay("one", 0.0) for _ in range(int(REPLAYS_AT_ONCE) + 1)]
    assert begun == [True] * int(REPLAYS_AT_ONCE) + [False]
    assert gate.may_replay("other", 0.0)
    assert not gate.may_replay("one", 0.5 / REPLAYS_PER_SECOND)
    assert gate.may_replay("one", 2.0 / REPLAYS_PER_SECOND)


def test_replays_of_long_ago_are_forgotten() -> None:
    gate, key = admission(), AddressKey("one")
    kept = watched([key])
    gate.may_replay(key, 0.0)
    del key
    gate.forget_old(0.0)
    assert kept
    gate.forget_old(2 / REPLAYS_PER_SECOND)
    assert not kept


def test_an_address_may_fill_its_share_of_the_audit_log_and_no_more() -> None:
    gate = admission(audit_entries_per_hour=3)
    for _ in range(3):
        assert gate.may_audit("a", 0.0)
        gate.audited("a", 0.0)
    assert not gate.may_audit("a", 0.0)
    assert gate.may_audit("b", 0.0)
    assert gate.may_audit("a", 1200.0)
    gate.forget_old(7200.0)
    assert gate.may_audit("a", 7200.0)


def test_one_address_makes_only_so_many_sessions_in_a_day() -> None:
    gate = admission(sessions=600, sessions_per_day_per_address=24, sessions_per_second=1000)
    for _ in range(24):
        assert gate.begin_session("a", 0.0) is None
    assert gate.begin_session("a", 3599.0) == "address"
    assert gate.begin_session("a", 3601.0) is None
    assert gate.begin_session("b", 3601.0) is None


def test_who_made_most_sessions_comes_first() -> None:
    gate = admission(sessions_per_second=1000)
    for number in range(2 * MOST_MAKERS):
        for _ in range(1 + number):
            gate.begin_session(f"a{number}", 0.0)
    makers = gate.makers(0.0)
    assert makers[:2] == [("a19", 20), ("a18", 19)]
    assert len(makers) == MOST_MAKERS
    gate.forget_old(86_400.0)
    assert gate.makers(86_400.0) == []


def test_no_more_addresses_are_counted_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("undertide_server.gateway.edge.admission.MOST_COUNTED", 3)
    gate = admission(sessions_per_second=1000)
    for address_key in "abcadbea":
        gate.begin_session(address_key, 0.0)
    assert {address_key for address_key, _ in gate.makers(0.0)} == {"d", "e", "a"}


def line(handshakes: int, of_address: int = 1000) -> HandshakeQueue[str]:
    limits = load_settings().limits
    changed = {"handshakes": handshakes, "handshakes_per_address": of_address}
    return HandshakeQueue(limits.model_copy(update=changed))


def test_who_has_stood_there_longest_goes_for_one_too_many() -> None:
    policy = line(2)
    assert policy.join("Ann", "a", 0.0) is None
    assert policy.join("Bob", "b", 0.0) is None
    assert policy.join("Cid", "c", HANDSHAKE_AGE) == "Ann"
    assert list(policy) == ["Bob", "Cid"]


def test_a_place_with_too_many_loses_one_of_its_own() -> None:
    policy = line(10, of_address=2)
    policy.join("Ann", "a", 0.0)
    for name in ("Eve", "Fay"):
        assert policy.join(name, "e", 0.0) is None
    assert policy.join("Gus", "e", HANDSHAKE_AGE) == "Eve"
    assert list(policy) == ["Ann", "Fay", "Gus"]


def test_a_rush_cuts_nobody_who_came_just_now() -> None:
    policy = line(2, of_address=2)
    for number in range(70):
        assert policy.join(f"rusher {number}", f"{number % 3}", HANDSHAKE_AGE / 2) is None
    assert policy.join("last", "0", HANDSHAKE_AGE * 1.4) is None
    assert policy.join("slow", "0", HANDSHAKE_AGE * 1.5) == "rusher 0"


def test_a_full_server_spares_nobody_in_the_line() -> None:
    policy = line(1)
    assert policy.join("Ann", "a", 0.0, is_full=True) is None
    assert policy.join("Bob", "b", 0.0, is_full=True) == "Ann"


def test_who_comes_by_a_proxy_counts_among_all_alone() -> None:
    policy = line(3, of_address=1)
    assert [policy.join(name, NOWHERE, 0.0) for name in "abc"] == [None, None, None]
    assert policy.join("d", NOWHERE, HANDSHAKE_AGE) == "a"


def test_who_has_asked_is_out_of_the_line() -> None:
    policy = line(1)
    policy.join("Ann", "a", 0.0)
    policy.leave("Ann")
    policy.leave("Ann")
    assert policy.join("Bob", "b", HANDSHAKE_AGE) is None
    assert len(policy) == 1


def test_nothing_is_kept_of_those_who_left() -> None:
    policy = line(5, of_address=2)
    keys = [AddressKey(name) for name in "abcdefgh"]
    kept = watched(keys)
    while keys:
        policy.join(str(keys[-1]), keys.pop(), 0.0, is_full=True)
    assert len(kept) == 5
    for name in "abcdefgh":
        policy.leave(name)
    assert not len(policy)
    assert not kept


def test_a_place_may_open_all_its_connections_at_once_and_then_so_many_a_second() -> None:
    connections = Allowance.of(LIMITS, 0.0).connections
    assert connections.spend(0.0, LIMITS.connections_per_address + MAX_TURNED_AWAY)
    assert not connections.spend(0.0)
    assert connections.spend(1.0, LIMITS.connections_per_second)
    assert not connections.spend(1.0)


def test_what_comes_at_once_is_what_some_seconds_allow() -> None:
    allowance = Allowance.of(LIMITS, 0.0)
    rates = {
        allowance.bytes: LIMITS.bytes_per_second_per_address,
        bytes_of_connection(LIMITS, 0.0): LIMITS.bytes_per_second,
    }
    for bucket, rate in rates.items():
        assert bucket.spend(0.0, rate * BURST_SECONDS)
        assert not bucket.spend(0.0)
        assert bucket.spend(1.0, rate)


def test_messages_within_their_rate_are_never_too_many_bytes() -> None:
    largest = LIMITS.messages_per_second * 2048
    assert largest <= LIMITS.bytes_per_second


def test_an_allowance_is_full_once_nothing_is_missed() -> None:
    allowance = Allowance.of(LIMITS, 0.0)
    assert allowance.is_full(0.0)
    allowance.bytes.spend(0.0)
    assert not allowance.is_full(0.0)
    assert allowance.is_full(1.0)
