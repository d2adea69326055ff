"""All present replays of a server, and how far each may reach."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Protocol

import structlog

from undertide_server.content.settings.settings import LimitSettings, ServerSettings
from undertide_server.replays.catalogue import KEEPS_NONE, RunCatalogue
from undertide_server.replays.messages import Open
from undertide_server.replays.room import ReplayRoom
from undertide_server.sessions.broadcast.outbox import Parcel
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.moderation.sanctions import SECONDS_A_MINUTE
from undertide_server.sessions.registry import Registry
from undertide_server.store.engine.address import StoreAddress, as_text
from undertide_shared.messages import Replay, Runs, SessionInfo

GAVE_WAY: Final = "your place was given away while nothing happened: open the replay again"
"""What viewers read who made room for others."""
REACH_SECONDS: Final = 0.5
"""The seconds between two checks of how far live runs may be seen by now."""

log = structlog.get_logger()


class LooksBack(Protocol):
    """What live sessions let people see of runs by now."""

    async def run_of(self, said: str, member: int, identity: Identity, /) -> str:
        """Return the run of the live session that somebody names, and may learn of.

        Without one it is the name itself.
        """

    def public_info(self, session: str, /) -> SessionInfo | None:
        """Return the lobby's line of a live session with an id, if strangers may watch it."""

    async def check(self, run: str, said: str, member: int, identity: Identity, /) -> None:
        """Raise RequestRefusedError if a person may not watch a run's replay."""

    async def reaches(self, runs: Sequence[str], /) -> list[int | None]:
        """Return the last step of each run that replays may show; None means all of them."""


class ReplayRooms:
    """The rooms of all replays, up to the number in `limits`.

    `look_back` knows what may be seen of live runs. `deliver` receives the parcels for members.
    """

    def __init__(
        self,
        store: StoreAddress | None,
        limits: LimitSettings,
        registry: Registry,
        look_back: LooksBack,
        deliver: Callable[[list[Parcel]], None],
    ) -> None:
        self._store = store
        self._limits = limits
        self._registry = registry
        self._look_back = look_back
        self._deliver = deliver
        self._catalogue = RunCatalogue(store)
        self._rooms: dict[ReplayRoom, str] = {}
        """The rooms whose processes may still exist, each with the address key of its viewer."""
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._extending: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        """Return the number of replays that may still have a process."""
        return len(self._rooms)

    def apply_settings(self, settings: ServerSettings) -> None:
        """Apply these settings from now on. Running replays go on."""
        self._limits = settings.limits

    async def runs(self, identity: Identity, before: str) -> Runs:
        """Return a page of the runs that a person may find and watch again, the latest first.

        If `before` names a run, the page has those that began before it. Raises
        RequestRefusedError.

        An account that played in a private session finds its run.
        """
        page = await self._catalogue.page(identity, before)
        return Runs(page.runs, page.more)

    def open(
        self, member: int, identity: Identity, replay: Replay, on_over: Callable[[], None]
    ) -> ReplayRoom:
        """Return a room in which a run is about to be shown. Raises RequestRefusedError.

        If something else prevents the replay, or ends it later, the member gets an error; then
        `on_over` is called.
        """
        if self._store is None:
            raise RequestRefusedError("unknown_run", KEEPS_NONE)
        floor = identity.address_key
        self._make_room(floor)
        find = partial(self._find, self._store, replay, member, identity)
        on_hung = partial(self._registry.hung_workers.update, ("replay",))
        room = ReplayRoom(member, replay.run, find, self._deliver, on_over, on_hung)
        self._rooms[room] = floor
        room.work.add_done_callback(lambda _: self._rooms.pop(room))
        if self._timer is None and (self._extending is None or self._extending.done()):
            self._timer = self._loop.call_later(REACH_SECONDS, self._extend)
        return room

    async def close(self) -> None:
        """End all replays, and wait for their ends."""
        if self._extending is not None:
            self._extending.cancel()
        if self._timer is not None:
            self._timer.cancel()
        rooms = list(self._rooms)
        for room in rooms:
            room.close()
        await asyncio.gather(*(room.work for room in rooms), return_exceptions=True)

    def _make_room(self, floor: str) -> None:
        """Make sure that an address key may have another replay now.

        If all are taken, or all that the address may have, one of them that nobody watches gives
        way. Raises RequestRefusedError.
        """
        limit = self._limits.replays
        taken = {room: each for room, each in self._rooms.items() if not room.has_given_way}
        own = [room for room, each in taken.items() if each == floor]
        if len(taken) >= limit:
            reason = f"this server shows {limit} replays at once, and all are taken"
            self._make_way(list(taken), reason)
        elif len(own) >= max(1, limit // 2):
            reason = (
                "your address already watches half of the replays that this server can show at once"
            )
            self._make_way(own, reason)

    def _make_way(self, rooms: list[ReplayRoom], reason: str) -> None:
        """Close the room that was used longest ago, if that is long enough.

        Raises RequestRefusedError with the reason if there is none.
        """
        patience = self._limits.give_way_minutes * SECONDS_A_MINUTE
        room = min(rooms, key=lambda each: each.used_at, default=None)
        if room is None or not 0 < patience <= self._loop.time() - room.used_at:
            raise RequestRefusedError("server_full", reason)
        log.info("replay gave way", run=room.run)
        room.give_way(GAVE_WAY)

    async def _find(
        self, store: StoreAddress, replay: Replay, member: int, identity: Identity, room: ReplayRoom
    ) -> Open:
        """Return the first command for a room's worker.

        Raises RequestRefusedError if there is no such run, or this person may not watch its
        session.
        """
        look_back = self._look_back
        with self._registry.guesses.counting(identity, replay.run, self._loop.time()):
            run = await look_back.run_of(replay.run, member, identity)
            info = await self._catalogue.named(run)
            await look_back.check(info.run, replay.run, member, identity)
        (reach,) = await look_back.reaches([info.run])
        room.run, room.live = info.run, info.state == "live" or reach is not None
        return Open(as_text(store), info.run, replay.seat, replay.tick, reach, replay.elapsed)

    def _extend(self) -> None:
        self._timer = None
        if self._rooms:
            self._extending = self._loop.create_task(self._extend_all())

    async def _extend_all(self) -> None:
        """Extend each replay of a live run to the last step that may be seen by now."""
        live = [room for room in self._rooms if room.live]
        reaches = await self._look_back.reaches([room.run for room in live])
        for room, reach in zip(live, reaches, strict=True):
            room.reach(reach)
        self._timer = self._loop.call_later(REACH_SECONDS, self._extend)
