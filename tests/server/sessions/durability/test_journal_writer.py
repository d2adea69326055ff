"""What was given to the journal and what is durable: nothing is shown before its time."""

from itertools import pairwise

import pytest

from support.sessions.kept_runs import header
from support.sessions.lobby import RUN, SlowJournal
from support.worlds.staging import make_test_game
from undertide_server.sessions.durability.journal_writer import (
    FIRST_SNAPSHOT,
    MOST_UNCOMMITTED,
    MOST_UNKEPT,
    SNAPSHOT_EVERY,
    SNAPSHOT_TICKS,
    JournalWriter,
)
from undertide_server.simulation.state.run import Run, new_run
from undertide_server.store.records import CHAT_LINES, ChatLine, Ending, StepRecord


class Book:
    """A ledger whose journal commits when told to, and a run whose steps are only counted."""

    def __init__(self) -> None:
        self.journal = SlowJournal()
        self.journal.begin(header(RUN))
        self.run: Run = new_run(make_test_game())
        self.late: list[int] = []
        self.journal_writer = JournalWriter(self.journal, RUN)
        self.journal_writer.on_late = self._note_late

    def _note_late(self) -> None:
        self.late.append(self.journal_writer.committed)

    def submit(self, count: int = 1) -> None:
        """Submit so many steps, one by one."""
        for _ in range(count):
            self.run.progress.step += 1
            self.journal_writer.submit(self.run, [StepRecord(self.run.progress.step, ())])


def test_it_is_full_until_more_is_durable() -> None:
    book = Book()
    book.submit(MOST_UNCOMMITTED - 1)
    assert not book.journal_writer.is_full
    book.submit()
    assert book.journal_writer.is_full
    book.journal.commit()
    assert not book.journal_writer.is_full
    assert book.journal_writer.committed == MOST_UNCOMMITTED
    assert book.late[-1] == MOST_UNCOMMITTED


def test_it_tells_whether_the_run_waited_for_what_became_durable() -> None:
    book = Book()
    book.submit(MOST_UNCOMMITTED - 1)
    book.journal.commit()
    assert not book.journal_writer.has_made_room
    book.submit(MOST_UNCOMMITTED)
    made: list[bool] = []
    book.journal_writer.on_late = lambda: made.append(book.journal_writer.has_made_room)
    book.journal.commit()
    assert made == [True] + [False] * (MOST_UNCOMMITTED - 1)


def test_it_is_in_trouble_only_while_something_waits_for_the_disk() -> None:
    book = Book()
    book.journal.trouble = "full"
    assert book.journal_writer.trouble == ""
    book.submit()
    assert book.journal_writer.trouble == "full"
    book.journal.commit()
    assert book.journal_writer.trouble == ""


def test_steps_after_the_end_are_shown_only_after_those_before_it() -> None:
    book = Book()
    book.submit(2)
    book.journal_writer.close(Ending("ended"))
    book.submit(3)
    assert book.journal_writer.committed == 0
    book.journal.commit()
    assert book.journal_writer.committed == 5
    book.submit()
    assert book.journal_writer.committed == 6
    assert not book.journal_writer.is_full


def test_it_goes_on_after_a_run_that_was_brought_back() -> None:
    book = Book()
    book.run.progress.step = 7
    book.journal_writer.resume(book.run, 0, None)
    assert book.journal_writer.committed == 7
    book.submit()
    book.journal.commit()
    assert book.journal_writer.committed == 8


def test_on_trial_each_step_waits_until_it_is_announced_until_time_has_passed() -> None:
    book = Book()
    writer, progress = book.journal_writer, book.run.progress
    writer.begin_trial(book.run)
    for _ in range(2):
        assert not writer.announce_step(book.run)
        assert (writer.is_waiting, writer.is_full) == (True, False)
        book.journal.commit()
        assert len(book.late) == progress.step + 1, "the session is told"
        assert writer.has_made_room
        assert writer.announce_step(book.run)
        assert not writer.is_waiting
        progress.step += 1
    progress.ticks += 1
    assert writer.announce_step(book.run)
    assert not writer.is_on_trial


