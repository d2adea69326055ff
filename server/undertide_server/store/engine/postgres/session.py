"""What a connection keeps from one transaction to the next: its settings, and its backend.

A *backend* is the server's process for a connection. It keeps settings and prepared statements, so
they are given to it once. A pooler may serve each transaction by another backend, and lend this one
to somebody else: then each transaction sets its own bounds, and nothing outlives it.

Settings go to the server in a statement. Poolers refuse the startup parameter `options`, or drop it
without a word.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

import psycopg
from psycopg.sql import Literal

from undertide_server.store.engine.postgres.waits import Waits

ISOLATION: Final = {"default_transaction_isolation": "read committed"}
"""What transactions see of others, however the server is set: a statement sees what is committed.
"""
MOST_TEXTS: Final = 16
"""Statements that are remembered: more than there are kinds of waits."""
_ASK: Final = "set_config(%s, %s, pg_backend_pid() <> %s)"
"""Asks for a setting up to the end of the session; but of this statement alone if the backend is
not that of the login, since others may use it next."""
_WORD: Final = re.compile(r"(?:\\.|[^\s\\])+")
_ESCAPED: Final = re.compile(r"\\(.)")
_SETTING: Final = re.compile(r"(?:-c\s*|--)(?P<name>[^=\s]+)=(?P<value>.*)", re.DOTALL)


class StartupOptions(NamedTuple):
    """What an address has as `options`."""

    settings: Mapping[str, str]
    """Those that are settings, by name: `-c NAME=VALUE` or `--NAME=VALUE`."""
    rest: str
    """All others, as they were: some hosts choose a database by them."""


def read_options(text: str) -> StartupOptions:
    """Return what `options` say, as PostgreSQL reads them.

    Blanks part words, unless a backslash is before them. Names of settings may have a dash for each
    underscore. The last of several values counts.
    """
    settings, rest = dict[str, str](), list[str]()
    words = _WORD.findall(text)
    while words:
        word = words.pop(0)
        if word == "-c" and words:
            word = f"{word} {words.pop(0)}"
        found = _SETTING.fullmatch(word)
        if found is None:
            rest.append(word)
        else:
            name = found["name"].replace("-", "_").lower()
            settings[name] = _ESCAPED.sub(r"\1", found["value"])
    return StartupOptions(settings, " ".join(rest))


def settings_with(options: StartupOptions, waits: Waits) -> dict[str, str]:
    """Return the settings of a connection. What its address says about waits doesn't count."""
    return {**options.settings, **waits.settings, **ISOLATION}


@dataclass(frozen=True, slots=True)
class PostgresSession:
    """What a connection has, and whether its backend keeps that."""

    settings: Mapping[str, str]
    """What the server was asked for, by name."""
    is_kept: bool
    """Whether one backend serves all transactions. False behind any pooler."""

    def beginning(self, words: str, waits: Waits | None = None) -> str:
        """Return what begins a transaction, by `words`, in one message to the server.

        It has the bounds of the connection, or others.
        """
        settings = dict[str, str]() if self.is_kept else dict(self.settings)
        if waits is not None:
            settings.update(waits.settings)
        return f"{words}; {_asking(tuple(settings.items()))}" if settings else words


def begin_session(raw: psycopg.Connection[Any], settings: Mapping[str, str]) -> PostgresSession:
    """Ask the server for settings. Raises psycopg.Error if it doesn't take one of them.

    Poolers make up the number of the backend that a login names: theirs could be any of many.
    """
    login = raw.info.backend_pid
    asked = ", ".join([_ASK] * len(settings))
    values = [each for name, value in settings.items() for each in (name, value, login)]
    row = raw.execute(f"SELECT pg_backend_pid(), {asked}", values, prepare=False).fetchone()
    session = PostgresSession(settings, is_kept=row is not None and row[0] == login)
    if not session.is_kept:
        # A statement would stay in a backend, and its name mean another one elsewhere.
        raw.prepare_threshold = None
    return session


@lru_cache(MOST_TEXTS)
def _asking(settings: Sequence[tuple[str, str]]) -> str:
    """Return the statement that asks for settings up to the end of a transaction."""
    quoted = [[Literal(each).as_string() for each in setting] for setting in settings]
    return f"SELECT {', '.join(f'set_config({name}, {value}, true)' for name, value in quoted)}"
