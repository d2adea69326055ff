"""Pages of the list: who finds what, and what a page costs among very many runs."""

import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from support.postgres.server import PostgresServer
from support.sessions.durable_host import Host, played
from support.sessions.kept_runs import BACK_TO_SIXTH, change, header, ticks, write
from undertide_server.sessions.model.settings import SessionSettings, encode_settings
from undertide_server.store.database import FILE
from undertide_server.store.deletion import fresh_number
from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_server.store.engine.postgres.bounded_connection import SoleConnection
from undertide_server.store.engine.postgres.connection import PostgresConnection
from undertide_server.store.engine.postgres.waits import PATIENT
from undertide_server.store.engine.protocol import Rows, Values
from undertide_server.store.engine.sqlite.connection import SqliteConnection
from undertide_server.store.errors import DamagedDatabaseError
from undertide_server.store.integrity import UNREADABLE
from undertide_server.store.leases import Load, Node
from undertide_server.store.ownership import Ownership
from undertide_server.store.records import Ending, SeatRecord, StepRecord
from undertide_server.store.renders import RenderReader
from undertide_server.store.run_list import MOST_SAVES, RunList, Viewpoint, saves
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Appended, Begun, RunClosed, SettingsSaved
from undertide_shared.messages import Access, Landmark

_RUNS: Final = """
INSERT INTO runs (id, run, session, preset, pace, seed, rules, content, begun, state, reason,
        closed, step, public, played, last_played, deepest, party, owner)
    SELECT number, md5(number::text), 's' || number, 'caves', 'fast', '', 1, 'hash', number,
        CASE WHEN number % 1000 = 0 THEN 'live' ELSE 'ended' END, 'won', number, 30,
        number % 2, 1, number, number % 9, 1,
        CASE WHEN number % 1000 = 0 THEN 'node-' || number % 7 ELSE '' END
    FROM generate_series(1, {count}) AS number
"""


def fill(server: PostgresServer, address: PostgresAddress, count: int) -> None:
    """Fill a new database with runs: each second is public, each thousandth is live."""
    database = address.url.rsplit("/", 1)[1]
    server.ask(_RUNS.format(count=count), database)
    server.ask("INSERT INTO finders SELECT id, 'ann' FROM runs WHERE id % 500 = 0", database)
    server.ask("INSERT INTO seats SELECT id, 0, 'Ann', '' FROM runs WHERE id % 5 = 0", database)
    server.ask("ANALYZE", database)


class ExplainedConnection(PostgresConnection):
    """A connection that notes the plan of each query before it is carried out."""

    def __init__(self, address: PostgresAddress) -> None:
        super().__init__(address, SoleConnection(address, PATIENT))
        self.plans: list[str] = []

    def execute(self, statement: str, values: Values = ()) -> Rows:
        if statement.lstrip().startswith(("SELECT", "UPDATE", "DELETE", "WITH")):
            rows = super().execute(f"EXPLAIN {statement}", values)
            self.plans.append("\n".join(row[0] for row in rows))
        return super().execute(statement, values)

    def scanned(self, tables: Sequence[str], act: Callable[[], Any]) -> list[str]:
        """Do something; return the plans that read all rows of one of these tables."""
        self.plans.clear()
        act()
        assert self.plans, "nothing was asked"
        return [
            plan for plan in self.plans if any(f"Seq Scan on {table}" in plan for table in tables)
        ]


GUEST, ANN, OPERATOR = Viewpoint(), Viewpoint("ann"), Viewpoint("", everything=True)
PAGE = 200


def settings(access: Access, *accounts: str) -> bytes:
    return encode_settings(SessionSettings(access=access, accounts=dict(enumerate(accounts))))


@pytest.fixture
def folder(store: StoreAddress) -> StoreAddress:
    """A folder with public and private runs, played by accounts or not, and one of no step."""
    writer = Writer(store)
    kept = {
        "open": b"",
        "anns": settings("invited", "ann", "bo"),
        "bos": settings("unlisted", "bo"),
        "both": settings("public", "ann"),
        "broken": b"\xff",
    }
    for run, said in kept.items():
        writer.apply([Begun(header(run), said), Appended(run, ticks(1, 1), (), 1)])
    writer.apply([Begun(header("empty"), settings("public", "ann"))])
    writer.close()
    return store


def page(
    folder: StoreAddress, viewpoint: Viewpoint, count: int = PAGE, before: str = ""
) -> list[str]:
    with RunList(folder) as runs:
        return [info.run for info in runs.page(viewpoint, count, before)]


