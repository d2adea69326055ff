"""A database on a PostgreSQL server, and a standby that copies it until the line is cut."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from support.postgres.server import OWNER, PostgresServer, running_server
from support.processes.tcp_proxy import TcpProxy
from undertide_server.simulation.state.inputs import Input
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.reader import Reader

NAME = "undertide"
"""Of the database that both servers have."""


@dataclass
class Databases:
    """A database server, its standby, and the line between the two."""

    primary: PostgresServer
    standby: PostgresServer
    line: TcpProxy

    @property
    def url(self) -> str:
        """Where the database is, whichever of the two has it."""
        hosts = f"127.0.0.1:{self.primary.port},127.0.0.1:{self.standby.port}"
        return f"postgresql://{OWNER}@{hosts}/{NAME}"

    def wait_until_copied(self) -> None:
        """Wait until the standby has all that the primary has written up to now."""
        ((written,),) = self.primary.ask("SELECT pg_current_wal_lsn()")
        while self.standby.ask(f"SELECT pg_last_wal_replay_lsn() < '{written}'") == [(True,)]:
            pass

    def inputs(self, server: PostgresServer, run: str) -> dict[int, Sequence[Input]]:
        """Return the inputs of all steps of a run, as one of the two servers knows them."""
        with Reader(PostgresAddress(server.url(NAME))) as reader:
            return {each.step: each.inputs for each in reader.steps(run)}


@contextmanager
def running_databases() -> Iterator[Databases]:
    """Run a database server and a standby that copies it."""
    with running_server() as primary:
        primary.ask(f"CREATE DATABASE {NAME} TEMPLATE template1")
        with (
            PostgresServer(primary) as standby,
            TcpProxy(f"127.0.0.1:{primary.port}") as line,
        ):
            source = f"host=127.0.0.1 port={line.port} user={OWNER}"
            standby.start({"primary_conninfo": source})
            yield Databases(primary, standby, line)
