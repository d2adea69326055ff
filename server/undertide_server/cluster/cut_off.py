"""Whether this node alone can't reach the store.

While nobody reaches the store, every run waits where it is, and its players stay. But if this node
alone is cut off, the others claim its runs: it must drop them, and its clients must come to another
node. A node can't tell the two apart by itself, so it asks others over its links.
"""

import asyncio
from collections.abc import Callable, Sequence
from itertools import count
from typing import Final, Protocol

import structlog

from undertide_server.cluster.lease import RENEW_SECONDS
from undertide_server.cluster.links.errors import LinkError
from undertide_server.cluster.links.inquiries import Expected
from undertide_server.cluster.links.messages import AskMayClaim, MayClaim, Question
from undertide_server.store.leases import LEASE_SECONDS

CUT_OFF_SECONDS: Final = 5.0
"""Time without a renewal after which a node may find that it is cut off. Its lease has ended by
then, and others have had the two renewals that a claim takes."""
LOOK_SECONDS: Final = RENEW_SECONDS
"""Time between two looks: so often may a lease be renewed again."""
MOST_WITNESSES: Final = 3
"""Other nodes that are asked at once. With each look they are others, so that a node whose links
are cut, too, is not taken for all."""

log = structlog.get_logger()


class AsksNode(Protocol):
    """The links of a node, as far as one question goes."""

    async def query_node(self, node: str, question: Question, expected: type[Expected]) -> Expected:
        """Return a node's answer to a question. Raises LinkError."""


class CutOff:
    """Finds out whether this node is cut off from the store.

    `lease_age` returns the seconds since a renewal came through, and `others` the ids of the other
    nodes that lived then. `give_up` is called once when the node is found to be cut off. `clock`
    returns seconds.
    """

    def __init__(
        self,
        links: AsksNode,
        lease_age: Callable[[], float],
        others: Callable[[], Sequence[str]],
        give_up: Callable[[], object],
        clock: Callable[[], float],
    ) -> None:
        self._links = links
        self._lease_age = lease_age
        self._others = others
        self._give_up = give_up
        self._clock = clock
        self._turns = count()
        self._expired_at: float | None = None
        """When the lease was first seen to have ended; None while it holds."""
        self._silent_since = 0.0
        """Since when no other node has answered."""
        self._is_found = False

    @property
    def is_cut_off(self) -> bool:
        """Whether this node is cut off from the store, until a renewal comes through again."""
        return self._is_found and self._has_expired

    @property
    def _has_expired(self) -> bool:
        return self._lease_age() >= LEASE_SECONDS

    async def watch(self) -> None:
        """Look again and again, until it is cancelled."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            await self.look()

    async def look(self) -> None:
        """Ask other nodes whether they reach the store, if this one doesn't."""
        if not self._has_expired:
            self._expired_at, self._is_found = None, False
            return
        asked_at = self._clock()
        if self._expired_at is None:
            self._expired_at = self._silent_since = asked_at
        witnesses = self._witnesses()
        if self._is_found or not witnesses:
            return
        answers = await asyncio.gather(*map(self._ask, witnesses))
        reason = self._reason(asked_at, [each for each in answers if each is not None])
        if reason and self._has_expired:
            log.error("cut off from the store", reason=reason)
            self._is_found = True
            self._give_up()

    def _reason(self, asked_at: float, answers: Sequence[MayClaim]) -> str:
        """Return why this node is cut off, as these answers tell it; an empty text if it is not.

        A node that may claim has renewed its own lease again and again. If it answers that it may
        not, the store answers nobody, or has only just begun to. Where no node answers, the network
        of this one is down: it can't know what the others do, and they take its runs if they can.
        """
        assert self._expired_at is not None, "answers are asked for once the lease has ended"
        if answers:
            self._silent_since = asked_at
        patience = CUT_OFF_SECONDS - LEASE_SECONDS
        now = self._clock()
        if now - self._expired_at < patience:
            return ""
        if any(each.holds for each in answers):
            return "other nodes reach the store, and take the runs of this one"
        if now - self._silent_since >= patience:
            return "neither the store nor any other node can be reached"
        return ""

    def _witnesses(self) -> list[str]:
        """Return some other nodes, and others the next time."""
        others = self._others()
        first = MOST_WITNESSES * next(self._turns)
        wanted = min(MOST_WITNESSES, len(others))
        return [others[(first + turn) % len(others)] for turn in range(wanted)]

    async def _ask(self, node: str) -> MayClaim | None:
        try:
            return await self._links.query_node(node, AskMayClaim(), MayClaim)
        except LinkError:
            return None