def test_each_person_finds_what_it_may(folder: StoreAddress) -> None:
    assert page(folder, GUEST) == ["both", "open"]
    assert page(folder, ANN) == ["both", "anns", "open"]
    assert page(folder, OPERATOR) == ["broken", "both", "bos", "anns", "open"]


@pytest.mark.parametrize("viewpoint", [GUEST, ANN, OPERATOR])
def test_pages_follow_each_other(folder: StoreAddress, viewpoint: Viewpoint) -> None:
    whole = page(folder, viewpoint)
    found = page(folder, viewpoint, 1)
    while len(found) < len(whole):
        found += page(folder, viewpoint, 1, found[-1])
    assert found == whole
    assert page(folder, viewpoint, 1, whole[-1]) == []


def test_who_finds_a_run_changes_with_its_settings(folder: StoreAddress) -> None:
    writer = Writer(folder)
    writer.apply([SettingsSaved("open", settings("invited", "ann"))])
    writer.apply([SettingsSaved("anns", settings("public"))])
    writer.close()
    assert page(folder, GUEST) == ["both", "anns"]
    assert page(folder, ANN) == ["both", "anns", "open"]
    writer = Writer(folder)
    writer.apply([SettingsSaved("open", settings("invited"))])
    writer.close()
    assert page(folder, ANN) == ["both", "anns"]


def test_a_page_after_an_unknown_run_is_none(folder: StoreAddress) -> None:
    with RunList(folder) as runs, pytest.raises(KeyError):
        runs.page(GUEST, PAGE, "nobody's")


def work(folder: Path, read: Callable[[RunList], object]) -> int:
    """Return how much SQLite has to do for a reading, in thousands of its instructions."""
    calls = []

    raw = sqlite3.connect(folder / FILE)
    raw.set_progress_handler(lambda: calls.append(1), 1000)
    with RunList(SqliteConnection(raw, folder / FILE)) as runs:
        read(runs)
    return len(calls)


@pytest.mark.parametrize("viewpoint", [GUEST, ANN, OPERATOR])
@pytest.mark.parametrize("before", ["", f"c{10_000:031x}"])
def test_a_page_among_twenty_thousand_runs_costs_no_more_than_its_rows(
    many_runs: Path, viewpoint: Viewpoint, before: str
) -> None:
    found: list[object] = []
    cost = work(many_runs, lambda runs: found.extend(runs.page(viewpoint, PAGE, before)))
    assert len(found) == PAGE
    assert cost <= PAGE * 100 // 1000, "a hundred instructions for each row"


@pytest.mark.parametrize(
    ("viewpoint", "hidden"), [(GUEST, "public"), (ANN, "public"), (OPERATOR, "played")]
)
def test_runs_that_a_person_does_not_find_cost_its_page_nothing(
    many_runs: Path, tmp_path: Path, viewpoint: Viewpoint, hidden: str
) -> None:
    shutil.copy(many_runs / FILE, tmp_path)
    connection = sqlite3.connect(tmp_path / FILE)
    with connection:
        connection.execute(f"UPDATE runs SET {hidden} = 0 WHERE id > 3")
    connection.close()
    found: list[object] = []
    cost = work(tmp_path, lambda runs: found.extend(runs.page(viewpoint, PAGE)))
    assert len(found) == 3
    assert cost == 0


def test_a_run_is_found_by_its_name_without_reading_the_others(
    many_runs: Path,
) -> None:
    assert work(many_runs, lambda runs: runs.named(f"c{77:031x}")) == 0


