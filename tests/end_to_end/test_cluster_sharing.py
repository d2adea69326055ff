"""What all nodes of a cluster share: the lobby, seats, accounts, bans and the audit log."""

import asyncio
from pathlib import Path

import pytest

from support.content.own_content import write_content
from support.gateway.raw_clients import ASK_AGAIN_SECONDS, Client, guest, new_session, player
from support.processes.cluster import Cluster, ClusterNode
from support.processes.waiting import LONGEST, until
from undertide_shared.closing import Closing
from undertide_shared.messages import (
    AccountInfo,
    Chat,
    Error,
    Join,
    Joined,
    Left,
    ListSessions,
    LogIn,
    Say,
    Sessions,
    SignUp,
)

NAMES = ("one", "two")
PASSWORD = "correct horse"
PATIENT = """
[limits]
messages_per_second = 100000
message_burst = 100000
bytes_per_second = 100000000
bytes_per_second_per_address = 100000000
"""
"""Tests ask again and again until a node knows what happened on another one."""


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for `--config` by which nodes answer as often as they are asked."""
    folder = write_content(tmp_path_factory.mktemp("content"))
    (folder / "server.toml").write_text(PATIENT)
    return folder


async def listed(client: Client) -> dict[str, int]:
    """Return the sessions in the lobby, and how many heroes each has."""
    await client.send(ListSessions())
    return {each.session: each.heroes for each in (await client.until(Sessions)).sessions}


async def logged_in(node: ClusterNode, login: LogIn) -> AccountInfo | Error:
    """Log in at a node; return its answer."""
    async with guest(node.address) as client:
        await client.send(login)
        answer = await client.receive()
    assert isinstance(answer, AccountInfo | Error)
    return answer


async def test_each_node_lists_the_sessions_of_all(nodes: list[ClusterNode]) -> None:
    sessions = [await new_session(node.address) for node in nodes]
    async with player(nodes[0].address, sessions[0], "Ann"):
        for node in nodes:
            async with guest(node.address) as client:
                while {(sessions[0], 1), (sessions[1], 0)} - set((await listed(client)).items()):
                    pass


async def test_a_seat_is_taken_again_through_another_node(nodes: list[ClusterNode]) -> None:
    one, two = nodes
    session = await new_session(one.address)
    async with guest(one.address) as client:
        first = await client.join("Ann", session)
    async with guest(two.address) as client:
        await client.send(Join(session, "Ann", first.token))
        again = await client.until(Joined)
        assert (again.seat, again.session) == (first.seat, session)
    async with guest(two.address) as client:
        await client.send(Join(session, "Ann"))
        assert (await client.until(Error)).code == "name_taken"


async def test_an_account_of_one_node_is_one_of_all(nodes: list[ClusterNode]) -> None:
    one, two = nodes
    async with guest(one.address) as client:
        await client.send(SignUp("Clio", PASSWORD))
        made = await client.expect(AccountInfo)
    assert await logged_in(two, LogIn("clio", token=made.token)) == made
    told = await logged_in(two, LogIn("Clio", PASSWORD))
    assert isinstance(told, AccountInfo)
    async with guest(two.address) as client:
        await client.send(SignUp("CLIO", PASSWORD))
        assert (await client.expect(Error)).code == "name_taken"


async def test_who_is_banned_at_one_node_is_banned_at_all(
    cluster: Cluster, nodes: list[ClusterNode]
) -> None:
    one, two = nodes
    async with guest(one.address) as client:
        await client.send(SignUp("Dora", PASSWORD))
        made = await client.expect(AccountInfo)
    async with guest(two.address) as client:
        await client.send(LogIn("Dora", token=made.token))
        await client.expect(AccountInfo)
        words = ("outlaw", "account", "Dora", "--reason", "spam")
        await asyncio.to_thread(cluster.ordered, one, *words)
        assert await client.gone() == Closing.BANNED
    told = await logged_in(two, LogIn("Dora", PASSWORD))
    assert isinstance(told, Error)
    assert (told.code, "spam" in told.reason) == ("banned", True)
    (ban,) = (await asyncio.to_thread(cluster.ordered, two, "people"))["bans"]
    await asyncio.to_thread(cluster.ordered, two, "pardon", str(ban["id"]))
    async with asyncio.timeout(LONGEST):
        while True:
            if isinstance(await logged_in(one, LogIn("Dora", PASSWORD)), AccountInfo):
                break
            await asyncio.sleep(ASK_AGAIN_SECONDS)
    deeds = (await asyncio.to_thread(cluster.ordered, one, "audit"))["deeds"]
    assert [deed["text"].split()[0] for deed in deeds if "Dora" in deed["text"]] == [
        "ended",
        "banned",
    ]


async def test_an_operator_of_any_node_ends_a_session_of_another(
    cluster: Cluster, nodes: list[ClusterNode]
) -> None:
    one, two = nodes
    session = await new_session(one.address)
    async with player(one.address, session, "Ann") as ann:
        await asyncio.to_thread(cluster.ordered, two, "dissolve", "--session", session)
        await ann.until(Left)
    await until(lambda: cluster.info(session).state != "live")


async def test_an_operator_of_any_node_looks_into_a_run_of_another_and_reads_its_chat(
    cluster: Cluster, nodes: list[ClusterNode]
) -> None:
    session = await new_session(nodes[0].address)
    async with player(nodes[0].address, session, "Ann") as ann:
        await ann.send(Say("mind the stairs"))
        await ann.until(Chat)
        for node in nodes:
            told = await asyncio.to_thread(cluster.ordered, node, "look", session)
            assert (told["session"], told["run"]) == (session, cluster.info(session).run)
            assert [hero["name"] for hero in told["heroes"]] == ["Ann"]
            where = ("transcript", "--session", session)
            said = await asyncio.to_thread(cluster.ordered, node, *where)
            assert said["lines"] == [{"name": "Ann", "text": "mind the stairs"}]
            status = await asyncio.to_thread(cluster.ordered, node, "status")
            assert {each["node"] for each in status["nodes"]} == set(map(cluster.id_of, nodes))
