"""The heartbeat of a simulated node: real leases and claims, in virtual time."""

from collections.abc import Callable, Sequence
from typing import Protocol

from support.cluster.simulated_store import NoAnswerError, StorePort
from support.cluster.virtual_time import VirtualTime
from undertide_server.cluster.lease import RENEW_SECONDS, Lease
from undertide_server.store.ownership import Claim, LeaseLostError, Load, News, Node, Ownership

SHARE = 2
"""The most runs that a node claims at once."""


class Body(Protocol):
    """The node that a heart beats for."""

    def note_news(self, news: News) -> None:
        """Take notice of the other nodes."""

    def take_over(self, claims: Sequence[Claim]) -> None:
        """Play these runs from now on."""

    def lose_lease(self) -> str:
        """Drop all runs; return the id by which the node registers anew."""

    def note_claim(self, claim: Claim) -> None:
        """Note that the store gave a run to this node, whether or not the node hears of it."""


class SimulatedHeart:
    """Renews the lease of one node, and claims runs when it may."""

    def __init__(
        self, time: VirtualTime, port: StorePort, ownership: Ownership, body: Body, node: str
    ) -> None:
        self.node = node
        self.lease = Lease()
        self._time = time
        self._port = port
        self._ownership = ownership
        self._body = body
        self._sent = 0.0

    def start(self) -> None:
        self._ask("register", self._register, lambda _: self._rest())

    def _register(self) -> None:
        self._ownership.register(Node(self.node, self.node, b"", 1, "1"))

    def _beat(self) -> None:
        self._ask("renew", lambda: self._ownership.renew(self.node, Load()), self._note_renewed)

    def _note_renewed(self, news: News) -> None:
        self.lease.note_renewed(self._sent, self._time.now)
        self._body.note_news(news)
        if news.orphans and self.lease.may_claim(self._time.now):
            self._ask("claim", self._claim, self._take_over)
        else:
            self._rest()

    def _claim(self) -> list[Claim]:
        claims = self._ownership.claim_orphans(self.node, SHARE)
        for claim in claims:
            self._body.note_claim(claim)
        return claims

    def _take_over(self, claims: list[Claim]) -> None:
        self._body.take_over(claims)
        self._rest()

    def _ask(self, what: str, do: Callable[[], object], then: Callable[..., object]) -> None:
        self._sent = self._time.now
        self._port.ask(what, do, then, self._fail)

    def _fail(self, fault: Exception) -> None:
        if isinstance(fault, LeaseLostError):
            self.lease.note_lost(self._time.now)
            self.node = self._body.lose_lease()
            self.start()
            return
        assert isinstance(fault, NoAnswerError)
        self.lease.note_failed(self._time.now)
        self._rest()

    def _rest(self) -> None:
        self._port.process.later(max(0.0, self._sent + RENEW_SECONDS - self._time.now), self._beat)
