import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_server.util.addresses import Networks, address_key_of, address_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("10.0.0.1", "::ffff:10.0.0.1"),
        ("2001:db8::1", "2001:db8::ffff:2"),
        ("fe80::1%eth0", "fe80::2"),
    ],
)
def test_addresses_of_one_place_count_together(one: str, other: str) -> None:
    assert address_key_of(one) == address_key_of(other)


@pytest.mark.parametrize(
    ("one", "other"), [("10.0.0.1", "10.0.0.2"), ("2001:db8::1", "2001:db8:0:1::1")]
)
def test_addresses_of_two_places_count_apart(one: str, other: str) -> None:
    assert address_key_of(one) != address_key_of(other)


@given(st.text(max_size=50))
def test_whatever_a_transport_calls_its_peer_is_some_place(host: str) -> None:
    assert isinstance(address_key_of(host), str)


@pytest.mark.parametrize("host", ["", "unknown", "10.0.0", "10.0.0.1:80", "[::1]", "_hidden"])
def test_what_is_no_address_is_none(host: str) -> None:
    assert address_of(host) is None


@pytest.mark.parametrize("host", ["10.1.2.3", "::ffff:10.1.2.3", "fd00::1%eth0"])
def test_a_network_includes_its_addresses_however_they_are_written(host: str) -> None:
    assert Networks(["10.0.0.0/8", "fd00::/8"]).include(host)


@pytest.mark.parametrize("host", ["11.0.0.1", "::a01:203", "fe00::1", "", "somebody"])
def test_a_network_includes_nothing_else(host: str) -> None:
    assert not Networks(["10.0.0.0/8", "fd00::/8"]).include(host)


def test_no_networks_include_nobody() -> None:
    assert not Networks([]).include("127.0.0.1")


@pytest.mark.parametrize("written", ["10.0.0.1/8", "somewhere", "10.0.0.0/33"])
def test_what_is_no_network_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match=r"does not appear|host bits"):
        Networks([written])
