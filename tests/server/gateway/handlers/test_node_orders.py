"""Operators list nodes, drain them and move runs over a real connection; nobody else does."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

from support.gateway.raw_clients import Client
from support.gateway.real_gateway import Hosted, hosted
from undertide_server.accounts.operators import operator_key
from undertide_server.cluster.links.errors import QuestionRefusedError
from undertide_server.cluster.links.messages import MovedRun
from undertide_server.cluster.orders import ClusterOrders
from undertide_server.store.errors import StoreError
from undertide_server.store.leases import Load, Node, NodeStatus
from undertide_shared.messages import (
    AccountInfo,
    Audit,
    ClientMessage,
    Drain,
    Error,
    ListAuditEntries,
    ListNodes,
    LogIn,
    Nodes,
    Transfer,
)


def status(name: str, *, is_living: bool) -> NodeStatus:
    node = Node(name, "", b"", 7, "1.2")
    return NodeStatus(node, "serving", Load(1, 2, 3), 0.0, 0.25, is_living=is_living)


class FakeOrders:
    """Orders about two nodes, one of which is lost."""

    def __init__(self) -> None:
        self.given: list[tuple[str, ...]] = []
        self.fails = False

    async def nodes(self) -> tuple[NodeStatus, ...]:
        if self.fails:
            raise StoreError("the disk is away")
        return status("a", is_living=True), status("b", is_living=False)

    async def drain(self, node: str) -> None:
        if node == "c":
            raise QuestionRefusedError("there is no node 'c'")
        self.given.append((node,))

    async def transfer(self, session: str, node: str) -> MovedRun:
        self.given.append((session, node))
        return MovedRun("a", node, 42)


@asynccontextmanager
async def operator(folder: Path) -> AsyncIterator[tuple[Client, Hosted, FakeOrders]]:
    async with hosted(accounts=folder) as host, host.guest() as olga:
        orders = FakeOrders()
        host.gateway.node_orders.orders = cast("ClusterOrders", orders)
        await olga.send(LogIn("", token=operator_key(folder)))
        await olga.expect(AccountInfo)
        yield olga, host, orders


async def answer(client: Client, message: ClientMessage) -> Nodes:
    await client.send(message)
    return await client.expect(Nodes)


async def refusal(client: Client, message: ClientMessage) -> Error:
    await client.send(message)
    return await client.expect(Error)


async def test_an_operator_sees_all_nodes(tmp_path: Path) -> None:
    async with operator(tmp_path) as (olga, _, _):
        told = await answer(olga, ListNodes())
        assert [(node.id, node.state) for node in told.nodes] == [("a", "serving"), ("b", "lost")]
        first = told.nodes[0]
        assert (first.sessions, first.players, first.watchers) == (1, 2, 3)
        assert (first.lease_age_ms, first.rules, first.version) == (250, 7, "1.2")


async def test_orders_are_carried_out_answered_and_written_down(tmp_path: Path) -> None:
    async with operator(tmp_path) as (olga, _, orders):
        assert (await answer(olga, Drain("a"))).pause_ms == 0
        assert (await answer(olga, Transfer("k7m2q", "b"))).pause_ms == 42
        assert orders.given == [("a",), ("k7m2q", "b")]
        await olga.send(ListAuditEntries())
        deeds = (await olga.expect(Audit)).deeds
        texts = [(deed.text, deed.session) for deed in deeds]
        assert ("moved the run from node a to b", "k7m2q") in texts
        assert ("drained node a", "") in texts


async def test_a_refusal_says_why(tmp_path: Path) -> None:
    async with operator(tmp_path) as (olga, _, orders):
        assert "no node 'c'" in (await refusal(olga, Drain("c"))).reason
        orders.fails = True
        assert (await refusal(olga, ListNodes())).code == "server_full"


async def test_nobody_else_may_and_a_server_without_workers_has_none(tmp_path: Path) -> None:
    async with operator(tmp_path) as (olga, host, orders), host.guest() as ann:
        for message in (ListNodes(), Drain("a"), Transfer("k7m2q", "a")):
            assert (await refusal(ann, message)).code == "not_allowed"
        assert not orders.given
        host.gateway.node_orders.orders = None
        assert "--workers" in (await refusal(olga, ListNodes())).reason
