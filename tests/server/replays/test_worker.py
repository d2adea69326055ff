"""A worker without a process: commands in, messages out, in memory."""

import os
from threading import Thread

import pytest

from support.sessions.durable_host import played
from undertide_server.replays import worker
from undertide_server.replays.messages import (
    HEAD,
    Command,
    Failed,
    Open,
    PipeBeat,
    Report,
    Sent,
    length,
    packed,
    report_of,
)
from undertide_server.replays.worker import work
from undertide_server.util import heartbeat
from undertide_shared.codec import decode_server
from undertide_shared.messages import Keyframe, Moment, Play, Seek, ServerMessage, Step

STEPS = 60


@pytest.fixture(scope="module")
def opening(tmp_path_factory: pytest.TempPathFactory) -> Open:
    """Return what opens a run."""
    folder = tmp_path_factory.mktemp("runs")
    return Open(str(folder), played(folder, STEPS).name, None, 0, None)


class Process:
    """A worker in a thread of its own, between two pipes."""

    def __init__(self, *commands: Command) -> None:
        read, write = os.pipe()
        back, out = os.pipe()
        self._commands = open(write, "wb", buffering=0)  # noqa: PTH123, SIM115
        self._reports = open(back, "rb")  # noqa: PTH123, SIM115
        self._stdin = open(read, "rb")  # noqa: PTH123, SIM115
        self._stdout = open(out, "wb")  # noqa: PTH123, SIM115
        self._thread = Thread(target=self._work)
        self.beats = 0
        for command in commands:
            self.say(command)
        self._thread.start()

    def _work(self) -> None:
        work(self._stdin, self._stdout)
        self._stdout.close()

    def say(self, command: Command) -> None:
        """Send a command."""
        self._commands.write(packed(command))

    def hear(self) -> Report | None:
        """Return the next report but for beats, or None at their end."""
        while isinstance(report := self.hear_any(), PipeBeat):
            self.beats += 1
        return report

    def hear_any(self) -> Report | None:
        """Return the next report, or None at their end."""
        head = self._reports.read(HEAD)
        return report_of(self._reports.read(length(head))) if head else None

    def until(self, kind: type[ServerMessage]) -> ServerMessage:
        """Return the next message of a kind, passing over others."""
        while True:
            report = self.hear()
            assert isinstance(report, Sent), report
            message = decode_server(report.data)
            if isinstance(message, kind):
                return message

    def end(self) -> list[Report]:
        """End the commands; return what is told until the worker has ended."""
        self._commands.close()
        rest: list[Report] = []
        while (report := self.hear()) is not None:
            rest.append(report)
        self._thread.join()
        self._stdin.close()
        self._reports.close()
        return rest


def test_it_plays_what_it_is_told_to_and_ends_with_its_commands(opening: Open) -> None:
    worker = Process(opening)
    worker.until(Keyframe)
    worker.until(Moment)
    worker.say(Seek(30))
    assert worker.until(Moment) == Moment(30, 0, 3_000)
    worker.say(Play(6400))
    moment = worker.until(Moment)
    assert isinstance(moment, Moment)
    while moment.tick < STEPS - 5:
        moment = worker.until(Moment)
        assert isinstance(moment, Moment)
    worker.end()


def test_commands_that_are_there_at_the_end_are_carried_out(opening: Open) -> None:
    worker = Process(opening, Seek(10), Seek(20), Step(1), Step(-3))
    reports = worker.end()
    told = [decode_server(report.data) for report in reports if isinstance(report, Sent)]
    assert told[-1] == Moment(18, 0, 1_800)


@pytest.mark.parametrize(
    ("run", "seat", "failed"),
    [
        ("nonesuch", None, Failed("unknown_run", "this run can't be shown: it was deleted")),
        (None, 9, Failed("unknown_seat", "nobody had seat 9")),
    ],
)
def test_what_can_not_be_shown_is_told_and_is_the_end(
    opening: Open, run: str | None, seat: int | None, failed: Failed
) -> None:
    worker = Process(Open(opening.store, run or opening.run, seat, 0, None))
    assert worker.end() == [failed]


def test_no_command_at_all_is_the_end() -> None:
    assert Process().end() == []


def test_a_command_before_the_first_one_is_the_end() -> None:
    assert Process(Play(100)).end() == []


def test_it_beats_while_nobody_asks_anything_and_through_a_long_jump(
    opening: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (heartbeat, worker):
        monkeypatch.setattr(module, "BEAT_SECONDS", 0.0)
    process = Process(Open(opening.store, opening.run, None, STEPS, None))
    process.until(Moment)
    assert process.beats > STEPS / 2, "a beat for each step on the way"
    for _ in range(3):
        assert isinstance(process.hear_any(), PipeBeat)
    process.end()
