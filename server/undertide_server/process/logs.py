"""The server's log: one line for each event, as key=value or as JSON, on standard error.

A thread writes it, so that whoever reads it can't stop the server. A terminal after Ctrl-S, or a
program that has stopped reading, blocks whoever writes to it. So lines wait for the thread, and
beyond a bound they are dropped and counted.
"""

import io
import logging
import os
import select
import sys
import threading
import traceback
from collections import deque
from contextlib import suppress
from typing import TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from undertide_server.content.settings.settings import LogLevel

log = structlog.get_logger(__name__)
MOST_LINES = 10_000
"""Lines that wait for whoever reads the log: some 2 MB, minutes of a busy server."""
LAST_SECONDS = 2.0
"""How long an end waits until its last lines are read, if their reader has stopped."""


class LogWriter(logging.Handler):
    """A handler whose records a thread writes to `stream`, at most `most_lines` of them waiting.

    Once lines can be written again, the log says how many were dropped in between.
    """

    def __init__(self, stream: TextIO, most_lines: int = MOST_LINES) -> None:
        super().__init__()
        self._stream = stream
        self._most_lines = most_lines
        self._lines: deque[str] = deque()
        self._dropped = 0
        self._is_writing = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._write_lines, name="log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Hand the line of a record to the thread, or drop it if too many wait."""
        try:
            line = self.format(record)
        except Exception:  # noqa: BLE001  # as every handler does: logging may not end a program
            # Not `handleError`, which would write to standard error from here.
            line = f"log line lost: {traceback.format_exc()}"
        with self._changed:
            # The thread itself tells of dropped lines.
            if len(self._lines) < self._most_lines or threading.current_thread() is self._thread:
                self._lines.append(line)
                self._changed.notify_all()
            else:
                self._dropped += 1

    def flush(self) -> None:
        """Wait until all lines are written, but no longer than `LAST_SECONDS`.

        `logging` calls this at the end of the program.
        """
        with self._changed:
            self._changed.wait_for(lambda: not (self._lines or self._is_writing), LAST_SECONDS)

    def _write_lines(self) -> None:
        while True:
            with self._changed:
                self._is_writing = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._lines)
                self._is_writing = True
                line = self._lines.popleft()
                dropped, self._dropped = self._dropped, 0
            if dropped:
                log.warning("log lines dropped", lines=dropped)
            with suppress(OSError, ValueError):  # nobody reads any more
                write_text(self._stream, line + "\n")


def write_text(stream: TextIO, text: str) -> None:
    """Write `text` to the file behind `stream`, without the stream's own buffer.

    A program can't end while a thread waits inside that buffer. Raises OSError if nobody reads any
    more, and ValueError if the stream is closed.
    """
    try:
        descriptor = stream.fileno()
    except io.UnsupportedOperation:
        stream.write(text)
        return
    waiting = memoryview(text.encode(errors="backslashreplace"))
    while waiting:
        try:
            waiting = waiting[os.write(descriptor, waiting) :]
        except BlockingIOError:  # somebody who shares the terminal made it so
            select.select([], [descriptor], [])


LIBRARIES = ("websockets", "asyncio")
"""Libraries that log. Only their warnings matter: strangers probe every port."""


def configure(*, as_json: bool, worker: str = "") -> None:
    """Send the log of this process to standard error by a thread, each event on one line.

    Each line names the `worker`, if this process is one.
    """
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    if worker:
        shared.append(_naming(worker))
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
    )
    handler = LogWriter(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                printable,
                _renderer(as_json=as_json),
            ],
        )
    )
    logging.basicConfig(handlers=[handler], force=True)
    set_level("info")
    # What the interpreter would write to standard error by itself, from the event loop.
    logging.captureWarnings(capture=True)
    if sys.unraisablehook is sys.__unraisablehook__:
        sys.unraisablehook = _log_unraisable


def _log_unraisable(unraisable: "sys.UnraisableHookArgs") -> None:
    """Log an exception that came where nobody could handle it, such as in a finaliser."""
    fault = unraisable.exc_value
    where = f"{unraisable.err_msg or 'exception ignored in'}: {unraisable.object!r}"
    logging.getLogger("python").error(where, exc_info=fault)


def _naming(worker: str) -> Processor:
    """Return a processor that names the worker in each event."""

    def name(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        return {**event, "worker": worker}

    return name


def set_level(level: LogLevel) -> None:
    """Log from this level up; at "debug", also every connection that libraries report."""
    number = logging.getLevelNamesMapping()[level.upper()]
    logging.getLogger().setLevel(number)
    for library in LIBRARIES:
        quiet = max(number, logging.WARNING)
        logging.getLogger(library).setLevel(number if level == "debug" else quiet)


def printable(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Escape unprintable characters: terminals show the log, and strangers' words reach it."""
    return {
        key: _escaped(value) if isinstance(value, str) else value for key, value in event.items()
    }


def _escaped(text: str) -> str:
    return "".join(
        character if character.isprintable() or character == "\n" else ascii(character)[1:-1]
        for character in text
    )


def _renderer(*, as_json: bool) -> Processor:
    if as_json:
        return structlog.processors.JSONRenderer()
    return structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"])
