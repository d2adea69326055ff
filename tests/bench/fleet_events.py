"""A fleet of nodes over one database, simulated event by event: deterministic, without waiting.

The nodes decide by the server's own `Lease`. All that the database has to do shares its cores
evenly, as processes do. Steps of runs take their share of it all the time.
"""

import heapq
from collections import OrderedDict, deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from math import inf
from random import Random
from typing import Final

from fleet_budgets import Costs, Fleet, Machines, beats_of, claim_of, renewal_of

from undertide_server.cluster.lease import RENEW_SECONDS, Lease, seconds_to_next
from undertide_server.cluster.lease_keeper import MOST_LEFT
from undertide_server.store.leases import LEASE_SECONDS

MOST_BUSY: Final = 0.95
"""The largest share of the database that steps may take: beyond it, queues have no end."""
PATIENCE_SECONDS: Final = 2.0
"""Time after which a node gives a renewal up, as its connection to the database does."""


@dataclass(slots=True)
class Outcome:
    """What came of a simulation. All times are in seconds."""

    claimed: list[float] = field(default_factory=list)
    """For each run that was claimed, the time since the last renewal of its former owner."""
    went_on: list[float] = field(default_factory=list)
    """For each of these, the time since its owner was killed until it went on."""
    of_the_living: int = 0
    """Runs that were claimed of nodes that lived."""
    renewals: list[float] = field(default_factory=list)
    """The time that each renewal took."""
    failed: int = 0
    """Renewals that took too long, or found no database."""
    known: float = inf
    """The time from a change in the lobby of one node until all others knew it."""
    owners: dict[int, int] = field(default_factory=dict)
    """The owner of each run at the end, by its number."""


class _Node:
    def __init__(self, number: int, runs: Collection[int]) -> None:
        self.number = number
        self.lease = Lease()
        self.runs = set(runs)
        """What the database has as its runs."""
        self.left = 0
        self.is_alive = True
        self.has_row = True
        self.renewed = 0.0
        self.killed = inf
        self.cut = (inf, inf)
        self.is_connected = True
        self.rest = RENEW_SECONDS
        """The time until its next renewal that comes at its usual time."""
        self.missing = 0
        """Connections that it still waits for."""
        self.asked: float | None = None
        """When it asked for the renewal whose answer it waits for."""
        self.free = 0.0
        """When its loop has brought back all that it has claimed so far."""
        self.knows_change = False


