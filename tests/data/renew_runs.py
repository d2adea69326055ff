"""Record data/runs anew: run this when rules were meant to change, and RULES was raised for it.

Run it with the Python that the tests run with: `python tests/data/renew_runs.py [NAME…]`. Seeds are
tried in order until a run holds what it must: see `recorded_runs`.
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.content.repertoire import REPERTOIRE
from support.sessions.bot_sessions import company
from support.sessions.recorded_runs import FOLDER, HUSH, RECORDINGS, Recording
from undertide_server.headless.verifying import verify
from undertide_server.store.reader import Reader
from undertide_server.store.records import StoredRun
from undertide_server.store.transfer.archive import export_run

MOST_SEEDS = 100
"""Tried before it is given up."""


def main() -> int:
    """Record the runs that are named, or all; return how many could not be."""
    FOLDER.mkdir(exist_ok=True)
    wanted = sys.argv[1:]
    missing = 0
    for recording in RECORDINGS:
        if not wanted or recording.name in wanted:
            missing += not _record(recording)
    return missing


def _record(recording: Recording) -> bool:
    """Play until a run holds what it must; return whether any did."""
    for seed in range(1, MOST_SEEDS + 1):
        with tempfile.TemporaryDirectory() as folder:
            if _play(recording, seed, Path(folder)):
                return True
    print(f"{recording.name}: no seed up to {MOST_SEEDS} comes to what it must hold")
    return False


def _play(recording: Recording, seed: int, folder: Path) -> bool:
    """Play one run, and keep it if it holds what it must."""
    config = _write_content(folder / "config")
    data = folder / "data"
    with company(
        data, recording.preset, recording.pace, recording.bots, seed, config=config
    ) as made:
        made.play(recording.most_steps)
    with Reader(data) as reader:
        (info,) = reader.runs()
        kinds = {mark.kind for mark in reader.landmarks(info.run)}
        if not recording.landmarks <= kinds or info.reason != recording.outcome:
            return False
        report = verify(reader, info.run, REPERTOIRE)
        if not (report.hashes and report.snapshots):
            return False
    export_run(data, info.run, recording.file)
    _tell(recording, seed, info, report.hashes)
    return True


def _write_content(config: Path) -> Path:
    for name, text in HUSH.items():
        file = config / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return config


def _tell(recording: Recording, seed: int, info: StoredRun, hashes: int) -> None:
    size = recording.file.stat().st_size
    print(
        f"{recording.name}: seed {seed}, {info.steps} steps, {info.ticks} ticks,"
        f" {info.state} {info.reason}, {hashes} hashes, {size} bytes"
    )


if __name__ == "__main__":
    sys.exit(main())
