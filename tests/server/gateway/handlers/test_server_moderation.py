"""Orders of operators about a server with two workers, over real connections to both."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest

from support.cluster.direct_links import DirectLinks, nodes_of_one_process
from support.gateway.host_requests import series
from support.gateway.node_pair import node_pair
from support.gateway.raw_clients import Client
from support.gateway.real_gateway import Hosted, hosted, http_get
from support.processes.waiting import until
from undertide_server.accounts.operators import operator_key
from undertide_server.gateway import housekeeping
from undertide_server.gateway.connections.peers import Peer
from undertide_server.gateway.handlers.server_moderation import everyone, people_here
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.session import Session
from undertide_shared.closing import Closing
from undertide_shared.limits import MAX_LISTED_PEOPLE
from undertide_shared.messages import (
    AccountInfo,
    Announce,
    Chat,
    Error,
    Govern,
    Join,
    Keyframe,
    ListPeople,
    LogIn,
    People,
    PersonInfo,
    Ping,
    Pong,
    ServerBan,
    SignUp,
    Terms,
    Unban,
)

OPERATOR = Identity(operator=True)


@asynccontextmanager
async def two_workers(folder: Path) -> AsyncIterator[tuple[Hosted, Hosted, DirectLinks, Client]]:
    """Start two workers; yield them, the second's links, and an operator's client of the first."""
    nodes = nodes_of_one_process(["w1", "w2"])
    (first, _), (second, links) = nodes.values()
    async with (
        hosted(accounts=folder, others=first) as here,
        hosted(accounts=folder, others=second) as there,
        here.guest() as olga,
    ):
        await olga.send(LogIn("", token=operator_key(folder)))
        await olga.expect(AccountInfo)
        yield here, there, links, olga


async def test_an_operator_sees_the_people_of_all_workers(tmp_path: Path) -> None:
    async with (
        two_workers(tmp_path) as (here, there, links, olga),
        here.player("Ann") as ann,
        there.player("Bob") as bob,
        there.guest(),
    ):
        await olga.send(ListPeople())
        told = (await olga.until(People)).people
        assert [(each.name, each.session) for each in told[:2]] == [
            ("Ann", ann.session),
            ("Bob", bob.session),
        ]
        assert len(told) == 4
        assert told[1].address == "127.0.0.1"
        links.silent = True
        await olga.send(ListPeople())
        assert [each.name for each in (await olga.until(People)).people] == ["Ann", "somebody"]


async def test_an_announcement_reaches_the_people_of_all_workers(tmp_path: Path) -> None:
    async with (
        two_workers(tmp_path) as (_, there, _, olga),
        there.player("Bob") as bob,
        there.guest() as guest,
    ):
        await olga.send(Govern(Announce("Restart in 5 min")))
        for client in (olga, bob, guest):
            told = await client.until(Chat)
            assert (told.text, told.server) == ("Restart in 5 min", True)


async def test_a_ban_by_one_worker_kicks_at_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "LOOK_SECONDS", 0.01)
    async with two_workers(tmp_path) as (here, there, _, olga), there.guest() as guest:
        await guest.send(SignUp("Eve", "correct horse"))
        await guest.expect(AccountInfo)
        await until(lambda: here.service.cache.named("Eve") is not None)
        await olga.send(Govern(ServerBan(account="Eve", reason="spam")))
        assert (await guest.until(Error)).code == "banned"
        assert await guest.gone() == Closing.BANNED


async def test_a_ban_is_ended_at_any_worker(tmp_path: Path) -> None:
    async with two_workers(tmp_path) as (_, there, _, olga):
        ban = await there.service.ban("", "192.0.2.7", "Olga", 0, "")
        await olga.send(Govern(Unban(ban.id)))
        assert (await olga.until(People)).bans == []


async def test_who_is_relayed_is_listed_once_and_told_once() -> None:
    async with node_pair() as pair, pair.south.guest() as ann, pair.south.guest() as olga:
        session = pair.north.make("", "auto")
        await pair.tell()
        await ann.send(Join(session.id, "Ann"))
        await ann.until(Keyframe)
        *_, operator = pair.south.gateway.peers
        operator.identity = Identity(operator=True)
        await olga.send(ListPeople())
        people = (await olga.until(People)).people
        assert [(each.name, each.session) for each in people] == [
            ("Ann", session.id),
            ("somebody", ""),
        ]
        found = series((await http_get(pair.north.address, "/metrics"))[1])
        assert found['undertide_relayed_members{node="north"}'] == 1
        await olga.send(Govern(Announce("Restart in 5 min")))
        await olga.until(People)
        await ann.until(Chat)
        await ann.send(Ping())
        while not isinstance(message := await ann.receive(), Pong):
            assert not isinstance(message, Chat)


@dataclass
class Table:
    """A session, as far as it tells who is there."""

    id: str
    there: list[PersonInfo]

    @property
    def disclosure(self) -> "Table":
        return self

    def people(self, member: int | None, identity: Identity) -> People:
        assert (member, identity) == (None, OPERATOR)
        return People(self.id, self.there, 0, "host", Terms())


@dataclass
class Visitor:
    """A connection, as far as it tells who is behind it."""

    identity: Identity
    is_in_session: bool = False


def surveyed(tables: list[Table], visitors: list[Visitor]) -> list[PersonInfo]:
    sessions, peers = cast("list[Session]", tables), cast("list[Peer]", visitors)
    return people_here(sessions, peers, OPERATOR)


def test_players_come_first_then_spectators_then_who_is_nowhere() -> None:
    first = Table("aaaaa", [PersonInfo(1, "Ann", "host", 0), PersonInfo(2, "Wat", "spectator")])
    second = Table("bbbbb", [PersonInfo(1, "Bob", "host", 0)])
    visitors = [Visitor(Identity("Cal", "192.0.2.7")), Visitor(Identity("Ann"), is_in_session=True)]
    told = [(one.name, one.session, one.id) for one in surveyed([first, second], visitors)]
    assert told == [
        ("Ann", "aaaaa", 1),
        ("Bob", "bbbbb", 1),
        ("Wat", "aaaaa", 2),
        ("Cal", "", 0),
    ]


def test_no_more_are_listed_than_there_may_be() -> None:
    crowd = [
        PersonInfo(number, f"Wat {number}", "spectator") for number in range(MAX_LISTED_PEOPLE)
    ]
    tables = [Table("aaaaa", crowd), Table("bbbbb", [PersonInfo(1, "Bob", "host", 0)])]
    told = surveyed(tables, [Visitor(Identity(address_key="192.0.2.7"))])
    assert len(told) == MAX_LISTED_PEOPLE
    assert told[0].name == "Bob"


def test_the_people_of_all_workers_are_sorted_together() -> None:
    here = [PersonInfo(1, "Ann", "host", 0, session="aaaaa"), PersonInfo(0, "Cal", "spectator")]
    there = [PersonInfo(1, "Bob", "host", 0, session="bbbbb"), PersonInfo(0, "Dan", "spectator")]
    told = everyone([here, there], [])
    assert [person.name for person in told.people] == ["Ann", "Bob", "Cal", "Dan"]
    assert len(everyone([here * MAX_LISTED_PEOPLE, there], []).people) == MAX_LISTED_PEOPLE
