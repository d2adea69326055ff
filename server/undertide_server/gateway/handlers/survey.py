"""The list of everyone on a server, for its operators."""

from collections.abc import Iterable
from itertools import chain

import msgspec

from undertide_server.gateway.connections.peers import Peer
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.session import Session
from undertide_shared.limits import MAX_LISTED_PEOPLE
from undertide_shared.messages import BanInfo, People, PersonInfo, Terms

NAMELESS = "somebody"
"""The name of a guest without a hero."""
NOWHERE = 0
"""The id of people outside every session. No order names them."""


def people_here(
    sessions: Iterable[Session], peers: Iterable[Peer], asking: Identity
) -> list[PersonInfo]:
    """Return the people of these sessions, and those outside, as an operator sees them.

    Each has the id of its own session. There are at most `MAX_LISTED_PEOPLE`, as `everyone` sorts
    them.
    """
    inside = [
        msgspec.structs.replace(person, session=session.id)
        for session in sessions
        for person in session.people(None, asking).people
    ]
    outside = [_outside(peer) for peer in peers if not peer.is_in_session]
    return _foremost([*inside, *outside])


def everyone(people: Iterable[Iterable[PersonInfo]], bans: list[BanInfo]) -> People:
    """Return all people of a server, those of each worker, and its bans.

    Those in sessions come first, players before spectators.
    """
    return People("", _foremost(chain.from_iterable(people)), NOWHERE, "host", Terms(), bans)


def _foremost(people: Iterable[PersonInfo]) -> list[PersonInfo]:
    """Return as many people as fit into a list: players, then spectators, then those outside."""
    return sorted(people, key=lambda each: (not each.session, each.seat is None))[
        :MAX_LISTED_PEOPLE
    ]


def _outside(peer: Peer) -> PersonInfo:
    """Return the line of a person who is in the lobby or watches a replay."""
    who = peer.identity
    name = who.account or NAMELESS
    return PersonInfo(NOWHERE, name, "spectator", account=who.account, address=who.address_key)
