"""What holds for every test: nothing fails unseen, and examples can be repeated."""

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack
from typing import Any, Final
from unittest import mock

import pytest
from hypothesis import settings

from undertide_server.process.event_loop import ASYNCIO, LOOP_VARIABLE, UVLOOP

LOOPS: Final[dict[str, Callable[[], asyncio.AbstractEventLoop]]] = {ASYNCIO: asyncio.new_event_loop}
"""What makes the event loops on which a server runs."""
LOOP_CLASSES: Final[list[type]] = [asyncio.BaseEventLoop]
"""Classes of which each of them is one."""
if sys.platform != "win32":  # which uvloop doesn't support
    from undertide_server.process.uv_loop import UvLoop

    LOOPS[UVLOOP] = UvLoop
    LOOP_CLASSES.append(UvLoop)

pytest_plugins = ["pytester", "support.postgres.fixtures", "support.selection.plugin"]

# No deadline: the machines that run this are shared. Where CI is set, the same examples each time.
settings.register_profile("developer", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "developer")

# A test that starts the program finds it compiled by the test before, and so does the next run of
# the tests: to compile everything anew takes longer than most files of tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# `nohup` ignores SIGHUP, and a shell ignores SIGINT for what it runs in the background. Programs
# inherit that, and those of the tests wouldn't react to such signals. They don't inherit handlers.
for _number in filter(None, (signal.SIGINT, getattr(signal, "SIGHUP", None))):
    if signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, lambda _number, _frame: None)


def pytest_configure(config: pytest.Config) -> None:
    """Make the marks known."""
    config.addinivalue_line("markers", "both_loops: runs on each event loop that a server may use")


def pytest_asyncio_loop_factories(
    item: pytest.Item,
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Return what makes the loops of a test: both where it asks for them, else the one of asyncio.

    With `UNDERTIDE_LOOP=uvloop` in the environment all tests, and the servers that they start, run
    on the other one.
    """
    if item.get_closest_marker("both_loops") is not None:
        return LOOPS
    name = os.environ.get(LOOP_VARIABLE, ASYNCIO)
    return {name: LOOPS[name]}


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect tests without looking for garbage: what is imported stays, and looking is dear."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Keep all that was imported out of later collections, which come once a test."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def nothing_fails_unseen() -> Iterator[None]:
    """Fail the test that left behind what asyncio would only have logged.

    That is a background task that died and nobody asked, a callback that raised, or a transport
    that broke. Collecting garbage makes tasks that nobody holds any more speak up in time. Later
    collections leave out what survives this one, for it would make each slower than the last.
    """
    unseen: list[dict[str, Any]] = []

    def note(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        unseen.append(context)

    with ExitStack() as noting:
        for loop_class in LOOP_CLASSES:
            patch = mock.patch.object(loop_class, "default_exception_handler", note)
            noting.enter_context(patch)
        yield
        gc.collect()
        gc.freeze()
    for context in unseen:
        error = context.get("exception")
        if isinstance(error, BaseException):
            error.add_note(context["message"])
            raise error
    assert not unseen
