from pathlib import Path

import pytest
from structlog.testing import capture_logs

from support.sessions.account_services import Clock, evidence, open_account_service
from undertide_server.accounts.accounts import DAY
from undertide_server.accounts.database import open_accounts
from undertide_server.accounts.reports import REPORTS_AT_ONCE, ReportRepository
from undertide_server.accounts.service import FORGET_SECONDS
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.store.engine.protocol import StoreConnection
from undertide_shared.limits import MAX_LISTED_REPORTS, MAX_REASON
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
    monkeypatch.setattr("undertide_server.accounts.reports.MOST_REPORTS", 3)
    reports = ReportRepository(connection)
    for at in range(5):
        reports.add(evidence(), "", float(at))
    assert [one.at for one in reports.page(0, 10)] == [4, 3, 2]
    assert reports.remove_reports(4.0) == 2
    assert [one.at for one in reports.page(0, 10)] == [4]


def test_damaged_chat_hides_no_report() -> None:
    connection = open_accounts(None)
    reports = ReportRepository(connection)
    reports.add(evidence(), "insults", 1.0)
    connection.execute("UPDATE reports SET lines = x'ff', at = 'soon'")
    (report,) = reports.page(0, 10)
    assert (report.reason, report.at, report.lines) == ("insults", 0, [])


async def test_reports_are_listed_after_a_restart_and_named_in_the_log(tmp_path: Path) -> None:
    with open_account_service(tmp_path) as service, capture_logs() as logs:
        await service.reports.add(evidence(), "insults \x1b" + "!" * 999)
    (entry,) = logs
    assert (entry["event"], entry["who"], entry["name"]) == ("reported", "Ann", "Dov")
    with open_account_service(tmp_path) as service:
        told = await service.reports.page(0)
    assert not told.more
    assert [report.name for report in told.reports] == ["Dov"]
    assert told.reports[0].reason.startswith("insults !!")
    assert len(told.reports[0].reason) == MAX_REASON


async def test_an_address_reports_a_few_times_and_then_waits() -> None:
    with open_account_service(None) as service:
        for _ in range(REPORTS_AT_ONCE):
            await service.reports.add(evidence(), "")
        with pytest.raises(RequestRefusedError, match="too_fast"):
            await service.reports.add(evidence(), "")
        assert len((await service.reports.page(0)).reports) == REPORTS_AT_ONCE


async def test_more_than_a_page_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("undertide_server.accounts.reports.REPORTS_AT_ONCE", 99)
    with open_account_service(None) as service:
        for _ in range(MAX_LISTED_REPORTS + 1):
            await service.reports.add(evidence(), "")
        first = await service.reports.page(0)
        second = await service.reports.page(first.reports[-1].id)
    assert (len(first.reports), first.more) == (MAX_LISTED_REPORTS, True)
    assert (len(second.reports), second.more) == (1, False)


async def test_reports_are_kept_for_some_days() -> None:
    clock = Clock()
    with open_account_service(None, clock, report_days=2) as service:
        await service.reports.add(evidence(), "")
        await service.forget_expired(0.0)
        assert len((await service.reports.page(0)).reports) == 1
        clock.now += 2 * DAY + 1
        await service.forget_expired(FORGET_SECONDS)
        assert (await service.reports.page(0)).reports == []
