import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.datastructures import Headers

from undertide_server.gateway.edge.proxies import MAX_HOPS, Proxies
from undertide_server.util.addresses import address_of

WORDS = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=60)
"""What a header may hold."""
PROXIES = Proxies(["127.0.0.1/32", "10.0.0.0/8", "fd00::/8"])


def forwarded(*values: str) -> Headers:
    return Headers([("X-Forwarded-For", value) for value in values])


@pytest.mark.parametrize(
    ("peer", "said", "client"),
    [
        ("192.0.2.1", [], "192.0.2.1"),
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["192.0.2.7"], "192.0.2.7"),
        ("127.0.0.1", ["192.0.2.7, 10.1.1.1"], "192.0.2.7"),
        ("127.0.0.1", ["192.0.2.7", "10.1.1.1"], "192.0.2.7"),
        ("::ffff:127.0.0.1", ["192.0.2.7"], "192.0.2.7"),
        ("fd00::1", ["2001:db8::7"], "2001:db8::7"),
        ("127.0.0.1", ["192.0.2.7:1234"], "192.0.2.7"),
        ("127.0.0.1", ["[2001:db8::7]:1234"], "2001:db8::7"),
        ("127.0.0.1", ["10.1.1.2, 10.1.1.1"], "10.1.1.2"),
    ],
)
def test_a_proxy_of_the_host_is_believed(peer: str, said: list[str], client: str) -> None:
    assert PROXIES.client_of(peer, forwarded(*said)) == client


@pytest.mark.parametrize(
    ("peer", "said", "client"),
    [
        ("192.0.2.1", ["192.0.2.7"], "192.0.2.1"),
        ("192.0.2.1", ["127.0.0.1"], "192.0.2.1"),
        ("127.0.0.1", ["198.51.100.9, 192.0.2.7"], "192.0.2.7"),
        ("127.0.0.1", ["127.0.0.1, 192.0.2.7"], "192.0.2.7"),
        ("127.0.0.1", ["198.51.100.9", "192.0.2.7, 10.1.1.1"], "192.0.2.7"),
    ],
)
def test_what_clients_say_of_themselves_is_not(peer: str, said: list[str], client: str) -> None:
    assert PROXIES.client_of(peer, forwarded(*said)) == client


@pytest.mark.parametrize("word", ["", "unknown", "_secret", "192.0.2.7, ", "192.0.2.7, nobody"])
def test_a_word_that_is_no_address_is_the_proxys_own(word: str) -> None:
    assert PROXIES.client_of("127.0.0.1", forwarded(word)) == "127.0.0.1"


def test_a_chain_of_proxies_is_followed_only_so_far() -> None:
    endless = ", ".join(["192.0.2.7"] + ["10.0.0.1"] * MAX_HOPS)
    assert PROXIES.client_of("127.0.0.1", forwarded(endless)) == "10.0.0.1"


def test_without_proxies_nobody_is_believed() -> None:
    assert Proxies([]).client_of("127.0.0.1", forwarded("192.0.2.7")) == "127.0.0.1"


@given(st.lists(WORDS, max_size=4))
def test_whatever_is_said_the_client_is_an_address(said: list[str]) -> None:
    assert address_of(PROXIES.client_of("127.0.0.1", forwarded(*said))) is not None


@pytest.mark.parametrize(
    ("peer", "said", "secure"),
    [
        ("127.0.0.1", ["https"], True),
        ("127.0.0.1", ["HTTPS "], True),
        ("127.0.0.1", ["http"], False),
        ("127.0.0.1", ["https", "http"], False),
        ("127.0.0.1", [], False),
        ("192.0.2.1", ["https"], False),
    ],
)
def test_a_proxy_says_whether_it_was_asked_by_tls(peer: str, said: list[str], secure: bool) -> None:
    headers = Headers([("X-Forwarded-Proto", value) for value in said])
    assert PROXIES.is_secure(peer, headers) is secure
