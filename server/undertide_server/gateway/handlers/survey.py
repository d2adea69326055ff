"""The list of everyone on a server, for its operators."""

from collections.abc import Iterable

import msgspec

from undertide_server.accounts.service import AccountService
from undertide_server.gateway.connections.peers import Peer
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.session import Session
from undertide_shared.limits import MAX_LISTED_PEOPLE
from undertide_shared.messages import People, PersonInfo, Terms

NAMELESS = "somebody"
"""The name of a guest without a hero."""
NOWHERE = 0
"""The id of people outside every session. No order names them."""


def everyone(
    sessions: Iterable[Session],
    peers: Iterable[Peer],
    account_service: AccountService,
    asking: Identity,
) -> People:
    """Return all people of a server and the bans of the whole server, as an operator sees them.

    Those in sessions come first, players before spectators; each has the id of its own session.
    """
    inside = [
        msgspec.structs.replace(person, session=session.id)
        for session in sessions
        for person in session.people(None, asking).people
    ]
    players = [person for person in inside if person.seat is not None]
    watchers = [person for person in inside if person.seat is None]
    outside = [_outside(peer) for peer in peers if not peer.is_in_session]
    listed = [*players, *watchers, *outside][:MAX_LISTED_PEOPLE]
    return People("", listed, NOWHERE, "host", Terms(), account_service.ban_infos())


def _outside(peer: Peer) -> PersonInfo:
    """Return the line of a person who is in the lobby or watches a replay."""
    who = peer.identity
    name = who.account or NAMELESS
    return PersonInfo(NOWHERE, name, "spectator", account=who.account, address=who.address_key)
