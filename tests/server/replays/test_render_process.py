"""The rendering worker is a process that is started on demand and can be killed at any time."""

from io import BytesIO
from pathlib import Path

import pytest

from support.sessions.durable_host import played
from support.sessions.kept_runs import write
from undertide_server.replays import render_process
from undertide_server.replays.errors import NoRoomError, RenderFailedError, RenderHungError
from undertide_server.replays.messages import (
    HEAD,
    PipeBeat,
    RenderEnded,
    RenderReport,
    RenderRun,
    RunRendered,
    length,
    packed,
    render_report_of,
)
from undertide_server.replays.render_process import RenderProcess, work
from undertide_server.store.records import Ending
from undertide_server.store.writes import RunClosed
from undertide_server.util import heartbeat

ROOM = 10**6
SLEEP = "time.sleep(60)"


async def rendered(process: RenderProcess, command: RenderRun) -> list[int]:
    """Return the last steps of the renders that come."""
    return [each.last async for each in process.render(command)]


async def test_one_process_renders_run_after_run(tmp_path: Path) -> None:
    run = played(tmp_path, 30).name
    write(tmp_path, RunClosed(run, Ending("ended", "lost")))
    process = RenderProcess()
    assert not process.runs
    command = RenderRun(str(tmp_path), run, 10**6)
    assert await rendered(process, command) == [30]
    with pytest.raises(NoRoomError):
        await rendered(process, RenderRun(str(tmp_path), run, 10))
    with pytest.raises(RenderFailedError, match="it was deleted"):
        await rendered(process, RenderRun(str(tmp_path), "nonesuch", 10))
    assert process.runs
    assert await rendered(process, command) == [30]
    await process.end()
    assert not process.runs


async def test_a_process_that_ends_by_itself_is_told_and_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render_process, "WORKER", ("-c", "print('x' * 100)"))
    process = RenderProcess()
    with pytest.raises(RenderFailedError):
        await rendered(process, RenderRun(str(tmp_path), "r1", 1))
    assert not process.runs


async def test_a_process_that_hangs_is_ended_and_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, process = over(tmp_path), RenderProcess()
    with monkeypatch.context() as hanging:
        hanging.setattr(heartbeat, "BEAT_SECONDS", 0.01)
        beat = f"import sys, time; sys.stdout.buffer.write({packed(PipeBeat())!r})"
        hanging.setattr(render_process, "WORKER", ("-c", f"{beat}; sys.stdout.flush(); {SLEEP}"))
        with pytest.raises(RenderHungError):
            await rendered(process, RenderRun(str(tmp_path), run, ROOM))
    assert not process.runs
    assert await rendered(process, RenderRun(str(tmp_path), run, ROOM)) == [30]
    await process.end()


def over(folder: Path) -> str:
    """Return a run that is over."""
    run = played(folder, 30).name
    write(folder, RunClosed(run, Ending("ended", "lost")))
    return run


def told(*commands: RenderRun) -> list[RenderReport]:
    """Return what a worker tells of these commands, but for beats."""
    stdout = BytesIO()
    work(BytesIO(b"".join(map(packed, commands))), stdout)
    stdout.seek(0)
    reports = []
    while head := stdout.read(HEAD):
        reports.append(render_report_of(stdout.read(length(head))))
    assert isinstance(reports[0], PipeBeat)
    return [each for each in reports if not isinstance(each, PipeBeat)]


def test_each_run_is_rendered_and_its_end_is_told(tmp_path: Path) -> None:
    command = RenderRun(str(tmp_path), over(tmp_path), ROOM)
    first, ended, *again = told(command, command)
    assert isinstance(first, RunRendered)
    party, _hero = sorted(first.views)
    assert (first.first, first.last, party) == (1, 30, 0)
    assert ended == RenderEnded("done")
    assert again == [first, ended]


def test_what_does_not_fit_is_told_and_not_sent(tmp_path: Path) -> None:
    assert told(RenderRun(str(tmp_path), over(tmp_path), 500)) == [RenderEnded("room")]


def test_a_failure_is_told_and_the_next_run_rendered(tmp_path: Path) -> None:
    run = over(tmp_path)
    commands = [RenderRun(str(tmp_path), each, ROOM) for each in ("nonesuch", run)]
    failed, *rest = told(*commands)
    assert failed == RenderEnded("failed", "it was deleted")
    assert rest[-1] == RenderEnded("done")
