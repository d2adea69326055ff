"""The settings of a connection: the bounds of its waits, and what its address says.

They go to the server in a statement. Poolers refuse the startup parameter `options`, or drop it
without a word.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import psycopg

from undertide_server.store.engine.postgres.waits import Waits

ISOLATION: Final = {"default_transaction_isolation": "read committed"}
"""What transactions see of others, however the server is set: a statement sees what is committed.
"""
_ASK: Final = "set_config(%s, %s, false)"
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
    bounds = {name: str(bound) for name, bound in waits.settings.items()}
    return {**options.settings, **bounds, **ISOLATION}


def begin_session(raw: psycopg.Connection[Any], settings: Mapping[str, str]) -> None:
    """Ask the server for settings. Raises psycopg.Error if it doesn't take one of them."""
    asked = ", ".join([_ASK] * len(settings))
    raw.execute(f"SELECT {asked}", [each for item in settings.items() for each in item])
