#!/usr/bin/env bash
# pytest-asyncio 1.5: a time limit around a fixture's `yield` never ends the test.
#
# Guess: an async fixture is `async with` around the test: asyncio.timeout() in it ends a test that
# hangs, and a TaskGroup in it cancels the test once one of its tasks fails.
# So it is for an asynccontextmanager in the test itself. A fixture's part before `yield`, the test,
# and the part behind it run in a task each. asyncio.timeout() belongs to the task that entered it,
# which has ended by then: when the time is over nobody is cancelled, and the end of the block
# raises nothing either, so a test five times as long as its limit passes. A TaskGroup whose task
# failed lets the test go on to its end, and only the teardown tells. So limits belong into the test
# or to pytest-timeout; and what watches over a test needs asyncio.current_task() of the test.
# Source: pytest_asyncio/plugin.py, _wrap_asyncgen_fixture(): `setup` and `async_finalizer` are run
# each on its own; asyncio/timeouts.py, __aenter__(): it keeps the current task.
# Undertide: sets no limits in fixtures; pytest-timeout ends what hangs.
. "$(dirname "$0")/lib.sh"
python_with pytest==9.2.0 pytest-asyncio==1.5.0
cat >"$work/test_limits.py" <<'PYTHON'
import asyncio
import contextlib
import time

import pytest
import pytest_asyncio

@contextlib.asynccontextmanager
async def limit():
    async with asyncio.timeout(0.2):
        yield

@contextlib.asynccontextmanager
async def group():
    async def fail():
        raise ConnectionError("the server died")

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(fail())
        yield

@pytest_asyncio.fixture
async def limited():
    async with limit():
        yield

@pytest_asyncio.fixture
async def grouped():
    async with group():
        yield

async def run_on():
    begun = time.monotonic()
    await asyncio.sleep(1)
    print(f"\nthe test ran on to its end, for {time.monotonic() - begun:.1f} s", end=" ")

@pytest.mark.asyncio
async def test_limit_in_the_test():
    with pytest.raises(TimeoutError):
        async with limit():
            await run_on()

@pytest.mark.asyncio
async def test_group_in_the_test():
    with pytest.raises(ExceptionGroup):
        async with group():
            await run_on()

@pytest.mark.asyncio
async def test_limit_in_a_fixture(limited):
    await run_on()

@pytest.mark.asyncio
async def test_group_in_a_fixture(grouped):
    await run_on()
PYTHON
cd "$work"
"$python" -m pytest -v -s --tb=no -c /dev/null --rootdir . -W ignore test_limits.py >"$work/told" 2>&1 || true
grep -E "^test_|ran on|ERROR |passed" "$work/told"
grep -q "4 passed, 1 error" "$work/told"
[ "$(grep -c "ran on to its end, for 1.. s" "$work/told")" = 2 ]
grep -q "^ERROR test_limits.py::test_group_in_a_fixture" "$work/told"
as_stated "a fixture's limit ends no test"
