import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.datastructures import Headers

from undertide_server.gateway.edge.origins import Origins

WORDS = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=60)
"""What a header may hold."""
ORIGINS = Origins(["https://friends.example.org", "http://localhost:8080"])


def asked(host: str, *origins: str) -> Headers:
    return Headers([("Host", host), *(("Origin", origin) for origin in origins)])


def test_who_is_no_page_may_ask() -> None:
    assert ORIGINS.admit(asked("play.example.org"))
    assert Origins([]).admit(Headers())


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("play.example.org", "https://play.example.org"),
        ("play.example.org", "http://play.example.org"),
        ("play.example.org:443", "https://play.example.org"),
        ("Play.Example.org", "https://play.example.org"),
        ("127.0.0.1:4414", "http://127.0.0.1:4414"),
        ("[::1]:4414", "http://[::1]:4414"),
        ("play.example.org", "https://friends.example.org"),
        ("play.example.org", "https://friends.example.org:443"),
        ("play.example.org", "http://localhost:8080"),
    ],
)
def test_own_pages_and_admitted_ones_may(host: str, origin: str) -> None:
    assert ORIGINS.admit(asked(host, origin))


@pytest.mark.parametrize(
    "origin",
    [
        "https://example.org",
        "https://play.example.org.evil.example",
        "https://play.example.org@evil.example",
        "https://play.example.org:8443",
        "http://friends.example.org",
        "http://localhost",
        "null",
        "",
        "https://",
        "play.example.org",
        "file://play.example.org",
        "https://play.example.org:port",
        "https://[play.example.org",
    ],
)
def test_other_pages_may_not(origin: str) -> None:
    assert not ORIGINS.admit(asked("play.example.org", origin))


def test_two_origins_of_one_request_are_none() -> None:
    both = "https://play.example.org", "https://evil.example"
    assert not ORIGINS.admit(asked("play.example.org", *both))


def test_a_request_to_two_hosts_is_to_none_of_them() -> None:
    headers = asked("play.example.org", "https://play.example.org")
    headers["Host"] = "evil.example"
    assert not ORIGINS.admit(headers)


@given(WORDS, WORDS)
def test_nothing_that_is_said_breaks_it(host: str, origin: str) -> None:
    assert ORIGINS.admit(asked(host, origin)) in {True, False}
