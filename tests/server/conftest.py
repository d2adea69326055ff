"""What tests of several folders share."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.sessions.copied_runs import copy_run
from support.sessions.durable_host import played
from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_server.store.records import Ending
from undertide_server.store.writer import Writer
from undertide_server.store.writes import RunClosed


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> StoreAddress:
    """The address of a new store, of each engine."""
    if request.param == "sqlite":
        return tmp_path
    return PostgresAddress(request.getfixturevalue("postgres_url"))


@pytest.fixture(scope="session")
def many_runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with 20,000 runs that were won ten days ago. Tests that change it copy it."""
    folder = tmp_path_factory.mktemp("many") / "data"
    host = played(folder, 30)
    writer = Writer(folder)
    writer.apply([RunClosed(host.name, Ending("ended", "won"))])
    writer.close()
    copy_run(folder, 20_000, days=10.0)
    return folder


@pytest.fixture
def no_collection() -> Iterator[None]:
    """Let nothing but reference counts free objects, and begin without garbage."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()
