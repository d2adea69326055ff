"""Snapshots part by part: each comes back whole, and only what changed is written."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.sessions.kept_runs import state
from undertide_server.store import chunks
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.opening import open_to_write
from undertide_server.store.records import Snapshot

RUN = 1
floors = st.dictionaries(
    st.sampled_from([2, 4, 6]), st.sampled_from(["cellar", "cave", "lit cave"])
).map(lambda drawn: dict(sorted(drawn.items())))
"""By entity, in order, as snapshots have them."""


@pytest.fixture
def connection(store: StoreAddress) -> Iterator[StoreConnection]:
    opened = open_to_write(store)
    yield opened
    opened.close()


def rows(connection: StoreConnection) -> int:
    count: int = connection.execute("SELECT count(*) FROM chunks").fetchone()[0]
    return count


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(kept=st.lists(floors, min_size=1, max_size=6))
def test_every_snapshot_comes_back_and_its_digests_too(
    connection: StoreConnection, kept: list[dict[int, str]]
) -> None:
    connection.execute("DELETE FROM chunks")
    states = [state(f"step {step}", each) for step, each in enumerate(kept)]
    digests: chunks.Digests = {}
    for step, each in enumerate(states):
        digests = chunks.write_snapshot(connection, RUN, Snapshot(step, each), digests)
    assert [chunks.state_at(connection, RUN, step) for step in range(len(states))] == states
    assert chunks.digests_of(connection, RUN) == digests


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(kept=floors)
def test_what_did_not_change_is_not_written_again(
    connection: StoreConnection, kept: dict[int, str]
) -> None:
    connection.execute("DELETE FROM chunks")
    snapshot = Snapshot(1, state("one", kept))
    digests = chunks.write_snapshot(connection, RUN, snapshot, {})
    before = rows(connection)
    assert chunks.write_snapshot(connection, RUN, Snapshot(2, snapshot.state), digests) == digests
    assert rows(connection) == before
