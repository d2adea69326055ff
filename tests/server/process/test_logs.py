import json
import logging
from collections.abc import Iterator
from typing import get_args

import pytest
import structlog

from undertide_server.content.settings.settings import LogLevel
from undertide_server.process.logs import configure, set_level

LEVELS: tuple[LogLevel, ...] = get_args(LogLevel)


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
