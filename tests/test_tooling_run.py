"""run.py, against a checkout whose project and tools only say how they were called."""

import hashlib
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

from support.content.scripts import load_script
from support.processes.waiting import LONGEST
from undertide_shared import extras
from undertide_shared.command import COMMANDS

ROOT = Path(__file__).resolve().parent.parent

PROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
"""

BACKEND = '''
"""Builds wheels that hold one module and the programs that run it."""

from pathlib import Path
from zipfile import ZipFile

PROGRAMS = ("undertide", "ruff", "mypy", "lint-imports", "pytest")
MODULE = """
import json, os, sys
def main():
    print(json.dumps([os.path.basename(sys.argv[0]), *sys.argv[1:]]), flush=True)
    sys.exit(3 if " ".join(sys.argv).endswith(os.environ.get("FAILING", "nothing")) else 0)
"""


def build_editable(folder, config_settings=None, metadata_directory=None):
    return write(folder, "fake")


build_wheel = build_editable


def write(folder, name):
    scripts = "".join(f"{program}={name}:main\\n" for program in PROGRAMS)
    info = f"{name}-1.dist-info"
    members = {
        f"{name}.py": MODULE,
        f"{info}/METADATA": f"Metadata-Version: 2.1\\nName: {name}\\nVersion: 1\\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
        f"{info}/entry_points.txt": "[console_scripts]\\n" + scripts * (name == "fake"),
    }
    wheel = f"{name}-1-py3-none-any.whl"
    record = "".join(f"{member},,\\n" for member in (*members, f"{info}/RECORD"))
    with ZipFile(Path(folder) / wheel, "w") as archive:
        for member, text in (members | {f"{info}/RECORD": record}).items():
            archive.writestr(member, text)
    return wheel


if __name__ == "__main__":
    write(".", "locked")
'''


class Checkout:
    """A folder with run.py, locks of one wheel, and a project that has the tools' programs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, *arguments: str, failing: str = "nothing") -> subprocess.CompletedProcess[str]:
        """Run run.py without a terminal and without any package index."""
        return subprocess.run(
            [sys.executable, "run.py", *arguments],
            cwd=self.folder,
            env=os.environ | {"PIP_NO_INDEX": "1", "FAILING": failing},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def called(self, *arguments: str, failing: str = "nothing") -> tuple[int, list[list[str]]]:
        """Run run.py; return its exit code and how it called which programs."""
        result = self.run(*arguments, failing=failing)
        calls = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("[")]
        return result.returncode, calls


def make_checkout(folder: Path) -> Checkout:
    (folder / "lock").mkdir()
    shutil.copy(ROOT / "run.py", folder)
    (folder / "pyproject.toml").write_text(PROJECT)
    (folder / "backend.py").write_text(BACKEND)
    subprocess.run([sys.executable, "backend.py"], cwd=folder, check=True)
    wheel = folder / "locked-1-py3-none-any.whl"
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    for name in ("base", "runtime", "development", "lowest"):
        (folder / "lock" / f"{name}.txt").write_text(f"{wheel.as_uri()} --hash=sha256:{digest}\n")
    return Checkout(folder)


@dataclass(frozen=True)
class FirstStart:
    """What a first start in a fresh checkout said. An environment costs seconds: tests share it."""

    checkout: Checkout
    code: int
    output: str
    errors: str


@pytest.fixture(scope="module")
def first_start(tmp_path_factory: pytest.TempPathFactory) -> FirstStart:
    """A checkout in which somebody has played."""
    made = make_checkout(tmp_path_factory.mktemp("checkout"))
    result = made.run("play", "--seed", "7")
    return FirstStart(made, result.returncode, result.stdout, result.stderr)


@pytest.fixture(scope="module")
def checkout(first_start: FirstStart) -> Checkout:
    """A checkout that is set up to play and to test."""
    result = first_start.checkout.run("test")
    assert result.returncode == 0, result.stdout + result.stderr
    return first_start.checkout


ELSEWHERE = ("--venv", "../elsewhere")
"""An environment that isn't in the checkout."""


