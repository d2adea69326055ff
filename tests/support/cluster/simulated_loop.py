"""An event loop in virtual time: real coroutines of a simulated process run on it."""

import asyncio
import contextvars
from asyncio.events import _get_running_loop, _set_running_loop
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, cast

from support.cluster.virtual_time import Process, VirtualTime


class SimulatedCall:
    """A call that an event loop makes later, unless it is cancelled."""

    def __init__(
        self, loop: "SimulatedLoop", call: Callable[[], object], context: contextvars.Context | None
    ) -> None:
        self._loop = loop
        self._call: Callable[[], object] | None = call
        self._context = context or contextvars.copy_context()

    def cancel(self) -> None:
        self._call = None

    def cancelled(self) -> bool:
        return self._call is None

    def run(self) -> None:
        """Make the call."""
        if self._call is not None:
            with self._loop.running():
                self._context.run(self._call)


class SimulatedLoop:
    """The event loop of a simulated process. It stands still while the process is stopped.

    `in_thread` carries out a call of `run_in_executor`, and calls back with its result or error.
    """

    def __init__(
        self,
        time: VirtualTime,
        process: Process,
        in_thread: Callable[
            [Callable[[], Any], Callable[[Any], object], Callable[[Exception], object]], object
        ],
    ) -> None:
        self.faults: list[dict[str, Any]] = []
        """What asyncio would have logged."""
        self._time = time
        self._process = process
        self._in_thread = in_thread
        self._as_loop = cast(asyncio.AbstractEventLoop, self)
        """All of a loop that coroutines need, if not all that there is."""
        self._tasks: set[asyncio.Task[Any]] = set()

    @contextmanager
    def running(self) -> Iterator[None]:
        """Let code find this loop as the running one."""
        before = _get_running_loop()
        _set_running_loop(self._as_loop)
        try:
            yield
        finally:
            _set_running_loop(before)

    def end(self) -> None:
        """End all coroutines where they are; nothing that they do reaches anybody."""
        with self.running():
            for task in list(self._tasks):
                coroutine = task.get_coro()
                if not task.done() and coroutine is not None:
                    coroutine.close()

    # --- what asyncio needs ------------------------------------------------------------------

    def time(self) -> float:
        return self._time.now

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return False

    def call_soon(
        self,
        callback: Callable[..., object],
        *args: Any,
        context: contextvars.Context | None = None,
    ) -> SimulatedCall:
        return self.call_later(0.0, callback, *args, context=context)

    def call_later(
        self,
        delay: float,
        callback: Callable[..., object],
        *args: Any,
        context: contextvars.Context | None = None,
    ) -> SimulatedCall:
        call = SimulatedCall(self, lambda: callback(*args), context)
        self._process.later(max(0.0, delay), call.run)
        return call

    def call_at(
        self,
        when: float,
        callback: Callable[..., object],
        *args: Any,
        context: contextvars.Context | None = None,
    ) -> SimulatedCall:
        return self.call_later(when - self._time.now, callback, *args, context=context)

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self._as_loop)

    def create_task(self, coro: Coroutine[Any, Any, Any], **options: Any) -> asyncio.Task[Any]:
        task = asyncio.Task(coro, loop=self._as_loop, **options)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def run_in_executor(
        self, _executor: object, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        future = self.create_future()

        def answered(result: object) -> None:
            if not future.done():
                future.set_result(result)

        def failed(fault: Exception) -> None:
            if not future.done():
                future.set_exception(fault)

        self._in_thread(lambda: func(*args), answered, failed)
        return future

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        self.faults.append(context)
