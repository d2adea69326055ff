"""The examples do what they say, on a real server."""

import asyncio
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from support.content.own_content import write_content
from support.gateway.raw_clients import new_session
from support.processes.commands import Serving, serving
from support.processes.waiting import LONGEST

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    content = write_content(tmp_path_factory.mktemp("content"))
    with serving("--config", str(content), "--preset", "quiet", "--seed", "7") as running:
        yield running


@contextmanager
def example(name: str, *words: str) -> Iterator["subprocess.Popen[str]"]:
    with subprocess.Popen(
        [sys.executable, str(EXAMPLES / name), *words], text=True, stdout=subprocess.PIPE
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def test_the_explorer_goes_down_and_the_herald_tells_of_it(server: Serving) -> None:
    session = asyncio.run(new_session(server.address, "quiet", None))
    place = (server.address, "--session", session)
    with example("explorer.py", *place, "--floors", "2") as explorer:
        told, _ = explorer.communicate(timeout=LONGEST)
        assert told == "floor 2 was reached\n"
    with example("herald.py", *place) as herald:
        assert herald.stdout is not None
        assert herald.stdout.readline() == "Ada enters the dungeon.\n"


def test_the_first_bot_of_the_page_comes_to_the_third_floor(server: Serving) -> None:
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    (bot,) = re.findall(
        r"^    import asyncio\n(?:    .*\n|\n)*?    asyncio.run\(.*\n", page, re.MULTILINE
    )
    script = textwrap.dedent(bot).replace("ws://127.0.0.1:4414", server.address)
    played = subprocess.run(
        [sys.executable, "-c", script], text=True, capture_output=True, timeout=LONGEST, check=True
    )
    assert played.stdout == "Ada came to floor 3.\n"


def test_an_example_says_how_it_is_called() -> None:
    for path in EXAMPLES.glob("*.py"):
        command = [sys.executable, str(path), "--help"]
        asked = subprocess.run(
            command, text=True, capture_output=True, timeout=LONGEST, check=False
        )
        assert asked.returncode == 0
        assert "address" in asked.stdout
