"""Steps of many runs are written at once; each run is fenced by itself."""

import pytest

from support.sessions.kept_runs import header, ticks, varied
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.fencing import Fence, Refused
from undertide_server.store.reader import Reader
from undertide_server.store.records import SeatRecord
from undertide_server.store.steps import batches
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Appended, Begun, Released, SettingsSaved, Write

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
