"""Where connections come from, and who of those that stand in the door must go."""

import asyncio
import ssl
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.datastructures import Headers
from websockets.exceptions import InvalidMessage, InvalidStatus

from support.gateway.certificates import Certificates
from support.gateway.real_gateway import Hosted, encrypted, hosted, http_get
from support.processes.waiting import until
from support.sessions.fake_server import settings_with
from undertide_server.content.load import load_settings
from undertide_server.gateway.edge.admission import HANDSHAKE_AGE, NOWHERE
from undertide_server.gateway.edge.connection_gate import (
    LOCAL,
    MOST_CLOSING,
    ConnectionGate,
    Cut,
    Origins,
    Source,
)
from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.edge.errors import BadCertificateError
from undertide_shared.messages import ListSessions, Sessions
from undertide_shared.visits import TICKET_HEADER

PROXY = "127.0.0.1"
WORDS = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=60)
"""What a header may hold."""
ORIGINS = Origins(["https://friends.example.org", "http://localhost:8080"])


class Visitor:
    """A connection that only notes what becomes of it."""

    def __init__(self) -> None:
        self.source = Source("", NOWHERE, secure=False)
        self.cuts: list[Cut] = []
        self.is_dropped = False

    def cut(self, why: Cut) -> None:
        self.cuts.append(why)

    def drop(self) -> None:
        self.is_dropped = True


def gate(**limits: int) -> ConnectionGate:
    return ConnectionGate(settings_with(limits=limits), Counters())


def forwarded(address: str) -> Headers:
    return Headers({"X-Forwarded-For": address, "X-Forwarded-Proto": "https"})


def test_a_connection_has_its_place_from_its_first_packet() -> None:
    at, visitor = gate(), Visitor()
    assert at.enter(visitor, "192.0.2.7", 0.0)
    assert visitor.source.address_key == "192.0.2.7"
    at.admit_request(visitor, forwarded("198.51.100.1"), tls=False, now=0.0)
    assert visitor.source == Source("192.0.2.7", "192.0.2.7", secure=False)


def test_a_worker_asks_for_the_visitor_whose_ticket_it_shows() -> None:
    at, visitor = gate(), Visitor()
    at.visitor_of = {"ticket": "192.0.2.7"}.get
    assert at.enter(visitor, LOCAL, 0.0)
    assert visitor.source.address_key == NOWHERE
    at.admit_request(visitor, Headers({TICKET_HEADER: "ticket"}), tls=False, now=0.0)
    assert visitor.source == Source(LOCAL, "192.0.2.7", secure=True)
    assert not visitor.cuts


@pytest.mark.parametrize("tickets", [[], ["forged"], ["ticket", "ticket"]])
def test_without_a_ticket_nobody_comes_by_the_workers_socket(tickets: list[str]) -> None:
    at, visitor = gate(), Visitor()
    at.visitor_of = {"ticket": "192.0.2.7"}.get
    at.enter(visitor, LOCAL, 0.0)
    headers = Headers([(TICKET_HEADER, each) for each in tickets])
    headers["X-Forwarded-For"] = "192.0.2.7"
    at.admit_request(visitor, headers, tls=False, now=0.0)
    assert visitor.cuts == ["unknown_visit"]


def test_a_ticket_from_the_network_counts_for_nothing() -> None:
    at, visitor = gate(), Visitor()
    at.visitor_of = {"ticket": "192.0.2.7"}.get
    at.enter(visitor, "198.51.100.1", 0.0)
    at.admit_request(visitor, Headers({TICKET_HEADER: "ticket"}), tls=False, now=0.0)
    assert visitor.source.address_key == "198.51.100.1"


def test_a_connection_by_a_proxy_has_its_place_once_it_has_asked() -> None:
    at, visitor = gate(), Visitor()
    assert at.enter(visitor, PROXY, 0.0)
    assert visitor.source.address_key == NOWHERE
    at.admit_request(visitor, forwarded("192.0.2.7"), tls=False, now=0.0)
    assert visitor.source == Source(PROXY, "192.0.2.7", secure=True)
    assert at.admission.verdict("192.0.2.7") == "welcome"
    at.leave(visitor)
    assert at.admission.connections == 0


def test_who_is_one_too_many_by_a_proxy_is_cut_once_it_has_asked() -> None:
    at = gate(connections_per_address=1, connections_per_second=1)
    cuts = Counter[Cut]()
    for _ in range(110):
        visitor = Visitor()
        assert at.enter(visitor, PROXY, 0.0)
        at.admit_request(visitor, forwarded("192.0.2.7"), tls=False, now=0.0)
        cuts.update(visitor.cuts)
    assert cuts == {"too_many_connections": 9}


def test_the_longest_in_line_goes_for_one_too_many() -> None:
    at = gate(handshakes=2)
    first, second, third = (Visitor() for _ in range(3))
    for visitor, now in ((first, 0.0), (second, 0.0), (third, HANDSHAKE_AGE)):
        assert at.enter(visitor, "192.0.2.7", now)
    assert (first.cuts, second.cuts, third.cuts) == (["too_slow_in_line"], [], [])
    assert set(at.in_line()) == {second, third}


