"""The shared fixtures do catch what they are there to catch."""

import signal
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).with_name("conftest.py")


def outcomes(pytester: pytest.Pytester, source: str) -> dict[str, int]:
    """Run `source` as a test file under the project's conftest; return how many passed, failed …"""
    pytester.makeconftest(CONFTEST.read_text())
    pytester.makepyfile(source)
    result = pytester.runpytest_subprocess(
        *("--override-ini=asyncio_mode=auto", f"--override-ini=pythonpath={CONFTEST.parent}"),
        *("-p", "no:randomly", "-p", "no:cacheprovider"),
    )
    return result.parseoutcomes()


def test_a_background_task_that_dies_fails_its_test(pytester: pytest.Pytester) -> None:
    source = """
        import asyncio

        async def die():
            raise LookupError("in the background")

        async def test_leaves_a_dead_task():
            task = asyncio.create_task(die())
            await asyncio.wait([task])

        async def test_leaves_nothing():
            pass
    """
    assert outcomes(pytester, source) == {"passed": 2, "errors": 1}


def test_a_dead_task_in_a_reference_cycle_fails_its_test(pytester: pytest.Pytester) -> None:
    source = """
        import asyncio

        def test_runs_a_loop_of_its_own():
            async def die():
                raise LookupError("in the background")

            async def main():
                task = asyncio.create_task(die())
                held = [task]
                held.append(held)
                await asyncio.wait([task])

            asyncio.run(main())
    """
    assert outcomes(pytester, source) == {"passed": 1, "errors": 1}


def test_a_callback_that_raises_fails_its_test(pytester: pytest.Pytester) -> None:
    source = """
        import asyncio

        async def test_schedules_a_fault():
            loop, later = asyncio.get_running_loop(), asyncio.Event()
            loop.call_soon(int, "no number")
            loop.call_soon(later.set)
            await later.wait()
    """
    assert outcomes(pytester, source) == {"passed": 1, "errors": 1}


def test_a_failure_that_was_asked_for_is_no_fault(pytester: pytest.Pytester) -> None:
    source = """
        import asyncio

        import pytest

        async def die():
            raise LookupError("in the background")

        async def test_awaits_it():
            with pytest.raises(LookupError):
                await asyncio.create_task(die())

        async def test_handles_it():
            heard = []
            loop = asyncio.get_running_loop()
            loop.set_exception_handler(lambda _, context: heard.append(context))
            later = asyncio.Event()
            loop.call_soon(int, "no number")
            loop.call_soon(later.set)
            await later.wait()
            assert len(heard) == 1
    """
    assert outcomes(pytester, source) == {"passed": 2}


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGHUP")
def test_programs_that_tests_start_take_signals_that_the_tests_were_told_to_ignore(
    pytester: pytest.Pytester,
) -> None:
    source = """
        import signal
        import subprocess
        import sys

        ASKED = "import signal; print(signal.getsignal(signal.SIGHUP).name)"

        def test_starts_a_program():
            told = subprocess.check_output([sys.executable, "-c", ASKED], text=True)
            assert told == "SIG_DFL\\n"
            signal.raise_signal(signal.SIGHUP)
    """
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as `nohup` does
    try:
        assert outcomes(pytester, source) == {"passed": 1}
    finally:
        signal.signal(signal.SIGHUP, before)
