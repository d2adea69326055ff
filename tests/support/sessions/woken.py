"""Sessions whose runs rest, brought back without sockets or threads."""

from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.resting import EntryRequest
from undertide_server.sessions.session import Session
from undertide_server.util.slices import finished

OPERATOR = Identity(operator=True)


def woken(registry: Registry, said: str, identity: Identity = OPERATOR) -> Session:
    """Return the session that an id or a code names; bring it back first if its run rests."""
    run = registry.resting.find_run(said)
    if run is not None:
        assert registry.resting_runs is not None
        check = registry.check_entry(EntryRequest(identity, said))
        with registry.capacity.holding_room():
            finished(registry.resting_runs.read(run, check))
    return registry.find(said)
