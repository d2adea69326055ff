"""A node of a simulated cluster: its parts, and the links to the others."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol

from support.cluster.counted_run import CountedRun, counted
from support.cluster.memory_store import MemoryConnection, MemoryWriter
from support.cluster.messages import TakeRun
from support.cluster.referee import Referee, ShownStep
from support.cluster.simulated_front import SimulatedFront
from support.cluster.simulated_heart import SimulatedHeart
from support.cluster.simulated_journal import SimulatedJournal
from support.cluster.simulated_links import LinkEnd, SimulatedLink
from support.cluster.simulated_owner import SimulatedOwner
from support.cluster.simulated_session import Inputs
from support.cluster.simulated_store import SimulatedStore, StorePort
from support.cluster.story import Story
from support.cluster.virtual_time import Process, VirtualTime
from undertide_server.cluster.lease_keeper import Beat, fresh_node_id
from undertide_server.store.ownership import Node, Owned, Ownership, RunClaim
from undertide_server.store.reader import Reader

RECOVERY_SECONDS = (0.02, 0.1)
"""The least and the most time that it takes to bring a run back."""
READ_AGAIN_SECONDS = 0.3
"""Until a run that couldn't be read is read again."""


class Surroundings(Protocol):
    """All that a node has around it."""

    time: VirtualTime
    chance: Random
    story: Story
    referee: Referee
    store: SimulatedStore
    connection: MemoryConnection

    def name(self, node: "SimulatedNode") -> None:
        """Take notice of the id that a node has from now on."""

    def node_named(self, name: str) -> "SimulatedNode | None":
        """Return the node that has or had an id."""

    def dial(self, front: "SimulatedNode", end: LinkEnd, owner: str) -> SimulatedLink | None:
        """Return a new link to a node; None if it can't be reached."""


class WatchedOwnership(Ownership):
    """The owners of runs; it tells of each claim at the moment when the store carries it out."""

    def __init__(
        self, connection: MemoryConnection, on_claims: Callable[[Sequence[RunClaim]], object]
    ) -> None:
        super().__init__(connection)
        self._on_claims = on_claims

    def claim_orphans(self, node: str, share: int, *, only_ended: bool = False) -> list[RunClaim]:
        claims = super().claim_orphans(node, share, only_ended=only_ended)
        self._on_claims(claims)
        return claims