def test_a_crowd_that_comes_at_once_is_let_in_as_far_as_there_is_room() -> None:
    at = gate(handshakes=1, connections=3)
    crowd = [Visitor() for _ in range(3)]
    for number, visitor in enumerate(crowd):
        assert at.enter(visitor, f"192.0.2.{number}", 0.0)
    assert not any(visitor.cuts for visitor in crowd)
    for visitor in (Visitor(), Visitor()):  # the first of the line make room, as strangers may rush
        assert at.enter(visitor, "198.51.100.1", 0.0)
    assert [visitor.cuts for visitor in crowd] == [["too_slow_in_line"]] * 2 + [[]]


def test_who_comes_by_a_proxy_has_no_limit_of_an_address() -> None:
    at = gate(handshakes=1, connections_per_address=1)
    crowd = [Visitor() for _ in range(3)]
    for visitor in crowd:
        assert at.enter(visitor, PROXY, 0.0)
    assert not any(visitor.cuts for visitor in crowd)


def test_who_leaves_is_counted_out_once() -> None:
    at, visitor = gate(), Visitor()
    at.enter(visitor, "192.0.2.7", 0.0)
    at.leave(visitor)
    at.leave(visitor)
    assert at.admission.connections == 0
    assert not at.guests


def test_a_connection_that_closes_leaves_its_place_to_a_newcomer() -> None:
    at = gate(connections=1, connections_per_address=1)
    old, new = Visitor(), Visitor()
    at.enter(old, "192.0.2.7", 0.0)
    at.start_closing(old)
    at.start_closing(old)
    at.enter(new, "192.0.2.7", 0.0)
    assert at.admission.verdict("192.0.2.7") == "welcome"
    at.leave(old)
    assert at.admission.connections == 1
    at.leave(new)
    assert at.admission.connections == 0
    assert not at.guests


def test_the_first_of_too_many_that_close_is_dropped() -> None:
    at = gate()
    visitors = [Visitor() for _ in range(MOST_CLOSING + 2)]
    for visitor in visitors:
        at.enter(visitor, "192.0.2.7", 0.0)
        at.start_closing(visitor)
    assert [visitor.is_dropped for visitor in visitors] == [True] * 2 + [False] * MOST_CLOSING


def test_bytes_of_all_connections_of_a_place_count_together() -> None:
    at = gate(bytes_per_second_per_address=1024)
    one, other, elsewhere = (Visitor() for _ in range(3))
    for visitor, peer in ((one, "192.0.2.7"), (other, "192.0.2.7"), (elsewhere, "192.0.2.8")):
        at.enter(visitor, peer, 0.0)
    assert at.accepts_bytes(one, 2048, 0.0)
    assert not at.accepts_bytes(other, 1, 0.0)
    assert at.accepts_bytes(elsewhere, 1, 0.0)


def test_what_was_cut_is_counted_and_told_once() -> None:
    at = gate()
    at.count_cut("no_tls", inside=False)
    at.count_cut("pings_too_fast", inside=True)
    at.count_cut("pings_too_fast", inside=True)
    assert dict(at.news()) == {"no_tls": 1, "pings_too_fast": 2}
    assert not list(at.news())
    assert at.counters.turned_away == {"no_tls": 1}
    assert at.counters.cut == {"pings_too_fast": 2}


def test_new_settings_hold_for_whoever_comes_next(tmp_path: Path) -> None:
    at = gate()
    server = {"proxies": (), "origins": ("https://b.example",)}
    tls = encrypted(Certificates(tmp_path))
    at.apply_settings(settings_with(server=server, limits={"connections": 1}, **tls))
    visitor = Visitor()
    at.enter(visitor, PROXY, 0.0)
    assert visitor.source.address_key == PROXY
    assert at.origins.admit(Headers({"Host": "a.example", "Origin": "https://b.example"}))
    assert at.admission.limits.connections == 1
    assert at.tls is not None


def test_a_bad_certificate_changes_nothing(tmp_path: Path) -> None:
    at = gate()
    missing = {"certificate": str(tmp_path / "none"), "key": str(tmp_path / "none")}
    with pytest.raises(BadCertificateError):
        at.apply_settings(settings_with(limits={"connections": 1}, tls=missing))
    assert at.tls is None
    assert at.limits == load_settings().limits


