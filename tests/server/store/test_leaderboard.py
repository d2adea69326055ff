"""What is kept of runs that ended, for the page of records."""

from contextlib import closing
from pathlib import Path

import pytest

from support.client.replay_examples import ANNS_LIFE
from support.postgres.interleaving import InterruptedConnection, Meanwhile
from support.sessions.kept_runs import header, ticks
from undertide_server.sessions.model.settings import SessionSettings, encode_settings
from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_server.store.fencing import Refused
from undertide_server.store.leaderboard import (
    OutcomeTally,
    RecordedRun,
    TallySort,
    deepest_runs,
    tallies,
    won_runs,
)
from undertide_server.store.opening import open_to_read
from undertide_server.store.reader import Reader
from undertide_server.store.records import ChronicleRecord, Ending, SeatRecord, StepRecord
from undertide_server.store.transfer.archive import export_run, import_run
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Appended, Begun, Deleted, RunClosed
from undertide_shared.codec import encode

Heroes = dict[str, int]
"""The deepest floor of each hero, by its calling."""


def play(
    folder: StoreAddress, run: str, heroes: Heroes, outcome: str = "lost", access: str = ""
) -> None:
    """Keep a run that has ended."""
    lives = tuple(
        ChronicleRecord(number, calling, floor, encode(ANNS_LIFE))
        for number, (calling, floor) in enumerate(heroes.items(), 1)
    )
    seats = tuple(SeatRecord(number, f"P{number}", ()) for number in range(len(heroes)))
    settled = encode_settings(SessionSettings(access="invited")) if access else b""
    steps = (*ticks(1, 3), StepRecord(4, (), chronicles=lives))
    writer = Writer(folder)
    writer.apply([Begun(header(run), settled), Appended(run, steps, seats, 8)])
    writer.apply([RunClosed(run, Ending("ended", outcome))])
    writer.close()


def told(folder: StoreAddress, sort: TallySort) -> list[OutcomeTally]:
    connection = open_to_read(folder)
    try:
        return tallies(connection, sort)
    finally:
        connection.close()


def listed(folder: StoreAddress, *, won: bool = False, count: int = 9) -> list[RecordedRun]:
    connection = open_to_read(folder)
    try:
        return (won_runs if won else deepest_runs)(connection, count)
    finally:
        connection.close()


def test_runs_are_listed_by_depth_and_those_won_apart(store: StoreAddress) -> None:
    play(store, "r1", {"warden": 3})
    play(store, "r2", {"warden": 7, "mender": 8}, "won")
    play(store, "r3", {"strider": 5})
    assert [(each.run, each.deepest, each.party) for each in listed(store)] == [
        ("r2", 8, 2),
        ("r3", 5, 1),
        ("r1", 3, 1),
    ]
    assert [(each.run, each.won) for each in listed(store, won=True)] == [("r2", True)]
    assert [each.run for each in listed(store, count=1)] == ["r2"]


def test_callings_and_sizes_of_party_are_tallied_as_runs_end(store: StoreAddress) -> None:
    play(store, "r1", {"warden": 3})
    play(store, "r2", {"warden": 7, "mender": 8}, "won")
    assert told(store, "calling") == [
        OutcomeTally("mender", 1, 1, 8),
        OutcomeTally("warden", 2, 1, 7),
    ]
    assert told(store, "party") == [OutcomeTally("2", 1, 1, 8), OutcomeTally("1", 1, 0, 3)]


def test_a_run_counts_once_however_often_its_end_is_written(store: StoreAddress) -> None:
    play(store, "r1", {"warden": 3})
    writer = Writer(store)
    writer.apply([RunClosed("r1", Ending("ended", "lost"))])
    writer.close()
    assert told(store, "party") == [OutcomeTally("1", 1, 0, 3)]


def test_private_runs_count_nowhere(store: StoreAddress) -> None:
    play(store, "r1", {"warden": 3}, "won", access="invited")
    assert told(store, "party") == told(store, "calling") == []
    assert listed(store) == listed(store, won=True) == []


def test_a_run_without_heroes_is_no_record(store: StoreAddress) -> None:
    play(store, "r1", {}, "lost")
    assert listed(store) == []
    assert told(store, "party") == []


def test_a_deleted_run_leaves_the_lists_and_not_the_tallies(store: StoreAddress) -> None:
    play(store, "r1", {"warden": 3}, "won")
    writer = Writer(store)
    writer.apply([Deleted("r1")])
    writer.close()
    assert listed(store) == listed(store, won=True) == []
    assert told(store, "party") == [OutcomeTally("1", 1, 1, 3)]


def test_an_imported_run_brings_its_chronicles_and_its_record(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    play(here, "r1", {"warden": 3})
    export_run(here, "r1", tmp_path / "file")
    import_run(there, tmp_path / "file")
    assert listed(there) == listed(here)
    with Reader(there) as reader:
        assert reader.chronicles("r1") == [ANNS_LIFE]
        assert reader.chronicles("r1", up_to=3) == []
        assert reader.seed("r1") == header().seed


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
def test_runs_that_end_at_once_on_two_nodes_are_counted_and_none_waits_in_a_circle(
    store: PostgresAddress,
) -> None:
    heroes = {"a": ["Warden", "Mage"], "b": ["Mage", "Warden"]}
    with closing(Writer(store)) as writer:
        for run, callings in heroes.items():
            lives = tuple(
                ChronicleRecord(number, calling, 3, b"")
                for number, calling in enumerate(callings, 1)
            )
            record = StepRecord(1, (), chronicles=lives)
            # Parties of two sizes: otherwise the first tally of both is the same.
            seats = tuple(SeatRecord(number, "Ann", ()) for number in range(ord(run) - 96))
            writer.apply([Begun(header(run)), Appended(run, (record,), seats, 1)])

    def end_b() -> list[Refused]:
        with closing(Writer(store)) as other:
            return other.apply([RunClosed("b", Ending("ended", "won"))])

    ending = Meanwhile(store, end_b)
    with closing(InterruptedConnection(store)) as connection:
        connection.before_statement = ("Mage", ending.begin)
        Writer(connection).apply([RunClosed("a", Ending("ended", "lost"))])
        assert ending.result() == []
        found = tallies(connection, "calling")
    assert [(each.name, each.ended, each.won) for each in found] == [
        *(("Mage", 2, 1), ("Warden", 2, 1)),
    ]
