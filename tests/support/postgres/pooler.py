"""PgBouncer between the program and a PostgreSQL server of the tests."""

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

import psycopg
import pytest

from support.postgres.server import (
    OWNER,
    REQUIRED,
    UNPRIVILEGED,
    PostgresServer,
    as_nobody_special,
    free_port,
)
from support.processes.waiting import LONGEST

PoolMode = Literal["session", "transaction", "statement"]
"""How long a client keeps a connection of the server."""
_PATH: Final = f"{os.environ.get('PATH', '')}:/usr/sbin"
"""Debian's package puts the program where only root finds it."""
_SETTINGS: Final = {"default_pool_size": "20", "server_login_retry": "1"}


def need_pgbouncer() -> str:
    """Return the path of PgBouncer, or skip the test."""
    found = shutil.which("pgbouncer", path=_PATH)
    if found is None:
        (pytest.fail if REQUIRED else pytest.skip)("no PgBouncer is installed here")
    return found


class Pooler:
    """A PgBouncer, with Debian's settings but for those that a test names."""

    def __init__(
        self,
        server: PostgresServer,
        mode: PoolMode,
        settings: Mapping[str, str],
    ) -> None:
        self._program = need_pgbouncer()
        self._server = server
        self._folder = Path(tempfile.mkdtemp(prefix="undertide-pgbouncer-"))
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        file = self._folder / "pgbouncer.ini"
        file.write_text(_file(server, self, mode, {**_SETTINGS, **settings}))
        if os.geteuid() == 0:
            owner = pwd.getpwnam(UNPRIVILEGED)
            for each in (self._folder, file):
                os.chown(each, owner.pw_uid, owner.pw_gid)

    def url(self, database: str) -> str:
        """Return the address of a database behind it."""
        return self._server.url(database).replace(f":{self._server.port}/", f":{self.port}/")

    def url_of(self, url: str) -> str:
        """Return the address by which a database of the server is behind it."""
        return self.url(url.rpartition("/")[2])

    def start(self) -> None:
        """Start it, and wait until it lets somebody through to the server, which must run."""
        with (self._folder / "log").open("wb") as log:
            command = as_nobody_special(
                self._program, str(self._folder / "pgbouncer.ini"), end_by="KILL"
            )
            self._process = process = subprocess.Popen(command, stderr=log)
        _wait_for(process, self, self._folder / "log")

    def kill(self) -> None:
        """End it at once, and with it all of its connections."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait(LONGEST)

    def order(self, command: str) -> None:
        """Give an order at its console, such as PAUSE, which waits until transactions are over."""
        with psycopg.connect(self.url("pgbouncer"), autocommit=True) as console:
            console.execute(command.encode())

    def close(self) -> None:
        """End it, and remove its folder."""
        self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)


NO_SETTINGS: Final[Mapping[str, str]] = {}


@contextmanager
def running_pooler(
    server: PostgresServer, mode: PoolMode, settings: Mapping[str, str] = NO_SETTINGS
) -> Iterator[Pooler]:
    """Run PgBouncer before a server, which must run."""
    pooler = Pooler(server, mode, settings)
    try:
        pooler.start()
        yield pooler
    finally:
        pooler.close()


def _file(
    server: PostgresServer, pooler: Pooler, mode: PoolMode, settings: Mapping[str, str]
) -> str:
    lines = "\n".join(f"{name} = {value}" for name, value in settings.items())
    return f"""[databases]
* = host=127.0.0.1 port={server.port} user={OWNER}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {pooler.port}
unix_socket_dir =
auth_type = any
admin_users = {OWNER}
pool_mode = {mode}
{lines}
"""


def _wait_for(process: "subprocess.Popen[bytes]", pooler: Pooler, log: Path) -> None:
    give_up_at = time.monotonic() + LONGEST
    while process.poll() is None and time.monotonic() < give_up_at:
        with contextlib.suppress(psycopg.OperationalError):
            psycopg.connect(pooler.url("postgres"), autocommit=True).close()
            return
        time.sleep(0.02)
    pytest.fail(f"PgBouncer did not start: {log.read_text(errors='replace')[-2000:]}")
