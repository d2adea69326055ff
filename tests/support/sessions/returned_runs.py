"""The runs of a store, brought back all at once, as a server does that has started."""

from undertide_server.sessions.registry import Registry
from undertide_server.sessions.resting import any_entry
from undertide_server.startup.keeping import lay_to_rest
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.journal import Journal
from undertide_server.util.slices import finished


def bring_back(store: StoreAddress, registry: Registry, journal: Journal) -> None:
    """Put the runs of a store in order, and bring back those that the server shall."""
    expected = lay_to_rest(store, registry, journal)
    assert registry.resting_runs is not None
    for run in expected:
        finished(registry.resting_runs.read(run, any_entry))
