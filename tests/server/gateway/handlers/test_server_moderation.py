"""Orders of operators about a server with two workers, over real connections to both."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from support.cluster.direct_links import DirectLinks, nodes_of_one_process
from support.gateway.host_requests import series
from support.gateway.node_pair import node_pair
from support.gateway.raw_clients import Client
from support.gateway.real_gateway import Hosted, hosted, http_get
from support.processes.waiting import until
from undertide_server.accounts.key import operator_key
from undertide_server.gateway import housekeeping
from undertide_server.sessions.model.identity import Identity
from undertide_shared.closing import Closing
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
    Ping,
    Pong,
    ServerBan,
    SignUp,
    Unban,
)


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
