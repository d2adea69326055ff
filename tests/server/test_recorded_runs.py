"""Runs that were recorded are played again today, and every hash of them holds."""

from pathlib import Path

import pytest

from support.content.repertoire import REPERTOIRE
from support.sessions.recorded_runs import FOLDER, RECORDINGS, SCRIPT, SUFFIX, Recording
from undertide_server.headless.verifying import VerifyReport, verify
from undertide_server.sessions.model.errors import RecoveryError
from undertide_server.simulation.version import RULES
from undertide_server.store.reader import Reader
from undertide_server.store.transfer.archive import import_run
from undertide_server.store.writer import Writer

ON_PURPOSE = f"raise RULES if rules were meant to change, then record them anew with {SCRIPT}"


def test_the_catalogue_has_every_recording_and_no_other() -> None:
    assert sorted(FOLDER.glob(f"*{SUFFIX}")) == sorted(each.file for each in RECORDINGS), SCRIPT


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda each: each.name)
def test_a_recorded_run_is_played_again_to_the_same_states(
    recording: Recording, tmp_path: Path
) -> None:
    Writer(tmp_path).close()
    run = import_run(tmp_path, recording.file)
    with Reader(tmp_path) as reader:
        try:
            verdict = verify(reader, run, REPERTOIRE)
        except RecoveryError as fault:
            pytest.fail(f"{recording.name}: {fault.reason}: {ON_PURPOSE}")
        expected = VerifyReport(run, len(reader.hashes(run)), len(reader.moments(run)))
        assert verdict == expected, f"{recording.name}, rules {RULES}: {ON_PURPOSE}"
        assert verdict.hashes
        assert verdict.snapshots
        assert recording.landmarks <= {mark.kind for mark in reader.landmarks(run)}
        assert reader.info(run).reason == recording.outcome
