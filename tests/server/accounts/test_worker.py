import threading

import pytest
from structlog.testing import capture_logs

from support.processes.waiting import until
from undertide_server.accounts.worker import BlockingWorker
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.store.errors import StatementError, StoreFaultError


async def test_errands_are_done_in_order_away_from_the_loop() -> None:
    worker, done = BlockingWorker(), list[int]()
    for number in range(50):
        assert worker.enqueue_job(lambda number=number: done.append(number))  # type: ignore[misc]
    thread = await worker.run_job(threading.current_thread)
    assert done == list(range(50))
    assert thread is not threading.current_thread()
    worker.close()


async def test_no_more_wait_than_there_may_be() -> None:
    worker, gate, gone_on = BlockingWorker(most_waiting=2), threading.Event(), threading.Event()
    assert worker.enqueue_job(gate.wait)
    assert worker.enqueue_job(gate.wait)
    assert not worker.enqueue_job(gate.wait)
    with pytest.raises(RequestRefusedError) as caught:
        await worker.run_job(gate.wait)
    assert caught.value.code == "server_full"
    gate.set()
    await until(lambda: worker.enqueue_job(gone_on.set))
    await until(gone_on.is_set)
    assert await worker.run_job(lambda: 7) == 7
    worker.close()


async def test_a_disk_that_fails_is_told_without_its_details() -> None:
    def fail() -> None:
        raise StoreFaultError("disk I/O error at /secret/path")

    worker = BlockingWorker()
    with capture_logs() as logged, pytest.raises(RequestRefusedError) as caught:
        await worker.run_job(fail)
    assert caught.value.code == "internal"
    assert "secret" not in caught.value.reason
    assert logged[0]["log_level"] == "error"
    worker.close()


async def test_an_outage_is_logged_once_and_its_end_too() -> None:
    def fail() -> None:
        raise StoreFaultError("the database can't be reached")

    worker = BlockingWorker()
    with capture_logs() as logged:
        for job in (fail, fail):
            with pytest.raises(RequestRefusedError):
                await worker.run_job(job)
        for _ in range(2):
            assert await worker.run_job(lambda: 7) == 7
    assert [each["event"] for each in logged] == [
        "accounts can't be read or written",
        "accounts are read and written again",
    ]
    worker.close()


async def test_each_statement_that_the_database_does_not_understand_is_logged() -> None:
    def fail() -> None:
        raise StatementError("no such column")

    worker = BlockingWorker()
    with capture_logs() as logged:
        for _ in range(2):
            with pytest.raises(RequestRefusedError):
                await worker.run_job(fail)
    assert len(logged) == 2
    worker.close()


def test_what_nobody_waits_for_fails_into_the_log() -> None:
    def fail() -> None:
        raise StoreFaultError("disk is full")

    worker = BlockingWorker()
    with capture_logs() as logged:
        assert worker.enqueue_job(fail)
        worker.close()
    assert "disk is full" in str(logged[0]["exc_info"])


def test_what_waits_is_done_before_the_end() -> None:
    worker, done = BlockingWorker(), list[int]()
    for number in range(20):
        worker.enqueue_job(lambda number=number: done.append(number))  # type: ignore[misc]
    worker.close()
    assert len(done) == 20
