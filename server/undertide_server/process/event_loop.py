"""The event loop of a server: uvloop's where it is installed, else the one of asyncio."""

import asyncio
import os
from collections.abc import Callable, Coroutine
from importlib.util import find_spec
from typing import Any, Final, TypeVar

import click

from undertide_shared.extras import lacks

LOOP_VARIABLE: Final = "UNDERTIDE_LOOP"
"""The environment variable that names an event loop. Workers inherit it from their supervisor."""
ASYNCIO: Final = "asyncio"
UVLOOP: Final = "uvloop"

Result = TypeVar("Result")


def run(service: Coroutine[Any, Any, Result]) -> Result:
    """Run a service to its end on the fastest event loop that is there, and return its result.

    Raises ClickException when the environment names a loop that isn't there.
    """
    try:
        loop_factory = _loop_factory(os.environ.get(LOOP_VARIABLE, ""))
    except click.ClickException:
        service.close()
        raise
    with asyncio.Runner(loop_factory=loop_factory) as runner:
        return runner.run(service)


def loop_name() -> str:
    """Return the name of the library whose event loop runs here."""
    bases = type(asyncio.get_running_loop()).__mro__
    is_uvloop = any(base.__module__.partition(".")[0] == UVLOOP for base in bases)
    return UVLOOP if is_uvloop else ASYNCIO


def _loop_factory(name: str) -> Callable[[], asyncio.AbstractEventLoop]:
    """Return what makes the loop with a name; without a name, the fastest one that is there."""
    if name not in {"", ASYNCIO, UVLOOP}:
        raise click.ClickException(f"{LOOP_VARIABLE} must be {ASYNCIO} or {UVLOOP}, not {name!r}")
    if name == UVLOOP and (problem := lacks("fast")):
        raise click.ClickException(f"{LOOP_VARIABLE}={UVLOOP}: {problem}")
    if name == ASYNCIO or find_spec(UVLOOP) is None:
        return asyncio.new_event_loop
    from undertide_server.process.uv_loop import UvLoop  # noqa: PLC0415  (an extra)

    return UvLoop
