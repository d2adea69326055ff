"""Nodes, their store and their links in virtual time: the promises hold whatever fails."""

from random import Random

import pytest

from support.cluster.fault_plan import Fault, Killed, LinkCut, StoreDown, StoreSlow
from support.cluster.played_seed import play
from support.cluster.simulated_cluster import RUNS, SimulatedCluster, simulated_cluster
from support.cluster.simulated_node import SimulatedNode

AT = 4.0
"""The moment of a fault: every run has its owner and its players by then."""
SEEDS = range(5)


def played(*faults: Fault, seed: int = 0) -> SimulatedCluster:
    return play(faults, Random(seed), f"{faults} with seed {seed}")


def taken_over(cluster: SimulatedCluster) -> int:
    """Return how many runs were claimed after the start, at which nobody owned them."""
    return cluster.referee.claims - RUNS


@pytest.mark.parametrize("seed", SEEDS)
def test_runs_stay_where_they_are_while_nothing_fails(seed: int) -> None:
    cluster = played(seed=seed)
    assert taken_over(cluster) == 0
    assert all(client.losses == 0 for client in cluster.clients)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_runs_of_a_node_that_was_killed_go_on_elsewhere(seed: int) -> None:
    with simulated_cluster(Random(seed)) as cluster:
        cluster.time.run_until(AT)
        (run, *_), node = next((runs, node) for runs, node in _owners(cluster) if runs)
        cluster.bring_about(Killed(AT, cluster.nodes.index(node), 60.0))
        cluster.time.run_until(AT + 5.0)
        assert any(run in runs for runs, _ in _owners(cluster))


@pytest.mark.parametrize("seconds", [0.5, 3.0, 8.0])
@pytest.mark.parametrize("seed", SEEDS)
def test_an_outage_of_the_store_moves_no_run(seed: int, seconds: float) -> None:
    cluster = played(StoreDown(AT, seconds), seed=seed)
    assert taken_over(cluster) == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_a_slow_store_moves_no_run(seed: int) -> None:
    cluster = played(StoreSlow(AT, 5.0, 0.4), seed=seed)
    assert taken_over(cluster) == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_both_ends_of_a_link_that_was_cut_keep_their_runs(seed: int) -> None:
    cluster = played(LinkCut(AT, 0, 1, 3.0), seed=seed)
    assert taken_over(cluster) == 0


def _owners(cluster: SimulatedCluster) -> list[tuple[list[str], SimulatedNode]]:
    return [(list(node.owner.sessions), node) for node in cluster.living]
