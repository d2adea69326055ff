"""The journal in memory: order, no gaps, equal steps in one stretch, commits at once."""

import pytest

from undertide_server.simulation.inputs import Input, SeatTaken, Ticked
from undertide_server.store import journal as journal_module
from undertide_server.store.journal import MemoryJournal, Record


def test_it_commits_at_once_what_it_was_given() -> None:
    journal = MemoryJournal()
    committed: list[int] = []
    journal.submit("a", [Record(1, (Ticked(1),)), Record(2, (Ticked(1),))], committed.append)
    assert committed == [2]


def test_nothing_to_append_commits_nothing() -> None:
    committed: list[int] = []
    MemoryJournal().submit("a", [], committed.append)
    assert committed == []


def test_equal_steps_are_given_back_one_by_one() -> None:
    journal = MemoryJournal()
    inputs: list[tuple[Input, ...]] = [(SeatTaken(0, "Ann"),), *[(Ticked(1),)] * 3, (Ticked(2),)]
    for step, given in enumerate(inputs, start=1):
        journal.submit("a", [Record(step, given)], lambda _step: None)
    assert journal.steps("a") == inputs


def test_a_gap_is_refused() -> None:
    journal = MemoryJournal()
    journal.submit("a", [Record(1, (Ticked(1),))], lambda _step: None)
    with pytest.raises(ValueError, match="step 3 after step 1"):
        journal.submit("a", [Record(3, (Ticked(1),))], lambda _step: None)


def test_sessions_do_not_mix_and_are_forgotten_when_closed() -> None:
    journal = MemoryJournal()
    journal.submit("a", [Record(1, (Ticked(1),), "aa")], lambda _step: None)
    journal.submit("b", [Record(1, (Ticked(2),), "bb")], lambda _step: None)
    assert journal.steps("b") == [(Ticked(2),)]
    assert journal.hashes("a") == {1: "aa"}
    journal.close("a")
    assert journal.steps("a") == []
    assert journal.hashes("b") == {1: "bb"}


def test_what_is_kept_of_one_run_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_module, "MAX_STRETCHES", 3)
    journal = MemoryJournal()
    for step in range(1, 11):
        journal.submit("a", [Record(step, (Ticked(step),), f"{step}")], lambda _step: None)
    assert journal.steps("a") == [(Ticked(8),), (Ticked(9),), (Ticked(10),)]
    assert journal.hashes("a") == {8: "8", 9: "9", 10: "10"}


def test_a_closed_session_may_be_closed_again_and_begun_anew() -> None:
    journal = MemoryJournal()
    journal.submit("a", [Record(1, (Ticked(1),))], lambda _step: None)
    journal.close("a")
    journal.close("a")
    journal.submit("a", [Record(1, (Ticked(2),))], lambda _step: None)
    assert journal.steps("a") == [(Ticked(2),)]
