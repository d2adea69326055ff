"""Nodes, their store and their links in virtual time: the promises hold whatever fails."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from unittest import mock

import pytest

from support.cluster.fault_plan import (
    AnswersLost,
    Fault,
    Killed,
    LinkCut,
    Move,
    Paused,
    StoreCut,
    StoreDown,
    StoreSlow,
    WentBack,
    draw_faults,
    end_of,
)
from support.cluster.memory_store import MemoryConnection
from support.cluster.simulated_cluster import NODES, RUNS, SimulatedCluster, simulated_cluster
from undertide_server.cluster.cut_off import CUT_OFF_SECONDS
from undertide_server.cluster.lease import Lease
from undertide_server.simulation.state.inputs import Input
from undertide_server.store import fencing, writer
from undertide_server.store.engine.protocol import Rows, StoreConnection, Values
from undertide_server.store.errors import DamagedRunError
from undertide_server.store.reader import Reader

CALM_SECONDS = 5.0
"""Time after the last fault by which every run has its owner again."""
PLAY_SECONDS = 3.0
"""Time after that in which every client must be answered again."""
FORGIVEN_SECONDS = 1.0
"""Of it, the time that a client may need to come back."""


class BrokenInvariantError(AssertionError):
    """A cluster broke a promise. Its text is the story of the seed."""


def play_seed(seed: int) -> SimulatedCluster:
    """Play a seed, and return its cluster.

    Raises BrokenInvariantError with the story of the seed if a promise is broken.
    """
    chance = Random(seed)
    return play(draw_faults(chance, NODES), chance, f"seed {seed}")


def play(faults: Sequence[Fault], chance: Random, name: str) -> SimulatedCluster:
    """Play a cluster with these faults. Raises as `play_seed`."""
    with simulated_cluster(chance) as cluster:
        _play(cluster, faults)
        if cluster.referee.faults:
            told = "\n".join(cluster.referee.faults)
            raise BrokenInvariantError(f"{name} broke promises:\n{told}\n\n{cluster.story}")
    return cluster


def _play(cluster: SimulatedCluster, faults: Sequence[Fault]) -> None:
    for fault in faults:
        cluster.time.run_until(fault.at)
        cluster.bring_about(fault)
    cluster.time.run_until(max(map(end_of, faults), default=CALM_SECONDS))
    cluster.time.run_until(max(cluster.time.now, cluster.troubled_until()))
    cluster.time.run_until(cluster.time.now + CALM_SECONDS)
    _check_owners(cluster)
    calm = cluster.time.now
    cluster.time.run_until(calm + PLAY_SECONDS)
    _check_runs(cluster)
    _check_clients(cluster, calm)


def _check_owners(cluster: SimulatedCluster) -> None:
    """Check that every live run that isn't set aside has one living owner, which plays it."""
    rows = cluster.connection.execute("SELECT run, owner FROM runs WHERE state = 'live'").fetchall()
    for run, owner in rows:
        players = [node for node in cluster.living if run in node.owner.sessions]
        names = [node.name for node in players]
        if names != [owner]:
            cluster.referee.faults.append(f"{run} is owned by {owner!r} and played by {names}")


def _check_runs(cluster: SimulatedCluster) -> None:
    """Hold what is stored of each run against what was shown of it."""
    reader = Reader(cluster.connection)
    for run in cluster.runs:
        stored: dict[int, tuple[Input, ...]] = {}
        try:
            stored.update((record.step, record.inputs) for record in reader.steps(run))
        except DamagedRunError as fault:
            cluster.referee.faults.append(f"{run} can't be read: {fault}")
        state = reader.info(run).state
        cluster.referee.compare(run, stored, is_aside=state == "aside")


def _check_clients(cluster: SimulatedCluster, calm: float) -> None:
    """Check that every client is answered again."""
    live = {
        run for (run,) in cluster.connection.execute("SELECT run FROM runs WHERE state = 'live'")
    }
    for client in cluster.clients:
        if client.run in live and client.settled_at < calm + FORGIVEN_SECONDS:
            cluster.referee.faults.append(
                f"the client in seat {client.seat} of {client.run} was last answered at"
                f" {client.settled_at:.3f}"
            )


