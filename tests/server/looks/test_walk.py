"""A walk finds the state after any step as it was played, whatever the way to it."""

from pathlib import Path

import pytest

from support.sessions.durable_host import Host, played
from undertide_server.looks.errors import BadLookError
from undertide_server.looks.state import State, state_of
from undertide_server.looks.walk import MOST_HAPPENED, MOST_RESTS, NEAR, REST_EVERY, RunWalk
from undertide_server.replays.errors import UnplayableRunError
from undertide_server.simulation.repertoire import repertoire_of_the_game
from undertide_server.simulation.snapshot import take_snapshot

STEPS = 300


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, dict[int, State]]:
    """Return a folder, the name of a run in it, and its states at some steps, as they were."""
    folder = tmp_path_factory.mktemp("runs")
    host = Host(folder)
    states: dict[int, State] = {}
    for _ in range(STEPS // 50):
        host.play(50)
        states[host.session.run.progress.step] = state_of(take_snapshot(host.session.run))
    host.stop()
    return folder, host.name, states


def walk_of(folder: Path, name: str) -> RunWalk:
    return RunWalk(str(folder), name, repertoire_of_the_game(), lambda: None)


def test_any_way_to_a_step_leads_to_the_state_that_was_played(
    run: tuple[Path, str, dict[int, State]],
) -> None:
    folder, name, states = run
    walk = walk_of(folder, name)
    first = min(states) - 50 + 1
    assert walk.facts().last >= max(states)
    for step in (300, 50, 100, 250, 200, 150, 300, 100, 150, 50):
        found = walk.run_after(step, step - 1)
        assert (found.step, found.state == states[step]) == (step, True)
        assert [each[0] for each in found.happened] == [step]
    assert walk.run_after(first, 0).step == 1
    walk.close()


def test_all_that_happened_since_a_step_is_told_however_near_it_is(
    run: tuple[Path, str, dict[int, State]],
) -> None:
    folder, name, _ = run
    walk = walk_of(folder, name)
    walk.run_after(200, 199)
    for step, since in ((210, 205), (220, 100), (220, 219), (221, 0), (100, 90), (300, 90)):
        found = walk.run_after(step, since)
        assert [each[0] for each in found.happened] == list(range(since + 1, step + 1))
    assert MOST_HAPPENED >= STEPS
    walk.close()


def test_a_step_back_is_played_from_a_rest_of_the_walk(
    run: tuple[Path, str, dict[int, State]],
) -> None:
    folder, name, _ = run
    read: list[int] = []
    walk = RunWalk(str(folder), name, repertoire_of_the_game(), lambda: read.append(1))
    walk.run_after(290, 289)
    there = len(read)
    for step in range(289, 259, -1):
        walk.run_after(step, step - 1)
    each = (len(read) - there) / 30
    assert each <= REST_EVERY + 3 < NEAR
    assert MOST_RESTS * REST_EVERY >= STEPS
    walk.close()


@pytest.mark.parametrize("step", [0, STEPS + 100])
def test_a_step_that_is_not_there_is_refused(
    run: tuple[Path, str, dict[int, State]], step: int
) -> None:
    folder, name, _ = run
    with pytest.raises(BadLookError, match=rf"no step {step} .* from 1 to 300"):
        walk_of(folder, name).run_after(step, 0)


def test_landmarks_have_their_steps_and_a_live_run_grows(tmp_path: Path) -> None:
    host = Host(tmp_path)
    host.play(20)
    host.keep()
    walk = walk_of(tmp_path, host.name)
    begun = walk.facts()
    assert (begun.state, begun.first) == ("live", 1)
    assert [(step, each.kind) for step, each in begun.landmarks] == [(1, "floor")]
    host.play(200)
    host.stop()
    assert walk.facts().last == 220
    assert walk.run_after(220, 219).step == 220


def test_a_run_that_is_not_there_is_told(tmp_path: Path) -> None:
    played(tmp_path, 1)
    with pytest.raises(UnplayableRunError, match="it was deleted"):
        walk_of(tmp_path, "nonesuch")
