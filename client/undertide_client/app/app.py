"""The client's loop, which joins a surface, a link to a server, and the screens between them."""

import asyncio
import sys
import time
from dataclasses import dataclass
from typing import Final

from undertide_client.app.entry import (
    Entry,
    JoinEntry,
    LobbyEntry,
    ReplayEntry,
    WatchEntry,
    calling_of,
)
from undertide_client.app.feedback import BEAT_SECONDS
from undertide_client.app.preferences import PlayerSettings
from undertide_client.app.stage import Stage
from undertide_client.app.surface import Surface
from undertide_client.net.link import Link, connect
from undertide_client.saved.saved_data import Keepsakes
from undertide_client.screens.widgets.ui import Hosting, Ui
from undertide_shared.build import this_build
from undertide_shared.own_addresses import own_address

__all__ = ["Entry", "JoinEntry", "LobbyEntry", "ReplayEntry", "WatchEntry", "run"]

FRAME_SECONDS: Final = 1 / 30
"""Seconds between two drawings: no eye needs more, and no slow terminal can take more."""
HOLD_SECONDS: Final = 0.5
"""Seconds in which no key answers the news of a death or of a run's end: keys may have been meant
for the fight before."""
LOBBY_SECONDS: Final = 3.0
"""Seconds between two requests for the list on the screen, of sessions or people."""


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How often a client looks and draws."""

    settle_seconds: float = 0.0
    """Seconds from a change to its drawing, which also shows what else changes meanwhile."""
    tick_seconds: float = 0.25
    """Seconds between two checks for changes without an event: the display's size, countdowns."""


USUAL: Final = Rhythm()
"""The rhythm of a client with a machine of its own."""
SHARED: Final = Rhythm(settle_seconds=0.025, tick_seconds=1.0)
"""The rhythm of a client that shares a process with others, on the server's own machine. An answer
comes before the key that it answers is drawn, and the terminal tells of a new size by itself."""


async def run(
    surface: Surface,
    address: str,
    entry: Entry,
    *,
    keepsakes: Keepsakes | None = None,
    settings: PlayerSettings | None = None,
    hosting: Hosting | None = None,
) -> int:
    """Play or watch on the server at `address` until the player leaves; return the exit code.

    The code is 0 after a normal end, and 1 if the server refused or was out of reach; standard
    error then shows the reason. A server of this machine is reached within it, whatever networks
    come and go. `hosting` says that the server is the player's own. Raises ValueError if `address`
    is no address, and the errors of entering the surface.
    """
    client = f"undertide {this_build().version}"
    kept, chosen = keepsakes or Keepsakes(), settings or PlayerSettings()
    link = connect(own_address(address), client=client, tokens=kept.tokens, logins=kept.logins)
    ui = Ui(
        address,
        entry.name,
        calling_of(entry),
        keymap=chosen.keymap,
        keys_file=chosen.keys_file,
        hosting=hosting,
        plain_glyphs=chosen.plain_glyphs,
        passes_weak=chosen.passes_weak,
    )
    with surface:
        async with link:
            stage = Stage(ui, link, entry, kept, chosen, copy=surface.copy, shows=surface.shows)
            app = App(surface, link, stage)
            outcome = await app.run()
    if app.stage.farewell:
        print(app.stage.farewell, file=sys.stderr)
    return outcome


class App:
    """The junction of a surface, a link and a stage: it passes events of each to the others."""

    def __init__(self, surface: Surface, link: Link, stage: Stage, rhythm: Rhythm = USUAL) -> None:
        self.stage = stage
        self._surface = surface
        self._link = link
        self._dirty = asyncio.Event()
        self._dirty.set()
        self._over = asyncio.Event()
        self._rhythm = rhythm
        self._ticks = 0
        self._wait_ends = 0.0
        self._held = 0
        """The last news for which keys were held."""
        self._beating: asyncio.TimerHandle | None = None
        """The end of the present beat of a sign."""

    async def run(self) -> int:
        """Run until the player leaves; return the exit code."""
        async with asyncio.TaskGroup() as group:
            jobs = (self._follow_link(), self._follow_surface(), self._draw(), self._watch_clock())
            tasks = [group.create_task(job) for job in jobs]
            await self._over.wait()
            for task in tasks:
                task.cancel()
        return self.stage.outcome or 0

    # --- the four jobs -----------------------------------------------------------------------

    async def _follow_link(self) -> None:
        async for event in self._link:
            self.stage.take_in(event)
            self._hold_keys()
            self._beat()
            self._plan_countdown()
            self._changed()
        self.stage.link_ended()
        self._changed()

    async def _follow_surface(self) -> None:
        while True:
            await self._surface.follow(self.stage)
            self._changed()

    async def _draw(self) -> None:
        while True:
            await self._dirty.wait()
            if self._rhythm.settle_seconds:
                await asyncio.sleep(self._rhythm.settle_seconds)
            self._dirty.clear()
            self.present()
            await asyncio.sleep(FRAME_SECONDS)

    async def _watch_clock(self) -> None:
        while True:
            self.tick()
            await asyncio.sleep(self._rhythm.tick_seconds)

    # --- what they do ------------------------------------------------------------------------

    def present(self) -> None:
        """Show the present state."""
        self.stage.look_at_link()
        self._surface.present(self.stage)

    def tick(self) -> None:
        """Check what changes without an event."""
        self._ticks += 1
        self.stage.ui.now = time.time()
        if self._ticks % round(LOBBY_SECONDS / self._rhythm.tick_seconds) == 0:
            self.stage.refresh()
        self._count_down()
        self._note_silence()
        if self._surface.is_stale():
            self._dirty.set()

    def _note_silence(self) -> None:
        """Count the seconds without an answer on the screen."""
        ui, before = self.stage.ui, self.stage.ui.silence_words
        ui.silence = self._link.measure_silence()
        if ui.silence_words != before:
            self._dirty.set()

    def _hold_keys(self) -> None:
        """Let keys answer fresh news only after a moment."""
        held = self.stage.ui.held
        if held and held != self._held:
            self._held = held
            asyncio.get_running_loop().call_later(HOLD_SECONDS, self._release_keys, held)

    def _release_keys(self, held: int) -> None:
        if self.stage.ui.held == held:
            self.stage.ui.held = 0
            self._dirty.set()

    def _beat(self) -> None:
        """Let the beats of a moment's sign pass, and draw it anew at each."""
        if self.stage.ui.beats and self._beating is None:
            loop = asyncio.get_running_loop()
            self._beating = loop.call_later(BEAT_SECONDS, self._end_beat)

    def _end_beat(self) -> None:
        self._beating = None
        self.stage.ui.beats = max(0, self.stage.ui.beats - 1)
        self._dirty.set()
        self._beat()

    def _plan_countdown(self) -> None:
        """Remember the end of a wait that has just begun."""
        status = self._link.status
        now = asyncio.get_running_loop().time()
        if status.phase != "waiting":
            self._wait_ends = 0.0
        elif not self._wait_ends:
            self._wait_ends = now + status.seconds

    def _count_down(self) -> None:
        if self._wait_ends:
            left = self._wait_ends - asyncio.get_running_loop().time()
            self.stage.ui.wait_left = max(0.0, left)
            self._dirty.set()

    def _changed(self) -> None:
        """Mark the screen for drawing, or end the loop."""
        self._count_down()
        self._dirty.set()
        if self.stage.outcome is not None:
            self._over.set()