CONDITIONS = {
    "AND owner = ? AND epoch = ? AND step = ?": "AND ? IS NOT NULL AND ? IS NOT NULL AND step = ?",
    "AND epoch = ? AND owner IN (?, '')": "AND ? IS NOT NULL AND ? IS NOT NULL",
}
"""The conditions of writes on the owner and its epoch, and what stands in their place."""
AT = 4.0
"""The moment of a fault: every run has its owner and its players by then."""
SEEDS = range(4)
TOGETHER = 100
"""Seeds that one test plays."""
SECOND_CHANCE_SECONDS = 6.0
"""Time for a client whose first attempt after a loss comes to nothing."""
UNTIL_CAUGHT = 100
"""Seeds within which a missing check must show."""


@contextmanager
def without_epochs() -> Iterator[list[str]]:
    """Let writes of any owner count; yield the list of statements that were changed."""
    changed: list[str] = []
    execute = MemoryConnection.execute

    def execute_changed(self: MemoryConnection, statement: str, values: Values = ()) -> Rows:
        for condition, anything in CONDITIONS.items():
            if condition in statement:
                changed.append(condition)
                statement = statement.replace(condition, anything)
        return execute(self, statement, values)

    with (
        mock.patch.object(MemoryConnection, "execute", execute_changed),
        mock.patch.object(fencing, "check", _check_step),
        mock.patch.object(writer, "check", _check_step),
    ):
        yield changed


@contextmanager
def without_renewals() -> Iterator[None]:
    """Let a node claim whatever it finds, however its own renewals went."""
    with mock.patch.object(Lease, "may_claim", return_value=True):
        yield


def _check_step(connection: StoreConnection, run: str, fence: fencing.Fence, least: int) -> None:
    """Check that a run has come to a step, whoever owns it."""
    (step,) = connection.execute("SELECT step FROM runs WHERE run = ?", (run,)).fetchone()
    if step < least:
        raise fencing.RefusedWriteError(fencing.Refused(run, fence))


def played(*faults: Fault, seed: int) -> SimulatedCluster:
    return play(faults, Random(seed), f"{faults} with seed {seed}")


def play_seeds(seeds: Iterable[int]) -> None:
    for seed in seeds:
        play_seed(seed)


def slot_with_runs(seed: int) -> int:
    """Return the place of a node that owns runs when the fault comes."""
    with simulated_cluster(Random(seed)) as cluster:
        cluster.time.run_until(AT)
        return next(slot for slot, node in enumerate(cluster.nodes) if node.owner.sessions)


def taken_over(cluster: SimulatedCluster) -> int:
    """Return how many runs were claimed after the start, at which nobody owned them."""
    return cluster.referee.claims - RUNS


@pytest.mark.parametrize("first", range(0, 1000, TOGETHER))
def test_the_promises_hold_whatever_fails(first: int) -> None:
    play_seeds(range(first, first + TOGETHER))


def test_a_store_that_lets_former_owners_write_is_noticed() -> None:
    with without_epochs() as changed, pytest.raises(BrokenInvariantError):
        play_seeds(range(UNTIL_CAUGHT))
    assert set(changed) == CONDITIONS.keys(), "the statements of the store have other conditions"


def test_nodes_that_claim_without_two_renewals_of_their_own_are_noticed() -> None:
    with without_renewals(), pytest.raises(BrokenInvariantError, match="which was well"):
        play_seeds(range(UNTIL_CAUGHT))


