"""The journal in memory: order, no gaps, a bound, commits at once."""

import pytest

from support.sessions.kept_runs import header
from undertide_server.simulation.state.inputs import Input, SeatTaken, Ticked
from undertide_server.store import journal as journals
from undertide_server.store.journal import MemoryJournal
from undertide_server.store.records import Ending, StepRecord


def begun(*runs: str) -> MemoryJournal:
    journal = MemoryJournal()
    for run in runs:
        journal.begin(header(run))
    return journal


def submit(journal: MemoryJournal, run: str, *records: StepRecord) -> list[int]:
    committed: list[int] = []
    journal.submit(run, records, (), 0, committed.append)
    return committed


def test_it_commits_at_once_what_it_was_given() -> None:
    journal = begun("a")
    assert submit(journal, "a", StepRecord(1, (Ticked(1),)), StepRecord(2, (Ticked(1),))) == [2]


def test_nothing_to_append_commits_nothing() -> None:
    assert submit(begun("a"), "a") == []


def test_equal_steps_are_given_back_one_by_one() -> None:
    journal = begun("a")
    inputs: list[tuple[Input, ...]] = [(SeatTaken(0, "Ann"),), *[(Ticked(1),)] * 3, (Ticked(2),)]
    for step, given in enumerate(inputs, start=1):
        submit(journal, "a", StepRecord(step, given))
    assert journal.steps("a") == inputs


def test_a_gap_is_refused() -> None:
    journal = begun("a")
    submit(journal, "a", StepRecord(1, (Ticked(1),)))
    with pytest.raises(ValueError, match="step 3 after step 1"):
        submit(journal, "a", StepRecord(3, (Ticked(1),)))


def test_runs_do_not_mix_and_are_forgotten_when_closed() -> None:
    journal = begun("a", "b")
    submit(journal, "a", StepRecord(1, (Ticked(1),), "aa"))
    submit(journal, "b", StepRecord(1, (Ticked(2),), "bb"))
    assert journal.steps("b") == [(Ticked(2),)]
    assert journal.hashes("a") == {1: "aa"}
    journal.close("a", Ending("ended"))
    assert journal.steps("a") == []
    assert journal.hashes("b") == {1: "bb"}


def test_what_is_kept_of_one_run_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journals, "MAX_STRETCHES", 3)
    journal = begun("a")
    for step in range(1, 11):
        submit(journal, "a", StepRecord(step, (Ticked(step),), f"{step}"))
    assert journal.steps("a") == [(Ticked(8),), (Ticked(9),), (Ticked(10),)]
    assert journal.hashes("a") == {8: "8", 9: "9", 10: "10"}


def test_a_closed_run_may_be_closed_again() -> None:
    journal = begun("a")
    journal.close("a", Ending("ended"))
    journal.close("a", Ending("ended"))
    assert journal.steps("a") == []


def test_what_is_settled_is_kept_at_once() -> None:
    kept: list[str] = []
    begun("a").save_settings("a", b"settled", lambda: kept.append("kept"))
    assert kept == ["kept"]
