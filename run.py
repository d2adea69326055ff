#!/usr/bin/env python3
"""Undertide from a fresh checkout, with nothing installed but Python 3.11 or newer.

    python3 run.py title                 open the title screen
    python3 run.py play [OPTIONS]        host a dungeon and play in it
    python3 run.py join ADDRESS          join somebody else's
    python3 run.py watch ADDRESS         watch it
    python3 run.py serve [OPTIONS]       host without playing
    python3 run.py install               install what only some commands need
    python3 run.py test [PYTEST OPTIONS] every check and every test
    python3 run.py test --changed [REV]  every check, and the tests that changes can break
    python3 run.py test-on lowest|3.12 [PYTEST OPTIONS]
                                         tests by the lowest versions, or on another Python
    python3 run.py test-examples [PYTEST OPTIONS]
                                         tests of the extensions in examples/, from wheels

The first time, each makes a virtual environment and installs what lock/ names into it; after that,
only when the lock or pyproject.toml changed. To play takes little; a command that needs more
installs the rest when it first runs. The environment is .venv beside this file, or DIR in
`python3 run.py --venv DIR play`, where the checkout can't be written to. All other commands work
too, such as replay, runs and inspect. `python3 run.py play --help` lists the options of play.
Changes are what differs from where the branch left main, or the revision REV, committed or not.
test-on runs the tests that a library or a Python is likely to break; `test-on 3.12 tests` runs all.
"""

# Only the standard library, and only syntax that Python 3.6 reads (so some annotations are quoted):
# an old Python must get as far as being told that it is too old.

import difflib
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent
DEFAULT_VENV = ROOT / ".venv"
MEGABYTES = {"base": 150, "runtime": 280, "development": 560, "lowest": 560}
"""What an environment takes on disk once it holds what a lock names, about."""
PROBE_SECONDS = 5
"""For a package index to answer at all."""
LAST_LINES = 6
"""Of what a program said that failed."""
TAKEN_UP = ("Collecting ", "Processing ", "Requirement already satisfied: ")
"""How pip's lines begin that name a package."""

GAME = (
    *("play", "join", "watch", "replay", "keys", "serve", "sessions", "bots"),
    *("runs", "verify", "inspect", "admin", "accounts", "title", "history", "cluster"),
    "new-extension",
)
RUN_VARIABLE = "UNDERTIDE_RUN"
"""The variable with the path of this file, by which a command installs what it lacks."""
CHECKS = (
    ("ruff", "format", "--check", "."),
    ("ruff", "check", "."),
    ("mypy",),
    ("lint-imports",),
)
TESTS = ("pytest", "-n", "auto", "--dist", "loadfile")
HOW_LONG = (
    "All checks and tests take some 25 minutes on two cores. `python3 run.py test --changed` runs\n"
    "the tests that your changes can break."
)
LOWEST = "lowest"
"""Stands for the lowest versions of libraries that pyproject.toml allows, in `test-on`."""
FRAGILE = (
    *("tests/client/cli", "tests/client/displays", "tests/client/test_displays.py"),
    *("tests/server/cli", "tests/server/gateway/edge", "tests/shared/test_codec.py"),
    *("tests/shared/test_command.py", "tests/structure/test_library_internals.py"),
    "tests/end_to_end/test_company.py",
)
"""Tests of what rests most on libraries and on Python itself, and one game in terminals."""


class SetupError(Exception):
    """Why Undertide can't be set up here, and what to do about it."""


