"""Runs of a folder that have ended, with the chronicles of their heroes."""

from pathlib import Path

from msgspec.structs import replace

from support.client.chronicle_examples import ANNS_LIFE
from support.sessions.kept_runs import header, ticks
from undertide_server.sessions.model.settings import SessionSettings, encode_settings
from undertide_server.store.records import ChronicleRecord, Ending, SeatRecord, StepRecord
from undertide_server.store.writer import Appended, Begun, RunClosed, Writer
from undertide_shared.codec import encode
from undertide_shared.messages import Access, RunState

PUBLIC, PRIVATE = "aa11bb22cc33dd44", "bb11bb22cc33dd44"


def keep_run(
    folder: Path,
    run: str,
    access: Access = "public",
    name: str = "Ann",
    state: RunState = "ended",
    outcome: str = "lost",
    floor: int = 2,
) -> None:
    """Keep a run of one hero, which died at its fourth step."""
    life = replace(ANNS_LIFE, run=run, name=name, floor=floor)
    record = ChronicleRecord(1, life.calling, floor, encode(life))
    writer = Writer(folder)
    steps = (*ticks(1, 3), StepRecord(4, (), chronicles=(record,)))
    settled = encode_settings(SessionSettings(access=access))
    seats = (SeatRecord(0, name, ()),)
    writer.apply([Begun(header(run), settled), Appended(run, steps, seats, 8)])
    writer.apply([RunClosed(run, Ending(state, outcome))])
    writer.close()
