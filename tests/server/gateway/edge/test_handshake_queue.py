from undertide_server.content.load import load_settings
from undertide_server.gateway.edge.admission import NOWHERE
from undertide_server.gateway.edge.handshake_queue import HandshakeQueue


def line(handshakes: int, of_address: int = 1000) -> HandshakeQueue[str]:
    limits = load_settings().limits
    changed = {"handshakes": handshakes, "handshakes_per_address": of_address}
    return HandshakeQueue(limits.model_copy(update=changed))


def test_who_has_stood_there_longest_goes_for_one_too_many() -> None:
    standing = line(2)
    assert standing.join("Ann", "a") is None
    assert standing.join("Bob", "b") is None
    assert standing.join("Cid", "c") == "Ann"
    assert list(standing) == ["Bob", "Cid"]


def test_a_place_with_too_many_loses_one_of_its_own() -> None:
    standing = line(10, of_address=2)
    standing.join("Ann", "a")
    for name in ("Eve", "Fay"):
        assert standing.join(name, "e") is None
    assert standing.join("Gus", "e") == "Eve"
    assert list(standing) == ["Ann", "Fay", "Gus"]


def test_who_comes_by_a_proxy_counts_among_all_alone() -> None:
    standing = line(3, of_address=1)
    assert [standing.join(name, NOWHERE) for name in "abcd"] == [None, None, None, "a"]


def test_who_has_asked_is_out_of_the_line() -> None:
    standing = line(1)
    standing.join("Ann", "a")
    standing.leave("Ann")
    standing.leave("Ann")
    assert standing.join("Bob", "b") is None
    assert len(standing) == 1


def test_nothing_is_kept_of_those_who_left() -> None:
    standing = line(5, of_address=2)
    for name in "abcdefgh":
        standing.join(name, name)
    for name in "abcdefgh":
        standing.leave(name)
    assert not len(standing)
    assert not standing._of_key
