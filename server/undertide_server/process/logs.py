"""The server's log: one line for each event, as key=value or as JSON, on standard error."""

import logging
import sys

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from undertide_server.content.settings.settings import LogLevel
from undertide_server.process.log_writer import LogWriter

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
