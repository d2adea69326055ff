import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.uri import parse_uri

from undertide_client.net.address import parse_address
from undertide_client.net.errors import BadAddressError


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("ws://127.0.0.1:4414", "ws://127.0.0.1:4414"),
        (" ws://example.org:4414/ ", "ws://example.org:4414"),
        ("wss://play.example.org", "wss://play.example.org"),
        ("ws://example.org", "ws://example.org"),
        ("localhost:4414", "ws://localhost:4414"),
        ("10.0.0.7:1", "ws://10.0.0.7:1"),
        ("[::1]:4414", "ws://[::1]:4414"),
        ("WS://Example.org:4414", "ws://Example.org:4414"),
        ("wss://example.org/undertide", "wss://example.org/undertide"),
    ],
)
def test_an_address_is_understood(written: str, meant: str) -> None:
    assert parse_address(written) == meant


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("", "no host"),
        ("ws://", "no host"),
        ("ws://:4414", "no host"),
        ("localhost", "no port"),
        ("http://localhost:4414", "not http://"),
        ("localhost:many", "port"),
        ("localhost:70000", "port"),
        ("localhost:0", "port 0"),
        ("ws://localhost:0", "port 0"),
        ("[::1:4414", "IPv6"),
        ("ws://user:secret@host:1", "nothing else"),
        ("ws://host:1/#part", "nothing else"),
        ("ws://host :1", "spaces"),
        ("ws://ho\x1bst:1", "short word"),
        ("ws://" + "a" * 400 + ":1", "short word"),
    ],
)
def test_what_is_no_address_is_told_why(written: str, why: str) -> None:
    with pytest.raises(BadAddressError, match=why):
        parse_address(written)


@given(st.one_of(st.text(max_size=60), st.from_regex(r"(wss?://)?[a-z0-9.:\[\]/@#]{1,40}")))
def test_whatever_is_written_is_an_address_or_a_fault(written: str) -> None:
    try:
        address = parse_address(written)
    except BadAddressError:
        return
    assert parse_uri(address).host
    assert parse_address(address) == address
