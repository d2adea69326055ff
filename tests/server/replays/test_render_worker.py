"""A rendering worker without a process: commands in, renders out, in memory."""

from io import BytesIO
from pathlib import Path

from support.sessions.durable_host import played
from support.sessions.kept_runs import write
from undertide_server.replays.messages import (
    HEAD,
    RenderEnded,
    RenderReport,
    RenderRun,
    RunRendered,
    length,
    packed,
    render_report_of,
)
from undertide_server.replays.render_worker import work
from undertide_server.store.records import Ending
from undertide_server.store.writes import (
    RunClosed,
)

ROOM = 10**6


def over(folder: Path) -> str:
    """Return a run that is over."""
    run = played(folder, 30).name
    write(folder, RunClosed(run, Ending("ended", "lost")))
    return run


def told(*commands: RenderRun) -> list[RenderReport]:
    """Return what a worker tells of these commands."""
    stdout = BytesIO()
    work(BytesIO(b"".join(map(packed, commands))), stdout)
    stdout.seek(0)
    reports = []
    while head := stdout.read(HEAD):
        reports.append(render_report_of(stdout.read(length(head))))
    return reports


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