class SimulatedNode:
    """A node, from its start until it is killed."""

    def __init__(self, world: Surroundings) -> None:
        self.process = Process(world.time)
        self.troubles: list[tuple[float, float]] = []
        """From when to when it was stopped, or cut off from the store."""
        self.name = fresh_node_id("node")
        world.name(self)
        self.port = StorePort(world.store, self.process, self.name)
        self.fronts: dict[int, SimulatedFront] = {}
        self._world = world
        self._journal = SimulatedJournal(self.port, MemoryWriter(world.connection), self.name)
        self._journal.on_fenced = self._drop_fenced
        self.owner = SimulatedOwner(self.process, self._journal, self._show)
        self._ownership = Ownership(world.connection)
        self._heart = SimulatedHeart(
            world.time,
            self.port,
            WatchedOwnership(world.connection, self._note_claims),
            Node(self.name, self.name, b"", 1, "1"),
            self._note_beat,
        )
        self._links: dict[str, tuple[SimulatedLink, LinkEnd]] = {}

    def start(self) -> None:
        self._heart.start()

    def kill(self) -> None:
        """End it, in the middle of whatever it does."""
        self.process.kill()
        self._heart.end()

    def note_trouble(self, seconds: float) -> None:
        """Note that it is in trouble from now on, for some time."""
        now = self._world.time.now
        self.troubles.append((now, now + seconds))

    def move_away(self) -> None:
        """Hand all runs over to other nodes."""

    def was_in_trouble(self, since: float) -> bool:
        """Return whether it was dead, stopped or cut off from the store at any time since then."""
        return not self.process.is_alive or any(until >= since for _, until in self.troubles)

    # --- what its heart tells ----------------------------------------------------------------

    def _note_beat(self, beat: Beat) -> None:
        if beat.lost is not None:
            self._note(f"has lost its lease and goes on as {beat.lost.id}")
            for run in list(self.owner.sessions):
                self._drop(run)
            self.name = self._journal.node = beat.lost.id
            self._world.name(self)
        for claim in beat.claims:
            self._read(claim)

    def _read(self, claim: RunClaim) -> None:
        def read() -> CountedRun:
            return counted(Reader(self._world.connection).steps(claim.run))

        def again(_fault: Exception) -> None:
            self.process.later(READ_AGAIN_SECONDS, lambda: self._read(claim))

        def restore(run: CountedRun) -> None:
            seconds = self._world.chance.uniform(*RECOVERY_SECONDS)
            self.process.later(seconds, lambda: self._host(claim, run))

        self.port.ask(f"read {claim.run}", read, restore, again)

    def _drop(self, run: str) -> None:
        self._journal.disown(run)
        self.owner.drop(run)

    def _drop_fenced(self, run: str, reason: str) -> None:
        self._note(f"is fenced from {run}: {reason or 'another node owns it'}")
        if run in self.owner.sessions:
            self._drop(run)

    def _host(self, claim: RunClaim, run: CountedRun) -> None:
        self._note(f"plays {claim.run} from step {run.progress.step}, epoch {claim.epoch}")
        self._journal.own(claim.run, claim.epoch)
        self.owner.host(claim.run, run)

    # --- clients -----------------------------------------------------------------------------

    def accept(self, number: int, link: SimulatedLink, end: LinkEnd) -> None:
        """Serve a client from now on."""
        front = SimulatedFront(
            self._world.time, self, number, lambda message: link.send(end, message)
        )
        self.fronts[number] = front
        end.heard = front.hear
        end.lost = lambda: self._part_from(number)

    def _part_from(self, number: int) -> None:
        self.fronts.pop(number).close()

    def find_owner(self, run: str, then: Callable[[str], object]) -> None:
        """Call back with the name of a run's owner, or with an empty text."""
        if run in self.owner.sessions:
            then(self.name)
            return

        def answered(owned: Owned | None) -> None:
            then(owned.node if owned else "")

        self.port.ask(
            f"find {run}",
            lambda: self._ownership.owner_of_run(run),
            answered,
            lambda _fault: then(""),
        )

    def send_to(self, owner: str, message: Any) -> bool:
        """Send a message to an owner, perhaps this very node; return False if there is no way."""
        if owner == self.name:
            self.process.later(0.0, lambda: self.owner.hear(message, self._hear_owner, self))
            return True
        link = self._link_to(owner)
        if link is None:
            return False
        link[0].send(link[1], message)
        return True

    def _link_to(self, owner: str) -> tuple[SimulatedLink, LinkEnd] | None:
        known = self._links.get(owner)
        if known is not None and known[0].is_open:
            return known
        end = LinkEnd(self.process)
        end.heard, end.lost = self._hear_owner, lambda: self._lose_link(owner)
        link = self._world.dial(self, end, owner)
        if link is None:
            return None
        self._links[owner] = link, end
        return link, end

    def accept_link(self, link: SimulatedLink, end: LinkEnd) -> None:
        """Serve the clients of another node by a link."""
        end.heard = lambda message: self._hear_node(message, link, end)
        end.lost = lambda: self.owner.forget(link)

    def _hear_node(self, message: Any, link: SimulatedLink, end: LinkEnd) -> None:
        if isinstance(message, TakeRun):
            return
        self.owner.hear(message, lambda reply: link.send(end, reply), link)

    def _hear_owner(self, message: Any) -> None:
        front = self.fronts.get(message.member)
        if front is not None:
            front.hear_owner(message)

    def _lose_link(self, owner: str) -> None:
        for front in list(self.fronts.values()):
            if front.owner == owner:
                front.lose_owner()

    def _note_claims(self, claims: Sequence[RunClaim]) -> None:
        """Note that the store gave runs to this node, whether or not the node hears of it."""
        for claim in claims:
            former = self._world.node_named(claim.former)
            self._note(f"claims {claim.run} of {claim.former}, epoch {claim.epoch}")
            self._world.referee.claim(claim.run, former, self.name, self._world.time.now)

    def _show(self, run: str, step: int, inputs: Inputs) -> None:
        self._world.referee.show(run, ShownStep(step, inputs, self, self._world.time.now))

    def _note(self, what: str) -> None:
        self._world.story.note(self.name, what)