def test_a_step_that_is_not_taken_after_all_is_announced_again() -> None:
    book = Book()
    writer = book.journal_writer
    writer.begin_trial(book.run)
    assert not writer.announce_step(book.run)
    book.journal.commit()
    assert writer.announce_step(book.run)
    writer.withdraw_announcement(book.run)
    assert book.journal.withdrawn == [RUN]
    assert not writer.announce_step(book.run)
    book.journal.commit()
    book.submit()
    writer.withdraw_announcement(book.run)
    assert book.journal.withdrawn == [RUN], "a step that was taken stays on trial"


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The steps of all snapshots from now on."""
    steps: list[int] = []
    monkeypatch.setattr(
        SlowJournal, "store_snapshot", lambda _self, _run, step, *_rest: steps.append(step)
    )
    return steps


def test_snapshots_of_a_young_run_come_soon_and_then_once_in_so_many_steps(kept: list[int]) -> None:
    book = Book()
    book.submit(20 * SNAPSHOT_EVERY)
    young = [step for step in kept if step < SNAPSHOT_EVERY]
    assert young[0] == FIRST_SNAPSHOT
    assert all(after == 2 * step for step, after in pairwise(young))
    grown = [step for step in kept if step >= SNAPSHOT_EVERY]
    assert grown[0] <= 2 * SNAPSHOT_EVERY
    assert {after - step for step, after in pairwise(grown)} == {SNAPSHOT_EVERY}


@pytest.mark.parametrize("snapshot", [0, 600])
def test_a_run_that_is_brought_back_counts_from_its_stored_snapshot(
    kept: list[int], snapshot: int
) -> None:
    book = Book()
    book.run.progress.step = 900
    book.journal_writer.resume(book.run, snapshot, None)
    book.submit(SNAPSHOT_EVERY)
    assert kept[0] == max(901, snapshot + SNAPSHOT_EVERY)


def test_a_snapshot_is_kept_sooner_where_steps_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    book = Book()
    kept: list[tuple[int, int]] = []
    monkeypatch.setattr(
        book.journal, "store_snapshot", lambda _run, step, ticks, _take: kept.append((step, ticks))
    )
    for _ in range(5):
        book.run.progress.ticks += SNAPSHOT_TICKS // 2
        book.submit()
    assert kept == [(2, SNAPSHOT_TICKS), (4, 2 * SNAPSHOT_TICKS)]


def test_nothing_after_the_end_counts_as_kept() -> None:
    book = Book()
    book.submit(2)
    book.journal.commit()
    book.journal_writer.close(Ending("ended"))
    book.submit(3)
    assert (book.journal_writer.committed, book.journal_writer.durable) == (5, 2)


def test_a_run_is_closed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    book = Book()
    closed: list[Ending] = []
    monkeypatch.setattr(book.journal, "close", lambda _run, ending: closed.append(ending))
    book.journal_writer.close(Ending("ended", "won"))
    book.journal_writer.close(Ending("abandoned"))
    assert closed == [Ending("ended", "won")]


class TestSettling:
    def test_only_what_has_changed_is_written_down(self) -> None:
        book = Book()
        book.journal_writer.settled = b"as it began"
        book.journal_writer.save_settings(b"as it began")
        assert book.journal_writer.is_kept
        book.journal_writer.save_settings(b"changed")
        assert not book.journal_writer.is_kept
        book.journal.commit()
        assert book.journal_writer.is_kept
        assert book.journal_writer.settled == b"changed"

    def test_who_waits_is_told_once_all_of_it_is_durable(self) -> None:
        book = Book()
        told: list[str] = []
        book.journal_writer.once_kept(lambda: told.append("at once"))
        assert told == ["at once"]
        book.journal_writer.save_settings(b"one")
        book.journal_writer.once_kept(lambda: told.append("later"))
        book.journal_writer.save_settings(b"two")
        assert told == ["at once"]
        book.journal.commit()
        assert told == ["at once", "later"]
        book.journal_writer.save_settings(b"three")
        book.journal.commit()
        assert told == ["at once", "later"]

    def test_it_is_in_trouble_while_that_waits_for_the_disk(self) -> None:
        book = Book()
        book.journal.trouble = "full"
        book.journal_writer.save_settings(b"one")
        assert book.journal_writer.trouble == "full"
        book.journal.commit()
        assert book.journal_writer.trouble == ""

    def test_there_is_a_bound_to_what_may_wait(self) -> None:
        book = Book()
        for number in range(MOST_UNKEPT):
            assert book.journal_writer.may_settle
            book.journal_writer.save_settings(b"change %d" % number)
        assert not book.journal_writer.may_settle
        book.journal.commit()
        assert book.journal_writer.may_settle


def test_one_write_of_chat_waits_with_the_latest_lines() -> None:
    book = Book()
    book.journal_writer.resume_chat([ChatLine(7, b"before")])
    for number in range(CHAT_LINES + 10):
        book.journal_writer.save_chat(b"%d" % number)
    assert [[line.number for line in lines] for lines in book.journal.chat] == [[8]]
    book.journal.note_chat()
    (_, latest) = book.journal.chat
    assert [line.number for line in latest] == list(range(18, 18 + CHAT_LINES))
    book.journal.note_chat()
    assert len(book.journal.chat) == 2


def test_what_is_said_after_the_end_is_not_stored() -> None:
    book = Book()
    book.journal_writer.close(Ending("ended", "won"))
    book.journal_writer.save_chat(b"well played")
    assert not book.journal.chat