@pytest.fixture(scope="module")
def stopped_start(tmp_path_factory: pytest.TempPathFactory) -> FirstStart:
    """A checkout whose first start was stopped, and whose environment is elsewhere."""
    folder = tmp_path_factory.mktemp("stopped") / "checkout"
    folder.mkdir()
    made = make_checkout(folder)
    with subprocess.Popen(
        [sys.executable, "run.py", *ELSEWHERE, "play"],
        cwd=made.folder,
        env=os.environ | {"PIP_NO_INDEX": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        said = next(line for line in process.stdout if line.startswith("1 of 3"))
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=LONGEST)
    return FirstStart(made, process.returncode, said, errors)


def load() -> ModuleType:
    """Return run.py as a module."""
    return load_script(ROOT / "run.py")


def test_a_fresh_checkout_is_set_up_once(first_start: FirstStart, checkout: Checkout) -> None:
    assert first_start.code == 0, first_start.output + first_start.errors
    steps = [line for line in first_start.output.splitlines() if " of 3: " in line]
    assert [step[0] for step in steps] == ["1", "2", "3"]
    assert "about 150 MB" in first_start.output
    assert len(first_start.output.splitlines()) == 6, "pip's own lines stay in the log"
    assert first_start.output.endswith('["undertide", "play", "--seed", "7"]\n')
    assert checkout.run("play").stdout == '["undertide", "play"]\n'


def test_a_changed_lock_is_installed_and_the_environment_kept(checkout: Checkout) -> None:
    with (checkout.folder / "lock" / "base.txt").open("a") as lock:
        lock.write("# renewed\n")
    again = checkout.run("play")
    assert again.returncode == 0
    assert "2 of 3: installing about 1 packages of lock/base.txt" in again.stdout
    assert "1 of 3" not in again.stdout
    assert checkout.run("play").stdout == '["undertide", "play"]\n'


def test_what_only_some_commands_need_is_installed_on_its_own_and_kept_up_to_date(
    stopped_start: FirstStart,
) -> None:
    stopped = stopped_start.checkout
    assert stopped.run(*ELSEWHERE, "play").returncode == 0
    rest = stopped.run(*ELSEWHERE, "install")
    assert rest.returncode == 0
    assert "2 of 3: installing about 1 packages of lock/runtime.txt" in rest.stdout
    assert stopped.run(*ELSEWHERE, "install").stdout == ""
    with (stopped.folder / "lock" / "runtime.txt").open("a") as lock:
        lock.write("# renewed\n")
    assert "of lock/runtime.txt" in stopped.run(*ELSEWHERE, "play").stdout


def test_a_command_of_the_game_knows_what_set_it_up(checkout: Checkout) -> None:
    program = checkout.folder / ".venv" / "bin" / "undertide"
    kept = program.read_text()
    program.write_text(f"#!/bin/sh\necho ${extras.RUN_VARIABLE}\n")
    told = checkout.run("play").stdout
    program.write_text(kept)
    assert told == f"{checkout.folder / 'run.py'}\n"


def test_a_copied_checkout_gets_an_environment_of_its_own(
    checkout: Checkout, tmp_path: Path
) -> None:
    shutil.copytree(checkout.folder, tmp_path / "copy", symlinks=True)
    copy = Checkout(tmp_path / "copy")
    assert "1 of 3: making a virtual environment" in copy.run("play").stdout
    program = copy.folder / ".venv" / "bin" / "undertide"
    assert program.read_text().startswith(f"#!{copy.folder}")


def test_a_package_that_differs_from_its_hash_is_refused(checkout: Checkout) -> None:
    lock = checkout.folder / "lock" / "base.txt"
    good = lock.read_text()
    lock.write_text(good.partition("sha256:")[0] + "sha256:" + "0" * 64)
    result = checkout.run("play")
    lock.write_text(good)
    assert result.returncode == 1
    assert "pip could not install Undertide" in result.stderr
    assert '["undertide"' not in result.stdout


def test_tests_come_after_every_check(checkout: Checkout) -> None:
    code, calls = checkout.called("test", "-k", "tide")
    assert code == 0
    assert calls == [
        ["ruff", "format", "--check", "."],
        ["ruff", "check", "."],
        ["mypy"],
        ["lint-imports"],
        ["pytest", "-n", "auto", "--dist", "loadfile", "-k", "tide"],
    ]


@pytest.mark.parametrize(
    ("failing", "last"),
    [
        ("ruff check .", ["ruff", "check", "."]),
        ("mypy", ["mypy"]),
        ("pytest -n auto --dist loadfile", ["pytest", "-n", "auto", "--dist", "loadfile"]),
    ],
)
def test_the_first_failure_ends_it_with_its_exit_code(
    checkout: Checkout, failing: str, last: list[str]
) -> None:
    code, calls = checkout.called("test", failing=failing)
    assert code == 3
    assert calls[-1] == last


def test_continuous_integration_runs_the_same_checks(checkout: Checkout) -> None:
    shutil.copytree(ROOT / ".ci", checkout.folder / ".ci", dirs_exist_ok=True)
    result = subprocess.run(
        [checkout.folder / ".ci" / "run"],
        cwd="/",
        # Without pyenv's Pythons: a virtual environment of each takes seconds.
        env=os.environ | {"PIP_NO_INDEX": "1", "HOME": str(checkout.folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    calls = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("[")]
    first, *others, last = [call for call in calls if call[0] == "pytest"]
    assert last[-1] == str(checkout.folder / ".venv-examples" / "tests")
    assert first[:5] == ["pytest", "-n", "auto", "--dist", "loadfile"]
    assert not set(load().FRAGILE) & set(first), "the whole suite"
    assert others
    assert all(set(load().FRAGILE) <= set(other) for other in others)


def test_the_lowest_versions_have_an_environment_of_their_own(checkout: Checkout) -> None:
    code, calls = checkout.called("test-on", "lowest")
    assert code == 0
    (call,) = calls
    cache = checkout.folder / ".venv-lowest" / "tested"
    assert call[5:7] == ["-o", f"cache_dir={cache}"]
    assert call[7:] == [*load().FRAGILE]
    assert (checkout.folder / ".venv-lowest" / "lowest.stamp").is_file()


def test_examples_are_tested_from_wheels_out_of_reach_of_the_checkout(checkout: Checkout) -> None:
    tests = checkout.folder / "examples" / "lamp" / "tests"
    tests.mkdir(parents=True)
    (tests / "test_lamp.py").write_text("")
    (tests.parent / "pyproject.toml").write_text(PROJECT)
    (tests.parent / "backend.py").write_text(BACKEND.replace('"fake")', '"lamp")'))
    code, (call,) = checkout.called("test-examples", "-k", "light")
    assert code == 0
    place = checkout.folder / ".venv-examples"
    assert call[-5:] == ["--rootdir", str(place / "tests"), "-k", "light", str(place / "tests")]
    assert (place / "tests" / "lamp" / "test_lamp.py").is_file()
    installed = {each.name.split("-")[0] for each in place.glob("lib/*/site-packages/*.dist-info")}
    assert {"fake", "lamp", "locked"} <= installed
    assert len(list((place / "wheels").iterdir())) == 2


def test_a_path_takes_the_place_of_the_fragile_tests(checkout: Checkout) -> None:
    (checkout.folder / "tests").mkdir(exist_ok=True)
    code, calls = checkout.called("test-on", "lowest", "tests", "-k", "tide")
    assert code == 0
    assert calls[-1][-3:] == ["tests", "-k", "tide"]


def test_the_fragile_tests_are_there() -> None:
    assert [path for path in load().FRAGILE if not (ROOT / path).exists()] == []


def test_a_python_that_is_not_at_hand_is_skipped_in_words(checkout: Checkout) -> None:
    result = checkout.run("test-on", "3.99")
    assert result.returncode == 0
    assert result.stdout == "== Python 3.99 is not at hand: its tests are skipped.\n"


@pytest.mark.parametrize("words", [(), ("python3",), ("2.7",)])
def test_tests_on_nothing_known_are_a_wrong_call(checkout: Checkout, words: tuple[str]) -> None:
    result = checkout.run("test-on", *words)
    assert result.returncode == 2
    assert "test-on needs 'lowest' or a Python" in result.stderr


def test_another_python_is_found_in_pyenv_s_folder_if_it_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, broken = (
        tmp_path / ".pyenv" / "versions" / f"3.98.{n}" / "bin" / "python3.98" for n in (2, 1)
    )
    for place in (good, broken):
        place.parent.mkdir(parents=True)
    good.symlink_to(sys.executable)
    broken.write_text("#!/bin/sh\nexit 127\n")
    broken.chmod(0o755)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert load().find_python("3.98") == str(good)
    assert load().find_python("3.97") is None


def test_without_a_network_it_says_so_and_asks_only_once(checkout: Checkout) -> None:
    lock = checkout.folder / "lock" / "base.txt"
    good = lock.read_text()
    lock.write_text("".join(f"absent-{n}==1 --hash=sha256:{'0' * 64}\n" for n in range(3)))
    result = checkout.run("play")
    lock.write_text(good)
    assert result.returncode == 1
    assert "is there a network?" in result.stderr
    assert "absent-1" not in result.stderr
    assert "Traceback" not in result.stderr


def test_an_environment_elsewhere_leaves_the_checkout_as_it_is(stopped_start: FirstStart) -> None:
    stopped = stopped_start.checkout
    before = {*stopped.folder.iterdir()}
    first, second = (stopped.run(*ELSEWHERE, "play") for _ in range(2))
    assert first.returncode == second.returncode == 0, first.stdout + first.stderr
    assert second.stdout == '["undertide", "play"]\n'
    assert {*stopped.folder.iterdir()} - before <= {stopped.folder / "__pycache__"}
    assert not (stopped.folder / ".venv").exists()


def test_a_folder_that_can_t_be_written_is_answered_with_the_option(checkout: Checkout) -> None:
    in_the_way = checkout.folder / "lock" / "base.txt" / "venv"
    result = checkout.run("--venv", str(in_the_way), "play")
    assert result.returncode == 1
    assert "run.py --venv DIR play" in result.stderr
    assert "Traceback" not in result.stderr


def test_ctrl_c_leaves_no_traceback_and_the_next_start_goes_on(stopped_start: FirstStart) -> None:
    assert stopped_start.code == 130
    assert "Traceback" not in stopped_start.errors
    assert stopped_start.checkout.run(*ELSEWHERE, "play").stdout.endswith('["undertide", "play"]\n')


def explained(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / "run.py", *arguments], capture_output=True, text=True, check=False
    )


def test_no_word_at_all_is_answered_with_an_explanation() -> None:
    result = explained()
    assert result.returncode == 2
    assert "python3 run.py play" in result.stdout


@pytest.mark.parametrize(("word", "meant"), [("plya", "play"), ("tset", "test")])
def test_an_unknown_command_is_answered_with_the_nearest(word: str, meant: str) -> None:
    result = explained(word)
    assert result.returncode == 2
    assert f"no such command '{word}': did you mean '{meant}'?" in result.stderr


def test_a_word_that_is_near_to_nothing_is_answered_with_where_to_look() -> None:
    result = explained("zzz")
    assert result.returncode == 2
    assert result.stderr == "run.py: no such command 'zzz' (see python3 run.py --help)\n"


def test_every_command_of_the_game_can_be_called() -> None:
    assert {*load().GAME} == {*COMMANDS}


def test_an_old_python_is_told_which_is_needed() -> None:
    assert "needs Python 3.11 or newer, this is 3.9" in load().obstacle((3, 9))
    assert not load().obstacle((3, 11))
    assert not load().obstacle((4, 0))


def test_a_python_without_ensurepip_is_told_where_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if "pip" in name else name)
    assert "apt install python3-venv" in load().obstacle((3, 12))
