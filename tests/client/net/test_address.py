import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.uri import parse_uri

from undertide_client.net.address import (
    Place,
    door_of,
    is_local,
    page_link,
    parse_address,
    redirected,
)
from undertide_client.net.errors import BadAddressError, WrongServerError

SCHEMES = r"((ws|http)s?://)?"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("ws://127.0.0.1:4414", ["ws://127.0.0.1:4414"]),
        (" ws://example.org:4414/ ", ["ws://example.org:4414"]),
        ("wss://play.example.org", ["wss://play.example.org"]),
        ("ws://example.org", ["ws://example.org"]),
        ("WS://Example.org:4414", ["ws://Example.org:4414"]),
        ("wss://example.org/undertide", ["wss://example.org/undertide"]),
        # a host without a scheme: never TLS for what nobody certifies
        ("localhost", ["ws://localhost:4414"]),
        ("localhost:4415", ["ws://localhost:4415"]),
        ("10.0.0.7:1", ["ws://10.0.0.7:1"]),
        ("192.0.2.1", ["ws://192.0.2.1:4414"]),
        ("[::1]:4414", ["ws://[::1]:4414"]),
        ("[2001:db8::1]", ["ws://[2001:db8::1]:4414"]),
        ("attic", ["ws://attic:4414"]),
        ("attic.local", ["ws://attic.local:4414"]),
        # and first with TLS for a public name
        ("example.org:1", ["wss://example.org:1", "ws://example.org:1"]),
        (
            "example.org",
            ["wss://example.org:4414", "wss://example.org", "ws://example.org:4414"],
        ),
        # links of the page
        ("http://localhost:4414/", ["ws://localhost:4414"]),
        ("HTTPS://example.org:8443/", ["wss://example.org:8443"]),
        ("http://10.0.0.7", ["ws://10.0.0.7", "ws://10.0.0.7:4414"]),
        ("https://example.org/", ["wss://example.org", "wss://example.org:4414"]),
        ("https://example.org/game/", ["wss://example.org/game", "wss://example.org:4414/game"]),
        ("http://10.0.0.7:1/play/k7m2q", ["ws://10.0.0.7:1"]),
        ("http://10.0.0.7:1/game/watch/k7m2q/3", ["ws://10.0.0.7:1/game"]),
    ],
)
def test_an_address_is_understood(written: str, meant: list[str]) -> None:
    assert list(parse_address(written).urls) == meant


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ("http://host:4414/", Place()),
        ("http://host:4414/#/", Place()),
        ("http://host:4414/#/play/k7m-x4hq9", Place("play", "k7m-x4hq9")),
        ("https://example.org/game/#/watch/k7m2q/3", Place("watch", "k7m2q")),
        ("host:4414#/watch/k7m2q", Place("watch", "k7m2q")),
        ("http://host:4414/#/replay/0f3a/250", Place("replay", "0f3a")),
        ("http://host:4414/#/play/a%20b", Place("play", "a b")),
        ("http://host:4414/play/k7m-x4hq9", Place("play", "k7m-x4hq9")),
        ("https://example.org/game/watch/k7m2q/3", Place("watch", "k7m2q")),
        ("host:4414/watch/k7m2q/", Place("watch", "k7m2q")),
        ("https://example.org/replay/0f3a/250", Place("replay", "0f3a")),
        ("https://example.org/play/", Place()),
        ("wss://example.org/play/k7m2q", Place()),
        ("https://example.org/play/#/watch/k7m2q", Place("watch", "k7m2q")),
    ],
)
def test_a_link_names_a_place_after_its_hash(written: str, place: Place) -> None:
    assert parse_address(written).place == place


@pytest.mark.parametrize(
    ("place", "session"),
    [
        (Place("play", "k7m2q"), "k7m2q"),
        (Place("watch", "k7m2q"), "k7m2q"),
        (Place("replay", "0f"), ""),
        (Place(), ""),
    ],
)
def test_only_a_replay_is_no_session(place: Place, session: str) -> None:
    assert place.session == session


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("", "no host in it: type HOST, HOST:PORT, or the link"),
        ("ws://", "no host"),
        ("ws://:4414", "no host"),
        ("ftp://localhost:4414/x", "type localhost:4414, or http://localhost:4414/"),
        ("htp://example.org", "type example.org, or http://example.org/"),
        ("localhost:many", "port"),
        ("localhost:70000", "port"),
        ("localhost:0", "port 0"),
        ("ws://localhost:0", "port 0"),
        ("[::1:4414", "IPv6"),
        ("ws://user:secret@host:1", "type host:1"),
        ("ws://host:1/#part", "copy the whole link again"),
        ("http://host:1/#/play/", "copy the whole link again"),
        ("ws://host :1", "spaces"),
        ("ws://ho\x1bst:1", "short word"),
        ("ws://" + "a" * 400 + ":1", "short word"),
        (".\u00a1", "no host can have the name"),
        (f"{'x' * 64}.example.org", "no host can have the name"),
    ],
)
def test_what_is_no_address_is_told_why(written: str, why: str) -> None:
    with pytest.raises(BadAddressError, match=why):
        parse_address(written)


