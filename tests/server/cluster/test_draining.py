"""A node that drains gives its runs away and takes none."""

from pathlib import Path

import pytest

from support.cluster.moving_nodes import moving_nodes
from undertide_server.cluster.links.errors import QuestionRefusedError
from undertide_server.cluster.links.questions import DrainNode
from undertide_server.simulation.version import RULES


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
