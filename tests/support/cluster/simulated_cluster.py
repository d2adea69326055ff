"""A whole cluster in one process and in virtual time: nodes, clients, a store, and its faults."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from random import Random
from unittest import mock

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
)
from support.cluster.memory_store import MemoryConnection
from support.cluster.referee import Referee
from support.cluster.simulated_client import SimulatedClient
from support.cluster.simulated_links import LinkEnd, SimulatedLink
from support.cluster.simulated_node import SimulatedNode
from support.cluster.simulated_store import SimulatedStore
from support.cluster.story import Story
from support.cluster.virtual_time import Process, VirtualTime
from undertide_server.content.records.ruleset import hash_of
from undertide_server.store.records import Header
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Begun

NODES = 3
RUNS = 3
SEATS = 2
"""Clients of each run."""


class SimulatedCluster:
    """The world of one seed."""

    def __init__(self, chance: Random) -> None:
        self.time = VirtualTime()
        self.chance = chance
        self.story = Story(self.time)
        self.referee = Referee()
        self.connection = MemoryConnection(lambda: self.time.now)
        self.store = SimulatedStore(self.time, chance, self.story)
        self.runs = [f"run{number}" for number in range(RUNS)]
        self._begin_runs()
        self._named: dict[str, SimulatedNode] = {}
        self._links: list[tuple[SimulatedLink, Process, Process]] = []
        self._cuts: set[frozenset[SimulatedNode]] = set()
        self.nodes = [SimulatedNode(self) for _ in range(NODES)]
        self.clients = [
            SimulatedClient(self.time, chance, self, run, seat)
            for run in self.runs
            for seat in range(SEATS)
        ]
        self._members = 0

    def start(self) -> None:
        """Start all nodes, and let all clients enter."""
        for node in self.nodes:
            node.start()
        for client in self.clients:
            client.start()

    @property
    def living(self) -> list[SimulatedNode]:
        return [node for node in self.nodes if node.process.is_alive]

    def end(self) -> None:
        """End all threads and coroutines."""
        for node in set(self._named.values()):
            node.end()

    def troubled_until(self) -> float:
        """Return when the last node that was stopped goes on; none stops from now on.

        One that stops inside of a transaction does so later than planned.
        """
        for node in self.nodes:
            node.port.stops_inside = 0.0
        return max(node.process.paused_until for node in self.nodes)

    def _begin_runs(self) -> None:
        writer = Writer(self.connection)
        content = b"{}"
        for run in self.runs:
            header = Header(run, run, "quiet", "real", b"seed", 1, hash_of(content), content)
            writer.apply([Begun(header)])
        self.connection.execute("UPDATE runs SET owner = 'stopped'")

    # --- what nodes and clients have around them ---------------------------------------------

    def name(self, node: SimulatedNode) -> None:
        """Take notice of the id that a node has from now on."""
        self._named[node.name] = node

    def node_named(self, name: str) -> SimulatedNode | None:
        """Return the node that has or had an id."""
        return self._named.get(name)

    def connect(self, end: LinkEnd) -> SimulatedLink | None:
        """Return a connection of a client to any node that takes it; None if none does."""
        open_nodes = [node for node in self.living if not node.cut_off.is_cut_off]
        if not open_nodes:
            return None
        node = self.chance.choice(open_nodes)
        other = LinkEnd(node.process)
        link = self._link(end, other)
        self._members += 1
        node.network.accept(self._members, link, other)
        return link

    def dial(self, front: SimulatedNode, end: LinkEnd, owner: str) -> SimulatedLink | None:
        """Return a new link to a node; None if it can't be reached."""
        node = self._named.get(owner)
        if node is None or not node.process.is_alive or node.name != owner:
            return None
        if frozenset((front, node)) in self._cuts:
            return None
        other = LinkEnd(node.process)
        link = self._link(end, other)
        node.network.accept_link(link, other)
        return link

    def _link(self, end: LinkEnd, other: LinkEnd) -> SimulatedLink:
        link = SimulatedLink(self.time, self.chance, (end, other))
        self._links.append((link, end.process, other.process))
        return link

    # --- faults ------------------------------------------------------------------------------

    def bring_about(self, fault: Fault) -> None:
        """Let a fault begin now, and end when it ends."""
        self.story.note("FAULT", str(fault))
        match fault:
            case Killed():
                self._kill(fault)
            case Paused():
                self._pause(fault)
            case StoreDown(seconds=seconds):
                self._stop_store(seconds)
            case StoreSlow(seconds=seconds, delay=delay):
                self.store.slowness = delay
                self.time.call_later(seconds, self._speed_up)
            case WentBack():
                self._go_back(fault)
            case AnswersLost() | StoreCut():
                self._disturb(fault)
            case LinkCut():
                self._cut(fault)
            case Move(slot=slot):
                self.nodes[slot].move_away()

    def _kill(self, fault: Killed) -> None:
        node = self.nodes[fault.slot]
        node.kill()
        for link, *ends in self._links:
            if node.process in ends:
                link.cut()
        self.time.call_later(fault.restart, lambda: self._restart(fault.slot))

    def _restart(self, slot: int) -> None:
        if not self.nodes[slot].process.is_alive:
            self.nodes[slot] = node = SimulatedNode(self)
            self.story.note(node.name, "starts")
            node.start()

    def _pause(self, fault: Paused) -> None:
        node = self.nodes[fault.slot]
        if fault.inside:
            node.port.stops_inside = fault.seconds
        else:
            node.process.pause(fault.seconds)
        node.note_trouble(fault.seconds)

    def _stop_store(self, seconds: float) -> None:
        self.store.stop()
        self.time.call_later(seconds, self.store.start)

    def _speed_up(self) -> None:
        self.store.slowness = 0.0

    def _go_back(self, fault: WentBack) -> None:
        copy = self.connection.copy()

        def stop() -> None:
            self._stop_store(fault.seconds)
            self.time.call_later(fault.seconds, back)

        def back() -> None:
            self.story.note("store", f"goes back {fault.lost:.3f} s")
            owners = self.connection.execute("SELECT run, owner FROM runs").fetchall()
            self.connection.put_back(copy)
            known = {run: self._named[node] for run, node in owners if node in self._named}
            self.referee.go_back(self.time.now, known)

        self.time.call_later(fault.lost, stop)

    def _disturb(self, fault: AnswersLost | StoreCut) -> None:
        node = self.nodes[fault.slot]
        port = node.port
        if isinstance(fault, StoreCut):
            port.is_cut = True
            node.note_trouble(fault.seconds)
        else:
            port.loses_answers = True
        self.time.call_later(fault.seconds, port.mend)

    def _cut(self, fault: LinkCut) -> None:
        one, other = self.nodes[fault.slot], self.nodes[fault.other]
        pair = frozenset((one, other))
        self._cuts.add(pair)
        for link, *ends in self._links:
            if {one.process, other.process} == set(ends):
                link.cut()
        self.time.call_later(fault.seconds, lambda: self._cuts.discard(pair))


@contextmanager
def simulated_cluster(chance: Random) -> Iterator[SimulatedCluster]:
    """Start a cluster whose nodes have the same ids each time, and end it."""
    numbers = map(str, count())
    with mock.patch("undertide_server.cluster.node_ids.secrets.token_hex", side_effect=numbers):
        cluster = SimulatedCluster(chance)
        cluster.start()
        with cluster.story.taking_logs():
            try:
                yield cluster
            finally:
                cluster.end()
