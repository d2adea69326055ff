"""What is known of a session's players is known after the delay, in order, and bounded."""

from undertide_server.sessions.broadcast.late_facts import MOST_WAITING, LateFacts, PlayerFacts

DELAY = 10.0


def test_facts_are_known_after_the_delay_and_in_order() -> None:
    late = LateFacts(DELAY)
    first, second = PlayerFacts(host="Ann"), PlayerFacts(host="Ben", depth=2)
    late.record_facts(0.0, first)
    late.record_facts(4.0, second)
    assert (late.shown, late.latest, late.due()) == (PlayerFacts(), second, 10.0)
    late.release(9.9)
    assert late.shown == PlayerFacts()
    late.release(10.0)
    assert (late.shown, late.due()) == (first, 14.0)
    late.release(99.0)
    assert (late.shown, late.latest, late.due()) == (second, second, None)


def test_facts_that_stay_the_same_are_noted_once() -> None:
    late = LateFacts(DELAY)
    for moment in range(5):
        late.record_facts(moment, PlayerFacts(host="Ann"))
    assert late.due() == DELAY
    late.release(DELAY)
    assert late.due() is None


def test_no_more_than_so_many_wait_and_the_newest_is_never_lost_nor_early() -> None:
    late = LateFacts(DELAY)
    for depth in range(1, MOST_WAITING + 50):
        late.record_facts(depth / 100, PlayerFacts(depth=depth))
    late.release(DELAY + 1.0)
    assert late.shown.depth == 100
    late.release(DELAY + 2.0)
    assert late.shown.depth == MOST_WAITING - 1, "the last one that it could tell in time"
    late.release(99.0)
    assert late.shown.depth == MOST_WAITING + 49


def test_the_next_node_tells_the_facts_when_this_one_would_have() -> None:
    there, here = LateFacts(DELAY), LateFacts(DELAY)
    first, second = PlayerFacts(host="Ann"), PlayerFacts(host="Ben")
    there.record_facts(0.0, first)
    there.record_facts(4.0, second)
    there.release(10.0)
    here.restore(there.memory(), 100.0)
    assert (here.shown, here.latest, here.due()) == (first, second, 114.0)
    assert [here.is_due(now) for now in (113.9, 114.0)] == [False, True]
    here.release(114.0)
    assert (here.shown, here.is_due(1e9)) == (second, False)
