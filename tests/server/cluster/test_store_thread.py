"""Questions about owners go to one thread, in order."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import pytest

from undertide_server.cluster.store_thread import StoreThread
from undertide_server.store.errors import StoreError
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
