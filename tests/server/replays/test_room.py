"""A room bears whatever its worker does, and lets nobody pile up work."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from support.processes.waiting import until
from undertide_server.replays import room as rooms
from undertide_server.replays.messages import HEAD, MAX_BYTES, Failed, Open, Report, Sent, packed
from undertide_server.replays.room import FAILED, HUNG, MAX_WAITING, ReplayRoom
from undertide_server.sessions.broadcast.outbox import Parcel
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.util import heartbeat
from undertide_shared.codec import decode_server, encode
from undertide_shared.messages import Error, Left, Moment, Play, Resync, ServerMessage

HOLD = "import sys; sys.stdin.buffer.read()"
"""What a worker does that waits for the end of its commands."""
MEMBER = 7
MOST_BYTES = len(packed(Open("folder", "r1", None, 0, None))) + MAX_WAITING * len(packed(Play(100)))
EXPECTING_MOST = f"""
import os, select, sys
missing = {MOST_BYTES}
while missing:
    missing -= len(os.read(0, missing))
assert not select.select([0], [], [], 0)[0]
sys.stdout.buffer.write({packed(Sent(b"as many as may wait", True, 0))!r})
sys.stdout.flush()
{HOLD}
"""
"""What a worker does that fails if more waits for it than its first command and the most others."""


def saying(data: bytes, then: str = HOLD) -> tuple[str, ...]:
    """Return a worker that says something, whatever it is told."""
    return ("-c", f"import sys; sys.stdout.buffer.write({data!r}); sys.stdout.flush(); {then}")


class Viewer:
    """A member alone in a room."""

    def __init__(self) -> None:
        self.told: list[ServerMessage] = []
        self.frames: list[bytes] = []
        self.over = 0
        self.heard = asyncio.Event()
        self.hung = 0
        ends = self.note_end, self.note_hung
        self.room = ReplayRoom(MEMBER, "r1", self.find, self.take, *ends)

    async def find(self, room: ReplayRoom) -> Open:
        """Return what the worker is to show."""
        return Open("folder", room.run, None, 0, None)

    def take(self, parcels: list[Parcel]) -> None:
        """Take what is delivered."""
        for parcel in parcels:
            assert parcel.members == (MEMBER,)
            if parcel.frame:
                self.frames.append(parcel.data)
            else:
                self.told.append(decode_server(parcel.data))
        self.heard.set()

    def note_end(self) -> None:
        """Count ends."""
        self.over += 1

    def note_hung(self) -> None:
        """Count workers that hung."""
        self.hung += 1


@asynccontextmanager
async def viewing(patch: pytest.MonkeyPatch, worker: tuple[str, ...]) -> AsyncIterator[Viewer]:
    """Open a room whose worker is a program of the test's own."""
    patch.setattr(rooms, "WORKER", worker)
    viewer = Viewer()
    try:
        yield viewer
    finally:
        viewer.room.close()
        await asyncio.wait([viewer.room.work])


@pytest.mark.parametrize(
    "worker",
    [
        ("-c", ""),
        ("-c", "raise SystemExit(3)"),
        saying((MAX_BYTES + 1).to_bytes(HEAD, "big")),
        saying((3).to_bytes(HEAD, "big") + b"\xc1\xc1\xc1"),
        saying((300).to_bytes(HEAD, "big") + b"half", "sys.exit()"),
    ],
)
async def test_a_worker_that_fails_is_the_end_of_the_replay_alone(
    monkeypatch: pytest.MonkeyPatch, worker: tuple[str, ...]
) -> None:
    async with viewing(monkeypatch, worker) as viewer:
        await asyncio.wait([viewer.room.work])
        assert viewer.told == [Error("internal", FAILED)]
        assert viewer.over == 1


async def test_a_worker_that_shows_nothing_in_time_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rooms, "START_SECONDS", 0.05)
    async with viewing(monkeypatch, ("-c", HOLD)) as viewer:
        await asyncio.wait([viewer.room.work])
        assert viewer.told == [Error("internal", FAILED)]


SHOWING = packed(Sent(encode(Moment(1, 0)), False, 0))
HANG = "import time; time.sleep(60)"


async def test_a_worker_that_hangs_is_ended_and_its_viewer_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(heartbeat, "BEAT_SECONDS", 0.01)
    async with viewing(monkeypatch, saying(SHOWING, HANG)) as viewer:
        await asyncio.wait([viewer.room.work])
        assert viewer.told == [Moment(1, 0), Error("internal", HUNG), Left("r1", HUNG)]
        assert (viewer.over, viewer.hung) == (1, 1)


async def test_a_silent_worker_gets_no_new_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "BEAT_SECONDS", 0.0)
    monkeypatch.setattr(heartbeat, "HUNG_BEATS", 10**9)
    async with viewing(monkeypatch, saying(SHOWING, HANG)) as viewer:
        await viewer.heard.wait()

        def is_refused() -> bool:
            try:
                viewer.room.handle_message(MEMBER, Play(100))
            except RequestRefusedError:
                return True
            return False

        await until(is_refused)
        assert viewer.hung == 0


async def test_who_was_shown_something_is_told_to_have_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reports: list[Report] = [
        Sent(encode(Moment(1, 0)), False, 0),
        Failed("unknown_run", "it is damaged"),
    ]
    async with viewing(monkeypatch, saying(b"".join(map(packed, reports)))) as viewer:
        await asyncio.wait([viewer.room.work])
        assert viewer.told == [
            Moment(1, 0),
            Error("unknown_run", "it is damaged"),
            Left("r1", "it is damaged"),
        ]


async def test_frames_from_before_a_resync_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    reports: list[Report] = [
        Sent(b"early", True, 0),
        Sent(b"late", True, 1),
        Failed("unknown_run", "over"),
    ]
    async with viewing(monkeypatch, saying(b"".join(map(packed, reports)))) as viewer:
        viewer.room.resync(MEMBER)
        await asyncio.wait([viewer.room.work])
        assert viewer.frames == [b"late"]


async def test_what_is_asked_before_the_worker_is_there_waits_but_not_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with viewing(monkeypatch, ("-c", EXPECTING_MOST)) as viewer:
        for _ in range(MAX_WAITING):
            viewer.room.handle_message(MEMBER, Play(100))
        with pytest.raises(RequestRefusedError, match="still busy"):
            viewer.room.handle_message(MEMBER, Resync())
        viewer.room.reach(5)
        await viewer.heard.wait()
        assert viewer.frames == [b"as many as may wait"]


async def test_what_a_worker_does_not_read_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    greeting = packed(Sent(encode(Moment(1, 0)), False, 0))
    async with viewing(monkeypatch, saying(greeting, "import time; time.sleep(60)")) as viewer:
        await viewer.heard.wait()

        def ask_on() -> None:
            for _ in range(1_000_000):
                viewer.room.handle_message(MEMBER, Play(100))

        with pytest.raises(RequestRefusedError, match="still busy"):
            ask_on()


async def test_nothing_is_delivered_after_leaving(monkeypatch: pytest.MonkeyPatch) -> None:
    greeting = packed(Sent(encode(Moment(1, 0)), False, 0))
    async with viewing(monkeypatch, saying(greeting)) as viewer:
        await viewer.heard.wait()
        viewer.room.leave(MEMBER)
        await asyncio.wait([viewer.room.work])
        assert viewer.told == [Moment(1, 0), Left("r1", "you left")]
        assert viewer.over == 0
