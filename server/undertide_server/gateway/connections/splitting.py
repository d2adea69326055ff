"""The members of a parcel by where their clients are connected."""

from typing import Final, NamedTuple

from undertide_server.gateway.connections.peers import FrontNode, Peers, RelayedPeer

SPLITS_KEPT: Final = 1000
"""Splits that are kept. A view's frames have the same members until one comes or goes."""


class Split(NamedTuple):
    """The members of a parcel."""

    here: tuple[int, ...]
    """Those whose clients are connected to this process, or gone."""
    away: tuple[tuple[FrontNode, tuple[int, ...]], ...]
    """Each front of the others, with their numbers there."""


class Splits:
    """The splits of members that were asked for lately.

    A split stays right, since no number is used again and no peer changes its front.
    """

    def __init__(self, peers: Peers) -> None:
        self._peers = peers
        self._known: dict[tuple[int, ...], Split] = {}

    def of(self, members: tuple[int, ...]) -> Split:
        """Return where some members are."""
        known = self._known.get(members)
        if known is None:
            if len(self._known) >= SPLITS_KEPT:
                self._known.clear()
            known = self._known[members] = self._split(members)
        return known

    def _split(self, members: tuple[int, ...]) -> Split:
        here: list[int] = []
        away: dict[FrontNode, list[int]] = {}
        for member in members:
            peer = self._peers.get(member)
            if isinstance(peer, RelayedPeer):
                away.setdefault(peer.front, []).append(peer.member)
            else:
                here.append(member)
        return Split(tuple(here), tuple((front, tuple(there)) for front, there in away.items()))
