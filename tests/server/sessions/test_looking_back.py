"""What a session writes down for those who look back at its run."""

from pathlib import Path

import pytest

from support.content.repertoire import REPERTOIRE
from support.sessions.durable_host import Host
from undertide_server.sessions.durability import journal_writer
from undertide_server.sessions.durability.recovery import recover
from undertide_server.simulation.snapshot import restore, state_hash
from undertide_server.store.reader import Reader


def test_the_first_floor_is_a_landmark_of_every_run(tmp_path: Path) -> None:
    host = Host(tmp_path)
    host.play(30)
    host.stop()
    with Reader(tmp_path) as reader:
        (mark,) = reader.landmarks(host.name)
    assert (mark.kind, mark.tick) == ("floor", 0)


def test_there_is_a_snapshot_to_jump_to_every_so_many_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_writer, "SNAPSHOT_EVERY", 20)
    host = Host(tmp_path)
    seen: dict[int, tuple[int, str]] = {}
    for step in (20, 40, 60):
        host.play(step - host.session.run.progress.step)
        seen[step] = (host.session.run.progress.ticks, state_hash(host.session.run))
    host.play(10)
    host.stop()
    with Reader(tmp_path) as reader:
        points = [(point.step, point.ticks) for point in reader.moments(host.name)]
        assert points == [(step, ticks) for step, (ticks, _) in seen.items()]
        game = recover(reader, host.name, REPERTOIRE).run.game
        for step, (_, hashed) in seen.items():
            kept = reader.snapshot(host.name, step)
            assert kept is not None
            assert state_hash(restore(game, kept.state)) == hashed


@pytest.mark.parametrize("jump", [1e6, -30.0])
def test_a_clock_that_jumps_loses_nothing(tmp_path: Path, jump: float) -> None:
    host = Host(tmp_path)
    host.play(40)
    host.now += jump
    host.play(40)
    step, hashed = host.session.run.progress.step, state_hash(host.session.run)
    host.stop()
    with Reader(tmp_path) as reader:
        assert [record.step for record in reader.steps(host.name)] == list(range(1, step + 1))
        assert state_hash(recover(reader, host.name, REPERTOIRE).run) == hashed
