"""What a writer remembers of the runs that it writes to."""

from contextlib import closing

import pytest

from support.sessions.kept_runs import header, state, ticks
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.fencing import Fence
from undertide_server.store.opening import open_to_read, open_to_write
from undertide_server.store.packing import Stretch, checksum, total
from undertide_server.store.progress import RunProgress
from undertide_server.store.reader import Reader
from undertide_server.store.records import KeptState
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Appended, Begun, Kept


def test_the_checksum_of_the_tail_is_that_of_all_its_stretches() -> None:
    stretches = [Stretch(1, 3, b"a"), Stretch(4, 2, b"b"), Stretch(6, 1, b"c")]
    known = RunProgress(1, Fence(), None, 0, 0)
    assert (known.step, known.tail) == (0, 0)
    for number, each in enumerate(stretches, 1):
        known.take(each)
        assert (known.step, known.stretches) == (each.last, number)
        assert known.tail == total(stretches[:number])
    known.take(Stretch(6, 4, b"c"))
    assert (known.step, known.stretches) == (9, 3)
    assert known.tail == checksum(Stretch(6, 4, b"c"), total(stretches[:2]))


def test_a_run_that_the_writer_forgot_goes_on(
    writer: Writer, store: StoreAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("undertide_server.store.progress.MOST_OPEN", 2)
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
    monkeypatch.setattr("undertide_server.store.progress.MOST_OPEN", 2)
    runs = [f"r{number}" for number in range(4)]
    writer.apply([Begun(header(run)) for run in runs])
    writer.apply([Appended(run, ticks(1, 1), (), 1) for run in runs])
    with closing(open_to_write(store)) as connection:
        connection.execute("UPDATE runs SET run = 'x' || run")
    writer.apply([Appended(run, ticks(2, 1), (), 2) for run in runs[2:]])
    for run in runs[:2]:
        (refused,) = writer.apply([Appended(run, ticks(2, 1), (), 2)])
        assert (refused.run, "lacks the whole run" in refused.reason) == (run, True)
