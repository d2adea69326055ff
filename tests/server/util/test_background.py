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


async def test_whoever_is_cancelled_while_the_work_ends_is_cancelled() -> None:
    ending, may_end = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ending.set()
            await may_end.wait()

    async def outer() -> None:
        async with running(work()):
            await asyncio.sleep(0)

    task = asyncio.create_task(outer())
    await ending.wait()
    task.cancel()
    may_end.set()
    await asyncio.wait([task])
    assert task.cancelled()
