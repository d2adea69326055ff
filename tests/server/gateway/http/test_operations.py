import pytest

from support.gateway.host_requests import MISSING, asked, missing
from support.sessions.fake_server import settings_with
from undertide_server.content.load import load_settings
from undertide_server.content.settings.settings import ServerSettings
from undertide_server.gateway.http.operations import Openness
from undertide_server.gateway.http.routes import plain


def settings(*open_to: str, proxies: tuple[str, ...] = ()) -> ServerSettings:
    return settings_with(operations={"open_to": open_to}, server={"proxies": proxies})


@pytest.mark.parametrize(
    ("address_key", "network", "allowed"),
    [
        ("127.0.0.1", "127.0.0.1/32", True),
        ("127.0.0.2", "127.0.0.1/32", False),
        ("10.9.8.7", "10.0.0.0/8", True),
        ("::", "::1/128", True),
        ("2001:db8::", "2001:db8::7/128", True),
        ("2001:db8:0:1::", "2001:db8::/64", False),
        ("2001:db8:0:1::", "2001:db8::/32", True),
        ("192.0.2.1", "::/0", False),
        ("somewhere", "0.0.0.0/0", False),
        ("", "0.0.0.0/0", False),
    ],
)
def test_a_place_may_read_when_it_is_in_a_network(
    address_key: str, network: str, allowed: bool
) -> None:
    assert Openness(settings(network)).may_read(asked(address_key=address_key)) is allowed


def test_nobody_may_where_no_network_is_named() -> None:
    assert not Openness(settings()).may_read(asked())


def test_as_shipped_this_machine_may_and_nobody_else() -> None:
    openness = Openness(load_settings())
    assert openness.may_read(asked(address_key="127.0.0.1"))
    assert openness.may_read(asked(address_key="::"))
    assert not openness.may_read(asked(address_key="192.0.2.1"))


@pytest.mark.parametrize("header", ["X_Forwarded_For", "Forwarded", "Via", "X_Real_IP"])
def test_nobody_is_known_behind_a_proxy_that_is_not_trusted(header: str) -> None:
    openness = Openness(settings("10.0.0.0/8"))
    assert not openness.may_read(asked(address_key="10.0.0.5", **{header: "10.0.0.5"}))


def test_who_comes_by_a_trusted_proxy_is_who_it_says() -> None:
    openness = Openness(settings("10.0.0.0/8", proxies=("127.0.0.1/32",)))
    by_proxy = {"peer": "127.0.0.1", "X_Forwarded_For": "10.0.0.5"}
    assert openness.may_read(asked(address_key="10.0.0.5", **by_proxy))
    assert not openness.may_read(asked(address_key="192.0.2.1", **by_proxy))


@pytest.mark.parametrize(
    ("address", "allowed"),
    [
        ("ws://127.0.0.1:4414", True),
        ("ws://[::1]:4414", True),
        ("ws://localhost:4414", True),
        ("ws://undertide:4414", True),
        ("ws://den.local:4414", True),
        ("ws://den.home.arpa", True),
        ("ws://evil.example:4414", False),
        ("ws://EVIL.example.:4414", False),
        ("ws://127.0.0.1.evil.example:4414", False),
        ("ws://local.evil.example:4414", False),
        ("wss://play.example.org", True),
    ],
)
def test_nobody_may_by_a_name_that_strangers_can_give(address: str, allowed: bool) -> None:
    assert Openness(load_settings()).may_read(asked(address=address)) is allowed


def test_a_route_is_not_there_for_others() -> None:
    openness = Openness(settings("10.0.0.0/8"))
    answer = plain("own")
    route = openness.guarded([("/own", lambda _asked: answer)], missing)["/own"]
    assert route(asked(address_key="10.0.0.1")) is answer
    assert route(asked(address_key="192.0.2.1")) is MISSING


def test_another_setting_holds_at_once_for_routes_that_were_made_before() -> None:
    openness = Openness(settings("10.0.0.0/8"))
    route = openness.guarded([("/own", lambda _asked: plain("own"))], missing)["/own"]
    openness.apply_settings(settings("192.0.2.0/24"))
    assert route(asked(address_key="10.0.0.1")) is MISSING
    assert route(asked(address_key="192.0.2.1")) is not MISSING
