"""Content that many runs share: damage is found, and replaced where the content is at hand."""

import zlib
from contextlib import closing

import pytest

from support.sessions.kept_runs import CONTENT, header
from undertide_server.content.records.ruleset import hash_of
from undertide_server.store.contents import damaged_contents, restore_contents
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.opening import open_to_write
from undertide_server.store.reader import Reader
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Begun

NAME = hash_of(CONTENT)


@pytest.fixture
def folder(store: StoreAddress) -> StoreAddress:
    writer = Writer(store)
    writer.apply([Begun(header())])
    writer.close()
    return store


@pytest.mark.parametrize("packed", [b"", b"no content", zlib.compress(b"another"), "text"])
def test_damaged_content_is_found_and_replaced(folder: StoreAddress, packed: bytes | str) -> None:
    with closing(open_to_write(folder)) as connection:
        assert damaged_contents(connection) == set()
        connection.execute("UPDATE contents SET content = ?", (packed,))
        assert damaged_contents(connection) == {NAME}
        restore_contents(connection, {NAME: CONTENT})
        assert damaged_contents(connection) == set()


def test_a_new_run_replaces_the_damaged_content_that_it_needs(folder: StoreAddress) -> None:
    with closing(open_to_write(folder)) as connection:
        connection.execute("UPDATE contents SET content = ?", (b"\0",))
    writer = Writer(folder)
    writer.apply([Begun(header("another"))])
    writer.close()
    with Reader(folder) as reader:
        assert reader.header("r1").content == CONTENT
