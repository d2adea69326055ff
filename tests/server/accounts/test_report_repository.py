import pytest

from support.sessions.reported import evidence
from undertide_server.accounts import report_repository
from undertide_server.accounts.database import open_accounts
from undertide_server.accounts.report_repository import ReportRepository
from undertide_server.store.engine.protocol import StoreConnection
from undertide_shared.messages import ReportInfo, ReportLine


@pytest.fixture
def connection(new_accounts: StoreConnection) -> StoreConnection:
    return new_accounts


def test_a_report_is_kept_whole(connection: StoreConnection) -> None:
    reports = ReportRepository(connection)
    number = reports.add(evidence(), "insults", 7.5)
    assert reports.page(0, 10) == [
        ReportInfo(
            *(number, 7, "k7m2q", "Ann", "ann", "Dov", "dov", "192.0.2.7", "insults"),
            lines=[ReportLine("Dov", "go away")],
        )
    ]


def test_pages_go_from_the_latest_back(connection: StoreConnection) -> None:
    reports = ReportRepository(connection)
    numbers = [reports.add(evidence(), "", float(at)) for at in range(5)]
    assert [one.id for one in reports.page(0, 2)] == numbers[:-3:-1]
    assert [one.id for one in reports.page(numbers[3], 2)] == [numbers[2], numbers[1]]


def test_old_ones_and_too_many_are_discarded(
    connection: StoreConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report_repository, "MOST_REPORTS", 3)
    reports = ReportRepository(connection)
    for at in range(5):
        reports.add(evidence(), "", float(at))
    assert [one.at for one in reports.page(0, 10)] == [4, 3, 2]
    assert reports.forget(4.0) == 2
    assert [one.at for one in reports.page(0, 10)] == [4]


def test_damaged_chat_hides_no_report() -> None:
    connection = open_accounts(None)
    reports = ReportRepository(connection)
    reports.add(evidence(), "insults", 1.0)
    connection.execute("UPDATE reports SET lines = x'ff', at = 'soon'")
    (report,) = reports.page(0, 10)
    assert (report.reason, report.at, report.lines) == ("insults", 0, [])
