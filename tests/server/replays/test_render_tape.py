"""Renders are read once, and only as far as a replay needs them."""

from pathlib import Path

import pytest

from support.sessions.durable_host import played
from support.sessions.kept_runs import change, write
from undertide_server.replays import render_tape
from undertide_server.replays.errors import UnplayableRunError
from undertide_server.replays.render_tape import RenderTape
from undertide_server.replays.unrendered import rendering
from undertide_server.store.records import Ending
from undertide_server.store.writes import (
    RunClosed,
)
from undertide_server.views.view import PARTY
from undertide_shared.codec import decode_server
from undertide_shared.messages import Keyframe


@pytest.fixture
def run(tmp_path: Path) -> str:
    """Return a run that is over and rendered."""
    name = played(tmp_path, 30).name
    write(tmp_path, RunClosed(name, Ending("ended", "lost")))
    write(tmp_path, *rendering(tmp_path, name))
    return name


def test_a_part_is_read_once_until_others_take_its_place(
    tmp_path: Path, run: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render_tape, "MOST_CACHED", 1)
    tape = RenderTape(tmp_path, run)
    facts = tape.facts(1)
    assert tape.facts(1) is facts
    tape.frames(1, PARTY)
    assert tape.facts(1) is not facts


def test_a_keyframe_shows_a_view_after_a_step(tmp_path: Path, run: str) -> None:
    tape = RenderTape(tmp_path, run)
    for step in (1, 15, 30):
        data = tape.keyframe(1, PARTY, step)
        assert data is not None
        assert isinstance(decode_server(data), Keyframe)
    assert tape.keyframe(1, 9999, 15) is None


def test_a_run_that_is_gone_and_renders_that_are_damaged_are_told(tmp_path: Path, run: str) -> None:
    tape = RenderTape(tmp_path, run)
    change(tmp_path, "UPDATE rendered_views SET data = x'00'")
    with pytest.raises(UnplayableRunError, match="its pictures are damaged"):
        tape.frames(1, PARTY)
    change(tmp_path, "DELETE FROM runs")
    with pytest.raises(UnplayableRunError, match="it was deleted"):
        tape.facts(1)
