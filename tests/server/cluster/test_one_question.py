"""Questions of commands to a node, over real sockets."""

import asyncio

import pytest
from structlog.testing import capture_logs

from support.cluster.linked_nodes import KEY, KINDS, Kind, Linked, linked
from undertide_server.cluster.links.messages import Done, DrainNode
from undertide_server.cluster.one_question import ask_node
from undertide_server.store.leases import Load, Node, NodeStatus


def status_of(nodes: Linked) -> NodeStatus:
    """Return the row of the node that listens."""
    listener = nodes.listener
    node = Node("owner", listener.address, KEY, 1, "1", listener.certificate)
    return NodeStatus(node, "serving", Load(), 0.0, 0.0, is_living=True)


@pytest.mark.parametrize("kind", KINDS)
async def test_commands_of_one_moment_cut_no_link_of_each_other(kind: Kind) -> None:
    commands, are_all_here = 3, asyncio.Event()
    asked: list[DrainNode] = []

    async def drain(question: DrainNode) -> Done:
        asked.append(question)
        if len(asked) == commands:
            are_all_here.set()
        await are_all_here.wait()
        return Done()

    async with linked(kind) as nodes:
        nodes.owner.answer_with(DrainNode, drain)
        asking = (
            asyncio.to_thread(ask_node, status_of(nodes), DrainNode(), Done, 20.0)
            for _ in range(commands)
        )
        assert await asyncio.gather(*asking) == [Done()] * commands


async def test_the_end_of_a_command_is_no_lost_link() -> None:
    async def drain(_question: DrainNode) -> Done:
        return Done()

    async with linked() as nodes:
        nodes.owner.answer_with(DrainNode, drain)
        with capture_logs() as logs:
            await asyncio.to_thread(ask_node, status_of(nodes), DrainNode(), Done, 20.0)
            await nodes.at_owner.until(lambda: nodes.at_owner.lost)
    assert [each for each in logs if each.get("node") != "owner"] == []
