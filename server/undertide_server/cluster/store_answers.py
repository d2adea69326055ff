"""Answers of the store about owners, on which the fate of a run depends."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

import structlog

from undertide_server.cluster.links.errors import QuestionRefusedError
from undertide_server.cluster.store_thread import StoreThread
from undertide_server.store.errors import StoreError
from undertide_server.store.leases import LeaseLostError
from undertide_server.store.ownership import NewerRulesError, Ownership

STORE_SECONDS: Final = 0.2
"""Time between two questions to a store that doesn't answer."""

T = TypeVar("T")

log = structlog.get_logger()


async def answer_of(store: StoreThread, question: Callable[[Ownership], T]) -> T:
    """Return the store's answer, however long it takes.

    The log says once that it gives none. Raises QuestionRefusedError if the lease of this node is
    lost.
    """
    is_told = False
    while True:
        try:
            return await store.call(question)
        except (LeaseLostError, NewerRulesError) as fault:
            raise QuestionRefusedError(str(fault)) from fault
        except (StoreError, OSError) as fault:
            if not is_told:
                log.warning("the store gives no answer about an owner", reason=str(fault))
            is_told = True
            await asyncio.sleep(STORE_SECONDS)
