"""A run comes back exactly as it was after its last durable step, or says why it can't."""

from pathlib import Path

import pytest

from support.content.repertoire import REPERTOIRE
from support.sessions.durable_host import Host, break_snapshot, played
from undertide_server.sessions.durability import recovery
from undertide_server.sessions.durability.recovery import (
    LoggedRun,
    game_of,
    read_state,
    recover,
    restoring,
)
from undertide_server.sessions.model.errors import RecoveryError
from undertide_server.simulation import snapshot
from undertide_server.simulation.snapshot import state_hash
from undertide_server.simulation.state.run import new_run
from undertide_server.simulation.version import RULES
from undertide_server.store.reader import Reader
from undertide_server.util.slices import finished
from undertide_server.views.view import PARTY


def test_a_run_comes_back_as_it_was(tmp_path: Path) -> None:
    host = Host(tmp_path)
    host.play(90)
    host.stop()
    with Reader(tmp_path) as reader:
        found = recover(reader, host.name, REPERTOIRE)
    assert found.run.progress.step == host.session.run.progress.step
    assert state_hash(found.run) == state_hash(host.session.run)
    assert [seat.name for seat in found.seats] == ["Ann"]
    assert found.seats[0].tokens == tuple(next(iter(host.session.members.seating)).tokens)
    assert found.rules_stretch is None


def test_its_real_time_goes_on_where_it_was(tmp_path: Path) -> None:
    host = played(tmp_path, 30)
    with Reader(tmp_path) as reader:
        recovered = recover(reader, host.name, REPERTOIRE)
        assert recovered.elapsed == reader.info(host.name).elapsed > 0


def test_it_comes_back_from_its_snapshot_and_the_steps_after_that(tmp_path: Path) -> None:
    host = Host(tmp_path)
    host.play(45)
    run = host.session.run
    host.keep()
    host.play(45)
    host.stop()
    with Reader(tmp_path) as reader:
        kept = reader.snapshot(host.name)
        assert kept is not None
        assert 45 <= kept.step < 90
        assert state_hash(recover(reader, host.name, REPERTOIRE).run) == state_hash(run)


def test_a_snapshot_is_decoded_before_the_run_is_restored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = Host(tmp_path)
    host.play(10)
    host.keep()
    host.stop()
    with Reader(tmp_path) as reader:
        stored = read_state(reader, host.name, REPERTOIRE)
    for module in (snapshot, recovery):
        monkeypatch.setattr(module, "decode_state", None)
    run = finished(restoring(stored)).run
    assert state_hash(run) == state_hash(host.session.run)


def test_after_a_change_of_rules_it_goes_on_from_the_snapshot_of_the_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = Host(tmp_path)
    host.play(60)
    run = host.session.run
    host.keep()
    host.stop()
    monkeypatch.setattr(recovery, "RULES", RULES + 1)
    with Reader(tmp_path) as reader:
        found = recover(reader, host.name, REPERTOIRE)
    assert state_hash(found.run) == state_hash(run)
    assert found.rules_stretch is not None
    assert (found.rules_stretch.rules, found.rules_stretch.after) == (RULES + 1, run.progress.step)


def test_steps_of_other_rules_are_not_guessed_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = Host(tmp_path)
    host.play(60)
    host.stop()
    monkeypatch.setattr(recovery, "RULES", RULES + 1)
    with Reader(tmp_path) as reader, pytest.raises(RecoveryError, match=f"by rules {RULES}"):
        recover(reader, host.name, REPERTOIRE)


def test_a_snapshot_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    host = Host(tmp_path)
    host.play(20)
    host.stop()
    break_snapshot(tmp_path, 20)
    with Reader(tmp_path) as reader, pytest.raises(RecoveryError, match="snapshot can't be read"):
        recover(reader, host.name, REPERTOIRE)


def test_the_logs_go_on_as_they_did_in_the_session(tmp_path: Path) -> None:
    host = Host(tmp_path)
    host.play(60)
    host.stop()
    with Reader(tmp_path) as reader:
        logged = LoggedRun(new_run(game_of(reader.header(host.name), REPERTOIRE)), {})
        for record in reader.steps(host.name):
            logged.take_step(record.inputs)
    logs = {view.entity: view.log for view in logged.views}
    assert logs == host.session.audience.logs()
    assert len(logs) == 2


def test_logs_that_were_stored_are_continued(tmp_path: Path) -> None:
    host = Host(tmp_path)
    host.play(60)
    host.stop()
    stored = host.session.audience.logs()
    logged = LoggedRun(host.session.run, stored)
    assert {view.entity: view.log for view in logged.views} == stored
    assert PARTY in stored
