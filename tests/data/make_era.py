"""Make an era: a small data folder as the servers of a commit kept it, in tests/data/eras.

Run it in a clone with the Python that the tests run with:
`python tests/data/make_era.py [--postgres] [COMMIT]`. Without a commit the present tree plays. It
needs uv, and nothing of the commit but its `undertide` command: two heroes of that command's bots
play on its server. Each era is an archive with

- `stopped/`: the data folder after SIGTERM;
- `killed/`: the same after the bots played on, and `kill -9`;
- `seats.json`: the session and its seats, with the names and tokens (hexadecimal) of their heroes.

An era's name is that of its versions: `rules-2-tables-3-accounts-1`. With `--postgres` a node plays
over a database, and dumps of it, `stopped.sql` and `killed.sql`, stand in place of the folders. It
needs PostgreSQL's programs.
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
sys.path.insert(0, str(ROOT / "tests"))
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
name = "store_token" if hasattr(tokens, "store_token") else "put"
store = getattr(tokens, name)
def noted(self, seat, token):
    print(json.dumps([seat.session, seat.name, token.hex()]), file=sys.stderr, flush=True)
    store(self, seat, token)
setattr(tokens, name, noted)
"""
"""Before that: bots tell the tokens that their command keeps to itself."""


def main() -> int:
    """Make the era of a commit, or of the present tree."""
    words = [word for word in sys.argv[1:] if word != "--postgres"]
    make = _make_dumps if "--postgres" in sys.argv else _make
    with tempfile.TemporaryDirectory() as work:
        if words:
            with _checked_out(words[0], Path(work)) as tree:
                print(make(_environment(tree, Path(work)), Path(work)))
        else:
            print(make(Path(sys.executable), Path(work)))
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
        _play(python, address, "--session", seats["session"])
        server.kill()
        server.wait(LONGEST)
    return _packed(_versions_of(stopped), seats, stopped, killed)


def _make_dumps(python: Path, work: Path) -> Path:
    """Do the same over a database, and keep dumps of it."""
    from support.postgres.server import programs, running_server

    programs_folder = programs()
    assert programs_folder is not None, "PostgreSQL's programs are not installed"
    with running_server() as postgres:
        postgres.ask("CREATE DATABASE era")
        url = postgres.url("era")
        dumps = [work / "stopped.sql", work / "killed.sql"]
        with _serving(python, dumps[0], "--cluster", url) as (server, address):
            seats = _play(python, address)
            server.send_signal(signal.SIGTERM)
            server.wait(LONGEST)
        _dump(programs_folder, url, dumps[0])
        with _serving(python, dumps[1], "--cluster", url) as (server, address):
            _play(python, address, "--session", seats["session"])
            server.kill()
            server.wait(LONGEST)
        _dump(programs_folder, url, dumps[1])
        ((tables,),) = postgres.ask("SELECT max(version) FROM schemas WHERE name = 'runs'", "era")
        ((rules,),) = postgres.ask("SELECT max(rules) FROM runs", "era")
    return _packed(f"postgres-rules-{rules}-tables-{tables}", seats, *dumps)


def _dump(programs_folder: Path, url: str, file: Path) -> None:
    """Write a dump of a database that any client can carry out."""
    pg_dump = programs_folder / "pg_dump"
    written = _run(pg_dump, "--inserts", "--no-owner", f"--dbname={url}").stdout
    # What begins with a backslash is for psql.
    lines = [line for line in written.splitlines(keepends=True) if not line.startswith("\\")]
    file.write_text("".join(lines), encoding="utf-8")


def _packed(name: str, seats: dict[str, Any], *parts: Path) -> Path:
    """Write an era's archive."""
    told = parts[0].with_name("seats.json")
    told.write_text(json.dumps(seats, indent=1) + "\n", encoding="utf-8")
    FOLDER.mkdir(exist_ok=True)
    archive = FOLDER / f"{name}.tar.xz"
    with tarfile.open(archive, "w:xz", preset=9) as packed:
        for part in (*parts, told):
            packed.add(part, part.name, filter=_nobodys)
    return archive


@contextmanager
def _serving(python: Path, data: Path, *store: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start a server on a data folder, or on another store; return it and its address.

    It ends with the block.
    """
    options = ("--host", "127.0.0.1", "--port", "0", "--pace", "real")
    command = (str(python), "-c", COMMAND, "serve", *options, *(store or ("--data", str(data))))
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


def _play(python: Path, address: str, *where: str) -> dict[str, Any]:
    """Let two bots play; return their session, and by hero's name the token of each seat."""
    options = ("bots", "-n", "2", "--seconds", str(SECONDS), *where, address)
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
