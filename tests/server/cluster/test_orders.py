"""Orders about nodes reach the node that can carry them out."""

from pathlib import Path
from typing import Any, cast

import pytest

from support.cluster.moving_nodes import MovingNode, moving_nodes
from undertide_server.cluster.links.errors import QuestionRefusedError
from undertide_server.cluster.links.messages import Done, DrainNode, MovedRun, MoveRun
from undertide_server.cluster.links.node_links import NodeLinks
from undertide_server.cluster.orders import ClusterOrders
from undertide_server.simulation.version import RULES
from undertide_server.store.leases import LeaseLostError
from undertide_server.store.ownership import Ownership


async def test_a_drained_node_has_no_run_that_goes_on(tmp_path: Path) -> None:
    async with moving_nodes(tmp_path, "a", "b", "c") as nodes:
        a = nodes["a"]
        runs = [(await a.make()).config.run for _ in range(3)]
        assert await a.draining.drain() == 0
        owners = [(await a.owner(run)).node for run in runs]
        assert set(owners) == {"b", "c"}
        assert not a.registry.sessions
        status = {each.id: each.state for each in await a.store.call(lambda each: each.nodes())}
        assert status == {"a": "draining", "b": "serving", "c": "serving"}


async def test_a_drained_node_takes_no_run(tmp_path: Path) -> None:
    async with moving_nodes(tmp_path, "a", "b") as nodes:
        a, b = nodes["a"], nodes["b"]
        await a.draining.drain()
        session = await b.make()
        with pytest.raises(QuestionRefusedError):
            await b.moves.move(session.config.run, "a")
        assert b.session_of(session.config.run) is session


async def test_a_node_that_can_not_drain_takes_runs_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_owners: Ownership, node: str, _state: str) -> None:
        raise LeaseLostError(node)

    async with moving_nodes(tmp_path, "a", "b") as nodes:
        a, b = nodes["a"], nodes["b"]
        monkeypatch.setattr(Ownership, "set_state", fail)
        with pytest.raises(QuestionRefusedError):
            await a.draining.drain()
        session = await b.make()
        assert (await b.moves.move(session.config.run, "a")).present == "a"


async def test_runs_are_not_handed_to_nodes_of_earlier_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with moving_nodes(tmp_path, "a", "b") as nodes:
        a = nodes["a"]
        session = await a.make()
        monkeypatch.setattr("undertide_server.cluster.moves.RULES", RULES + 1)
        with pytest.raises(QuestionRefusedError, match="all other nodes have earlier rules"):
            await a.draining.drain()
        assert a.session_of(session.config.run) is session


async def test_the_last_node_is_not_drained(tmp_path: Path) -> None:
    async with moving_nodes(tmp_path, "a") as nodes:
        with pytest.raises(QuestionRefusedError):
            await nodes["a"].draining.answer_drain(DrainNode())


class NotedLinks:
    """Links that note each question, and answer it."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, object]] = []

    async def query_node(
        self, node: str, question: object, _expected: type, _seconds: float = 0
    ) -> Any:
        self.asked.append((node, question))
        return Done() if isinstance(question, DrainNode) else MovedRun(node, "a", 7)


def orders_of(node: MovingNode) -> tuple[ClusterOrders, NotedLinks]:
    links = NotedLinks()
    return ClusterOrders(
        node, node.store, cast("NodeLinks", links), node.moves, node.draining
    ), links


async def test_a_run_of_this_node_moves_from_here(tmp_path: Path) -> None:
    async with moving_nodes(tmp_path, "a", "b") as nodes:
        a = nodes["a"]
        session = await a.make()
        orders, links = orders_of(a)
        assert (await orders.transfer(session.id, "b")).present == "b"
        assert not links.asked
        assert nodes["b"].session_of(session.config.run) is not None


async def test_the_owner_of_a_run_is_asked_to_move_it(tmp_path: Path) -> None:
    async with moving_nodes(tmp_path, "a", "b") as nodes:
        session = await nodes["b"].make()
        orders, links = orders_of(nodes["a"])
        assert (await orders.transfer(session.id, "a")).pause_ms == 7
        assert links.asked == [("b", MoveRun(session.config.run, "a"))]


async def test_a_node_drains_itself_and_others_are_asked(tmp_path: Path) -> None:
    async with moving_nodes(tmp_path, "a", "b") as nodes:
        a = nodes["a"]
        session = await a.make()
        orders, links = orders_of(a)
        await orders.drain("b")
        assert links.asked == [("b", DrainNode())]
        await orders.drain("a")
        await nodes["b"].until_begun(1)
        assert nodes["b"].session_of(session.config.run) is not None


async def test_what_does_not_exist_is_refused(tmp_path: Path) -> None:
    async with moving_nodes(tmp_path, "a", "b") as nodes:
        orders, _ = orders_of(nodes["a"])
        for order in (orders.drain("c"), orders.transfer("xxxxx", "b"), orders.transfer("x", "c")):
            with pytest.raises(QuestionRefusedError):
                await order
