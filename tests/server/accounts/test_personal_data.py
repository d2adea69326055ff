from pathlib import Path

import pytest

from support.postgres.interleaving import InterruptedConnection, Meanwhile
from support.sessions.account_services import evidence
from undertide_server.accounts.errors import LoginEndedError, NameTakenError
from undertide_server.accounts.moderation_repository import ModerationRepository
from undertide_server.accounts.personal_data import ERASED, PersonalData
from undertide_server.accounts.records import AccountRecord
from undertide_server.accounts.reports import ReportRepository
from undertide_server.accounts.repository import AccountRepository
from undertide_server.store.engine.protocol import StoreConnection
from undertide_shared.messages import AuditEntry

DEEDS = (
    ("ann", "banned dov for good: ann said so"),
    ("Olga", "kicked ann: rude"),
    ("Olga", "ended the ban of ann"),
    ("Olga", "made ann party leader"),
    ("Olga", "kicked annabel: rude"),
    ("Olga", "announced: ann is back"),
    ("Olga", "banned Bo (seat 1, account ann) and ann (spectator), by account ann"),
)


@pytest.fixture
def connection(new_accounts: StoreConnection) -> StoreConnection:
    connection = new_accounts
    known = AccountRepository(connection).add("ann", "hash", 10, 5.0)
    AccountRepository(connection).add_token(known, b"digest", 90.0, 6.0)
    moderation = ModerationRepository(connection)
    moderation.ban("ann", "", "Olga", 99.0, "rude")
    moderation.ban("dov", "", "Olga", 99.0, "")
    for at, (who, text) in enumerate(DEEDS):
        moderation.write(AuditEntry(at, who, text, "k7m2q"), float(at))
    ReportRepository(connection).add(evidence(), "insults", 7.0)
    return connection


def record_of(connection: StoreConnection, name: str = "ann") -> AccountRecord:
    record = AccountRepository(connection).find(name)
    assert record is not None
    return record


def everything(connection: StoreConnection) -> str:
    """Return all words of all tables."""
    tables = ("accounts", "tokens", "outlaws", "deeds", "reports", "erased")
    return str([list(connection.execute(f"SELECT * FROM {table}")) for table in tables])


def test_a_copy_has_all_that_is_kept(connection: StoreConnection) -> None:
    told = PersonalData(connection, None).export(record_of(connection))
    assert told == {
        "account": {"name": "ann", "operator": False, "made": 5, "last_login": 6},
        "logins": [{"made": 6.0, "expires": 90.0}],
        "bans": [{"by": "Olga", "until": 99.0, "reason": "rude"}],
        "deeds": [{"at": 0.0, "text": DEEDS[0][1], "session": "k7m2q"}],
        "reports": [
            {"at": 7.0, "session": "k7m2q", "by": "Ann", "name": "Dov", "reason": "insults"}
        ],
        "runs": [],
    }


def test_a_copy_has_no_more_than_wanted_and_the_latest_first(
    connection: StoreConnection,
) -> None:
    moderation = ModerationRepository(connection)
    for at in (8, 9):
        moderation.write(AuditEntry(at, "ann", f"deed {at}"), float(at))
    told = PersonalData(connection, None).export(record_of(connection), 2)
    assert [deed["text"] for deed in told["deeds"]] == ["deed 9", "deed 8"]


def test_a_folder_without_runs_has_none(connection: StoreConnection, tmp_path: Path) -> None:
    assert PersonalData(connection, tmp_path).export(record_of(connection))["runs"] == []


def test_erasing_takes_the_name_out_of_every_table(connection: StoreConnection) -> None:
    PersonalData(connection, None).erase(record_of(connection))
    assert AccountRepository(connection).find("ann") is None
    entries = ModerationRepository(connection).entries(None)
    assert [(entry.who, entry.text) for entry in reversed(entries)] == [
        (ERASED, "banned dov for good: ann said so"),
        ("Olga", f"kicked {ERASED}: rude"),
        ("Olga", f"ended the ban of {ERASED}"),
        ("Olga", f"made {ERASED} party leader"),
        ("Olga", "kicked annabel: rude"),
        ("Olga", "announced: ann is back"),
        (
            "Olga",
            f"banned Bo (seat 1, account {ERASED}) and {ERASED} (spectator), by account {ERASED}",
        ),
    ]
    assert [ban.account for ban in ModerationRepository(connection).bans()] == ["dov"]
    (report,) = ReportRepository(connection).page(0, 10)
    assert (report.by, report.by_account, report.account) == (ERASED, "", "dov")
    assert "digest" not in everything(connection)
    assert "'ann'" not in everything(connection)


def test_an_erased_person_is_no_longer_named_in_reports_by_account(
    connection: StoreConnection,
) -> None:
    AccountRepository(connection).add("dov", "hash", 10, 5.0)
    PersonalData(connection, None).erase(record_of(connection, "dov"))
    (report,) = ReportRepository(connection).page(0, 10)
    assert (report.by_account, report.name, report.account) == ("ann", "Dov", "")


@pytest.mark.parametrize("name", ["ann", "ANN"])
def test_nobody_takes_an_erased_name(connection: StoreConnection, name: str) -> None:
    PersonalData(connection, None).erase(record_of(connection))
    with pytest.raises(NameTakenError):
        AccountRepository(connection).add(name, "", 10, 0.0)
    assert AccountRepository(connection).add("anna", "", 10, 0.0).name == "anna"


def test_an_account_that_has_changed_meanwhile_stays(connection: StoreConnection) -> None:
    record = record_of(connection)
    AccountRepository(connection).set_password(record.known, "other")
    with pytest.raises(LoginEndedError):
        PersonalData(connection, None).erase(record)
    assert record_of(connection).password == "other"


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
def test_a_name_that_is_erased_while_somebody_asks_for_it_is_given_to_nobody(
    interrupted: InterruptedConnection, connection: StoreConnection
) -> None:
    def add() -> None:
        with pytest.raises(NameTakenError):
            AccountRepository(connection).add("Ann", "", 10, 0.0)

    asking = Meanwhile(interrupted.address, add)
    interrupted.before_commit = asking.begin
    PersonalData(interrupted, None).erase(record_of(interrupted))
    asking.result()


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
def test_an_account_whose_password_changes_while_it_is_erased_is_gone(
    interrupted: InterruptedConnection, connection: StoreConnection
) -> None:
    record = record_of(connection)

    def change() -> None:
        with pytest.raises(LoginEndedError):
            AccountRepository(connection).set_password(record.known, "new")

    changing = Meanwhile(interrupted.address, change)
    interrupted.before_commit = changing.begin
    PersonalData(interrupted, None).erase(record)
    changing.result()
    assert AccountRepository(connection).find("ann") is None
