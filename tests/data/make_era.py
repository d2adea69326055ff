"""Make an era: a small data folder as the servers of a commit kept it, in tests/data/eras.

Run it in a clone with the Python that the tests run with: `python tests/data/make_era.py [COMMIT]`.
Without a commit the present tree plays. It needs uv, and nothing of the commit but its `undertide`
command: two heroes of that command's bots play on its server. Each era is an archive with

- `stopped/`: the data folder after SIGTERM;
- `killed/`: the same after the bots played on, and `kill -9`;
- `seats.json`: the session and its seats, with the names and tokens (hexadecimal) of their heroes.

An era's name is that of its versions: `rules-2-tables-3-accounts-1`.
"""

import json
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests/data/eras"
SECONDS = 20
"""How long bots play each time: some hundred steps, and a snapshot."""
LONGEST = 120
"""Seconds within which a server starts or stops."""
COMMAND = """
from undertide_shared.command import main
main()
"""
"""The `undertide` command of any commit."""
TELLING = """
import importlib, json, sys
for place in ("undertide_client.saved.tokens", "undertide_client.tokens"):
    try:
        tokens = importlib.import_module(place).MemoryTokens
        break
    except ImportError:
        continue
put = tokens.put
def noted(self, seat, token):
    print(json.dumps([seat.session, seat.name, token.hex()]), file=sys.stderr, flush=True)
    put(self, seat, token)
tokens.put = noted
"""
"""Before that: bots tell the tokens that their command keeps to itself."""


def main() -> int:
    """Make the era of a commit, or of the present tree."""
    with tempfile.TemporaryDirectory() as work:
        if len(sys.argv) > 1:
            with _checked_out(sys.argv[1], Path(work)) as tree:
                print(_make(_environment(tree, Path(work)), Path(work)))
        else:
            print(_make(Path(sys.executable), Path(work)))
    return 0


@contextmanager
def _checked_out(commit: str, work: Path) -> Iterator[Path]:
    """Check a commit out into a folder of its own, and remove it at the end."""
    tree = work / "tree"
    _run("git", "-C", ROOT, "worktree", "add", "--quiet", "--detach", tree, commit)
    try:
        yield tree
    finally:
        _run("git", "-C", ROOT, "worktree", "remove", "--force", tree)


def _environment(tree: Path, work: Path) -> Path:
    """Return the Python of a new environment with what the commit locked, and the commit itself."""
    place = work / "environment"
    python = place / "bin/python"
    _run("uv", "venv", "--quiet", "--python", sys.executable, place)
    install = ("uv", "pip", "install", "--quiet", "--python", python)
    _run(*install, "--require-hashes", "-r", tree / "lock/runtime.txt")
    _run(*install, "--no-deps", "--no-build-isolation", "-e", tree)
    return python


def _make(python: Path, work: Path) -> Path:
    """Play, stop, play on, kill; return the archive with what is left each time."""
    stopped, killed = work / "stopped", work / "killed"
    with _serving(python, stopped) as (server, address):
        seats = _play(python, address)
        server.send_signal(signal.SIGTERM)
        server.wait(LONGEST)
    shutil.copytree(stopped, killed)
    with _serving(python, killed) as (server, address):
        _play(python, address)
        server.kill()
        server.wait(LONGEST)
    told = work / "seats.json"
    told.write_text(json.dumps(seats, indent=1) + "\n", encoding="utf-8")
    FOLDER.mkdir(exist_ok=True)
    archive = FOLDER / f"{_versions_of(stopped)}.tar.xz"
    with tarfile.open(archive, "w:xz", preset=9) as packed:
        for part in (stopped, killed, told):
            packed.add(part, part.name, filter=_nobodys)
    return archive


@contextmanager
def _serving(python: Path, data: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start a server on a data folder; return it and its address. It ends with the block."""
    options = ("--host", "127.0.0.1", "--port", "0", "--pace", "real", "--data", str(data))
    command = (str(python), "-c", COMMAND, "serve", *options)
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=data.parent) as server:
        assert server.stderr is not None
        try:
            for line in server.stderr:
                print(line, end="", file=sys.stderr)
                if found := re.search(r'ws://[^\s",}]+', line):
                    yield server, found[0]
                    return
            raise RuntimeError(f"no server listens on {data}; see what it printed")
        finally:
            server.kill()


def _play(python: Path, address: str) -> dict[str, Any]:
    """Let two bots play; return their session, and by hero's name the token of each seat."""
    options = ("bots", "-n", "2", "--seconds", str(SECONDS), address)
    done = _run(python, "-c", TELLING + COMMAND, *options)
    told = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("[")]
    if not told:
        raise RuntimeError(f"no bot got a seat: {done.stdout}{done.stderr}")
    return {"session": told[-1][0], "tokens": {name: token for _, name, token in told}}


def _versions_of(data: Path) -> str:
    """Return the versions by which a folder was kept, as an era's name."""
    with closing(sqlite3.connect(data / "undertide.db")) as runs:
        tables = runs.execute("PRAGMA user_version").fetchone()[0]
        rules = runs.execute("SELECT MAX(rules) FROM runs").fetchone()[0]
    name = f"rules-{rules}-tables-{tables}"
    if (data / "accounts.db").exists():
        with closing(sqlite3.connect(data / "accounts.db")) as accounts:
            name += f"-accounts-{accounts.execute('PRAGMA user_version').fetchone()[0]}"
    return name


def _nobodys(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """Leave out what one machine's processes share, and whose files these are."""
    if member.name.endswith("-shm"):
        return None
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mtime = int(time.mktime((2026, 1, 1, 0, 0, 0, 0, 0, 0)))
    return member


def _run(*command: Path | str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in command], check=True, capture_output=True, text=True
    )


if __name__ == "__main__":
    sys.exit(main())
