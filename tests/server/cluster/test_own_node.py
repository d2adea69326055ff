"""This process as a node of its folder: entered, renewed, and removed at its end."""

import asyncio
from pathlib import Path

from support.sessions.kept_runs import header
from undertide_server.cluster.lease_keeper import Renewal
from undertide_server.cluster.own_node import entered
from undertide_server.store.fencing import Fence
from undertide_server.store.leases import Node
from undertide_server.store.ownership import opened_ownership
from undertide_server.store.writer import Writer
from undertide_server.store.writes import (
    Begun,
)

A, B = (Node(f"{name}-1", "", b"", 1, "1") for name in "ab")


def owners(folder: Path) -> list[str]:
    with opened_ownership(folder) as ownership:
        return [each.node for each in ownership.owned()]


async def test_a_node_is_in_the_store_and_hears_of_its_renewals_until_it_ends(
    tmp_path: Path,
) -> None:
    faults: list[Exception] = []
    renewals: asyncio.Queue[Renewal] = asyncio.Queue()
    with entered(tmp_path, A, faults.append, is_first=True) as own:
        own.on_renewal = renewals.put_nowait
        renewal = await renewals.get()
        assert renewal.news is not None
        assert [each.id for each in renewal.news.nodes] == [own.id] == ["a-1"]
        with opened_ownership(tmp_path) as ownership:
            assert [each.id for each in ownership.nodes()] == ["a-1"]
    with opened_ownership(tmp_path) as ownership:
        assert ownership.nodes() == ()
    assert faults == []


async def test_only_the_first_node_takes_the_runs_from_all_others(tmp_path: Path) -> None:
    faults: list[Exception] = []
    writer = Writer(tmp_path)
    writer.apply([Begun(header(), fence=Fence("crashed"))])
    writer.close()
    with entered(tmp_path, B, faults.append, is_first=False):
        assert owners(tmp_path) == ["crashed"]
    with entered(tmp_path, A, faults.append, is_first=True):
        assert owners(tmp_path) == []
