"""What holds for every test: nothing fails unseen, and examples can be repeated."""

import asyncio
import gc
import os
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from hypothesis import settings

pytest_plugins = ["pytester", "support.postgres.fixtures", "support.selection.plugin"]

# No deadline: the machines that run this are shared. Where CI is set, the same examples each time.
settings.register_profile("developer", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "developer")

# A test that starts the program finds it compiled by the test before.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


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

    with mock.patch.object(asyncio.BaseEventLoop, "default_exception_handler", note):
        yield
        gc.collect()
        gc.freeze()
    for context in unseen:
        error = context.get("exception")
        if isinstance(error, BaseException):
            error.add_note(context["message"])
            raise error
    assert not unseen
