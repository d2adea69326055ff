from undertide_client.net.pacing import SHARE_OF_BURST, Pacer
from undertide_shared.messages import Join, Rates, Say

RATES = Rates(10, 20, [("join", 5)])
AT_ONCE = int(20 * SHARE_OF_BURST)


def sent_at_once(pacer: Pacer, now: float) -> int:
    """Return how many lines of chat leave at one moment."""
    count = 0
    while not pacer.wait(Say("hi"), now):
        pacer.count(Say("hi"), now)
        count += 1
    return count


def test_a_part_of_the_burst_leaves_at_once_and_then_the_rate() -> None:
    pacer = Pacer(RATES, 0.0)
    assert sent_at_once(pacer, 0.0) == AT_ONCE
    assert pacer.wait(Say("hi"), 0.0) == 0.1
    assert sent_at_once(pacer, 0.5) == 5
    assert sent_at_once(pacer, 1000.0) == AT_ONCE


def test_costly_messages_count_for_several() -> None:
    pacer = Pacer(RATES, 0.0)
    pacer.count(Join("", "Ann"), 0.0)
    assert sent_at_once(pacer, 0.0) == AT_ONCE - 5


def test_a_message_that_costs_more_than_the_burst_leaves_all_the_same() -> None:
    pacer = Pacer(Rates(10, 20, [("join", 1000)]), 0.0)
    assert pacer.wait(Join("", "Ann"), 0.0) == 0


def test_senseless_rates_stop_nothing() -> None:
    pacer = Pacer(Rates(0, -5, [("say", -3)]), 0.0)
    assert sent_at_once(pacer, 0.0) == 1
    assert pacer.wait(Say("hi"), 0.0) == 1.0
