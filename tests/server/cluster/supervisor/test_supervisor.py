"""The supervisor over workers that are no processes, and that end when a test says so."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from support.processes.waiting import let_others_go_on, until
from undertide_server.cluster.supervisor.errors import NoWorkerError, WorkerEndedError
from undertide_server.cluster.supervisor.supervisor import (
    LONGEST_WAIT,
    MOST_FAILED_STARTS,
    STEADY_SECONDS,
    Restarts,
    Supervisor,
)

ADDRESS = "ws://here:1"


class FakeWorker:
    """A worker that does nothing by itself, but ends when it is asked to."""

    def __init__(self, node: str) -> None:
        self.node = node
        self.pid = 1
        self.orders: list[str] = []
        self.is_deaf = False
        """Whether it goes on when it is asked to end."""
        self._serves = asyncio.Event()
        self._code: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    @property
    def number(self) -> int:
        """Its number, by its name."""
        return int(self.node.removeprefix("w").partition("-")[0])

    @property
    def has_ended(self) -> bool:
        """Whether its process is over."""
        return self._code.done()

    def serve(self) -> None:
        """Be ready."""
        self._serves.set()

    def end(self, code: int) -> None:
        """End by itself."""
        if not self._code.done():
            self._code.set_result(code)
            self._serves.set()

    async def ready(self) -> str:
        await self._serves.wait()
        if self._code.done():
            raise WorkerEndedError(self.node, self._code.result())
        return ADDRESS

    async def ended(self) -> int:
        return await asyncio.shield(self._code)

    def reload(self) -> None:
        self.orders.append("reload")

    def drain(self) -> None:
        self._asked("drain")

    def stop(self) -> None:
        self._asked("stop")

    def kill(self) -> None:
        self.orders.append("kill")
        self.end(-signal.SIGKILL)

    def _asked(self, order: str) -> None:
        self.orders.append(order)
        if not self.is_deaf:
            self.end(0)


class FakeHost:
    """A host that starts such workers. No time passes while it sleeps."""

    def __init__(self) -> None:
        self.launched: list[FakeWorker] = []
        self.first: list[str] = []
        """The nodes that were told to open the store."""
        self.forgotten: list[str] = []
        self.told: list[tuple[str, int]] = []
        self.waits: list[float] = []
        """The seconds of each wait before a start, but for none."""
        self.starts_at_once = True
        self.fails = False
        """Whether workers end at their start."""

    async def launch(self, node: str, *, opens_store: bool) -> FakeWorker:
        worker = FakeWorker(node)
        self.launched.append(worker)
        if opens_store:
            self.first.append(node)
        if self.fails:
            worker.end(3)
        elif self.starts_at_once:
            worker.serve()
        return worker

    async def remove_node(self, node: str) -> None:
        self.forgotten.append(node)

    def changed(self, address: str, serving: int) -> None:
        self.told.append((address, serving))

    async def sleep(self, seconds: float) -> None:
        if seconds:
            self.waits.append(seconds)
        await let_others_go_on()

    async def has_launched(self, workers: int) -> None:
        """Wait until so many workers were started in all."""
        await until(lambda: len(self.launched) == workers)

    def living(self) -> list[int]:
        """The numbers of the workers that have not ended."""
        return sorted(each.number for each in self.launched if not each.has_ended)


class Run:
    """A supervisor that runs."""

    def __init__(self, host: FakeHost, wanted: int) -> None:
        self.host = host
        self.supervisor = Supervisor(host, wanted, host.sleep)
        self.stop = asyncio.Event()
        self.task = asyncio.create_task(self.supervisor.run(self.stop, lambda: 0.0))

    async def serving(self, workers: int) -> None:
        """Wait until so many workers serve, as was told."""
        await until(lambda: bool(self.host.told) and self.host.told[-1] == (ADDRESS, workers))


@asynccontextmanager
async def supervised(wanted: int, host: FakeHost | None = None) -> AsyncIterator[Run]:
    """Run a supervisor until the context ends."""
    run = Run(host or FakeHost(), wanted)
    try:
        yield run
    finally:
        run.stop.set()
        await asyncio.gather(run.task, return_exceptions=True)
    assert run.host.living() == []


async def test_the_first_worker_opens_the_store_alone_and_the_others_follow() -> None:
    host = FakeHost()
    host.starts_at_once = False
    async with supervised(3, host) as run:
        await until(lambda: bool(host.launched))
        (first,) = host.launched
        assert host.first == [first.node]
        assert host.told == []
        first.serve()
        await until(lambda: len(host.launched) == 3)
        for worker in host.launched:
            worker.serve()
        await run.serving(3)
    assert host.first == [first.node]
    assert [worker.number for worker in host.launched] == [1, 2, 3]
    assert host.told == [(ADDRESS, 3)]


async def test_a_stop_ends_all_workers_with_the_server() -> None:
    async with supervised(2) as run:
        await run.serving(2)
        run.stop.set()
        await run.task
    assert [worker.orders for worker in run.host.launched] == [["stop"], ["stop"]]


async def test_a_stop_during_the_start_ends_what_has_started() -> None:
    host = FakeHost()
    host.starts_at_once = False
    async with supervised(2, host) as run:
        await until(lambda: bool(host.launched))
        run.stop.set()
        await run.task
    assert [worker.orders for worker in host.launched] == [["stop"]]


async def test_a_worker_that_dies_is_forgotten_and_replaced_at_once_as_another_node() -> None:
    async with supervised(2) as run:
        await run.serving(2)
        host = run.host
        dead = host.launched[1]
        dead.end(-signal.SIGKILL)
        await until(lambda: len(host.launched) == 3)
        await run.serving(2)
        assert host.forgotten == [dead.node]
        successor = host.launched[2]
        assert successor.number == dead.number
        assert successor.node != dead.node
        assert host.waits == []
        assert host.told == [(ADDRESS, 2), (ADDRESS, 1), (ADDRESS, 2)]


async def test_a_worker_that_dies_again_and_again_is_started_less_and_less_often() -> None:
    async with supervised(2) as run:
        await run.serving(2)
        host = run.host
        for deaths in range(1, 5):
            next(each for each in host.launched if each.number == 2 and not each.has_ended).end(1)
            await host.has_launched(2 + deaths)
            await run.serving(2)
        assert host.waits == [1.0, 2.0, 4.0]


async def test_a_worker_that_can_not_start_again_is_tried_while_another_serves() -> None:
    async with supervised(2) as run:
        await run.serving(2)
        host = run.host
        host.fails = True
        host.launched[1].end(1)
        await until(lambda: len(host.waits) >= 2 * MOST_FAILED_STARTS)
        host.fails = False
        await run.serving(2)
        assert not run.task.done()


async def test_a_server_ends_once_no_worker_starts_any_more() -> None:
    async with supervised(2) as run:
        await run.serving(2)
        run.host.fails = True
        for worker in list(run.host.launched):
            worker.end(1)
        with pytest.raises(NoWorkerError):
            await run.task
        assert MOST_FAILED_STARTS <= len(run.host.launched) - 2 <= 2 * MOST_FAILED_STARTS


async def test_a_server_whose_first_worker_can_not_start_ends_with_its_code() -> None:
    host = FakeHost()
    host.fails = True
    async with supervised(2, host) as run:
        with pytest.raises(WorkerEndedError) as raised:
            await run.task
    assert raised.value.code == 3
    assert len(host.launched) == 1


async def test_a_reload_reaches_each_worker_and_one_that_starts_once_it_serves() -> None:
    async with supervised(2) as run:
        await run.serving(2)
        host = run.host
        host.starts_at_once = False
        host.launched[1].end(1)
        await until(lambda: len(host.launched) == 3)
        run.supervisor.reload()
        first, _, starting = host.launched
        assert first.orders == ["reload"]
        assert starting.orders == []
        starting.serve()
        await run.serving(2)
        assert starting.orders == ["reload"]


async def test_workers_are_replaced_one_by_one_by_successors_that_serve_already() -> None:
    async with supervised(2) as run:
        await run.serving(2)
        host = run.host
        host.starts_at_once = False
        replacing = asyncio.create_task(run.supervisor.replace_all())
        for number in (1, 2):
            await host.has_launched(2 + number)
            former, successor = host.launched[number - 1], host.launched[-1]
            assert successor.number == former.number == number
            assert former.orders == []
            successor.serve()
            await former.ended()
            assert former.orders == ["drain"]
        await replacing
        assert len(host.launched) == 4
        assert host.told == [(ADDRESS, 2)]


async def test_a_worker_stays_if_its_successor_can_not_start() -> None:
    async with supervised(2) as run:
        await run.serving(2)
        host = run.host
        host.fails = True
        await run.supervisor.replace_all()
        assert [each.number for each in host.launched] == [1, 2, 1]
        assert [each.orders for each in host.launched[:2]] == [[], []]


async def test_a_worker_that_dies_while_it_is_replaced_has_one_successor() -> None:
    async with supervised(2) as run:
        await run.serving(2)
        host = run.host
        host.starts_at_once = False
        replacing = asyncio.create_task(run.supervisor.replace_all())
        await until(lambda: len(host.launched) == 3)
        host.launched[0].end(1)
        await run.serving(1)
        host.starts_at_once = True
        host.launched[2].serve()
        await replacing
        assert [each.number for each in host.launched] == [1, 2, 1, 2]
        assert host.living() == [1, 2]


async def test_a_worker_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("undertide_server.cluster.supervisor.supervisor.STOP_SECONDS", 0.0)
    async with supervised(2) as run:
        await run.serving(2)
        run.host.launched[0].is_deaf = True
        run.stop.set()
        await run.task
    assert run.host.launched[0].orders == ["stop", "kill"]


def test_the_first_restart_is_at_once_and_later_ones_wait_twice_as_long_each() -> None:
    restarts = Restarts()
    waits = [restarts.wait_after(0.0) for _ in range(8)]
    assert waits == [0.0, 1.0, 2.0, 4.0, 8.0, 16.0, LONGEST_WAIT, LONGEST_WAIT]


def test_a_worker_that_served_for_long_is_restarted_at_once() -> None:
    restarts = Restarts()
    for _ in range(5):
        restarts.wait_after(STEADY_SECONDS - 1.0)
    assert restarts.wait_after(STEADY_SECONDS) == 0.0
    assert restarts.wait_after(0.0) == 1.0
