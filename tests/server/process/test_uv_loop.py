import asyncio
import time

from undertide_server.process.uv_loop import UvLoop


def test_timers_hold_on_the_clock_of_asyncio() -> None:
    async def wait() -> float:
        loop = asyncio.get_running_loop()
        due = time.monotonic() + 0.02
        called = loop.create_future()
        loop.call_at(due, lambda: called.set_result(loop.time()))
        early: float = due - await called
        return early

    with asyncio.Runner(loop_factory=UvLoop) as runner:
        early = runner.run(wait())
    assert early < 0.002, "uvloop rounds timers to milliseconds"
