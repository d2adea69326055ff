"""Runs of one node, shown by another: only as far, and to those, that the first one allows."""

import asyncio
from pathlib import Path

import pytest

from support.gateway.node_pair import HostedNode, NodePair, node_pair
from support.gateway.raw_clients import Client
from support.gateway.real_gateway import http_answer
from support.processes.waiting import until
from support.sessions.made_sessions import make_session
from undertide_server.gateway.relay import runs_of_nodes
from undertide_server.sessions.session import Session
from undertide_shared.messages import (
    Act,
    Delta,
    Error,
    Join,
    Keyframe,
    Options,
    Replay,
    Replaying,
    Wait,
)


async def played(pair: NodePair, client: Client, options: Options) -> Session:
    """Play a moment in a session of the north until it is durable."""
    now = asyncio.get_running_loop().time()
    session = make_session(pair.north.registry, "", "auto", now, options)
    await client.send(Join(session.policy.code, "Ann"))
    await client.until(Keyframe)
    await client.send(Act(1, Wait()))
    await client.until(Delta)
    await until(lambda: session.journal_writer.durable > 0)
    await pair.tell()
    return session


async def page(node: HostedNode, path: str) -> tuple[int, str]:
    """Return the answer of a node to a request for a page."""
    answer = await http_answer(node.address, path, Accept="text/html")
    return answer.status, answer.body.decode()


async def test_a_live_run_is_replayed_at_another_node_as_far_as_its_own_allows(
    tmp_path: Path,
) -> None:
    async with node_pair(tmp_path) as pair, pair.north.guest() as ann, pair.south.guest() as wat:
        session = await played(pair, ann, Options())
        await wat.send(Replay(session.id))
        told = await wat.until(Replaying)
        assert told.run == session.config.run


async def test_a_delayed_run_is_shown_nowhere_before_its_time(tmp_path: Path) -> None:
    async with node_pair(tmp_path) as pair, pair.north.guest() as ann, pair.south.guest() as wat:
        session = await played(pair, ann, Options(delay=60))
        run = session.config.run
        assert await pair.south.gateway.look_back.reaches([run]) == {run: 0}
        await wat.send(Replay(run))
        assert (await wat.until(Error)).code == "unknown_run"
        # Its end is not told either, as long as spectators have not seen it.
        pair.north.gateway.scheduler.end(session, "enough")
        assert await pair.south.gateway.look_back.reaches([run]) == {run: 0}


async def test_the_page_of_a_private_run_is_for_those_alone_who_may_watch_it(
    tmp_path: Path,
) -> None:
    async with node_pair(tmp_path) as pair, pair.north.guest() as ann:
        session = await played(pair, ann, Options(access="invited"))
        for node in pair.nodes:
            status, text = await page(node, f"/runs/{session.config.run}")
            assert status == 403, text


async def test_nothing_is_shown_while_a_node_gives_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with node_pair(tmp_path) as pair, pair.north.guest() as ann, pair.south.guest() as wat:
        session = await played(pair, ann, Options())
        pair.dead.add("north")  # Its lease still holds, as far as the south knows.
        link = pair.south.links.to("north")
        assert link is not None
        link.lose("the test cuts it")
        await wat.send(Replay(session.id))
        error = await wat.until(Error)
        assert (error.code, error.reason) == ("server_full", runs_of_nodes.UNSURE)
        assert (await page(pair.south, f"/runs/{session.config.run}"))[0] == 503


async def test_a_link_to_a_session_of_another_node_has_a_preview(tmp_path: Path) -> None:
    async with node_pair(tmp_path) as pair, pair.north.guest() as ann:
        session = await played(pair, ann, Options())
        here, there = [(await page(node, f"/watch/{session.id}"))[1] for node in pair.nodes]
        assert "Ann on floor 1" in here
        assert "Ann on floor 1" in there
