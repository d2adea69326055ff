"""What very many kept runs cost: a start, a page of the lists, and deleting them all while serving.

    kept_runs.py [RUNS [STEPS]]

One run of STEPS steps is really played; the others are copies of it. Commits are those of the
deletion alone: as long as one takes, play waits.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final
from unittest import mock

sys.path.append(str(Path(__file__).parents[1]))

from structlog.testing import capture_logs

from support.sessions.copied_runs import copy_run
from support.sessions.durable_host import Host
from undertide_server.app import host
from undertide_server.replays.catalogue import RunCatalogue
from undertide_server.sessions.model.identity import NOBODY, Identity
from undertide_server.startup.choices import Choices
from undertide_server.store.database import FILE
from undertide_server.store.durable import DurableJournal
from undertide_server.store.records import Ending
from undertide_server.store.run_list import RunList
from undertide_server.store.writer import Writer
from undertide_server.store.writes import RunClosed
from undertide_shared.codec import encode
from undertide_shared.messages import Runs

RUNS: Final = 120_000
STEPS: Final = 200
DAYS: Final = 10
LOOKS: Final = 15
"""Pages that are read of each kind: their median counts."""
GOAL_MS: Final = 5.0
EVERYBODY: Final = {
    "a guest": NOBODY,
    "an account": Identity("ann"),
    "an operator": Identity(operator=True),
}


def main() -> None:
    """Measure and print."""
    given = [int(word) for word in sys.argv[1:]]
    runs, steps = (*given, *(RUNS, STEPS)[len(given) :])
    with tempfile.TemporaryDirectory() as place:
        data, config = Path(place) / "data", Path(place) / "config"
        config.mkdir()
        keep_run(data, steps)
        copy_run(data, runs - 1, days=DAYS)
        print(f"Kept runs: {runs} of {steps} steps, {_size(data):.1f} MB")
        asyncio.run(_tell_pages(data, runs))
        _tell_start("as shipped", Choices(port=0, data=data))
        (config / "server.toml").write_text(f"[storage]\nkeep_ended_days = {DAYS - 1}\n")
        asyncio.run(_tell_deletion(Choices(port=0, data=data, config=config)))
        print(f"  afterwards the database has {_size(data):.1f} MB")


def keep_run(data: Path, steps: int) -> None:
    """Play a run, keep a snapshot of it, and end it."""
    data.mkdir()
    made = Host(data)
    made.play(steps)
    made.keep()
    made.stop()
    writer = Writer(data)
    writer.apply([RunClosed(made.name, Ending("ended", "won"))])
    writer.close()


def _size(data: Path) -> float:
    """Return the megabytes of a folder's database."""
    return (data / FILE).stat().st_size / 1e6


async def _tell_pages(data: Path, runs: int) -> None:
    """Print the CPU of first pages and of pages in the middle."""
    middle = f"c{runs // 2:031x}"
    for who, identity in EVERYBODY.items():
        for which, before in (("first page", ""), ("page in the middle", middle)):
            looks = (measure_cpu(partial(read_page, data, identity, before)) for _ in range(LOOKS))
            spent = [await look for look in looks]
            print(f"  {which} for {who}: {median(spent):.1f} ms of CPU (goal: less than {GOAL_MS})")


async def read_page(data: Path, identity: Identity, before: str) -> bytes:
    """Return a page of the list of runs, encoded."""
    return encode(Runs(*await RunCatalogue(data).page(identity, before)))


async def measure_cpu(work: Callable[[], Awaitable[object]]) -> float:
    """Return the milliseconds of CPU that something takes, in all threads."""
    began = time.process_time()
    await work()
    return 1000 * (time.process_time() - began)


def _tell_start(how: str, choices: Choices) -> None:
    """Print how long a server takes until it listens."""

    async def start() -> float:
        stop, began, took = asyncio.Event(), time.monotonic(), 0.0

        def listening(_address: str) -> None:
            nonlocal took
            took = time.monotonic() - began
            stop.set()

        with capture_logs():
            await host(choices, stop, listening)
        return took

    print(f"  a start {how}: {asyncio.run(start()):.2f} s")


async def _tell_deletion(choices: Choices) -> None:
    """Print what it takes to delete all runs but one while the server serves."""
    assert choices.data is not None
    commits: list[float] = []
    mock.patch.object(DurableJournal, "_note_commit", lambda _, took: commits.append(took)).start()
    stop, listens = asyncio.Event(), asyncio.Event()
    began, cpu = time.monotonic(), time.process_time()
    with capture_logs():
        server = asyncio.create_task(host(choices, stop, lambda _address: listens.set()))
        await listens.wait()
        print(f"  a start that has them all to delete: {time.monotonic() - began:.2f} s")
        while _is_more_to_do(choices.data):  # noqa: ASYNC110  (tasks of the server do it)
            await asyncio.sleep(0.5)
        stop.set()
        await server
    took, spent = time.monotonic() - began, time.process_time() - cpu
    commits.sort()
    middle, p99, worst = (
        1000 * commits[int(share * (len(commits) - 1))] for share in (0.5, 0.99, 1)
    )
    print(f"  deleted in {took:.0f} s, with {spent:.0f} s of CPU")
    print(f"  {len(commits)} slices: {middle:.1f} ms, p99 {p99:.1f}, worst {worst:.1f}")


def _is_more_to_do(data: Path) -> bool:
    with RunList(data) as runs:
        space = runs.space()
        return (
            len(runs.old("ended", time.time() - 86_400, 0, 2)) > 0
            or runs.has_leftovers()
            or (space.returnable > 2 * 2**20)
        )


if __name__ == "__main__":
    main()