@given(st.one_of(st.text(max_size=60), st.from_regex(SCHEMES + r"[a-z0-9.:\[\]/@#]{1,40}")))
def test_whatever_is_written_is_an_address_or_a_fault(written: str) -> None:
    try:
        address = parse_address(written)
    except BadAddressError:
        return
    for url in address.urls:
        assert parse_uri(url).host
        assert parse_address(url).urls == (url,)


@pytest.mark.parametrize(
    ("url", "place", "link"),
    [
        ("ws://10.0.0.7:4414", Place(), "http://10.0.0.7:4414/"),
        ("wss://example.org/game", Place(), "https://example.org/game/"),
        ("ws://h:1", Place("play", "k7m-x4hq9"), "http://h:1/#/play/k7m-x4hq9"),
        ("ws://h:1", Place("play", "k7mx4hq9"), "http://h:1/#/play/k7mx4hq9"),
        ("wss://h/game", Place("play", "k7m2q"), "https://h/game/play/k7m2q"),
        ("ws://h:1", Place("watch", "a b/c"), "http://h:1/watch/a%20b%2Fc"),
        ("ws://h:1", Place("replay", 32 * "a"), f"http://h:1/replay/{32 * 'a'}"),
    ],
)
def test_a_link_leads_back_to_its_server_and_place(url: str, place: Place, link: str) -> None:
    assert page_link(url, place) == link
    assert parse_address(link).urls[0] == url
    assert parse_address(link).place == place


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("ws://127.0.0.1:4414", True),
        ("ws://[::1]:4414", True),
        ("ws://localhost:4414", True),
        ("ws://10.0.0.7:4414", False),
        ("wss://example.org", False),
    ],
)
def test_only_this_machine_reaches_itself(url: str, local: bool) -> None:
    assert is_local(url) is local


@pytest.mark.parametrize(
    ("url", "location", "reached"),
    [
        ("ws://h:80", "https://h/", "wss://h/"),
        ("ws://h", "https://H:8443/game/", "wss://H:8443/game/"),
        ("wss://h/game", "/game/", "wss://h/game/"),
        ("ws://h/a", "b#c", "ws://h/b"),
        ("ws://h", "wss://h", "wss://h"),
    ],
)
def test_a_redirect_on_the_same_host_is_followed(url: str, location: str, reached: str) -> None:
    assert redirected(url, location) == reached


@pytest.mark.parametrize(
    ("location", "why"),
    [
        ("https://elsewhere/", "on to https://elsewhere/"),
        ("http://h/", "without TLS"),
        ("ftp://h/", "on to ftp://h/"),
        ("https://[h/", "on to"),
    ],
)
def test_no_other_redirect_is_followed(location: str, why: str) -> None:
    with pytest.raises(WrongServerError, match=why):
        redirected("wss://h", location)


@pytest.mark.parametrize(
    ("typed", "door"),
    [
        ("k7m-x4hq9", "k7m-x4hq9"),
        (" K7M x4hq9 ", "k7m-x4hq9"),
        ("http://host:4414/#/play/k7m-x4hq9", "k7m-x4hq9"),
        ("https://example.org/#/watch/k7m2q/3", "k7m2q"),
        ("http://host:4414/#/replay/0f3a", ""),
        ("http://host:4414/#/nowhere", ""),
        ("", ""),
        ("https://play.example.org/play/k7m-x4hq9", "k7m-x4hq9"),
        ("http://host:4414/game/watch/k7m2q/3", "k7m2q"),
        ("http://host:4414/replay/0f3a", ""),
    ],
)
def test_a_session_is_named_by_an_id_a_code_or_an_invite(typed: str, door: str) -> None:
    assert door_of(typed) == door