class FleetEvents:
    """One simulation of a fleet, from rest."""

    def __init__(self, fleet: Fleet, costs: Costs, machines: Machines, seed: int = 1) -> None:
        self.outcome = Outcome()
        self._fleet = fleet
        self._costs = costs
        self._renewal = renewal_of(fleet, costs).database
        beats = beats_of(fleet, costs).database * fleet.nodes / machines.database_cores
        self._cores = machines.database_cores * (1 - min(beats, MOST_BUSY))
        play = fleet.runs * fleet.players * fleet.ticks * fleet.player_tick
        self._node_speed = max(1 - MOST_BUSY, 1 - play / machines.node_cores)
        self._jobs: list[tuple[float, int, Callable[[], None]]] = []
        """What the database works at, by the work that each job has had when it is done."""
        self._work = 0.0
        """The work that a job would have had which was there from the beginning."""
        self._worked = 0.0
        """When that was so."""
        self._round = 0
        """Counts the changes of the jobs: a completion that was foreseen before doesn't count."""
        self._changed = inf
        self._written = inf
        self._now = 0.0
        self._order = count()
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        per = fleet.runs
        self._nodes = [
            _Node(number, range(number * per, (number + 1) * per)) for number in range(fleet.nodes)
        ]
        self._rows: OrderedDict[int, _Node] = OrderedDict(
            (node.number, node) for node in self._nodes
        )
        """The nodes with a row, the one that renewed longest ago first."""
        self._expired: dict[int, _Node] = {}
        """The nodes whose lease has run out, but whose row or runs are still there."""
        self._orphans: deque[tuple[int, _Node]] = deque()
        phases = Random(seed)
        for node in self._nodes:
            self._at(phases.uniform(0, RENEW_SECONDS), partial(self._renew, node))

    # --- what happens ------------------------------------------------------------------------

    def kill(self, numbers: Collection[int], at: float) -> None:
        """Kill nodes at a time."""
        self._at(at, lambda: self._end(numbers))

    def cut_off(self, at: float, until: float, numbers: Collection[int] | None = None) -> None:
        """Let the database answer these nodes, or none at all, from `at` until `until`.

        Then they connect anew.
        """
        for number in range(self._fleet.nodes) if numbers is None else numbers:
            self._nodes[number].cut = (at, until)

    def change_lobby(self, at: float) -> None:
        """Let the lobby lines of node 0 change at a time."""
        self._changed = at

    def run(self, until: float) -> Outcome:
        """Simulate to a time, and return what came of it."""
        while self._events and self._events[0][0] <= until:
            self._now, _, act = heapq.heappop(self._events)
            act()
        self.outcome.owners = {run: node.number for node in self._nodes for run in node.runs}
        return self.outcome

    def _at(self, time: float, act: Callable[[], None]) -> None:
        heapq.heappush(self._events, (time, next(self._order), act))

    def _end(self, numbers: Collection[int]) -> None:
        for number in numbers:
            self._nodes[number].is_alive = False
            self._nodes[number].killed = self._now

    # --- the database ------------------------------------------------------------------------

    def _serve(self, seconds: float, done: Callable[[], None]) -> None:
        """Call `done` once the database has done what takes this much of a core's time."""
        self._work_on()
        heapq.heappush(self._jobs, (self._work + seconds, next(self._order), done))
        self._foresee()

    def _work_on(self) -> None:
        """Share the time that has passed among the jobs: no job gets more than one core."""
        self._work += (self._now - self._worked) * self._rate()
        self._worked = self._now

    def _rate(self) -> float:
        return min(1.0, self._cores / max(1, len(self._jobs)))

    def _foresee(self) -> None:
        self._round += 1
        if self._jobs:
            left = max(0.0, self._jobs[0][0] - self._work)
            self._at(self._now + left / self._rate(), partial(self._complete, self._round))

    def _complete(self, number: int) -> None:
        if number != self._round:
            return
        self._work_on()
        self._work, _, done = heapq.heappop(self._jobs)
        self._foresee()
        done()

    def _note_expired(self) -> None:
        """Make orphans of the runs of nodes whose lease has run out."""
        while self._rows:
            node = next(iter(self._rows.values()))
            if node.renewed + LEASE_SECONDS > self._now:
                return
            del self._rows[node.number]
            self._expired[node.number] = node

    # --- a node ------------------------------------------------------------------------------

    def _renew(self, node: _Node) -> None:
        if not node.is_alive:
            return
        sent = self._now
        if node.cut[0] <= sent < node.cut[1]:
            node.is_connected = False
            self._fail(node)
            return
        if not node.is_connected:
            self._connect(node)
            return
        node.asked = sent
        self._serve(self._renewal, partial(self._note_renewal, node, sent))
        self._at(sent + PATIENCE_SECONDS, partial(self._give_up, node, sent))

    def _give_up(self, node: _Node, sent: float) -> None:
        if node.is_alive and node.asked == sent:
            self._fail(node)

    def _connect(self, node: _Node) -> None:
        """Connect anew, and renew the lease once all connections of the node are there."""
        node.is_connected = True
        node.missing = self._fleet.connections
        for _ in range(node.missing):
            self._serve(self._costs.connect.database, partial(self._note_connection, node))

    def _note_connection(self, node: _Node) -> None:
        node.missing -= 1
        if not node.missing:
            self._renew(node)

    def _again(self, node: _Node, oldest: float = 0.0) -> None:
        """Let a node renew again; `oldest` is the age of the lease that ends first."""
        wait = seconds_to_next([oldest], node.rest)
        node.rest = node.rest - wait or RENEW_SECONDS
        self._at(self._now + wait, partial(self._renew, node))

    def _fail(self, node: _Node) -> None:
        node.asked = None
        node.lease.note_failed(self._now)
        self.outcome.failed += 1
        self._again(node)

    def _note_renewal(self, node: _Node, sent: float) -> None:
        """Renew the lease in the database, and let the node know what it read."""
        if not node.is_alive or node.asked != sent:
            return
        node.asked = None
        now = self._now
        self._note_expired()
        self.outcome.renewals.append(now - sent)
        if not node.has_row:
            self._register(node)
            return
        node.renewed = now
        self._expired.pop(node.number, None)
        self._rows[node.number] = node
        self._rows.move_to_end(node.number)
        self._note_change(node, now)
        node.lease.note_renewed(sent, now)
        share = self._share_of(node)
        if not share:
            self._again(node, now - next(iter(self._rows.values())).renewed)
            return
        cost = claim_of(self._fleet, self._costs, share)
        self._serve(cost.database, partial(self._claim, node, share))

    def _register(self, node: _Node) -> None:
        """Enter a node anew whose row others have removed."""
        node.has_row = True
        node.renewed = self._now
        node.lease.note_lost(self._now)
        self._rows[node.number] = node
        self._again(node)

    def _note_change(self, node: _Node, now: float) -> None:
        if now < self._changed:
            return
        if node.number == 0:
            self._written = min(self._written, now)
        node.knows_change = node.knows_change or now >= self._written
        if self.outcome.known == inf and all(
            each.knows_change for each in self._nodes if each.is_alive
        ):
            self.outcome.known = now - self._changed

    def _share_of(self, node: _Node) -> int:
        """Return how many runs a node claims now, as `LeaseKeeper` decides it."""
        orphans = len(self._orphans) + sum(len(each.runs) for each in self._expired.values())
        if not (orphans and node.lease.may_claim(self._now)):
            node.left = 0
            return 0
        living = len(self._rows)
        shared = orphans + sum(len(each.runs) for each in self._rows.values())
        share = -(-shared // living) - len(node.runs)
        if share <= 0 and node.left < MOST_LEFT:
            node.left += 1
            return 0
        return max(1, share)

    def _claim(self, node: _Node, share: int) -> None:
        """Remove the nodes whose lease has run out, and take a share of all orphans."""
        self._note_expired()
        self._again(node)
        if not node.is_alive or node.number not in self._rows:
            return
        for gone in self._expired.values():
            gone.has_row = False
            self._orphans.extend((run, gone) for run in sorted(gone.runs))
            if gone.is_alive:
                self.outcome.of_the_living += len(gone.runs)
            gone.runs.clear()
        self._expired.clear()
        for _ in range(min(share, len(self._orphans))):
            self._take(node, *self._orphans.popleft())

    def _take(self, node: _Node, run: int, former: _Node) -> None:
        node.runs.add(run)
        self.outcome.claimed.append(self._now - former.renewed)
        read = partial(self._bring_back, node, former)
        self._serve(self._costs.bring_back.database, read)

    def _bring_back(self, node: _Node, former: _Node) -> None:
        """Let a run that was read go on, after those that were read before."""
        seconds = self._costs.bring_back.node / self._node_speed
        node.free = max(node.free, self._now) + seconds
        if former.killed < inf:
            self.outcome.went_on.append(node.free - former.killed)
