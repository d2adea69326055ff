"""The examples do what they say, on a real server."""

import asyncio
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import numpy as np
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


def learner() -> ModuleType:
    """Return the learner's module."""
    spec = spec_from_file_location("learner", EXAMPLES / "learner.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_learner_practises_and_keeps_what_it_learned(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    module, policy, plot = learner(), tmp_path / "policy.npz", tmp_path / "plot.png"
    few = {"TRIED": 3, "KEPT": 2, "DUNGEONS": 1, "JUDGED": range(2), "STEPS": 5}
    for name, number in few.items():
        monkeypatch.setattr(module, name, number)
    module.train(policy, 0.01, plot)
    assert np.load(policy)["weights"].size == len(module.CHOICES) * module.FACTS
    told = capsys.readouterr().out
    assert re.match(r"generation 1: -?\d", told)
    assert re.search(r"random actions: -?[\d.]+; the policy: -?[\d.]+\n$", told)
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_the_learner_plays_beside_another_player(server: Serving, tmp_path: Path) -> None:
    module, policy = learner(), tmp_path / "policy.npz"
    weights = np.full((len(module.CHOICES), module.FACTS), -9.0)
    weights[:, 1:] = 0
    for score, name in enumerate(("wait", "explore", "climb_down", "fight")):
        weights[module.CHOICES.index(name), 0] = score
    weights[module.CHOICES.index("explore"), -1] = -9.0  # not again if that was refused
    np.savez(policy, weights=weights)
    session = asyncio.run(new_session(server.address, "quiet", None))
    place = (server.address, "--session", session, "--floors", "2")
    with (
        example("explorer.py", *place) as other,
        example("learner.py", "play", str(policy), *place, "--name", "Una") as playing,
    ):
        told, _ = playing.communicate(timeout=LONGEST)
        assert told == "floor 2 was reached\n"
        assert other.communicate(timeout=LONGEST)[0] == "floor 2 was reached\n"


def test_an_example_says_how_it_is_called() -> None:
    for path in EXAMPLES.glob("*.py"):
        command = [sys.executable, str(path), "--help"]
        asked = subprocess.run(
            command, text=True, capture_output=True, timeout=LONGEST, check=False
        )
        assert asked.returncode == 0
        assert "address" in asked.stdout