def main(arguments: "list[str]") -> int:
    """Do what the first argument says and return the exit code."""
    venv = DEFAULT_VENV
    if arguments and arguments[0] == "--venv":
        if len(arguments) < 2:
            return wrong_call("--venv needs a folder: python3 run.py --venv DIR play")
        venv, arguments = Path(arguments[1]).resolve(), arguments[2:]
    word, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    if word not in (*GAME, *OWN_COMMANDS):
        return explain(word)
    environment = Environment(venv)
    try:
        if word in OWN_COMMANDS:
            return OWN_COMMANDS[word](environment, rest)
        return run_game(environment, word, rest)
    except SetupError as fault:
        print(fault, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def explain(word: str) -> int:
    """Print what there is, or which command an unknown word may mean; return the exit code."""
    if word in {"", "help", "--help", "-h"}:
        print(__doc__)
        return 0 if word else 2
    near = difflib.get_close_matches(word, [*GAME, *OWN_COMMANDS], n=1)
    hint = f": did you mean '{near[0]}'?" if near else ""
    return wrong_call(f"no such command '{word}'{hint} (see python3 run.py --help)")


def wrong_call(what: str) -> int:
    """Say how the call is wrong and return the exit code for it."""
    print("run.py: " + what, file=sys.stderr)
    return 2


def run_game(environment: "Environment", word: str, arguments: "list[str]") -> int:
    """Set up what the game needs and become `undertide WORD ARGUMENTS`.

    The command installs the rest if it needs that; once it is there, it is kept up to date too.
    """
    rest = ROOT / "lock" / "runtime.txt"
    set_up(environment, rest if environment.stamp(rest).is_file() else ROOT / "lock" / "base.txt")
    os.environ[RUN_VARIABLE] = str(ROOT / "run.py")
    return become(environment, ["undertide", word, *arguments])


def install(environment: "Environment", _arguments: "list[str]") -> int:
    """Set up what only some commands of the game need."""
    set_up(environment, ROOT / "lock" / "runtime.txt")
    return 0


def run_tests(environment: "Environment", arguments: "list[str]") -> int:
    """Set up what the tests need, run each check up to the first that fails, then the tests."""
    set_up(environment, ROOT / "lock" / "development.txt")
    os.chdir(str(ROOT))
    if not arguments:
        say(HOW_LONG)
    for check in CHECKS:
        say("== " + " ".join(check))
        code = subprocess.call([environment.program(check[0]), *check[1:]])
        if code:
            return code
    tests = [*TESTS, *arguments]
    say("== " + " ".join(tests))
    return become(environment, tests)


def test_on(environment: "Environment", arguments: "list[str]") -> int:
    """Run tests by the lowest versions, or on another Python, in an environment beside the usual.

    Without the path of a test these are the fragile ones. Where the Python isn't at hand, say so
    and succeed.
    """
    what, options = (arguments[0], arguments[1:]) if arguments else ("", [])
    if what != LOWEST and not re.match(r"3\.\d+$", what):
        return wrong_call(f"test-on needs '{LOWEST}' or a Python: python3 run.py test-on 3.12")
    python = sys.executable if what == LOWEST else find_python(what)
    if python is None:
        say(f"== Python {what} is not at hand: its tests are skipped.")
        return 0
    folder = environment.folder.with_name(f"{environment.folder.name}-{what}")
    beside = Environment(folder, python)
    set_up(beside, ROOT / "lock" / ("lowest.txt" if what == LOWEST else "development.txt"))
    os.chdir(str(ROOT))
    has_path = any(Path(option.partition("::")[0]).exists() for option in options)
    chosen = [*options, *(() if has_path else FRAGILE)]
    say(f"== tests on {what}: pytest " + " ".join(chosen))
    # What failed is remembered apart from what failed in the usual environment.
    return become(beside, [*TESTS, "-o", f"cache_dir={folder / 'tested'}", *chosen])


def test_examples(environment: "Environment", arguments: "list[str]") -> int:
    """Install the game and the extensions in examples/ from wheels; run the extensions' tests.

    They run as a stranger's would: in an environment beside the usual, and with nothing of the
    checkout in reach.
    """
    folder = environment.folder.with_name(f"{environment.folder.name}-examples")
    beside = Environment(folder)
    set_up(beside, ROOT / "lock" / "development.txt", with_project=False)
    wheels, tests = folder / "wheels", folder / "tests"
    for place in (wheels, tests):
        shutil.rmtree(str(place), ignore_errors=True)
    projects = sorted(path.parent for path in (ROOT / "examples").glob("*/pyproject.toml"))
    options = ("--no-deps", "--no-build-isolation", "--wheel-dir", str(wheels))
    for project in (ROOT, *projects):
        beside.call(
            [str(beside.python()), "-m", "pip", "wheel", *options, str(project)],
            f"pip could not build a wheel of {project}",
        )
    beside.pip("--no-deps", "--force-reinstall", *sorted(map(str, wheels.glob("*.whl"))))
    tests.mkdir()
    for project in projects:
        shutil.copytree(str(project / "tests"), str(tests / project.name))
    os.chdir(str(tests))
    say("== tests of examples: pytest " + " ".join(arguments))
    plain = ("-c", os.devnull, "-p", "no:asyncio", "-o", f"cache_dir={folder / 'tested'}")
    return become(beside, ["pytest", *plain, "--rootdir", str(tests), *arguments, str(tests)])


OWN_COMMANDS = {
    "install": install,
    "test": run_tests,
    "test-on": test_on,
    "test-examples": test_examples,
}
"""The commands that are not the game's."""


def find_python(version: str) -> "str | None":
    """Return the program of a Python such as "3.12", from the path or from pyenv; None without."""
    pyenv = Path.home() / ".pyenv" / "versions"
    name = f"python{version}"
    places = [shutil.which(name), *sorted(map(str, pyenv.glob(f"{version}*/bin/{name}")))]
    for place in filter(None, places):
        try:
            # One that pyenv put into the path starts only where its version is chosen.
            asked = [place, "-c", "import ensurepip, venv"]
            subprocess.check_output(asked, stderr=subprocess.DEVNULL)
        except (OSError, subprocess.CalledProcessError):
            continue
        return place
    return None


class Environment:
    """A virtual environment of a Python in a folder, there or not."""

    def __init__(self, folder: Path, python: str = sys.executable) -> None:
        self.folder = folder
        self._made_by = python
        self.log = folder / "setup.log"
        self._scripts = folder / ("Scripts" if os.name == "nt" else "bin")

    def program(self, name: str) -> str:
        """Return the path of a program in it."""
        return str(self._scripts / name)

    def python(self) -> Path:
        """Return its interpreter."""
        return self._scripts / ("python.exe" if os.name == "nt" else "python")

    def stamp(self, lock: Path) -> Path:
        """Return the file that says for which lock it was set up."""
        return self.folder / (lock.stem + ".stamp")

    def is_sound(self) -> bool:
        """Whether it has a pip that works and is its own: in a moved or copied one it is not."""
        try:
            answer = subprocess.check_output(
                [self.program("pip"), "--version"], stderr=subprocess.DEVNULL
            )
        except (OSError, subprocess.CalledProcessError):
            return False
        return f"from {self.folder}" in answer.decode(errors="replace")

    def make(self) -> None:
        """Make it anew, with pip. Raises SetupError."""
        problem = obstacle(sys.version_info[:2])
        if problem:
            raise SetupError(problem)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.log.write_text("")
        except OSError as fault:
            raise SetupError(
                f"{self.folder} can't be written: {fault.strerror}\n"
                "Name another folder for what is installed, at this and every later start:\n"
                "    python3 run.py --venv DIR play"
            ) from fault
        command = [self._made_by, "-m", "venv", "--clear", str(self.folder)]
        self.call(command, "the virtual environment could not be made")

    def pip(
        self,
        *arguments: str,
        failure: str = "pip could not install Undertide",
        packages: int = 0,
    ) -> None:
        """Install what `arguments` say. Raises SetupError with `failure` and pip's last words.

        Of as many `packages` a terminal is shown how many have come.
        """
        command = [str(self.python()), "-m", "pip", "install", "--no-input", "--no-color"]
        if not sys.dont_write_bytecode:
            command.append("--no-compile")  # Python compiles what is used, less than a third
        self.call([*command, "--disable-pip-version-check", *arguments], failure, packages)

    def call(self, command: "list[str]", failure: str, packages: int = 0) -> None:
        """Run a program and keep what it says in the log. Raises SetupError where it fails."""
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True
        )
        try:
            said = read_lines(process, packages)
            code = process.wait()
        except KeyboardInterrupt:
            process.terminate()
            process.wait()
            print("\nstopped: the next start goes on from here", file=sys.stderr)
            raise
        with self.log.open("a", encoding="utf-8") as log:
            log.writelines(said)
        if code:
            last = "".join("    " + line for line in said[-LAST_LINES:])
            raise SetupError(f"{failure}\nThe last lines of {self.log}:\n{last.rstrip()}")


