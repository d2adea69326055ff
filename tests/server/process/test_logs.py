import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import TextIO, get_args

import pytest
import structlog

from undertide_server.content.settings.settings import LogLevel
from undertide_server.process import logs
from undertide_server.process.logs import LogWriter, configure, set_level

STRAY = """
import asyncio, logging, sys, warnings
from undertide_server.process.logs import configure

class Stray:
    def __del__(self):
        raise ValueError("from a finaliser")

async def stray():
    warnings.warn("a warning")
    Stray()
    asyncio.get_running_loop().call_exception_handler({"message": "from a callback"})
    logging.getLogger("test").warning("%d", "no number")

configure(as_json=False)
asyncio.run(stray())
print("went on", flush=True)
sys.stdin.read()
"""
ENDING = """
import logging, sys
from undertide_server.process.logs import configure
configure(as_json=False)
for number in range(500):
    logging.getLogger("test").info("line %s", number)
sys.exit(3)
"""
LEVELS: tuple[LogLevel, ...] = get_args(LogLevel)


class Pipe:
    """A pipe whose reader has stopped: its buffer is full."""

    def __init__(self) -> None:
        out, self.into = os.pipe()
        self.reader = os.fdopen(out, "rb")
        os.set_blocking(self.into, False)
        self.filling = 0
        try:
            while True:
                self.filling += os.write(self.into, b"x" * 4096)
        except BlockingIOError:
            os.set_blocking(self.into, True)
        self.stream: TextIO = os.fdopen(self.into, "w")

    def read_lines(self, number: int) -> list[str]:
        """Read so many lines behind what filled the pipe."""
        if self.filling:
            self.reader.read(self.filling)
            self.filling = 0
        return [self.reader.readline().decode().rstrip("\n") for _ in range(number)]


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    made = Pipe()
    yield made
    made.stream.close()
    made.reader.close()


@pytest.fixture(autouse=True)
def loggers_as_they_were() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def begin(writer: LogWriter) -> logging.Logger:
    """Return the root logger, which logs to `writer` alone, as structlog's loggers do."""
    structlog.configure(
        processors=[structlog.processors.KeyValueRenderer()],
        logger_factory=structlog.stdlib.LoggerFactory(),
    )
    root = logging.getLogger()
    root.handlers[:] = [writer]
    root.setLevel(logging.INFO)
    return root


def test_lines_are_written_in_their_order() -> None:
    stream = StringIO()
    log = begin(LogWriter(stream))
    for number in range(1000):
        log.info("line %s", number)
    log.handlers[0].flush()
    assert stream.getvalue().splitlines() == [f"line {number}" for number in range(1000)]


def test_nobody_waits_for_a_reader_that_has_stopped(pipe: Pipe) -> None:
    log = begin(LogWriter(pipe.stream))
    for number in range(2000):  # with a blocking write the first would never return
        log.info("line %s", number)
    assert pipe.read_lines(2000) == [f"line {number}" for number in range(2000)]


def test_lines_beyond_the_bound_are_dropped_and_counted(pipe: Pipe) -> None:
    log = begin(LogWriter(pipe.stream, most_lines=10))
    for number in range(100):
        log.info("line %s", number)
    # The thread holds one line, if it began before the others came.
    lines = pipe.read_lines(11)
    if lines[-1].startswith("line "):
        lines.append(pipe.read_lines(1)[0])
    kept = [line for line in lines if line.startswith("line ")]
    assert kept == [f"line {number}" for number in range(len(kept))]
    assert len(kept) in {10, 11}
    assert lines[len(kept)] == f"lines={100 - len(kept)} event='log lines dropped'"


def test_a_reader_that_has_gone_costs_its_lines_alone() -> None:
    out, into = os.pipe()
    os.close(out)
    with os.fdopen(into, "w") as stream:
        log = begin(LogWriter(stream))
        log.info("to nobody")
        log.handlers[0].flush()
        log.info("to nobody either")
        log.handlers[0].flush()


def test_a_shared_terminal_that_does_not_block_loses_nothing(pipe: Pipe) -> None:
    os.set_blocking(pipe.into, False)
    log = begin(LogWriter(pipe.stream))
    log.info("after the wait")
    assert pipe.read_lines(1) == ["after the wait"]


def test_an_end_does_not_wait_for_ever(pipe: Pipe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "LAST_SECONDS", 0.01)
    log = begin(LogWriter(pipe.stream))
    log.info("the end")
    log.handlers[0].flush()  # returns, though nobody reads
    assert pipe.read_lines(1) == ["the end"]


