"""Steps of many runs are written at once; each run is fenced by itself."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from support.postgres.interleaving import InterruptedConnection, Meanwhile
from support.sessions.kept_runs import header, state, ticks, varied
from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_server.store.fencing import Fence, Refused
from undertide_server.store.locks import lock_runs
from undertide_server.store.opening import open_to_read, open_to_write
from undertide_server.store.packing import Stretch, checksum, total
from undertide_server.store.reader import Reader
from undertide_server.store.records import KeptState, SeatRecord
from undertide_server.store.steps import RunProgress, batches
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Appended, Begun, Kept, Released, SettingsSaved, Write


def test_the_checksum_of_the_tail_is_that_of_all_its_stretches() -> None:
    stretches = [Stretch(1, 3, b"a"), Stretch(4, 2, b"b"), Stretch(6, 1, b"c")]
    known = RunProgress(1, Fence(), None, 0, 0)
    assert (known.step, known.tail) == (0, 0)
    for number, each in enumerate(stretches, 1):
        known.count_stretch(each)
        assert (known.step, known.stretches) == (each.last, number)
        assert known.tail == total(stretches[:number])
    known.count_stretch(Stretch(6, 4, b"c"))
    assert (known.step, known.stretches) == (9, 3)
    assert known.tail == checksum(Stretch(6, 4, b"c"), total(stretches[:2]))


def test_a_run_that_the_writer_forgot_goes_on(
    writer: Writer, store: StoreAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("undertide_server.store.steps.MOST_OPEN", 2)
    runs = [f"r{number}" for number in range(4)]
    writer.apply([Begun(header(run)) for run in runs])
    for step in range(1, 5):
        kept = [Kept(run, step, step, KeptState(state("one", {2: run}))) for run in runs]
        writer.apply([Appended(run, ticks(step, 1), (), step) for run in runs])
        writer.apply(kept)
    for run in runs:
        with Reader(store) as reader:
            assert list(reader.steps(run)) == list(ticks(1, 4))
    with closing(open_to_read(store)) as connection:
        (chunks,) = connection.execute("SELECT count(*) FROM chunks").fetchone()
    assert chunks == 3 * len(runs)


def test_a_writer_remembers_the_runs_it_wrote_last_and_no_more(
    writer: Writer, store: StoreAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("undertide_server.store.steps.MOST_OPEN", 2)
    runs = [f"r{number}" for number in range(4)]
    writer.apply([Begun(header(run)) for run in runs])
    writer.apply([Appended(run, ticks(1, 1), (), 1) for run in runs])
    with closing(open_to_write(store)) as connection:
        connection.execute("UPDATE runs SET run = 'x' || run")
    writer.apply([Appended(run, ticks(2, 1), (), 2) for run in runs[2:]])
    for run in runs[:2]:
        (refused,) = writer.apply([Appended(run, ticks(2, 1), (), 2)])
        assert (refused.run, "lacks the whole run" in refused.reason) == (run, True)


RUNS = [f"r{number}" for number in range(5)]
A, B = Fence("a"), Fence("b", 1)


def steps(run: str, first: int, count: int = 1, fence: Fence = A) -> Appended:
    return Appended(run, ticks(first, count), (), first + count - 1, fence)


def test_steps_of_one_run_that_follow_each_other_become_one_write() -> None:
    seat = SeatRecord(0, "Ann", ())
    later = Appended("r1", ticks(3, 1), (seat,), 3, A)
    (batch,) = batches([steps("r1", 1, 2), steps("r2", 1), later])
    assert batch == [Appended("r1", ticks(1, 3), (seat,), 3, A), steps("r2", 1)]


def test_steps_of_two_owners_of_one_run_stay_apart() -> None:
    writes = [steps("r1", 1), steps("r2", 1), steps("r1", 2, fence=B), steps("r2", 2)]
    assert list(batches(writes)) == [writes[:2], writes[2:]]
    assert list(batches([])) == []


def read(folder: StoreAddress, run: str) -> tuple[int, list[int]]:
    with Reader(folder) as reader:
        reader.check_end(run)
        return reader.info(run).steps, [each.step for each in reader.steps(run)]


def test_one_run_of_many_is_refused_and_the_others_are_written(
    writer: Writer, store: StoreAddress
) -> None:
    runs = [f"r{number}" for number in range(5)]
    writer.apply([Begun(header(run), fence=A) for run in runs])
    other = Writer(store)
    other.apply([Released("r3", A)])
    other.close()
    assert writer.apply([steps(run, 1, 2) for run in runs]) == [Refused("r3", A)]
    assert writer.apply([steps(run, 3) for run in runs[:3]]) == []
    assert [read(store, run)[0] for run in runs] == [3, 3, 3, 0, 2]


def test_other_writes_of_a_run_keep_their_place_between_its_steps(
    writer: Writer, store: StoreAddress
) -> None:
    batch: list[Write] = [
        Begun(header("r1"), fence=A),
        steps("r1", 1),
        Begun(header("r2"), fence=A),
        SettingsSaved("r1", b"settings", A),
        steps("r2", 1),
        steps("r1", 2),
        Released("r1", A),
        steps("r1", 3),
        steps("r2", 2),
    ]
    assert writer.apply(batch) == [Refused("r1", A)]
    assert read(store, "r1") == (2, [1, 2])
    assert read(store, "r2") == (2, [1, 2])


def test_a_gap_between_steps_is_a_fault_and_nothing_of_the_batch_is_written(
    writer: Writer, store: StoreAddress
) -> None:
    writer.apply([Begun(header("r1"), fence=A), Begun(header("r2"), fence=A)])
    gap = Appended("r1", (*ticks(1, 1), *varied(3, 1)), (), 3, A)
    with pytest.raises(ValueError, match="step 3 after step 1"):
        writer.apply([steps("r2", 1), gap])
    assert read(store, "r2") == (0, [])
    writer.apply([steps("r2", 1)])
    assert read(store, "r2") == (1, [1])


@pytest.fixture
def interrupted(store: PostgresAddress) -> Iterator[InterruptedConnection]:
    """A connection to a PostgreSQL database with five runs of one step each, of node `a`."""
    with closing(Writer(store)) as writer:
        for run in RUNS:
            writer.apply([Begun(header(run), fence=A), steps(run, 1)])
    with closing(InterruptedConnection(store)) as connection:
        yield connection


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
def test_a_batch_that_is_sent_again_while_its_first_try_still_commits_counts_as_written(
    interrupted: InterruptedConnection,
) -> None:
    def send_again() -> list[Refused]:
        with closing(Writer(interrupted.address)) as writer:
            return writer.apply([steps(run, 2) for run in RUNS])

    again = Meanwhile(interrupted.address, send_again)
    interrupted.before_commit = again.begin
    assert Writer(interrupted).apply([steps(run, 2) for run in RUNS]) == []
    assert again.result() == []
    assert [read(interrupted.address, run) for run in RUNS] == [(2, [1, 2])] * 5


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
def test_writers_of_the_same_runs_in_any_order_do_not_wait_for_each_other_in_a_circle(
    interrupted: InterruptedConnection,
) -> None:
    stale = Fence("b", 7)

    def write_backwards() -> list[Refused]:
        with closing(Writer(interrupted.address)) as writer:
            batch: list[Write] = [SettingsSaved(run, b"late", stale) for run in reversed(RUNS)]
            return writer.apply([*batch, *(steps(run, 2, fence=stale) for run in reversed(RUNS))])

    other = Meanwhile(interrupted.address, write_backwards)

    with interrupted.transaction():
        lock_runs(interrupted, RUNS[:1])
        other.begin()
        assert not other.has_ended
        lock_runs(interrupted, RUNS)  # The other one holds none of them yet.
    assert len(other.result()) == 5


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
def test_a_run_that_is_claimed_while_its_steps_are_written_keeps_all_or_none_of_them(
    interrupted: InterruptedConnection,
) -> None:
    def write() -> list[Refused]:
        with closing(Writer(interrupted.address)) as writer:
            return writer.apply([steps(run, 2) for run in RUNS])

    late = Meanwhile(interrupted.address, write)
    with interrupted.transaction():
        interrupted.execute("UPDATE runs SET owner = 'b', epoch = 1 WHERE run = 'r3'")
        late.begin()
        assert not late.has_ended
    assert late.result() == [Refused("r3", A)]
    assert [read(interrupted.address, run)[0] for run in RUNS] == [2, 2, 2, 1, 2]
