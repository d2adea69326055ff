"""A question about owners is asked until the store answers it."""

from collections.abc import Callable
from typing import Any, cast

import pytest
from structlog.testing import capture_logs

from undertide_server.cluster import store_answers
from undertide_server.cluster.links.errors import QuestionRefusedError
from undertide_server.cluster.store_answers import answer_of
from undertide_server.cluster.store_thread import StoreThread
from undertide_server.store.errors import StoreFaultError
from undertide_server.store.leases import LeaseLostError
from undertide_server.store.ownership import Ownership


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
    monkeypatch.setattr(store_answers, "STORE_SECONDS", 0.0)
    with capture_logs() as logs:
        store = stores(StoreFaultError("it is away"), OSError("it is gone"))
        assert await answer_of(store, lambda _owners: 7) == 7
    assert [each["reason"] for each in logs] == ["it is away"]


async def test_a_node_whose_lease_is_lost_asks_no_further() -> None:
    with pytest.raises(QuestionRefusedError):
        await answer_of(stores(LeaseLostError("a")), lambda _owners: 7)