def read_lines(process: "subprocess.Popen[str]", packages: int) -> "list[str]":
    """Return the lines of a program, and show how many of so many packages it has come to."""
    lines = []
    count = 0
    shown = packages > 0 and sys.stdout.isatty()
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line)
        if shown and line.startswith(TAKEN_UP):
            count = min(count + 1, packages)
            print(f"\r        {count} of {packages}", end="", flush=True)
    if shown:
        print()
    return lines


def set_up(environment: Environment, lock: Path, with_project: bool = True) -> None:
    """Make an environment hold what `lock` names and the project itself. Raises SetupError."""
    stamp = environment.stamp(lock)
    wanted = fingerprint(lock)
    if stamp.is_file() and stamp.read_text() == wanted and environment.python().exists():
        return
    packages = packages_of(lock)
    size = MEGABYTES[lock.stem]
    say(f"Undertide is set up in {environment.folder}: about {size} MB, some minutes at the most.")
    say("Ctrl-C stops that, and the next start goes on.")
    if not environment.is_sound():
        say("1 of 3: making a virtual environment")
        environment.make()
    say(f"2 of 3: installing about {len(packages)} packages of lock/{lock.name}")
    check_network(environment, packages)
    environment.pip("--require-hashes", "-r", str(lock), packages=len(packages))
    if with_project:
        say("3 of 3: installing Undertide itself")
        environment.pip("--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    stamp.write_text(wanted)


def packages_of(lock: Path) -> "list[str]":
    """Return what a lock names, without the packages of other systems or Pythons alone."""
    lines = lock.read_text().splitlines()
    entries = [re.split(r"\s+(?:--hash|\\)", line)[0] for line in lines if line[:1].strip(" #")]
    return [entry for entry in entries if " ; " not in entry]


def check_network(environment: Environment, packages: "list[str]") -> None:
    """See whether pip gets at packages, before it tries long for each. Raises SetupError."""
    environment.pip(
        *("--dry-run", "--no-deps", "--only-binary", ":all:", "--retries", "0"),
        *("--timeout", str(PROBE_SECONDS), packages[0]),
        failure="pip can't reach any packages: is there a network?",
    )


def fingerprint(lock: Path) -> str:
    """Return a digest of all that an installation depends on, the place of the checkout too."""
    digest = hashlib.sha256(str(ROOT).encode())
    for path in (lock, ROOT / "pyproject.toml"):
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def obstacle(version: "tuple[int, ...]") -> str:
    """Return why a Python of `version` can't make the environment; empty if it can."""
    if version < OLDEST:
        needed, found = (".".join(map(str, numbers)) for numbers in (OLDEST, version))
        return f"Undertide needs Python {needed} or newer, this is {found} ({sys.executable})"
    if any(importlib.util.find_spec(module) is None for module in ("venv", "ensurepip")):
        return (
            "this Python comes without venv or ensurepip, which make virtual environments.\n"
            "Debian and Ubuntu have them in a package of their own: apt install python3-venv"
        )
    return ""


def become(environment: Environment, command: "list[str]") -> int:
    """Run a command of the environment instead of this process, or wait for it on other systems.

    Instead, so that the terminal and every signal are the command's own.
    """
    program = environment.program(command[0])
    sys.stdout.flush()
    if os.name == "posix":
        os.execv(program, command)
    return subprocess.call([program, *command[1:]])


def say(what: str) -> None:
    """Print what comes next, before a child process prints."""
    print(what, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
