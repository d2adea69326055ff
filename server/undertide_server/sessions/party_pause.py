"""Pauses of a whole session, which its players agree to. No step happens in a pause."""

from math import ceil
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from undertide_server.sessions.clock.floor_scheduler import FloorScheduler
from undertide_server.sessions.clock.pace import shifted
from undertide_server.sessions.idle_watch import IdleWatch
from undertide_server.sessions.members.seating import Seating
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.seats import Seat
from undertide_server.simulation.state.run import Run
from undertide_shared.messages import PaceStatus

LONGEST_PAUSE: Final = 600.0
"""Seconds after which a pause ends by itself: as many as an empty session is kept for."""
ANSWER_SECONDS: Final = 30.0
"""Seconds that the others have to agree to a pause."""
MINUTE: Final = 60.0
ROUNDING: Final = 1e-6
"""Minutes by which differences of times may be off."""
WAITS_ANYWAY = "time waits for you anyway"
NO_HERO = "you have no hero that could wait"


class PauseWishes(Struct, frozen=True, array_like=True):
    """The seats that want a pause, in order, and when it ends, for the node that goes on."""

    asked: list[int]
    ends_at: float | None


class PartyPause:
    """The pause of one session, and the seats that want one. Times are of the session's clock."""

    def __init__(
        self, run: Run, seating: Seating, floor_scheduler: FloorScheduler, idle_watch: IdleWatch
    ) -> None:
        self._run = run
        self._seating = seating
        self._floor_scheduler = floor_scheduler
        self._idle_watch = idle_watch
        self._asked: list[int] = []
        """The seats that want a pause, in the order in which they asked."""
        self._ends_at: float | None = None
        """When the pause ends, or the wish for one if there is no pause yet."""
        self._is_news = False
        """Whether something has changed that is not shown yet."""
        self._shown: tuple[dict[int, PaceStatus], int, list[int]] = ({}, 0, [])
        """The paces, the minutes left and the seats of the last answer of `statuses`."""
        self._statuses: dict[int, PaceStatus] = {}

    @property
    def is_on(self) -> bool:
        """Whether the session pauses."""
        return self._floor_scheduler.pauses

    def request_pause(self, seat: Seat | None, now: float, *, wanted: bool) -> None:
        """Note that a player wants a pause, or none. Raises RequestRefusedError.

        It begins when all players whose heroes are awake want it, and ends when one does not.
        """
        present = self._present()
        if seat is None or seat.number not in present:
            raise RequestRefusedError("wrong_state", NO_HERO)
        if not wanted:
            self._withdraw(seat.number)
        elif not self.is_on:
            self._note_wish(seat.number, present, now)

    def _note_wish(self, seat: int, present: set[int], now: float) -> None:
        """Note that a player wants a pause; begin it if all who are present do."""
        if all(pace.mode in {"solo", "idle"} for pace in self._floor_scheduler.statuses.values()):
            raise RequestRefusedError("wrong_state", WAITS_ANYWAY)
        if seat not in self._asked:
            self._asked.append(seat)
        self._is_news = True
        self._floor_scheduler.pauses = present <= set(self._asked)
        self._ends_at = now + (LONGEST_PAUSE if self.is_on else ANSWER_SECONDS)

    def end(self) -> None:
        """End the pause, or the wish for one: somebody acts, comes in, or wants none."""
        if self.is_on:
            self._floor_scheduler.restart()
            self._idle_watch.restart()
        self._is_news |= self._ends_at is not None
        self._ends_at = None
        self._asked.clear()

    def memory(self) -> PauseWishes:
        """Return the state of the pause for the next node."""
        return PauseWishes(self._asked, self._ends_at)

    def restore(self, memory: PauseWishes, shift: float) -> None:
        """Restore the state of another node; its times count `shift` seconds later here.

        Whether the session pauses is in the memory of its floors' times.
        """
        self._asked = list(memory.asked)
        self._ends_at = shifted(memory.ends_at, shift)

    def check(self, now: float) -> None:
        """End what has lasted for too long."""
        if self._ends_at is not None and now >= self._ends_at:
            self.end()

    def due(self, now: float) -> float | None:
        """Return when the pause ends, or what is shown of it changes; None without one."""
        if self._is_news:
            return now
        if self._ends_at is None or not self.is_on:
            return self._ends_at
        if self._minutes(now) != self._shown[1]:
            return now
        return self._ends_at - MINUTE * (self._minutes(now) - 1)

    def statuses(self, now: float) -> dict[int, PaceStatus]:
        """Return the paces as players see them: with the pause, and the seats that want one.

        The same paces come back as the same objects, because views compare them by identity.
        """
        paces, self._is_news = self._floor_scheduler.statuses, False
        if self._ends_at is None:
            return paces
        minutes = self._minutes(now) if self.is_on else 0
        shown = (paces, minutes, list(self._asked))
        if shown != self._shown or not self._statuses:
            left = round(1000 * MINUTE * minutes)
            self._shown, self._statuses = (
                shown,
                {
                    branch: replace(pace, paused_for=left, pause_asked=list(self._asked))
                    for branch, pace in paces.items()
                },
            )
        return self._statuses

    def _minutes(self, now: float) -> int:
        """Return the minutes that the pause still lasts, rounded up."""
        assert self._ends_at is not None, "there is a pause"
        return max(1, ceil((self._ends_at - now) / MINUTE - ROUNDING))

    def _withdraw(self, seat: int) -> None:
        """End the pause, or one player's wish for it."""
        if self.is_on or self._asked == [seat]:
            self.end()
        elif seat in self._asked:
            self._asked.remove(seat)
            self._is_news = True

    def _present(self) -> set[int]:
        """Return the seats of connected players whose heroes live and are awake."""
        present: set[int] = set()
        for seat in self._seating:
            found = None if seat.member is None else self._run.index.of_seat(seat.number)
            if found is not None and found[1].hero.presence == "present":
                present.add(seat.number)
        return present
