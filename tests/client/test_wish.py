from undertide_client.wish import Wish
from undertide_shared.messages import Join, Moment, Replay, Watch


def test_a_seat_that_was_had_is_asked_for_with_its_token() -> None:
    assert Wish(Join("", "Ann")).message == Join("", "Ann")
    assert Wish(Join("", "Ann"), b"secret", "s").message == Join("s", "Ann", b"secret")


def test_other_eyes_are_asked_for_where_eyes_can_be_chosen() -> None:
    assert Wish(Watch("s", "Zoe")).seen_by(2).message == Watch("s", "Zoe", 2)
    assert Wish(Replay("r", None, 5)).seen_by(2).message == Replay("r", 2, 5)
    assert Wish(Join("s", "Ann")).seen_by(2).message == Join("s", "Ann")


def test_a_replay_is_asked_for_where_it_was_and_as_fast() -> None:
    wish = Wish(Replay("r", 2), speed=100).at(Moment(700, 400))
    assert (wish.message, wish.speed) == (Replay("r", 2, 700), 400)
    assert Wish(Watch("s", "Zoe")).at(Moment(700, 400)).message == Watch("s", "Zoe")


def test_only_a_replay_that_was_had_is_waited_for() -> None:
    assert Wish(Watch("s", "Zoe")).heals
    assert not Wish(Replay("r")).heals
    assert Wish(Replay("r"), granted=True).heals
