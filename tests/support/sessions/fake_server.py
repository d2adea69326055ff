"""Servers without sockets, threads or clocks: their settings, journals and sessions."""

from collections.abc import Callable, Iterator, Mapping
from itertools import count

import pytest

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from undertide_server.content.load import load_settings
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.settings.settings import ServerSettings
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.info import RecordAudit
from undertide_server.sessions.model.settings import SessionSettings, decode_settings
from undertide_server.sessions.playbook import GameContent
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import Session
from undertide_server.store.journal import Journal, MemoryJournal
from undertide_server.store.records import Header
from undertide_shared.codec import decode_server
from undertide_shared.messages import ServerMessage
from undertide_shared.time import UNSTATED_RATE

STARTED = 1e9
"""Seconds since 1970 when the server's clock shows 0."""
MAX_ADVANCES = 1000
"""A session that is due more often in one moment is never done."""
PRESETS = {name: shipped(name) for name in ("default", "tutorial")}


def quick_settings() -> ServerSettings:
    """Return the settings that ship, at ten ticks a second whoever is hurt.

    Tests that count ticks play by them.
    """
    shipped = load_settings()
    pace = {"ticks_per_second": UNSTATED_RATE, "slow_below_percent": 0}
    return shipped.model_copy(update={"pace": shipped.pace.model_copy(update=pace)})


def settings_with(
    base: ServerSettings | None = None, /, **sections: Mapping[str, object]
) -> ServerSettings:
    """Return `quick_settings`, or others, with some keys of some sections changed."""
    base = base or quick_settings()
    changes = {name: getattr(base, name).model_copy(update=keys) for name, keys in sections.items()}
    return base.model_copy(update=changes)


def token(number: int) -> bytes:
    """Return the token of this number. Runs, sessions and seats take them in turn."""
    return number.to_bytes(16, "little")


class FakeServer:
    """A registry whose clock is moved by hand and whose secrets can be foreseen.

    It offers `rulesets`, by default the default preset alone, and keeps runs in `journal`, by
    default in memory. Seeds count up from `first_seed` and tokens from `first_token`, unless
    `fresh_token` makes others. Audit entries are kept in `entries` unless there is another
    `record_audit`. Bans and mutes go by `wall`, by default by the clock of `now`.
    """

    def __init__(
        self,
        settings: ServerSettings | None = None,
        rulesets: Mapping[str, Ruleset] | None = None,
        journal: Journal | None = None,
        *,
        first_seed: int = 0,
        first_token: int = 1,
        fresh_token: Callable[[], bytes] | None = None,
        wall: Callable[[], float] | None = None,
        record_audit: RecordAudit | None = None,
    ) -> None:
        self.now = 0.0
        self.settings = settings or quick_settings()
        self.entries: list[tuple[str, str, str]] = []
        self.wall = wall or (lambda: STARTED + self.now)
        self.record_audit = record_audit or (lambda *entry: self.entries.append(entry))
        seeds, tokens = count(first_seed), count(first_token)
        self.fresh_token = fresh_token or (lambda: token(next(tokens)))
        self.registry = Registry(
            self.settings,
            GameContent(
                {"default": shipped("default")} if rulesets is None else rulesets, REPERTOIRE
            ),
            journal or MemoryJournal(),
            fresh_seed=lambda: next(seeds).to_bytes(16, "big"),
            fresh_token=self.fresh_token,
            wall=self.wall,
            record_audit=self.record_audit,
        )

    def is_due(self, session: Session) -> bool:
        """Return whether a session has something to do now."""
        due = session.due(self.now)
        return due is not None and due <= self.now

    def advance(self, session: Session) -> None:
        """Let a session do all that is due now."""
        for _ in range(MAX_ADVANCES):
            if not self.is_due(session):
                return
            session.advance(self.now)
        raise AssertionError("the session is never done")


def delivered(session: Session) -> Iterator[tuple[int, ServerMessage]]:
    """Yield what a session has to say and may say by now, once for each member it is for."""
    for parcel in session.outbox.take_committed():
        message = decode_server(parcel.data)
        for member in parcel.members:
            yield member, message


class NotedJournal(MemoryJournal):
    """A journal that remembers what runs began with."""

    def __init__(self) -> None:
        super().__init__()
        self.headers: list[Header] = []
        self.settled: list[SessionSettings] = []

    def begin(self, header: Header, settled: bytes = b"") -> None:
        self.headers.append(header)
        self.settled.append(decode_settings(settled))
        super().begin(header, settled)


class Host(FakeServer):
    """A server with small limits that offers two presets."""

    def __init__(
        self, sessions: int = 3, seats: int = 2, delay: float = 0.0, **house: bool
    ) -> None:
        settings = settings_with(
            limits={"sessions": sessions, "seats": seats},
            house=house,
            watching={"delay_seconds": delay},
        )
        self.journal = NotedJournal()
        super().__init__(settings, PRESETS, self.journal)


def refusal(caught: pytest.ExceptionInfo[RequestRefusedError]) -> str:
    return caught.value.code
