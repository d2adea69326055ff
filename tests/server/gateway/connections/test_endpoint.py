"""The intents of a member that are kept for the next owner of its run."""

from undertide_server.gateway.connections.endpoint import MOST_KEPT_ACTS, RecentActs
from undertide_shared.messages import Act, Anew, Say, Wait


def sequences(acts: RecentActs, received: int) -> list[int]:
    return [act.sequence for act in acts.after(received)]


def test_a_run_is_told_what_it_has_not_received() -> None:
    acts = RecentActs()
    for message in (Act(1, Wait()), Say("hello"), Act(2, Wait()), Act(3, Wait())):
        acts.note_message(message)
    assert sequences(acts, 1) == [2, 3]
    assert sequences(acts, 3) == []


def test_only_the_latest_are_kept() -> None:
    acts = RecentActs()
    for sequence in range(1, MOST_KEPT_ACTS + 10):
        acts.note_message(Act(sequence, Wait()))
    assert sequences(acts, 0) == list(range(10, MOST_KEPT_ACTS + 10))


def test_a_new_hero_is_not_told_what_the_one_before_was() -> None:
    acts = RecentActs()
    for message in (Act(1, Wait()), Anew(), Act(2, Wait())):
        acts.note_message(message)
    assert sequences(acts, 0) == [2]
