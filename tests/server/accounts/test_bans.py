from ipaddress import IPv4Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_server.accounts.bans import BanRecord, ServerBans, network_of, shown
from undertide_server.accounts.errors import BadNetworkError
from undertide_server.sessions.model.settings import FOR_GOOD
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


def ban(number: int, account: str = "", network: str = "", until: float = FOR_GOOD) -> BanRecord:
    return BanRecord(number, account, network, "Olga", until, "spam")


def test_an_account_is_banned_however_it_is_written() -> None:
    bans = ServerBans([ban(1, account="Ann")])
    assert bans.of_account("ANN", 0.0) is not None
    assert bans.of_account("Bob", 0.0) is None


@pytest.mark.parametrize("address_key", ["192.0.2.0", "192.0.2.255", "2001:db8:1::"])
def test_all_of_a_network_is_banned(address_key: str) -> None:
    bans = ServerBans([ban(1, network="192.0.2.0/24"), ban(2, network="2001:db8::/32")])
    assert bans.of_address_key(address_key, 0.0) is not None


@pytest.mark.parametrize("address_key", ["192.0.3.0", "2001:db9::", "", "elsewhere"])
def test_and_nothing_beside_it(address_key: str) -> None:
    bans = ServerBans([ban(1, network="192.0.2.0/24"), ban(2, network="2001:db8::/32")])
    assert bans.of_address_key(address_key, 0.0) is None


@given(st.ip_addresses(v=4), st.ip_addresses(v=4), st.integers(8, 32))
def test_looking_up_agrees_with_what_a_network_is(
    banned: IPv4Address, address_key: IPv4Address, length: int
) -> None:
    network = network_of(f"{banned}/{length}")
    found = ServerBans([ban(1, network=str(network))]).of_address_key(str(address_key), 0.0)
    assert (found is not None) == (address_key in network)


def test_a_ban_ends_by_itself() -> None:
    bans = ServerBans([ban(1, account="Ann", until=100.0), ban(2, account="Bob")])
    assert bans.of_account("Ann", 99.0) is not None
    assert bans.of_account("Ann", 100.0) is None
    assert bans.over(100.0) == [1]
    assert [info.id for info in bans.infos(100.0)] == [2]
    assert [each.id for each in bans.without([1])] == [2]


def test_of_two_bans_the_one_that_lasts_counts_in_whichever_order() -> None:
    short, long = ban(1, account="Ann", until=100.0), ban(2, account="Ann")
    for records in ([short, long], [long, short]):
        assert ServerBans(records).of_account("Ann", 200.0) == long


def test_what_is_told_says_how_long_and_why() -> None:
    assert ban(1, account="Ann").as_text(0.0) == "you are banned from this server for good: spam"
    told = ban(1, account="Ann", until=90.0).as_text(0.0)
    assert told == "you are banned from this server for 2 more minutes: spam"
    info = ban(1, account="Ann", until=90.0).as_info(0.0)
    assert (info.who, info.by, info.minutes, info.reason) == ("Ann", "Olga", 2, "spam")
