"""Members turn to other eyes, and frames go on with a keyframe."""

import pytest

from support.sessions.lobby import Lobby, free_step
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_shared.messages import Delta, Follow, Keyframe


def test_a_viewer_that_fell_behind_gets_nothing_until_a_keyframe() -> None:
    lobby = Lobby("real")
    lobby.join(1, "Ann")
    lobby.watch(2, seat=0)
    lobby.session.viewing.fell_behind(2)
    lobby.forget_mail()
    lobby.act(1, free_step(lobby, 1))
    lobby.wait(0.5)
    assert lobby.took(1, Delta)
    assert 2 not in lobby.mail
    lobby.session.viewing.resync(2)
    lobby.settle()
    assert len(lobby.took(2, Keyframe)) == 1


def test_changing_eyes_gives_a_keyframe_of_the_other_view() -> None:
    lobby = Lobby("real")
    lobby.join(1, "Ann")
    lobby.join(2, "Ben")
    lobby.watch(3)
    lobby.tell(3, Follow(1))
    assert lobby.took(3, Keyframe)[-1].seat == 1
    lobby.tell(3, Follow(None))
    assert lobby.took(3, Keyframe)[-1].seat is None
    for seat in (7, -1):
        with pytest.raises(RequestRefusedError, match="unknown_seat"):
            lobby.tell(3, Follow(seat))


def test_a_player_looks_through_its_own_eyes_while_it_lives() -> None:
    lobby = Lobby()
    lobby.join(1, "Ann")
    with pytest.raises(RequestRefusedError, match="wrong_state"):
        lobby.tell(1, Follow(None))
