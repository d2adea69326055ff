"""Where a store is: a folder on this machine, or a database on a PostgreSQL server."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self
from urllib.parse import unquote

from undertide_server.store.engine.faults import StoreError

EXAMPLE: Final = "postgresql://NAME:PASSWORD@HOST/DATABASE"
"""The usual form of an address, as messages show it."""
MOST_CHARACTERS: Final = 4096
"""The longest address: many times what ten hosts and all settings of a connection take."""

_SCHEMES: Final = ("postgresql://", "postgres://")
_URL = re.compile(
    r"(?:postgresql|postgres)://"
    r"(?:(?P<person>[^@/?#]*)@)?"
    r"(?P<hosts>[^@/?#]*)"
    r"(?:/(?P<database>[^?#/]*))?"
    r"(?:\?(?P<settings>[^#]*))?"
)
_HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.%]+\]|[^\[\]:]*)(?::(?P<port>[0-9]{0,5}))?")
_SECRET = re.compile(r"(?:^|&)(?:ssl)?password=", re.IGNORECASE)


class BadStoreAddressError(StoreError):
    """A text that is no address of a database. The error's text doesn't show it."""

    def __init__(self, problem: str) -> None:
        super().__init__(f"this is no address of a PostgreSQL database: {problem}: give {EXAMPLE}")


@dataclass(frozen=True, slots=True, repr=False)
class PostgresAddress:
    """The address of a database on a PostgreSQL server, or on several that copy each other.

    `url` holds the password, if there is one. The text of an address never shows it.
    """

    url: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the address that a text holds. Raises BadStoreAddressError."""
        url = text.strip()
        _shown(url)
        return cls(url)

    @property
    def shown(self) -> str:
        """The hosts with their ports and the database, for people."""
        return _shown(self.url)

    @property
    def hosts(self) -> tuple[tuple[str, int], ...]:
        """The hosts with their ports. A path stands for a folder of Unix sockets."""
        return tuple(_host(each) for each in _parsed(self.url)["hosts"].split(","))

    @property
    def has_password(self) -> bool:
        """Whether the address itself holds a password."""
        found = _parsed(self.url)
        person, settings = found["person"] or "", found["settings"] or ""
        return ":" in person or _SECRET.search(settings) is not None

    def __str__(self) -> str:
        return self.shown

    def __repr__(self) -> str:
        return f"PostgresAddress({self.shown!r})"


StoreAddress = Path | PostgresAddress
"""Where the runs are: the data folder of a server, or the database of a cluster."""


def as_text(store: StoreAddress) -> str:
    """Return an address, with its password, as text that `address_in` reads in another process."""
    return store.url if isinstance(store, PostgresAddress) else str(store)


def address_in(text: str) -> StoreAddress:
    """Return the address that `as_text` wrote."""
    # A folder's path never has two slashes in a row.
    return PostgresAddress(text) if text.startswith(_SCHEMES) else Path(text)


def _parsed(url: str) -> re.Match[str]:
    if len(url) > MOST_CHARACTERS:
        raise BadStoreAddressError(f"it has more than {MOST_CHARACTERS} characters")
    if not url.startswith(_SCHEMES):
        raise BadStoreAddressError("it doesn't begin with postgresql://")
    found = _URL.fullmatch(url)
    if found is None or not url.isprintable() or " " in url:
        raise BadStoreAddressError(
            "a special character of the name or the password must be written as %40, %2F and so on"
        )
    return found


def _shown(url: str) -> str:
    found = _parsed(url)
    hosts = ",".join("{}:{}".format(*_host(each)) for each in found["hosts"].split(","))
    database = unquote(found["database"] or "")
    return f"{hosts}/{database}" if database else hosts


def _host(text: str) -> tuple[str, int]:
    found = _HOST.fullmatch(text)
    if found is None:
        raise BadStoreAddressError("a host is NAME or NAME:PORT")
    port = int(found["port"] or 5432)
    if not 1 <= port <= 65535:
        raise BadStoreAddressError("a port is a number from 1 to 65535")
    return unquote(found["name"]) or "localhost", port
