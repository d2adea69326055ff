import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import TextIO

import pytest
import structlog

from undertide_server.process import log_writer
from undertide_server.process.log_writer import LogWriter


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
    monkeypatch.setattr(log_writer, "LAST_SECONDS", 0.01)
    log = begin(LogWriter(pipe.stream))
    log.info("the end")
    log.handlers[0].flush()  # returns, though nobody reads
    assert pipe.read_lines(1) == ["the end"]


ENDING = """
import logging, sys
from undertide_server.process.logs import configure
configure(as_json=False)
for number in range(500):
    logging.getLogger("test").info("line %s", number)
sys.exit(3)
"""


def test_the_last_lines_before_an_end_are_written(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ENDING], capture_output=True, text=True, check=False
    )
    assert done.returncode == 3
    assert len(done.stderr.splitlines()) == 500
    assert 'event="line 499"' in done.stderr
