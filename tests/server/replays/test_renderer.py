"""A renderer takes the steps of a run once and notes what each view showed."""

from pathlib import Path

import pytest

from support.content.repertoire import REPERTOIRE
from support.sessions.durable_host import Host, played
from support.sessions.kept_runs import change, write
from undertide_server.replays import renderer
from undertide_server.replays.playback import greeting_of
from undertide_server.replays.renderer import Renderer, rendering, unrendered_of
from undertide_server.replays.renders import unpack_facts, unpack_frames
from undertide_server.replays.run_reader import RunReader
from undertide_server.simulation.snapshot import take_snapshot
from undertide_server.simulation.version import RULES
from undertide_server.store.records import Ending, RulesStretch, Snapshot
from undertide_server.store.renders import Rendered, RenderReader
from undertide_server.store.writes import Renewed, RunClosed
from undertide_server.views.view import PARTY
from undertide_shared.codec import decode_server
from undertide_shared.messages import Keyframe

STEPS = 45


def renders(folder: Path) -> list[Rendered]:
    """Return the renders of a short run."""
    source = RunReader(folder, played(folder, STEPS).name, REPERTOIRE)
    run = source.run_at(0)
    made = Renderer(run, greeting_of(source.header, source.game, (), 10), "real")
    steps = (source.record(step) for step in range(1, STEPS + 1))
    found = []
    while render := made.render(steps):
        found.append(render)
    run.world.close()
    return found


def test_renders_follow_each_other_to_the_last_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renderer, "MOST_STEPS", 20)
    found = renders(tmp_path)
    assert [(each.first, each.last) for each in found] == [(1, 20), (21, 40), (41, STEPS)]
    assert [each.ticks for each in found] == [19, 39, 44]
    assert [each.elapsed for each in found] == [1900, 3900, 4400]
    for each in found:
        facts = unpack_facts(each.facts)
        assert (facts.after + 1, facts.last) == (each.first, each.last)
        assert [span.name for span in facts.heroes] == ["Ann"]
        assert [facts.elapsed_at(step) for step in (each.first, each.last)] == [
            100 * (each.first - 1),
            each.elapsed,
        ]
        for data in each.views.values():
            first, *_ = unpack_frames(data)
            assert first.step == each.first
            assert isinstance(decode_server(first.data), Keyframe)


def test_a_render_ends_when_its_frames_are_large_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renderer, "MOST_FRAMES", 1)
    assert [each.last for each in renders(tmp_path)] == list(range(1, STEPS + 1))


def test_each_view_is_its_own(tmp_path: Path) -> None:
    (render,) = renders(tmp_path)
    party, hero = sorted(render.views)
    assert party == PARTY
    seats = []
    for entity in (party, hero):
        frame = decode_server(unpack_frames(render.views[entity])[0].data)
        assert isinstance(frame, Keyframe)
        seats.append(frame.seat)
    assert seats == [None, 0]


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
    (render,) = rendering(tmp_path, host.name, REPERTOIRE)
    assert (render.first, render.last, render.ticks) == (1, 20, 19)
    write(tmp_path, render)
    assert found(tmp_path, host.name) == []
    assert list(rendering(tmp_path, host.name, REPERTOIRE)) == []


def test_rendering_goes_on_where_the_last_render_ended(tmp_path: Path) -> None:
    host = Host(tmp_path)
    for _ in range(2):
        host.play(10)
        host.keep()
    host.play(5)
    host.stop()
    write(tmp_path, *rendering(tmp_path, host.name, REPERTOIRE))
    write(tmp_path, RunClosed(host.name, Ending("ended", "lost")))
    assert found(tmp_path, host.name) == [(20, 25)]
    (render,) = rendering(tmp_path, host.name, REPERTOIRE)
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
    (render,) = rendering(tmp_path, host.name, REPERTOIRE)
    assert (render.first, render.last) == (11, 20)
