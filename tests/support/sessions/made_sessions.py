"""Sessions that are made, woken and closed at once, as the gateway does it in a thread."""

import asyncio

from support.processes.waiting import LONGEST
from undertide_server.sessions.model.identity import NOBODY, Identity
from undertide_server.sessions.offers import prepare
from undertide_server.sessions.registry import IDLE, Registry
from undertide_server.sessions.resting import EntryRequest
from undertide_server.sessions.session import Session
from undertide_server.util.slices import finished
from undertide_shared.messages import Options, Pace

NO_OPTIONS = Options()
"""The options of a maker who leaves every choice to the server."""
OPERATOR = Identity(operator=True)


def make_session(
    registry: Registry,
    preset: str,
    pace: Pace | None,
    now: float,
    options: Options = NO_OPTIONS,
    identity: Identity = NOBODY,
    maker: int | None = None,
) -> Session:
    """Make a session and return it. Raises RequestRefusedError."""
    registry.capacity.check_room()
    request = registry.offers.checked_request(preset, pace, options)
    prepared = prepare(request)
    finished(prepared.run.world.settling())
    return registry.open(request, prepared, now, identity, maker)


def close_idle(registry: Registry, now: float) -> Session | None:
    """Close an idle session, as the server does, and return it."""
    session = registry.find_idle(now)
    if session is not None:
        registry.close(session, IDLE)
    return session


def woken(registry: Registry, said: str, identity: Identity = OPERATOR) -> Session:
    """Return the session that an id or a code names; bring it back first if its run rests."""
    run = registry.resting.find_run(said)
    if run is not None:
        assert registry.resting_runs is not None
        check = registry.check_entry(EntryRequest(identity, said))
        with registry.capacity.holding_room():
            finished(registry.resting_runs.read(run, check))
    return registry.find(said)


async def advance_session(session: Session, now: float = 0.0) -> None:
    """Let a session that was brought back take its steps, each on trial after its announcement."""
    session.advance(now)
    while session.journal_writer.is_waiting:
        announced = asyncio.Event()
        session.journal_writer.once_written(announced.set)
        async with asyncio.timeout(LONGEST):
            await announced.wait()
        session.advance(now)