def test_postgres_reads_lists_and_claims_by_indexes_however_many_runs_there_are(
    postgres: PostgresServer, postgres_url: str
) -> None:
    address = PostgresAddress(postgres_url)
    fill(postgres, address, 100_000)
    with closing(ExplainedConnection(address)) as connection:
        runs, owners = RenderReader(connection), Ownership(connection)
        owners.register(Node("n1", "", b"", 1, "1"))
        (name,) = connection.execute("SELECT run FROM runs WHERE id = 77000").fetchone()
        questions: dict[str, Callable[[], object]] = {
            "a guest's page": lambda: runs.page(GUEST, PAGE, name),
            "an account's page": lambda: runs.page(ANN, PAGE, name),
            "an operator's page": lambda: runs.page(OPERATOR, PAGE, name),
            "the runs of an account": lambda: runs.of_account("ann", PAGE),
            "a run": lambda: runs.info(name),
            "a beginning": lambda: runs.named(name[:12]),
            "old runs": lambda: runs.old("ended", 1e9, 77_000, PAGE),
            "the deepest runs": lambda: runs.deepest_runs(PAGE),
            "the runs that were won": lambda: runs.won_runs(PAGE),
            "runs to render": lambda: runs.not_rendered(1, 77_000, PAGE),
            "the number of a new run": lambda: fresh_number(connection),
            "the owner of a session": lambda: owners.owner_of_session("s77000"),
            "the owner of a run": lambda: owners.owner_of_run(name),
            "a renewal": lambda: owners.renew("n1", Load()),
            "orphans": lambda: owners.claim_orphans("n1", 10),
            "a run at rest": lambda: owners.claim_run("n1", name),
        }
        for said, ask in questions.items():
            scanned = connection.scanned(["runs", "finders", "seats"], ask)
            assert not scanned, f"{said}:\n{scanned[0]}"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Host:
    """A server that has ended, and whose run has taken some steps."""
    return played(tmp_path_factory.mktemp("data"), 3)


def floor(step: int, text: str) -> StepRecord:
    (record,) = ticks(step, 1)
    return StepRecord(step, record.inputs, landmarks=(Landmark(step, "floor", text),))


def test_a_run_has_its_heroes_its_floor_and_its_last_step(host: Host) -> None:
    (save,) = saves(host.folder)
    assert (save.info.run, save.info.session) == (host.name, host.session.id)
    assert (save.info.state, save.heroes, save.floor) == ("live", ["Ann"], 1)
    assert save.played >= save.info.begun


def test_the_floor_is_the_one_entered_last(tmp_path: Path) -> None:
    steps = (floor(1, "Floor 1: The Gate (halls)"), floor(2, "Floor 12: The Mire (caves)"))
    write(tmp_path, Begun(header(), b""), Appended("r1", steps, (), 2))
    (save,) = saves(tmp_path)
    assert save.floor == 12


def test_the_run_played_last_comes_first_and_one_without_a_step_is_left_out(tmp_path: Path) -> None:
    for run in ("a", "b", "empty"):
        write(tmp_path, Begun(header(run), b""))
    write(tmp_path, Appended("b", ticks(1, 1), (), 1))
    write(tmp_path, Appended("a", ticks(1, 1), (), 1), RunClosed("a", Ending("ended", "won")))
    change(tmp_path, "UPDATE runs SET last_played = 5.0 WHERE run = ?", "b")
    assert [(save.info.run, save.info.state) for save in saves(tmp_path)] == [
        ("a", "ended"),
        ("b", "live"),
    ]


def test_the_list_is_bounded(tmp_path: Path) -> None:
    for run in range(MOST_SAVES + 1):
        write(tmp_path, Begun(header(str(run)), b""), Appended(str(run), ticks(1, 1), (), 1))
    assert len(saves(tmp_path)) == MOST_SAVES


def test_the_folder_of_an_earlier_version_is_read_without_a_change(
    host: Host, tmp_path: Path
) -> None:
    played(tmp_path, 2)
    for statement in BACK_TO_SIXTH.split(";"):
        change(tmp_path, statement)
    before = (tmp_path / FILE).read_bytes()
    assert [save.heroes for save in saves(tmp_path)] == [["Ann"]]
    assert (tmp_path / FILE).read_bytes() == before


def test_a_damaged_entry_spoils_no_other(tmp_path: Path) -> None:
    for run in ("sound", "broken"):
        seats = (SeatRecord(0, "Ann", (b"t",)),)
        write(tmp_path, Begun(header(run), b""), Appended(run, ticks(1, 1), seats, 1))
    change(tmp_path, "UPDATE runs SET ticks = 'x', last_played = 'y' WHERE run = 'broken'")
    change(tmp_path, "UPDATE seats SET name = x'ff' WHERE run = 2")
    told = {
        save.info.run: (save.info.state, save.info.reason, save.heroes) for save in saves(tmp_path)
    }
    assert told == {"sound": ("live", "", ["Ann"]), "broken": ("aside", UNREADABLE, [])}


def test_a_folder_without_runs_has_none_and_a_damaged_one_is_an_error(tmp_path: Path) -> None:
    assert saves(tmp_path) == []
    (tmp_path / FILE).write_bytes(b"no database" * 1000)
    with pytest.raises(DamagedDatabaseError):
        saves(tmp_path)