def test_a_seed_has_the_same_story_each_time() -> None:
    first, second = (str(play_seed(7).story) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("seed", SEEDS)
def test_runs_stay_where_they_are_while_nothing_fails(seed: int) -> None:
    cluster = played(seed=seed)
    assert taken_over(cluster) == 0
    assert all(client.losses == 0 for client in cluster.clients)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_runs_of_a_node_that_was_killed_go_on_elsewhere(seed: int) -> None:
    slot = slot_with_runs(seed)
    with simulated_cluster(Random(seed)) as cluster:
        cluster.time.run_until(AT)
        runs = set(cluster.nodes[slot].owner.sessions)
        cluster.bring_about(Killed(AT, slot, 60.0))
        cluster.time.run_until(AT + 5.0)
        assert runs <= {run for each in cluster.living for run in each.owner.sessions}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_node_that_slept_finds_its_runs_elsewhere(seed: int) -> None:
    cluster = played(Paused(AT, slot_with_runs(seed), 5.0, inside=False), seed=seed)
    # If it happened to sleep inside of a transaction, all wait for it.
    assert taken_over(cluster) > 0 or "sleeps inside of" in str(cluster.story)


@pytest.mark.parametrize("seed", SEEDS)
def test_all_wait_for_a_node_that_sleeps_inside_of_a_transaction(seed: int) -> None:
    cluster = played(Paused(AT, slot_with_runs(seed), 3.0, inside=True), seed=seed)
    assert taken_over(cluster) == 0


@pytest.mark.parametrize("seconds", [0.5, 3.0, 8.0])
@pytest.mark.parametrize("seed", SEEDS)
def test_an_outage_of_the_store_moves_no_run(seed: int, seconds: float) -> None:
    cluster = played(StoreDown(AT, seconds), seed=seed)
    assert taken_over(cluster) == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_players_stay_where_they_are_during_an_outage(seed: int) -> None:
    cluster = played(StoreDown(AT, 30.0), seed=seed)
    assert taken_over(cluster) == 0
    assert all(client.losses == 0 for client in cluster.clients)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_slow_store_moves_no_run(seed: int) -> None:
    cluster = played(StoreSlow(AT, 5.0, 0.4), seed=seed)
    assert taken_over(cluster) == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_a_store_that_went_back_has_runs_set_aside(seed: int) -> None:
    cluster = played(WentBack(AT, 1.5, 1.0), seed=seed)
    aside = [reason for state, reason in _states(cluster) if state == "aside"]
    assert aside
    assert all("went back" in reason for reason in aside)
    assert taken_over(cluster) == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_the_runs_of_a_node_that_lost_the_store_go_on_elsewhere(seed: int) -> None:
    cluster = played(StoreCut(AT, slot_with_runs(seed), 5.0), seed=seed)
    assert taken_over(cluster) > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_players_of_a_node_that_lost_the_store_play_on_at_others(seed: int) -> None:
    with simulated_cluster(Random(seed)) as cluster:
        cluster.time.run_until(AT)
        cluster.bring_about(StoreCut(AT, slot_with_runs(seed), 60.0))
        back = AT + CUT_OFF_SECONDS + SECOND_CHANCE_SECONDS
        cluster.time.run_until(back + PLAY_SECONDS)
        assert all(client.settled_at > back for client in cluster.clients)
        assert "is cut off from the store" in str(cluster.story)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_node_that_reaches_nobody_loses_its_players_and_comes_back(seed: int) -> None:
    slot = slot_with_runs(seed)
    cuts = [LinkCut(AT, slot, other, 10.0) for other in {0, 1, 2} - {slot}]
    cluster = played(StoreCut(AT, slot, 10.0), *cuts, seed=seed)
    assert taken_over(cluster) > 0
    assert "is cut off from the store" in str(cluster.story)


@pytest.mark.parametrize("seed", SEEDS)
def test_both_ends_of_a_link_that_was_cut_keep_their_runs(seed: int) -> None:
    cluster = played(LinkCut(AT, 0, 1, 3.0), seed=seed)
    assert taken_over(cluster) == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_answers_that_are_lost_change_nothing(seed: int) -> None:
    cluster = played(AnswersLost(AT, 0, 4.0), seed=seed)
    assert taken_over(cluster) == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_a_move_closes_no_connection(seed: int) -> None:
    cluster = played(Move(AT, slot_with_runs(seed)), Move(AT + 1.0, 1), seed=seed)
    assert "moved run" in str(cluster.story)
    assert taken_over(cluster) == 0
    assert all(client.losses == 0 for client in cluster.clients)


def _states(cluster: SimulatedCluster) -> list[tuple[str, str]]:
    rows = cluster.connection.execute("SELECT state, reason FROM runs").fetchall()
    return [(state, reason) for state, reason in rows]
