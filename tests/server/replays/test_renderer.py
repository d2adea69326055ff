"""A renderer takes the steps of a run once and notes what each view showed."""

from pathlib import Path

import pytest

from support.sessions.durable_host import played
from undertide_server.replays import renderer
from undertide_server.replays.playback import greeting_of
from undertide_server.replays.render import unpack_facts, unpack_frames
from undertide_server.replays.renderer import Renderer
from undertide_server.replays.tape import Tape
from undertide_server.store.renders import Rendered
from undertide_server.views.view import PARTY
from undertide_shared.codec import decode_server
from undertide_shared.messages import Keyframe

STEPS = 45


def renders(folder: Path) -> list[Rendered]:
    """Return the renders of a short run."""
    tape = Tape(folder, played(folder, STEPS).name)
    run = tape.run_at(0)
    made = Renderer(run, greeting_of(tape.header, tape.game, (), 10), "real")
    steps = (tape.record(step) for step in range(1, STEPS + 1))
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
