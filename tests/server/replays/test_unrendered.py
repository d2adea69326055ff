"""What is rendered next: what the present rules played, after the last render."""

from pathlib import Path

from support.sessions.durable_host import Host, played
from support.sessions.kept_runs import change, write
from undertide_server.replays.unrendered import rendering, unrendered_of
from undertide_server.simulation.snapshot import take_snapshot
from undertide_server.simulation.version import RULES
from undertide_server.store.records import Ending, RulesStretch, Snapshot
from undertide_server.store.renders import RenderReader
from undertide_server.store.writes import (
    Renewed,
    RunClosed,
)


def found(folder: Path, run: str) -> list[tuple[int, int]]:
    """Return the steps to be rendered: those after the first of two numbers up to the second."""
    with RenderReader(folder) as reader:
        return [(each.after, each.last) for each in unrendered_of(reader, run)]


def test_a_run_that_goes_on_is_rendered_to_its_last_snapshot(tmp_path: Path) -> None:
    host = Host(tmp_path)
    host.play(10)
    host.keep()
    host.play(10)
    host.stop()
    assert found(tmp_path, host.name) == [(0, 10)]


def test_a_run_that_goes_on_without_a_snapshot_waits_for_one(tmp_path: Path) -> None:
    assert found(tmp_path, played(tmp_path, 10).name) == []


def test_a_run_that_is_over_is_rendered_to_its_end(tmp_path: Path) -> None:
    host = Host(tmp_path)
    host.play(20)
    host.stop()
    write(tmp_path, RunClosed(host.name, Ending("ended", "lost")))
    (render,) = rendering(tmp_path, host.name)
    assert (render.first, render.last, render.ticks) == (1, 20, 19)
    write(tmp_path, render)
    assert found(tmp_path, host.name) == []
    assert list(rendering(tmp_path, host.name)) == []


def test_rendering_goes_on_where_the_last_render_ended(tmp_path: Path) -> None:
    host = Host(tmp_path)
    for _ in range(2):
        host.play(10)
        host.keep()
    host.play(5)
    host.stop()
    write(tmp_path, *rendering(tmp_path, host.name))
    write(tmp_path, RunClosed(host.name, Ending("ended", "lost")))
    assert found(tmp_path, host.name) == [(20, 25)]
    (render,) = rendering(tmp_path, host.name)
    assert (render.first, render.last) == (21, 25)


def test_parts_of_other_rules_are_left_out(tmp_path: Path) -> None:
    host = Host(tmp_path)
    host.play(10)
    state = take_snapshot(host.session.run)
    host.play(10)
    host.stop()
    write(tmp_path, Renewed(host.name, RulesStretch(RULES, Snapshot(10, state))))
    write(tmp_path, RunClosed(host.name, Ending("ended", "lost")))
    change(tmp_path, f"UPDATE runs SET rules = {RULES + 1}")
    assert found(tmp_path, host.name) == [(10, 20)]
    (render,) = rendering(tmp_path, host.name)
    assert (render.first, render.last) == (11, 20)
