import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_client.net.intents import MAX_UNANSWERED, IntentTracker
from undertide_shared.limits import MAX_SEQUENCE
from undertide_shared.messages import IntentReport, Outcome

OUTCOMES: tuple[Outcome, ...] = ("none", "waiting", "done", "refused")
REPORTS = st.builds(
    IntentReport, st.integers(-5, 200), st.integers(-5, 200), st.sampled_from(OUTCOMES)
)


def test_sequences_rise_from_one() -> None:
    intent_tracker = IntentTracker()
    assert [intent_tracker.send() for _ in range(3)] == [1, 2, 3]


@pytest.mark.parametrize(
    ("report", "text", "unanswered"),
    [
        (IntentReport(0, 0, "none"), "sent", [1, 2]),
        (IntentReport(1, 1, "done"), "sent", [2]),
        (IntentReport(2, 1, "waiting"), "received, waiting", [1, 2]),
        (IntentReport(2, 0, "none"), "lost: the server has discarded it", []),
        (IntentReport(2, 1, "done"), "lost: the server has discarded it", []),
        (IntentReport(2, 2, "waiting"), "received, waiting", [2]),
        (IntentReport(2, 2, "done"), "done", []),
        (IntentReport(2, 2, "refused", "a wall"), "not now: a wall", []),
    ],
)
def test_a_report_says_how_far_the_latest_got(
    report: IntentReport, text: str, unanswered: list[int]
) -> None:
    intent_tracker = IntentTracker()
    intent_tracker.send()
    intent_tracker.send()
    intent_tracker.observe(report)
    assert intent_tracker.fate.text == text
    assert intent_tracker.unanswered == unanswered


def test_a_settled_fate_stays_when_frames_repeat_older_reports() -> None:
    intent_tracker = IntentTracker()
    intent_tracker.send()
    intent_tracker.observe(IntentReport(1, 1, "done"))
    intent_tracker.observe(IntentReport(1, 1, "done"))
    assert intent_tracker.fate.text == "done"


def test_numbers_go_on_above_those_of_an_earlier_process() -> None:
    intent_tracker = IntentTracker()
    intent_tracker.observe(IntentReport(40, 40, "done"))
    assert intent_tracker.send() == 41


def test_an_error_about_the_latest_intent_is_its_fate() -> None:
    intent_tracker = IntentTracker()
    sequence = intent_tracker.send()
    intent_tracker.refuse(sequence, "too fast")
    assert intent_tracker.fate.text == "not now: too fast"
    assert not intent_tracker.unanswered


def test_what_is_unanswered_is_lost_with_its_connection() -> None:
    intent_tracker = IntentTracker()
    intent_tracker.send()
    intent_tracker.lose("gone")
    assert intent_tracker.fate.text == "lost: gone"
    assert not intent_tracker.unanswered


def test_nothing_of_a_place_that_was_left_stays() -> None:
    intent_tracker = IntentTracker()
    intent_tracker.refuse(intent_tracker.send(), "you are dead")
    intent_tracker.send()
    intent_tracker.drop_unanswered()
    assert intent_tracker.fate.text == ""
    assert intent_tracker.unanswered == []
    assert intent_tracker.send() == 3


def test_what_was_done_is_not_lost() -> None:
    intent_tracker = IntentTracker()
    intent_tracker.send()
    intent_tracker.observe(IntentReport(1, 1, "done"))
    intent_tracker.lose("gone")
    assert intent_tracker.fate.text == "done"


def test_no_number_goes_beyond_the_protocol() -> None:
    intent_tracker = IntentTracker()
    intent_tracker.observe(IntentReport(2**63, 0, "none"))
    with pytest.raises(OverflowError):
        intent_tracker.send()


@given(st.lists(st.none() | REPORTS, max_size=200))
def test_whatever_is_reported_the_accounts_stay_bounded_and_ordered(
    events: list[IntentReport | None],
) -> None:
    intent_tracker = IntentTracker()
    last = 0
    for event in events:
        if event is None:
            sequence = intent_tracker.send()
            assert last < sequence <= MAX_SEQUENCE
            last = sequence
        else:
            intent_tracker.observe(event)
        assert len(intent_tracker.unanswered) <= MAX_UNANSWERED
        assert intent_tracker.unanswered == sorted(intent_tracker.unanswered)


def test_a_seat_that_is_taken_again_begins_without_what_was_lost() -> None:
    intent_tracker = IntentTracker()
    intent_tracker.send()
    intent_tracker.lose("the connection was lost")
    intent_tracker.begin()
    assert intent_tracker.fate.text == ""
    intent_tracker.observe(IntentReport(1, 1, "done"))
    assert intent_tracker.fate.text == ""
    assert intent_tracker.send() == 2


def test_it_knows_what_the_server_has_received_from_the_present_seat() -> None:
    tracker = IntentTracker()
    tracker.observe(IntentReport(0, 0, "none"))
    tracker.send()
    assert tracker.received == 0
    tracker.observe(IntentReport(1, 1, "done"))
    assert tracker.received == 1
    tracker.begin()
    assert tracker.received == 0, "another seat"
    assert tracker.send() == 2
