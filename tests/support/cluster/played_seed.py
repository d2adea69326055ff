"""One seed of the simulated cluster, from its start to the verdict."""

from collections.abc import Sequence
from random import Random

from support.cluster.fault_plan import Fault, draw_faults, end_of
from support.cluster.simulated_cluster import NODES, SimulatedCluster, simulated_cluster
from undertide_server.simulation.state.inputs import Input
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
