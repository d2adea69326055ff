"""What is read of a stored run, and why one can't be played again."""

from pathlib import Path

import pytest

from support.content.repertoire import REPERTOIRE
from support.sessions.durable_host import Host, played
from support.sessions.kept_runs import change, write
from undertide_server.replays import run_reader
from undertide_server.replays.errors import UnplayableRunError
from undertide_server.replays.playback import Playback
from undertide_server.replays.run_reader import MOST_PAUSE, PIECE, Goal, RunReader, pause_between
from undertide_server.simulation.snapshot import state_hash, take_snapshot
from undertide_server.simulation.version import RULES
from undertide_server.store.records import RulesStretch, Snapshot
from undertide_server.store.writes import Deleted, Renewed


@pytest.mark.parametrize(
    ("goal", "reached"),
    [
        (Goal(40), True),
        (Goal(41), False),
        (Goal(41, 4_000), True),
        (Goal(0, 4_001), False),
    ],
)
def test_a_goal_is_a_tick_unless_it_tells_real_time(goal: Goal, *, reached: bool) -> None:
    assert goal.is_reached(40, 4_000) == reached


@pytest.mark.parametrize(
    ("after", "seconds"), [(1_000, 0.0), (1_200, 0.2), (3_000, 2.0), (181_000, 2.0), (900, 0.0)]
)
def test_pauses_are_as_they_were_but_never_long(after: int, seconds: float) -> None:
    assert pause_between(1_000, after) == pytest.approx(seconds)
    assert seconds <= MOST_PAUSE


def renewed(folder: Path) -> Host:
    """Return a run whose first 40 of 60 steps were played by other rules."""
    host = Host(folder)
    host.play(40)
    state = take_snapshot(host.session.run)
    host.play(20)
    host.stop()
    write(folder, Renewed(host.name, RulesStretch(RULES, Snapshot(40, state))))
    change(folder, f"UPDATE runs SET rules = {RULES + 1}")
    return host


def test_inputs_are_read_as_they_were_played(tmp_path: Path) -> None:
    host = played(tmp_path, 30)
    source = RunReader(tmp_path, host.name, REPERTOIRE)
    assert len(source.inputs(1)) == 1
    forwards = [source.inputs(step) for step in range(1, 31)]
    assert [source.inputs(step) for step in range(30, 0, -1)] == forwards[::-1]
    assert source.extent(None).last == host.session.run.progress.step


def test_pieces_meet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert PIECE > 7
    monkeypatch.setattr(run_reader, "PIECE", 7)
    host = played(tmp_path, 30)
    playback = Playback(RunReader(tmp_path, host.name, REPERTOIRE))
    playback.go(100)
    assert state_hash(playback.run) == state_hash(host.session.run)


def test_a_replay_begins_after_what_other_rules_played(tmp_path: Path) -> None:
    host = renewed(tmp_path)
    playback = Playback(RunReader(tmp_path, host.name, REPERTOIRE))
    assert (playback.step, playback.timeline().first) == (40, playback.ticks)
    playback.seek(Goal(0))
    assert playback.step == 40
    playback.go(-10)
    assert playback.step == 40
    assert len(playback.frames()) == 1
    playback.go(100)
    assert state_hash(playback.run) == state_hash(host.session.run)


def test_a_replay_ends_before_what_other_rules_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = renewed(tmp_path)
    monkeypatch.setattr(run_reader, "RULES", RULES + 1)
    playback = Playback(RunReader(tmp_path, host.name, REPERTOIRE))
    assert playback.timeline().first == 0
    playback.go(100)
    assert (playback.step, playback.extent.live) == (40, False)


def test_a_run_that_only_other_rules_played_is_refused_with_both_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = renewed(tmp_path)
    monkeypatch.setattr(run_reader, "RULES", RULES + 2)
    expected = f"by rules {RULES + 1} and {RULES}, this version plays by {RULES + 2}"
    with pytest.raises(UnplayableRunError, match=expected):
        RunReader(tmp_path, host.name, REPERTOIRE)


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        ("DELETE FROM stretches; DELETE FROM blocks", "steps 1 to 20 are missing"),
        ("UPDATE stretches SET inputs = x'c1'", "damaged"),
        ("UPDATE contents SET content = x'00'", "damaged"),
    ],
)
def test_a_damaged_run_is_told(tmp_path: Path, damage: str, reason: str) -> None:
    host = played(tmp_path, 20)
    for statement in damage.split(";"):
        change(tmp_path, statement)
    with pytest.raises(UnplayableRunError, match=reason):
        Playback(RunReader(tmp_path, host.name, REPERTOIRE)).go(50)


def test_a_state_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    host = renewed(tmp_path)
    write(tmp_path, Renewed(host.name, RulesStretch(RULES, Snapshot(40, b"no state"))))
    with pytest.raises(UnplayableRunError, match="can't be read"):
        Playback(RunReader(tmp_path, host.name, REPERTOIRE))


def test_a_run_that_is_deleted_meanwhile_is_told(tmp_path: Path) -> None:
    host = played(tmp_path, 20)
    source = RunReader(tmp_path, host.name, REPERTOIRE)
    playback = Playback(source)
    write(tmp_path, Deleted(host.name))
    with pytest.raises(UnplayableRunError, match="was deleted"):
        playback.reach(None)


def test_a_folder_that_is_none_is_told_without_saying_where_it_is(tmp_path: Path) -> None:
    with pytest.raises(UnplayableRunError) as fault:
        RunReader(tmp_path, "r1", REPERTOIRE)
    assert fault.value.reason == "the server can't read its runs"


def test_more_of_a_run_is_seen_while_it_is_played(tmp_path: Path) -> None:
    host = Host(tmp_path)
    host.play(20)
    playback = Playback(RunReader(tmp_path, host.name, REPERTOIRE))
    playback.go(1000)
    before = playback.step
    assert before <= host.session.run.progress.step
    host.play(20)
    host.stop()
    assert playback.reach(None)
    playback.go(1000)
    assert playback.step == host.session.run.progress.step > before
    assert state_hash(playback.run) == state_hash(host.session.run)


@pytest.mark.parametrize("reach", [1, 7, 25])
def test_ticks_up_to_a_bound_are_known_in_real_time(tmp_path: Path, reach: int) -> None:
    host = played(tmp_path, 40)
    playback = Playback(RunReader(tmp_path, host.name, REPERTOIRE), reach)
    told = playback.extent.ticks
    playback.go(1000)
    assert (playback.step, playback.ticks) == (reach, told)
