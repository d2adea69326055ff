"""The lines for PgBouncer in docs/operations.md are those with which a node starts."""

import re
from configparser import ConfigParser
from pathlib import Path
from typing import Final, cast

import pytest

from support.postgres.pooler import PoolMode, running_pooler
from support.postgres.server import PostgresServer
from undertide_server.startup.entering import prepare_database
from undertide_server.store.engine.address import PostgresAddress

PAGE: Final = Path(__file__).parents[2] / "docs" / "operations.md"
_BLOCK: Final = re.compile(r"^    \[databases\]\n(?:    .*\n)+", re.MULTILINE)


def files_of_the_page() -> list[ConfigParser]:
    """Return each file for PgBouncer that the page shows."""
    found = []
    for block in _BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        file = ConfigParser()
        file.read_string("\n".join(line.strip() for line in block.splitlines()))
        found.append(file)
    return found


def test_the_page_shows_a_file_for_each_mode() -> None:
    modes = [file["pgbouncer"]["pool_mode"] for file in files_of_the_page()]
    assert modes == ["transaction", "session"]


@pytest.mark.parametrize("number", [0, 1])
def test_a_node_starts_behind_it(
    postgres: PostgresServer, empty_postgres_url: str, number: int
) -> None:
    settings = dict(files_of_the_page()[number]["pgbouncer"])
    mode = cast("PoolMode", settings.pop("pool_mode"))
    with running_pooler(postgres, mode, settings) as pooler:
        address = PostgresAddress(pooler.url_of(empty_postgres_url))
        assert prepare_database(address).is_pooled
