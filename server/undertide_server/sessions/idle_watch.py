"""The players who press no key while time passes for their heroes."""

from collections.abc import Iterator
from math import inf
from typing import Final

from msgspec import Struct

from undertide_server.sessions.clock.floor_scheduler import FloorScheduler
from undertide_server.sessions.clock.inbox import Inbox
from undertide_server.sessions.members.seating import Seating
from undertide_server.sessions.model.seats import Seat
from undertide_server.simulation.queries.awareness import is_in_danger
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import DozedOff, Input, PlayerIdle
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run

LOOK_SECONDS: Final = 2.0
"""Most seconds between two looks, so that heroes who come are watched, and those who were in danger
fall asleep soon after it."""


class LastKeys(Struct, frozen=True, array_like=True):
    """The times of players' last keys, for the node that goes on with the run."""

    keys: dict[int, float]
    """Of each seat's last intent."""
    signs: dict[int, float]
    """Of each seat's last intent or line of chat."""
    next_look: float


class IdleWatch:
    """The part of a session that notices players without a key (R17).

    A hero strikes back after `guard` seconds, and falls asleep after `patience` seconds: the next
    step learns it from the inbox. Times are seconds of the session's clock.
    """

    def __init__(
        self,
        run: Run,
        seating: Seating,
        floor_scheduler: FloorScheduler,
        inbox: Inbox,
        guard: float,
        patience: float,
    ) -> None:
        self._run = run
        self._seating = seating
        self._floor_scheduler = floor_scheduler
        self._inbox = inbox
        self._guard = guard
        self._patience = patience
        self._last_key: dict[int, float] = {}
        """The time of each seat's last intent."""
        self._last_sign: dict[int, float] = {}
        """The time of each seat's last intent or line of chat."""
        self.next_look = -inf
        """When to look again."""

    def note_key(self, seat: Seat, now: float) -> None:
        """Note an intent of a seat's player."""
        self._last_key[seat.number] = now
        self._last_sign[seat.number] = now
        if seat.away_since is not None:
            self._seating.note_presence(seat)

    def note_sign(self, seat: Seat, now: float) -> None:
        """Note that a seat's player is at the keyboard, though its hero may do nothing."""
        self._last_sign[seat.number] = now

    def restart(self) -> None:
        """Forget all times, after a pause."""
        self._last_key.clear()
        self._last_sign.clear()

    def memory(self) -> LastKeys:
        """Return the state of players' last keys for the next node."""
        return LastKeys(self._last_key, self._last_sign, self.next_look)

    def restore(self, memory: LastKeys, shift: float) -> None:
        """Restore the state of another node; its times count `shift` seconds later here."""
        self._last_key = {seat: at + shift for seat, at in memory.keys.items()}
        self._last_sign = {seat: at + shift for seat, at in memory.signs.items()}
        self.next_look = memory.next_look + shift

    def look(self, now: float) -> None:
        """Add the inputs about players who have just become idle."""
        if now < self.next_look or self._inbox.seating:
            return
        self.next_look = now + min(LOOK_SECONDS, self._guard)
        for seat, floor, row in self._watched():
            given = self._judge(seat, floor, row, now)
            if given is not None:
                self._inbox.add_seating(given)

    def _watched(self) -> Iterator[tuple[Seat, FloorIndex, HeroRow]]:
        """Yield the waking heroes of connected players; forget the times of all other seats."""
        for seat in self._seating:
            found = None if seat.member is None else self._run.index.of_seat(seat.number)
            if found is not None and found[1].stands:
                yield seat, *found
            else:
                self._last_key.pop(seat.number, None)
                self._last_sign.pop(seat.number, None)

    def _judge(self, seat: Seat, floor: FloorIndex, row: HeroRow, now: float) -> Input | None:
        """Return the input about one player, if it is time for one."""
        number, branch = seat.number, floor.state.branch
        is_ticking = self._floor_scheduler.is_ticking(branch)
        busy = row.auto_action.activity != "none" or bool(row.intents.waiting)
        if busy or not (is_ticking or self._floor_scheduler.waits_for_others(branch)):
            self.note_key(seat, now)
            return None
        asleep_at = self._last_sign.setdefault(number, now) + self._patience
        if now >= asleep_at and not is_in_danger(self._run, floor, row):
            self._seating.note_absence(seat, now)
            return DozedOff(number)
        if row.hero.idleness == "none" and is_ticking:
            return self._guards(number, now)
        return None

    def _guards(self, seat: int, now: float) -> Input | None:
        """Return the input by which a hero begins to strike back, if it is time for that."""
        at = self._last_key.setdefault(seat, now) + self._guard
        if now >= at:
            return PlayerIdle(seat)
        self.next_look = min(self.next_look, at)
        return None
