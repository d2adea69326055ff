"""People of a session: numbered once, remembered by seat, forgotten when they only watched."""

from undertide_server.sessions.members.directory import Folk
from undertide_server.sessions.model.identity import NOBODY, Identity

ANN = Identity("ann", "192.0.2.1")


def test_everybody_has_a_number_of_their_own_and_nobody_gets_it_again() -> None:
    folk = Folk()
    ann, will = folk.sit(0, 1, ANN), folk.watch(2, NOBODY)
    folk.leave(2)
    zoe = folk.watch(2, NOBODY)
    assert len({ann.id, will.id, zoe.id}) == 3
    assert folk.get(will.id) is None
    assert list(folk) == [ann, zoe]


def test_a_player_keeps_the_number_through_every_coming_back() -> None:
    folk = Folk()
    ann = folk.sit(0, 1, ANN)
    folk.leave(1)
    assert folk.get(ann.id) is ann
    assert ann.member is None
    assert folk.of_member(1) is None
    again = folk.sit(0, 5, NOBODY)
    assert again is ann
    assert (again.member, again.identity) == (5, NOBODY)
    assert folk.of_member(5) is folk.of_seat(0) is ann


def test_a_seat_that_was_brought_back_is_somebodys_who_is_not_there() -> None:
    folk = Folk()
    ann = folk.sit(3, None, ANN)
    assert (ann.seat, ann.member) == (3, None)
    assert folk.of_seat(4) is folk.of_member(None) is None


def test_who_was_never_there_can_leave() -> None:
    folk = Folk()
    folk.leave(7)
    assert list(folk) == []
