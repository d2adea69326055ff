import asyncio
import itertools

from undertide_client.api.client import ANSWER_SECONDS
from undertide_client.api.pauses import FAILED_SECONDS, MAX_RETRIES, FailurePause, retry_waits


def test_each_wait_is_longer_and_all_end_before_an_answer_is_given_up() -> None:
    waits = list(retry_waits())
    assert len(waits) == MAX_RETRIES
    assert all(later > earlier for earlier, later in itertools.pairwise(waits))
    assert sum(waits) < ANSWER_SECONDS


async def test_a_failure_begins_a_pause() -> None:
    pause = FailurePause()
    began = asyncio.get_running_loop().time()
    pause.begin()
    await pause.over()
    assert asyncio.get_running_loop().time() - began >= FAILED_SECONDS / 2
