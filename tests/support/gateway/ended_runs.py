"""Runs of a folder that have ended, with their chronicles, and who may look back at them."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from support.client.replay_examples import ANNS_LIFE
from support.sessions.kept_runs import header, ticks
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.settings import SessionSettings, encode_settings
from undertide_server.store.records import ChronicleRecord, Ending, SeatRecord, StepRecord
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Appended, Begun, RunClosed
from undertide_shared.codec import encode
from undertide_shared.messages import Access, RunState

PUBLIC, PRIVATE = "aa11bb22cc33dd44", "bb11bb22cc33dd44"


class Gatekeeper:
    """Lets look back at runs, or not, and shows live runs up to a step."""

    def __init__(self, reach: int | None = None, refusal: str = "") -> None:
        self._reach = reach
        self._refusal = refusal

    async def run_of(self, said: str, _member: int, _identity: Identity) -> str:
        """Return the name that was said: there are no live sessions."""
        return said

    def public_info(self, _session: str) -> None:
        """Return nothing: there are no live sessions."""

    async def check(self, _run: str, _said: str, _member: int, _whose: Identity) -> None:
        """Refuse everybody, if there is a reason."""
        if self._refusal:
            raise RequestRefusedError("not_allowed", self._refusal)

    async def reaches(self, runs: Sequence[str]) -> list[int | None]:
        """Return the last step that may be shown of each run."""
        return [self._reach for _ in runs]


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
