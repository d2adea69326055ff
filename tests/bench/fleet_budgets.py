"""What a fleet of nodes asks of its database, its nodes and the network, by measured costs. Pure.

A cost is linear in what an operation reads or writes: `fleet_costs.py` measures its parts.
"""

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from undertide_server.cluster.lease import RENEW_SECONDS
from undertide_server.store.durable import COMMIT_EVERY_SECONDS

FILE: Final = Path(__file__).with_name("fleet_costs.json")
"""The costs that were measured last, with the conditions of that."""
BEATS_OF_TICK: Final = 2
"""Sessions beat at two moments of a tick, so the runs of a node are written in two transactions."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one operation takes: seconds of CPU, and bytes. Costs can be added and multiplied."""

    database: float = 0.0
    """Seconds of CPU of all processes of the database."""
    node: float = 0.0
    """Seconds of CPU of the node that asks."""
    sent: float = 0.0
    """Bytes from the node to the database."""
    received: float = 0.0
    """Bytes from the database to the node."""
    log: float = 0.0
    """Bytes of the database's log, which also go to each standby."""

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(*(mine + its for mine, its in zip(_values(self), _values(other), strict=True)))

    def __mul__(self, times: float) -> "Cost":
        return Cost(*(each * times for each in _values(self)))


def _values(cost: Cost) -> tuple[float, ...]:
    return (cost.database, cost.node, cost.sent, cost.received, cost.log)


@dataclass(frozen=True, slots=True)
class Costs:
    """The measured parts of each operation's cost."""

    renewal: Cost
    """A renewal of a lease, where nothing else is to be read."""
    renewal_of_node: Cost
    """What a renewal costs more for each node in the store."""
    renewal_of_run: Cost
    """What a renewal costs more for each run in the store that has an owner."""
    line_written: Cost
    """A lobby line that a renewal writes."""
    line_read: Cost
    """A lobby line of another node that a renewal reads."""
    beat: Cost
    """A transaction with steps of runs, without these."""
    beat_of_run: Cost
    """A step of a run in such a transaction."""
    claim: Cost
    """A claim, without the runs that it takes."""
    claim_in_runs: Cost
    """What a claim costs more for each run in the store that has an owner."""
    claim_of_run: Cost
    """A run that a claim takes."""
    bring_back: Cost
    """Reading a run, and playing it to its last step."""
    connect: Cost
    """A new connection to the database."""


def costs_from(told: dict[str, dict[str, float]]) -> Costs:
    """Return costs by their names."""
    return Costs(**{name: Cost(**cost) for name, cost in told.items()})


@dataclass(frozen=True, slots=True)
class Fleet:
    """Nodes over one database, all alike."""

    nodes: int
    runs: int = 50
    """Runs of each node: 200 players in parties of four."""
    players: int = 4
    """Players of each run, all in real time."""
    ticks: float = 5.0
    """Steps of a run in a second."""
    changes: float = 1.0
    """The share of renewals by which a node's lobby lines have changed."""
    player_tick: float = 0.00023
    """Seconds of a node's CPU for a player and tick: docs/performance.md has 400 players who take
    0.91 of a core at ten ticks a second."""
    player_bytes: float = 1000.0
    """Bytes a second from a node to a player: docs/performance.md has 1 kB."""
    connections: int = 6
    """Connections of each node to the database: its writer, its lease, its owners, and readers."""

    @property
    def all_runs(self) -> int:
        """Runs of all nodes."""
        return self.nodes * self.runs


@dataclass(frozen=True, slots=True)
class Machines:
    """What a fleet may use: shares of what there is, so that play has room for its peaks."""

    database_cores: float = 8.0
    database_share: float = 0.7
    node_cores: float = 1.0
    node_share: float = 0.7
    network_bytes: float = 1.25e8
    """Bytes a second of the database's line in one direction: 1 Gbit/s."""
    network_share: float = 0.5
    connections: int = 500
    """Connections that the database accepts (`max_connections`)."""
    node_network_bytes: float = 1.25e8


@dataclass(frozen=True, slots=True)
class Use:
    """The share of each budget that a fleet uses: 1 is all of it."""

    database_cpu: float
    database_network: float
    database_connections: float
    node_cpu: float
    node_network: float

    @property
    def first(self) -> tuple[str, float]:
        """The budget that is used most, and its share."""
        name, share = max(asdict(self).items(), key=lambda item: item[1])
        return name.replace("_", "'s "), share


def lease_of(fleet: Fleet, costs: Costs) -> Cost:
    """Return what one renewal costs, its lobby lines apart."""
    in_store = costs.renewal_of_node * fleet.nodes + costs.renewal_of_run * fleet.all_runs
    return costs.renewal + in_store


def lobby_of(fleet: Fleet, costs: Costs) -> Cost:
    """Return what the lobby lines cost that one renewal writes, and those that it reads."""
    changed = costs.line_written * fleet.runs + costs.line_read * fleet.all_runs
    return changed * fleet.changes


def renewal_of(fleet: Fleet, costs: Costs) -> Cost:
    """Return what one renewal costs, with its lobby lines."""
    return lease_of(fleet, costs) + lobby_of(fleet, costs)


def claim_of(fleet: Fleet, costs: Costs, runs: int) -> Cost:
    """Return what a claim of so many runs costs."""
    return costs.claim + costs.claim_in_runs * fleet.all_runs + costs.claim_of_run * runs


def beats_of(fleet: Fleet, costs: Costs) -> Cost:
    """Return what the steps of one node cost in a second."""
    transactions = min(BEATS_OF_TICK * fleet.ticks, 1 / COMMIT_EVERY_SECONDS)
    return costs.beat * transactions + costs.beat_of_run * (fleet.runs * fleet.ticks)


def per_second(fleet: Fleet, costs: Costs) -> Cost:
    """Return what one node costs in a second, its play apart."""
    return renewal_of(fleet, costs) * (1 / RENEW_SECONDS) + beats_of(fleet, costs)


def use_of(fleet: Fleet, costs: Costs, machines: Machines, standbys: int = 1) -> Use:
    """Return how much of each budget a fleet uses. Each standby gets the whole log."""
    one = per_second(fleet, costs)
    database = one * fleet.nodes
    line = machines.network_bytes * machines.network_share
    play = fleet.runs * fleet.players * fleet.ticks * fleet.player_tick
    to_players = fleet.runs * fleet.players * fleet.player_bytes
    node_line = machines.node_network_bytes * machines.network_share
    return Use(
        database_cpu=database.database / (machines.database_cores * machines.database_share),
        database_network=max(database.sent, database.received + standbys * database.log) / line,
        database_connections=fleet.nodes * fleet.connections / machines.connections,
        node_cpu=(play + one.node) / (machines.node_cores * machines.node_share),
        node_network=max(one.sent + to_players, one.received) / node_line,
    )


def most_nodes(fleet: Fleet, costs: Costs, machines: Machines, most: int = 10_000) -> int:
    """Return the largest number of nodes, at most `most`, that keeps within each budget; 0 if none.

    What a node uses only grows with the number of nodes.
    """
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        _, share = use_of(replace(fleet, nodes=middle), costs, machines).first
        if share <= 1:
            low = middle
        else:
            high = middle - 1
    return low
