"""A PostgreSQL server of the tests' own, with its data in a folder that goes with it.

It writes as safely as a real one: tests of outages mean something only then.
"""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, Self

import psycopg
import pytest

from support.processes.waiting import LONGEST

REQUIRED: Final = os.environ.get("UNDERTIDE_POSTGRES") == "required"
OWNER: Final = "undertide"
"""The name of the databases' owner. The server asks it for no password."""
COMMIT: Final = b"COMMIT\0"
"""What ends a transaction, on the wire. Words that begin one have no such end."""
TRIES: Final = 3
"""Free ports that are tried: another process may take one before the server does."""
_SETTINGS: Final = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "wal_level": "replica",
    "max_wal_senders": "8",
    "wal_keep_size": "64MB",
    "hot_standby": "on",
    "jit": "off",
    "log_min_messages": "fatal",
}
_NEW: Final = ("--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8")
_COPIED: Final = ("--no-sync", "--checkpoint=fast", "--write-recovery-conf")
UNPRIVILEGED: Final = "postgres"
"""The account that runs the server where the tests are root's: PostgreSQL refuses root."""


@cache
def programs() -> Path | None:
    """Return the folder of the newest PostgreSQL on this machine."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"),
        key=lambda file: int(file.parts[-3]) if file.parts[-3].isdigit() else 0,
    )
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


def need_postgres() -> Path:
    """Return the folder of PostgreSQL's programs, or skip the test."""
    found = programs()
    if found is None:
        (pytest.fail if REQUIRED else pytest.skip)("no PostgreSQL is installed here")
    return found


class PostgresServer:
    """A server with one cluster of databases, from `initdb` or as the standby of another one."""

    def __init__(self, primary: "PostgresServer | None" = None) -> None:
        self._programs = need_postgres()
        self._folder = Path(tempfile.mkdtemp(prefix="undertide-postgres-"))
        self._data = self._folder / "data"
        self.port = free_port()
        self._is_known = False
        """Whether it has run on its port, so that others may know that."""
        self._process: subprocess.Popen[bytes] | None = None
        if os.geteuid() == 0:
            owner = pwd.getpwnam(UNPRIVILEGED)
            os.chown(self._folder, owner.pw_uid, owner.pw_gid)
        if primary is None:
            self._run("initdb", f"--pgdata={self._data}", f"--username={OWNER}", *_NEW)
        else:
            source = f"--dbname={primary.url('postgres')}"
            self._run("pg_basebackup", f"--pgdata={self._data}", source, *_COPIED)

    def url(self, database: str) -> str:
        """Return the address of a database."""
        return f"postgresql://{OWNER}@127.0.0.1:{self.port}/{database}"

    def start(self, settings: Mapping[str, str] | None = None) -> None:
        """Start the server with some settings of its own, and wait until it answers.

        Another process may have taken its port, unless somebody has been told of it.
        """
        for _ in range(1 if self._is_known else TRIES):
            self._launch(settings or {})
            if self._answers():
                self._is_known = True
                return
            self.kill()
            self.port = free_port()
        pytest.fail(f"PostgreSQL did not start: {(self._folder / 'log').read_text()}")

    def _launch(self, settings: Mapping[str, str]) -> None:
        every = {**_SETTINGS, "port": str(self.port), **settings}
        options = [f"--{name}={value}" for name, value in every.items()]
        command = (str(self._programs / "postgres"), "-D", str(self._data), *options)
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                as_nobody_special(*command),
                stdout=subprocess.DEVNULL,
                stderr=log,
                cwd=self._folder,
                env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
            )

    @property
    def is_running(self) -> bool:
        """Whether the server was started, and not stopped since."""
        return self._process is not None

    def stop(self, signal_number: int = signal.SIGINT) -> None:
        """Stop the server as its operator would: connections end, everything is on the disk."""
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(signal_number)
            process.wait(LONGEST)

    def kill(self) -> None:
        """Have the server end at once, as in a crash: it recovers at its next start."""
        self.stop(signal.SIGQUIT)

    def restart(self, settings: Mapping[str, str] | None = None) -> None:
        """Stop the server, and start it on the same port."""
        self.stop()
        self.start(settings)

    def pause(self) -> None:
        """Stop the server's first process: it takes no new connection until `resume`."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let a paused server go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def promote(self) -> None:
        """Make a standby a primary, and wait until it is one."""
        self.ask("SELECT pg_promote(true)")

    def ask(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Return the rows of a statement, by a connection of its own."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def close(self) -> None:
        """Stop the server, and remove its data."""
        self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self, program: str, *options: str) -> None:
        done = subprocess.run(
            as_nobody_special(str(self._programs / program), *options),
            capture_output=True,
            text=True,
            cwd=self._folder,
            timeout=LONGEST,
            check=False,
        )
        assert not done.returncode, done.stderr

    def _answers(self) -> bool:
        """Wait until the server answers, and no other on its port; return False if it has ended."""
        assert self._process is not None
        give_up_at = time.monotonic() + LONGEST
        while self._process.poll() is None and time.monotonic() < give_up_at:
            with contextlib.suppress(psycopg.OperationalError):
                if self.ask("SHOW data_directory") == [(str(self._data),)]:
                    return True
            time.sleep(0.02)
        return False


@contextlib.contextmanager
def running_server(settings: Mapping[str, str] | None = None) -> Iterator[PostgresServer]:
    """Start a new server, which goes with the context."""
    with PostgresServer() as server:
        server.start(settings)
        yield server


def as_nobody_special(*command: str, end_by: str = "QUIT") -> list[str]:
    """Return a command that runs without the rights of root, and ends with this process.

    It gets a signal then.
    """
    ending = f"--pdeathsig={end_by}"
    if os.geteuid() != 0:
        return [*(["setpriv", ending] if shutil.which("setpriv") else []), *command]
    person = [f"--reuid={UNPRIVILEGED}", f"--regid={UNPRIVILEGED}", "--clear-groups"]
    return ["setpriv", ending, *person, *command]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port
