import asyncio
import sqlite3
import threading

import pytest
from structlog.testing import capture_logs

from undertide_server.accounts.worker import Clerk
from undertide_server.sessions.model.errors import Refused


async def test_errands_are_done_in_order_away_from_the_loop() -> None:
    clerk, done = Clerk(), list[int]()
    for number in range(50):
        assert clerk.put(lambda number=number: done.append(number))  # type: ignore[misc]
    thread = await clerk.ask(threading.current_thread)
    assert done == list(range(50))
    assert thread is not threading.current_thread()
    clerk.close()


async def test_no_more_wait_than_there_may_be() -> None:
    clerk, gate = Clerk(most_waiting=2), threading.Event()
    first = asyncio.create_task(clerk.ask(gate.wait))
    second = asyncio.create_task(clerk.ask(gate.wait))
    await asyncio.sleep(0)
    assert not clerk.put(gate.wait)
    with pytest.raises(Refused) as caught:
        await clerk.ask(gate.wait)
    assert caught.value.code == "server_full"
    gate.set()
    await asyncio.gather(first, second)
    assert await clerk.ask(lambda: 7) == 7
    clerk.close()


async def test_a_disk_that_fails_is_told_without_its_details() -> None:
    def fail() -> None:
        raise sqlite3.OperationalError("disk I/O error at /secret/path")

    clerk = Clerk()
    with capture_logs() as logged, pytest.raises(Refused) as caught:
        await clerk.ask(fail)
    assert caught.value.code == "internal"
    assert "secret" not in caught.value.reason
    assert logged[0]["log_level"] == "error"
    clerk.close()


def test_what_nobody_waits_for_fails_into_the_log() -> None:
    def fail() -> None:
        raise sqlite3.OperationalError("disk is full")

    clerk = Clerk()
    with capture_logs() as logged:
        assert clerk.put(fail)
        clerk.close()
    assert "disk is full" in str(logged[0]["exc_info"])


def test_what_waits_is_done_before_the_end() -> None:
    clerk, done = Clerk(), list[int]()
    for number in range(20):
        clerk.put(lambda number=number: done.append(number))  # type: ignore[misc]
    clerk.close()
    assert len(done) == 20
