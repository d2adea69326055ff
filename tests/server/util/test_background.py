import asyncio

from undertide_server.util.background import running


async def test_work_runs_until_the_context_ends() -> None:
    begun, stopped = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()

    async with running(work()):
        await begun.wait()
        assert not stopped.is_set()
    assert stopped.is_set()