async def hung_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Wait until the other end has gone, however it went."""
    try:
        await reader.read()
    except ConnectionError:
        pass
    finally:
        writer.transport.abort()


@pytest.mark.both_loops
async def test_a_websocket_opens_by_tls_and_the_address_says_so(tmp_path: Path) -> None:
    files = Certificates(tmp_path)
    trusting = ssl.create_default_context(cafile=files.ca)
    async with hosted(sections=encrypted(files)) as host:
        assert host.address.startswith("wss://127.0.0.1:")
        async with host.stranger(ssl=trusting) as client:
            await client.greet()
            await client.send(ListSessions())
            await client.expect(Sessions)
            (guest,) = host.gateway.gate.guests
            assert guest.source == Source(PROXY, PROXY, secure=True)
        await host.deserted()


@pytest.mark.both_loops
async def test_who_does_not_trust_the_certificate_is_counted_and_gone(tmp_path: Path) -> None:
    async with hosted(sections=encrypted(Certificates(tmp_path))) as host:
        with pytest.raises(ssl.SSLCertVerificationError):
            async with host.stranger(ssl=ssl.create_default_context()):
                pass
        await emptied(host)
        assert host.gateway.counters.turned_away == {"no_tls": 1}


async def test_who_speaks_no_tls_is_turned_away_before_anything_is_read(tmp_path: Path) -> None:
    async with hosted(sections=encrypted(Certificates(tmp_path))) as host:
        plain = host.address.replace("wss://", "ws://")
        with pytest.raises((InvalidMessage, ConnectionError)):
            async with host.stranger(address=plain):
                pass
        await emptied(host)
        assert host.gateway.counters.turned_away == {"no_tls": 1}


async def emptied(host: Hosted) -> None:
    """Wait until nobody stands in the door."""
    await until(lambda: not host.gateway.gate.guests)
    assert host.gateway.gate.admission.connections == 0


async def test_half_of_a_tls_handshake_has_its_time(tmp_path: Path) -> None:
    opening = hosted(sections=encrypted(Certificates(tmp_path)), handshake_seconds=0.1)
    async with opening as host:
        address, port = host.address.removeprefix("wss://").split(":")
        reader, writer = await asyncio.open_connection(address, int(port))
        writer.write(b"\x16\x03\x01\x02\x00\x01")
        await hung_up(reader, writer)
        await emptied(host)
        assert host.gateway.counters.turned_away == {"no_tls": 1}


@pytest.mark.both_loops
async def test_a_stop_waits_for_no_tls_handshake(tmp_path: Path) -> None:
    async with hosted(sections=encrypted(Certificates(tmp_path))) as host:
        address, port = host.address.removeprefix("wss://").split(":")
        reader, writer = await asyncio.open_connection(address, int(port))
        await until(lambda: bool(host.gateway.gate.guests))
        await host.gateway.__aexit__(None, None, None)
        await hung_up(reader, writer)
        await emptied(host)


@pytest.mark.both_loops
async def test_a_renewed_certificate_holds_for_the_next_connection(tmp_path: Path) -> None:
    files = Certificates(tmp_path)
    async with hosted(sections=encrypted(files)) as host:
        old = ssl.create_default_context(cafile=files.ca)
        (tmp_path / "new").mkdir()
        renewed = Certificates(tmp_path / "new")
        async with host.stranger(ssl=old) as client:
            await client.greet()
            host.gateway.gate.apply_settings(settings_with(host.settings, **encrypted(renewed)))
            await client.send(ListSessions())
            await client.expect(Sessions)
            with pytest.raises(ssl.SSLCertVerificationError):
                async with host.stranger(ssl=old):
                    pass
            new = ssl.create_default_context(cafile=renewed.ca)
            async with host.stranger(ssl=new) as other:
                await other.greet()


async def test_clients_behind_a_proxy_are_told_apart() -> None:
    async with hosted(connections_per_address=1) as host:
        one: dict[str, Any] = {"additional_headers": {"X-Forwarded-For": "192.0.2.1"}}
        other: dict[str, Any] = {"additional_headers": {"X-Forwarded-For": "192.0.2.2"}}
        async with host.stranger(**one) as first, host.stranger(**other) as second:
            await first.greet()
            await second.greet()
            with pytest.raises(InvalidStatus, match="429"):
                async with host.stranger(**one):
                    pass


async def test_where_no_proxy_is_trusted_nobody_can_pretend_to_be_others() -> None:
    pretending: list[dict[str, Any]] = [
        {"additional_headers": {"X-Forwarded-For": f"192.0.2.{number}"}} for number in (1, 2)
    ]
    async with (
        hosted(connections_per_address=1, sections={"server": {"proxies": ()}}) as host,
        host.stranger(**pretending[0]) as first,
    ):
        await first.greet()
        with pytest.raises(InvalidStatus, match="429"):
            async with host.stranger(**pretending[1]):
                pass


async def test_a_page_of_an_admitted_site_may_open_a_websocket() -> None:
    async with hosted(sections={"server": {"origins": ("https://friends.example.org",)}}) as host:
        async with host.stranger(origin="https://friends.example.org") as client:
            await client.greet()
        with pytest.raises(InvalidStatus, match="403"):
            async with host.stranger(origin="https://example.org"):
                pass


async def test_a_page_behind_a_proxy_with_tls_says_how_to_join_by_tls() -> None:
    async with hosted() as host:
        port = host.address.rpartition(":")[2]
        secure = f"127.0.0.1:{port}\r\nX-Forwarded-Proto: https"
        _, body = await http_get(host.address, "/", secure)
        assert f"undertide join wss://127.0.0.1:{port}\n" in body


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
