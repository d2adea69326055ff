"""Questions about owners go to one thread, in order."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

import pytest
from structlog.testing import capture_logs

from undertide_server.cluster import store_thread
from undertide_server.cluster.links.errors import QuestionRefusedError
from undertide_server.cluster.store_thread import StoreThread, answer_of
from undertide_server.store.errors import StoreError, StoreFaultError
from undertide_server.store.leases import LeaseLostError
from undertide_server.store.ownership import Ownership


class Opened:
    """Owners that note which threads open, use and close them."""

    def __init__(self) -> None:
        self.threads: list[int] = []

    @contextmanager
    def open(self) -> Iterator[Ownership]:
        self.threads.append(threading.get_ident())
        yield cast("Ownership", self)
        self.threads.append(threading.get_ident())

    def ask(self) -> str:
        self.threads.append(threading.get_ident())
        return "answer"


async def test_one_other_thread_opens_asks_and_closes() -> None:
    opened = Opened()
    thread = StoreThread(opened.open)
    asked: Any = lambda owners: owners.ask()  # noqa: E731
    assert await thread.call(asked) == "answer"
    thread.close()
    assert len(opened.threads) == 3
    assert len({*opened.threads, threading.get_ident()}) == 2


async def test_a_fault_reaches_who_asked_and_the_next_one_is_answered() -> None:
    thread = StoreThread(Opened().open)

    def fails(_owners: Ownership) -> None:
        raise StoreError("the store is away")

    with pytest.raises(StoreError, match="away"):
        await thread.call(fails)
    assert await thread.call(lambda _owners: 1) == 1
    thread.close()


class FailingStore:
    """A store that fails in these ways, one after the other, and then answers."""

    def __init__(self, *faults: Exception) -> None:
        self.faults = list(faults)

    async def call(self, ask: Callable[[Ownership], Any]) -> Any:
        if self.faults:
            raise self.faults.pop(0)
        return ask(cast(Ownership, self))


def stores(*faults: Exception) -> StoreThread:
    return cast(StoreThread, FailingStore(*faults))


async def test_it_is_asked_again_until_it_answers_and_the_log_says_once_that_it_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(store_thread, "STORE_SECONDS", 0.0)
    with capture_logs() as logs:
        store = stores(StoreFaultError("it is away"), OSError("it is gone"))
        assert await answer_of(store, lambda _owners: 7) == 7
    assert [each["reason"] for each in logs] == ["it is away"]


async def test_a_node_whose_lease_is_lost_asks_no_further() -> None:
    with pytest.raises(QuestionRefusedError):
        await answer_of(stores(LeaseLostError("a")), lambda _owners: 7)
