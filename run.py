#!/usr/bin/env python3
"""Undertide from a fresh checkout, with nothing installed but Python 3.11 or newer.

    python3 run.py play [OPTIONS]        host a dungeon and play in it
    python3 run.py join ADDRESS          join somebody else's
    python3 run.py watch ADDRESS         watch it
    python3 run.py serve [OPTIONS]       host without playing
    python3 run.py test [PYTEST OPTIONS] every check and every test

The first time, each makes the virtual environment .venv beside this file and installs what lock/
names into it; after that, only when the lock or pyproject.toml changed. All other commands work
too, such as replay, runs and inspect. `python3 run.py play --help` lists the options of play.
"""

# Only the standard library, and only syntax that Python 3.6 reads (so some annotations are quoted):
# an old Python must get as far as being told that it is too old.

import hashlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")

GAME = (
    *("play", "join", "watch", "replay", "keys", "serve", "sessions", "bots"),
    *("runs", "verify", "inspect", "admin", "accounts"),
)
CHECKS = (
    ("ruff", "format", "--check", "."),
    ("ruff", "check", "."),
    ("mypy",),
    ("lint-imports",),
)
TESTS = ("pytest", "-n", "auto")


class SetupFault(Exception):
    """Why Undertide can't be set up here, and what to do about it."""


def main(arguments: "list[str]") -> int:
    """Do what the first argument says and return the exit code."""
    word, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    if word not in (*GAME, "test"):
        print(__doc__)
        return 0 if word in {"help", "--help", "-h"} else 2
    try:
        return run_tests(rest) if word == "test" else run_game(word, rest)
    except SetupFault as fault:
        print(fault, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def run_game(word: str, arguments: "list[str]") -> int:
    """Set up what the game needs and become `undertide WORD ARGUMENTS`."""
    set_up(ROOT / "lock" / "runtime.txt")
    return become(["undertide", word, *arguments])


def run_tests(arguments: "list[str]") -> int:
    """Set up what the tests need, run each check up to the first that fails, then the tests."""
    set_up(ROOT / "lock" / "development.txt")
    os.chdir(str(ROOT))
    for check in CHECKS:
        say(" ".join(check))
        code = subprocess.call([str(SCRIPTS / check[0]), *check[1:]])
        if code:
            return code
    tests = [*TESTS, *arguments]
    say(" ".join(tests))
    return become(tests)


def set_up(lock: Path) -> None:
    """Make .venv hold what `lock` names and the project itself. Raises SetupFault."""
    stamp = VENV / (lock.stem + ".stamp")
    wanted = fingerprint(lock)
    if stamp.is_file() and stamp.read_text() == wanted and python().exists():
        return
    if not is_sound():
        make_environment()
    say("installing lock/" + lock.name)
    pip("--require-hashes", "-r", str(lock))
    pip("--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    stamp.write_text(wanted)


def fingerprint(lock: Path) -> str:
    """Return a digest of all that an installation depends on, the place of the checkout too."""
    digest = hashlib.sha256(str(ROOT).encode())
    for path in (lock, ROOT / "pyproject.toml"):
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def is_sound() -> bool:
    """Whether .venv has a pip that works and is its own: in a moved or copied one it is not."""
    try:
        answer = subprocess.check_output([str(SCRIPTS / "pip"), "--version"])
    except (OSError, subprocess.CalledProcessError):
        return False
    return f"from {VENV}" in answer.decode(errors="replace")


def make_environment() -> None:
    """Make .venv anew, with pip. Raises SetupFault."""
    problem = obstacle(sys.version_info[:2])
    if problem:
        raise SetupFault(problem)
    say("making a virtual environment in .venv")
    if subprocess.call([sys.executable, "-m", "venv", "--clear", str(VENV)]):
        raise SetupFault("the virtual environment could not be made: the reason stands above")


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


def pip(*arguments: str) -> None:
    """Install into .venv what `arguments` say. Raises SetupFault."""
    command = [str(python()), "-m", "pip", "install", "--no-input", "--disable-pip-version-check"]
    if subprocess.call([*command, *arguments]):
        raise SetupFault("pip could not install Undertide: the reason stands above")


def python() -> Path:
    """Return the interpreter of .venv."""
    return SCRIPTS / ("python.exe" if os.name == "nt" else "python")


def become(command: "list[str]") -> int:
    """Run a command of .venv in the place of this process where the system can, else wait for it.

    In its place, so that the terminal and every signal are the command's own.
    """
    program = str(SCRIPTS / command[0])
    sys.stdout.flush()
    if os.name == "posix":
        os.execv(program, command)
    return subprocess.call([program, *command[1:]])


def say(what: str) -> None:
    """Print what comes next, before a child process prints."""
    print("== " + what, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
