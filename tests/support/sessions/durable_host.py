"""A server whose runs are kept in a folder, played without sockets or clocks."""

import sqlite3
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from queue import SimpleQueue

from msgspec.structs import replace

from support.processes.waiting import LONGEST
from support.sessions.fake_server import FakeServer
from support.sessions.made_sessions import make_session
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.settings.settings import ServerSettings
from undertide_server.sessions.model.settings import decode_settings, encode_settings
from undertide_server.sessions.session import Session
from undertide_server.simulation.snapshot import REST
from undertide_server.store.database import FILE
from undertide_server.store.durable import DurableJournal
from undertide_shared.messages import Act, Explore, Intent, Move

RETRY_SECONDS = 0.001
"""Between two tries to write: a test that fills the disk need not wait."""


class Host(FakeServer):
    """A server whose journal is in a folder, and a session in which one hero explores.

    Its tokens count up from `first`: the run's name, the session's id, the seat's token.
    """

    def __init__(
        self,
        folder: Path,
        first: int = 1,
        settings: ServerSettings | None = None,
        rulesets: Mapping[str, Ruleset] | None = None,
    ) -> None:
        self.folder = folder
        self.calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self.faults: list[Exception] = []
        self.journal = DurableJournal(
            folder, self.calls.put, self.faults.append, retry_seconds=RETRY_SECONDS
        )
        super().__init__(settings, rulesets, self.journal, first_token=first)
        self.session: Session = make_session(self.registry, "", "real", self.now)
        self.session.join(1, "Ann", b"", self.now)

    @property
    def name(self) -> str:
        """The run's name."""
        return self.session.config.run

    def play(self, steps: int, intent: Intent | None = None) -> None:
        """Take so many steps, the hero asking for something at every tenth."""
        last = self.session.run.progress.step + steps
        while self.session.run.progress.step < last:
            step = self.session.run.progress.step
            assert not self.session.run.progress.ended
            if step % 10 == 1:
                chosen = intent or (Explore() if step % 20 == 1 else Move(1, 0))
                self.session.requests.handle_message(1, Act(step, chosen), self.now)
            self.now += 0.1
            self.session.advance(self.now)
            while self.session.journal_writer.is_full:  # It waits for its disk.
                self.calls.get(timeout=LONGEST)()

    def keep(self) -> None:
        """Keep a snapshot of the run as it is now."""
        self.session.journal_writer.store_snapshot(self.session.run)

    def stop(self) -> None:
        """End without a word, once what was submitted is durable."""
        self.journal.stop()


def played(
    folder: Path, steps: int, first: int = 1, rulesets: Mapping[str, Ruleset] | None = None
) -> Host:
    """Return a host whose run has taken so many steps, and that has ended since."""
    folder.mkdir(parents=True, exist_ok=True)
    host = Host(folder, first, rulesets=rulesets)
    host.play(steps)
    host.stop()
    return host


def copy_run(folder: Path, run: str, count: int, left_at: float) -> None:
    """Copy a run's rows so many times, with sessions `copy0`, `copy1` and so on.

    Everybody left them at a time, in seconds since 1970.
    """
    connection = sqlite3.connect(folder / FILE)
    with connection:
        number, settled = connection.execute(
            "SELECT id, data FROM runs JOIN settled ON settled.run = id WHERE runs.run = ?", (run,)
        ).fetchone()
        data = encode_settings(replace(decode_settings(settled), left_at=left_at))
        for copy in range(count):
            made = connection.execute(
                "INSERT INTO runs (run, session, preset, pace, seed, rules, content, begun, step)"
                " SELECT ?, ?, preset, pace, seed, rules, content, begun, step FROM runs"
                " WHERE id = ?",
                (f"copy{copy}", f"copy{copy}", number),
            ).lastrowid
            connection.execute("INSERT INTO settled VALUES (?, ?)", (made, data))
    connection.close()


def break_snapshot(folder: Path, step: int) -> None:
    """Give the latest run of a folder a snapshot that nobody can read."""
    connection = sqlite3.connect(folder / FILE)
    with connection:
        (run,) = connection.execute("SELECT max(id) FROM runs").fetchone()
        connection.execute("INSERT INTO moments VALUES (?, ?, ?, 0)", (run, step, step))
        data = zlib.compress(b"not a snapshot")
        connection.execute("INSERT INTO chunks VALUES (?, ?, ?, ?)", (run, REST, step, data))
    connection.close()
