"""Orders in a lobby: given, and turned down."""

import pytest

from support.sessions.lobby import Lobby
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import NOBODY, Identity
from undertide_shared.messages import ErrorCode, Order

ANN = Identity("ann", "192.0.2.1")
BEN = Identity("ben", "192.0.2.2")
CAT = Identity("cat", "192.0.2.3")
GUEST = Identity("", "192.0.2.9")
OPERATOR = Identity("root", "192.0.2.99", operator=True)


def gathered(**options: object) -> Lobby:
    """Return a lobby with its host Ann (1), the players Ben (2) and Cat (3), and Will watching (9).

    All but Will have accounts.
    """
    lobby = Lobby(**options)  # type: ignore[arg-type]
    for member, name, identity in ((1, "Ann", ANN), (2, "Ben", BEN), (3, "Cat", CAT)):
        lobby.join(member, name, identity=identity)
    lobby.watch(9, identity=GUEST)
    lobby.forget_mail()
    return lobby


def refused(
    lobby: Lobby, member: int | None, order: Order, identity: Identity = NOBODY
) -> ErrorCode:
    """Return why an order is turned down; it must be."""
    with pytest.raises(RequestRefusedError) as caught:
        lobby.order(member, order, identity)
    return caught.value.code
