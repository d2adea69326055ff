"""The runs of a lost owner go on, one after another, however the store does meanwhile."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from support.cluster.moving_nodes import MovingNode, moving_nodes
from support.processes.waiting import until
from undertide_server.cluster import takeover
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.store.ownership import RunClaim


async def claims_of(dead: MovingNode, heir: MovingNode, count: int) -> list[RunClaim]:
    """Let a node make runs and die; return what another one claims of them."""
    for _ in range(count):
        await dead.make()
    await dead.ask(lambda owners: owners.remove(dead.node))
    return await heir.store.call(lambda owners: owners.claim_orphans(heir.node, count))


async def test_all_claimed_runs_go_on(tmp_path: Path) -> None:
    async with moving_nodes(tmp_path, "a", "b") as nodes:
        claims = await claims_of(nodes["a"], nodes["b"], 3)
        former: list[str] = []
        nodes["b"].takeover.on_over = former.append
        nodes["b"].takeover.claim_runs(claims)
        await nodes["b"].until_begun(3)
        assert {each.config.run for each in nodes["b"].begun} == {claim.run for claim in claims}
        assert nodes["b"].owned == {claim.run: claim.epoch for claim in claims}
        await until(lambda: former == ["a", "a", "a"])


async def test_a_run_is_brought_back_once(tmp_path: Path) -> None:
    async with moving_nodes(tmp_path, "a", "b") as nodes:
        b = nodes["b"]
        (claim,) = await claims_of(nodes["a"], b, 1)
        taken = await asyncio.gather(b.takeover.claim_run(claim), b.takeover.claim_run(claim))
        assert [each is not None for each in taken] == [True, False]
        assert await b.takeover.claim_run(claim) is None
        assert len(b.registry.sessions) == 1


async def test_a_store_that_cannot_be_read_is_asked_again_and_the_log_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(takeover, "RETRY_SECONDS", 0.0)
    async with moving_nodes(tmp_path, "a", "b") as nodes:
        b = nodes["b"]
        (claim,) = await claims_of(nodes["a"], b, 1)
        resting_runs = b.registry.resting_runs
        assert resting_runs is not None
        read, tries = resting_runs.read, 0

        def fails_thrice(*given: Any) -> Any:
            nonlocal tries
            tries += 1
            if tries <= 3:
                raise RequestRefusedError("server_full", "the disk can't be read")
            return read(*given)

        monkeypatch.setattr(resting_runs, "read", fails_thrice)
        with capture_logs() as logged:
            assert await b.takeover.claim_run(claim) is not None
        assert tries == 4
        assert [each["event"] for each in logged].count("run waits for the store") == 1
