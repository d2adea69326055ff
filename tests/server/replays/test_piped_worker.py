"""A worker is started for a command, and is gone after it failed, whatever it did."""

import os
import sys
from io import BytesIO
from typing import BinaryIO

import pytest

from undertide_server.replays.errors import WorkerFailedError
from undertide_server.replays.messages import PipeBeat, RenderEnded, packed, render_report_of
from undertide_server.replays.piped_worker import PipedWorker, working
from undertide_server.util import heartbeat

MOST_BYTES = 1000


def printing(*reports: bytes, then: str = "") -> tuple[str, str]:
    """Return the arguments of a worker that says something, whatever it is told."""
    return (
        "-c",
        f"import sys; sys.stdout.buffer.write({b''.join(reports)!r}); sys.stdout.flush();{then}",
    )


async def received(worker: PipedWorker) -> object:
    await worker.send_command(RenderEnded("done"))
    return await worker.receive_report(render_report_of)


async def test_the_first_report_that_is_no_beat_is_received() -> None:
    arguments = printing(packed(PipeBeat()), packed(RenderEnded("room")))
    worker = PipedWorker(lambda: arguments, 60.0, MOST_BYTES)
    assert not worker.runs
    assert await received(worker) == RenderEnded("room")
    assert worker.runs
    await worker.end()
    assert not worker.runs


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (b"", "its process ended"),
        ((10**6).to_bytes(4, "big"), "a message of 1000000 bytes"),
        (b"\0\0\0\1\xff", "Invalid|Expected|Malformed|unexpected"),
    ],
)
async def test_a_worker_that_says_nothing_fit_has_failed(said: bytes, reason: str) -> None:
    worker = PipedWorker(lambda: printing(said), 60.0, MOST_BYTES)
    with pytest.raises(WorkerFailedError, match=reason) as failure:
        await received(worker)
    assert not failure.value.is_hung
    assert not worker.runs


async def test_a_worker_that_takes_too_long_has_failed() -> None:
    worker = PipedWorker(lambda: ("-c", "import time; time.sleep(60)"), 0.0, MOST_BYTES)
    with pytest.raises(WorkerFailedError, match="it took too long"):
        await received(worker)
    assert not worker.runs


async def test_a_worker_that_falls_silent_has_hung(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "BEAT_SECONDS", 0.01)
    arguments = printing(packed(PipeBeat()), then="import time; time.sleep(60)")
    worker = PipedWorker(lambda: arguments, 60.0, MOST_BYTES)
    with pytest.raises(WorkerFailedError) as failure:
        await received(worker)
    assert failure.value.is_hung


async def test_a_worker_that_can_not_be_started_has_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "executable", "/nonexistent/python")
    worker = PipedWorker(lambda: (), 60.0, MOST_BYTES)
    with pytest.raises(WorkerFailedError, match="No such file"):
        await received(worker)


def test_work_reads_and_writes_the_streams_of_its_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nice: list[int] = []
    monkeypatch.setattr(os, "nice", nice.append, raising=False)

    class Stream:
        buffer = BytesIO()

        def fileno(self) -> int:
            return 0

    monkeypatch.setattr(sys, "stdin", Stream())
    monkeypatch.setattr(sys, "stdout", Stream())

    def work(stdin: BinaryIO, stdout: BinaryIO) -> None:
        assert stdin.fileno() == 0
        stdout.write(b"done")

    working(work, 19)
    assert (nice, Stream.buffer.getvalue()) == ([19], b"done")
