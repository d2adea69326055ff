"""The rendering worker is a process that is started on demand and can be killed at any time."""

from pathlib import Path

import pytest

from support.sessions.durable_host import played
from support.sessions.kept_runs import write
from undertide_server.replays import render_process
from undertide_server.replays.errors import NoRoomError, RenderFailedError
from undertide_server.replays.messages import RenderRun
from undertide_server.replays.render_process import RenderProcess
from undertide_server.store.records import Ending
from undertide_server.store.writes import (
    RunClosed,
)


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
