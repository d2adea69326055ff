"""What members of a lobby do, and what they are told of it."""

import pytest

from support.sessions.lobby import Lobby
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_shared.messages import (
    Intent,
    Move,
)


def free_step(lobby: Lobby, member: int) -> Move:
    """Return a step that a member's hero can take."""
    floor, row = lobby.row_of(member)
    for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, -1)):
        if floor.is_free((row.cell[0] + dx, row.cell[1] + dy)):
            return Move(dx, dy)
    raise AssertionError("walled in")


def refusal(lobby: Lobby, member: int, intent: Intent) -> RequestRefusedError:
    """Return how an intent of a member is refused."""
    with pytest.raises(RequestRefusedError) as caught:
        lobby.act(member, intent)
    return caught.value