def test_nothing_else_that_python_tells_waits_for_the_reader(pipe: Pipe) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", STRAY],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=pipe.into,
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == b"went on\n"
        pipe.stream.close()
        process.stdin.close()
        told = pipe.reader.read()[pipe.filling :].decode()
    for words in ("a warning", "from a finaliser", "from a callback", "log line lost"):
        assert words in told


def test_the_last_lines_before_an_end_are_written(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ENDING], capture_output=True, text=True, check=False
    )
    assert done.returncode == 3
    assert len(done.stderr.splitlines()) == 500
    assert 'event="line 499"' in done.stderr


@pytest.fixture(autouse=True)
def logs_as_they_were() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    for handler in root.handlers:
        handler.flush()
    root.handlers[:] = handlers
    root.setLevel(level)
    for library in ("websockets", "asyncio"):
        logging.getLogger(library).setLevel(logging.NOTSET)
    structlog.reset_defaults()


def written(capsys: pytest.CaptureFixture[str]) -> str:
    """Return what was logged since the last call, once the log's thread has written it."""
    for handler in logging.getLogger().handlers:
        handler.flush()
    return capsys.readouterr().err


def test_an_event_is_one_line_of_keys_and_values(capsys: pytest.CaptureFixture[str]) -> None:
    configure(as_json=False)
    structlog.get_logger("test").info("listening", address="ws://here:1", words="two words")
    line = written(capsys)
    assert "level=info event=listening address=ws://here:1" in line
    assert 'words="two words"' in line
    assert line.count("\n") == 1


def test_an_event_may_be_json(capsys: pytest.CaptureFixture[str]) -> None:
    configure(as_json=True)
    structlog.get_logger("test").warning("dropped", peer=3)
    event = json.loads(written(capsys))
    assert (event["event"], event["level"], event["peer"]) == ("dropped", "warning", 3)


@pytest.mark.parametrize("as_json", [False, True])
def test_what_strangers_say_steers_no_terminal(
    as_json: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    configure(as_json=as_json)
    structlog.get_logger("test").info("greeted", program="\x1b]0;mine\x07\x9b2J")
    line = written(capsys)
    assert line.rstrip("\n").isprintable()
    assert "mine" in line


def test_a_fault_comes_with_its_trace(capsys: pytest.CaptureFixture[str]) -> None:
    configure(as_json=True)
    try:
        int("many")
    except ValueError:
        structlog.get_logger("test").exception("session failed", session="abc")
    event = json.loads(written(capsys))
    assert "ValueError" in event["exception"]


def test_libraries_are_heard_only_when_something_is_wrong(
    capsys: pytest.CaptureFixture[str],
) -> None:
    configure(as_json=False)
    logging.getLogger("websockets.server").info("connection open")
    logging.getLogger("websockets.server").error("connection handler failed")
    log = written(capsys)
    assert "connection open" not in log
    assert 'level=error event="connection handler failed"' in log


def test_what_is_below_the_level_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    configure(as_json=False)
    set_level("warning")
    structlog.get_logger("test").info("greeted")
    structlog.get_logger("test").warning("few open files allowed")
    log = written(capsys)
    assert "greeted" not in log
    assert "few open files allowed" in log


def test_libraries_are_heard_at_the_lowest_level_alone(capsys: pytest.CaptureFixture[str]) -> None:
    configure(as_json=False)
    for level in LEVELS:
        set_level(level)
        logging.getLogger("websockets.server").info("said at %s", level)
    log = written(capsys)
    assert "said at debug" in log
    assert log.count("said at") == 1


def test_a_level_can_be_lowered_again(capsys: pytest.CaptureFixture[str]) -> None:
    configure(as_json=False)
    set_level("error")
    set_level("info")
    structlog.get_logger("test").info("greeted")
    assert "greeted" in written(capsys)


def test_each_line_of_a_worker_names_it(capsys: pytest.CaptureFixture[str]) -> None:
    configure(as_json=False, worker="w1-0a0b0c")
    structlog.get_logger("test").info("link lost", node="w2-0d0e0f")
    logging.getLogger("other").warning("words")
    lines = written(capsys).splitlines()
    assert len(lines) == 2
    assert all("worker=w1-0a0b0c" in line for line in lines)
    assert "node=w2-0d0e0f" in lines[0]
