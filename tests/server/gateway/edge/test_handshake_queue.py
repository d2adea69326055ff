from support.gateway.address_keys import AddressKey, watched
from undertide_server.content.load import load_settings
from undertide_server.gateway.edge.admission import NOWHERE
from undertide_server.gateway.edge.handshake_queue import HandshakeQueue


def line(handshakes: int, of_address: int = 1000) -> HandshakeQueue[str]:
    limits = load_settings().limits
    changed = {"handshakes": handshakes, "handshakes_per_address": of_address}
    return HandshakeQueue(limits.model_copy(update=changed))


def test_who_has_stood_there_longest_goes_for_one_too_many() -> None:
    policy = line(2)
    assert policy.join("Ann", "a") is None
    assert policy.join("Bob", "b") is None
    assert policy.join("Cid", "c") == "Ann"
    assert list(policy) == ["Bob", "Cid"]


def test_a_place_with_too_many_loses_one_of_its_own() -> None:
    policy = line(10, of_address=2)
    policy.join("Ann", "a")
    for name in ("Eve", "Fay"):
        assert policy.join(name, "e") is None
    assert policy.join("Gus", "e") == "Eve"
    assert list(policy) == ["Ann", "Fay", "Gus"]


def test_who_comes_by_a_proxy_counts_among_all_alone() -> None:
    policy = line(3, of_address=1)
    assert [policy.join(name, NOWHERE) for name in "abcd"] == [None, None, None, "a"]


def test_who_has_asked_is_out_of_the_line() -> None:
    policy = line(1)
    policy.join("Ann", "a")
    policy.leave("Ann")
    policy.leave("Ann")
    assert policy.join("Bob", "b") is None
    assert len(policy) == 1


def test_nothing_is_kept_of_those_who_left() -> None:
    policy = line(5, of_address=2)
    keys = [AddressKey(name) for name in "abcdefgh"]
    kept = watched(keys)
    while keys:
        policy.join(str(keys[-1]), keys.pop())
    assert len(kept) == 5
    for name in "abcdefgh":
        policy.leave(name)
    assert not len(policy)
    assert not kept
