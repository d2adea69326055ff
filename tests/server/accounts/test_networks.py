import pytest

from undertide_server.accounts.errors import BadNetworkError
from undertide_server.accounts.networks import network_of, shown
from undertide_server.util.addresses import address_of


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("192.0.2.7", "192.0.2.7"),
        (" 192.0.2.7/24 ", "192.0.2.0/24"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.0/120", "192.0.2.0/24"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::/32", "2001:db8::/32"),
    ],
)
def test_an_address_is_the_place_that_connections_are_counted_by(text: str, meant: str) -> None:
    assert shown(network_of(text)) == meant


@pytest.mark.parametrize("text", ["", "Ann", "300.1.1.1", "0.0.0.0/0", "10.0.0.0/7", "::/0"])
def test_what_can_not_be_banned_says_so(text: str) -> None:
    with pytest.raises(BadNetworkError):
        network_of(text)


def test_a_place_that_is_no_address_has_none() -> None:
    assert address_of("somewhere") is None
    assert str(address_of("192.0.2.7")) == "192.0.2.7"
