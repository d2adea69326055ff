"""Pace: how time passes on one floor (ARCHITECTURE.md). Pure; times are seconds."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from msgspec import Struct

from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.messages import Pace, PaceMode, PaceStatus

ROUNDING: Final = 1e-6
"""Seconds by which sums of intervals may be off."""


class TurnRate:
    """Some turns at once, and then one at regular intervals.

    Times are seconds of the session's clock.
    """

    __slots__ = ("_interval", "_slack", "clear_at")

    def __init__(self, per_second: int, burst: int) -> None:
        self._interval = 1 / per_second
        self._slack = (burst - 1) * self._interval + ROUNDING
        self.clear_at = 0.0
        """The time when as many turns may be taken at once as ever."""

    def ready_at(self, now: float) -> float:
        """Return when the next turn may be taken; `now` if that is at once."""
        return max(now, self.clear_at - self._slack)

    def count(self, now: float) -> None:
        """Count a turn."""
        self.clear_at = max(self.clear_at, now) + self._interval


IDLE = PaceStatus("idle")


class WantedPace(NamedTuple):
    """The pace that a floor should have, for the heroes that are there."""

    mode: PaceMode
    is_slow: bool
    """Whether it should be at half speed."""


class PaceMemory(Struct, frozen=True, array_like=True):
    """The pace of one floor, for the node that goes on with the run."""

    branch: int
    mode: PaceMode
    turns_at: float | None
    limit_at: float | None
    nudge_at: float
    next_auto_action: float
    turns_clear_at: float
    passed_beat: bool


def shifted(at: float | None, shift: float) -> float | None:
    """Return a time by a clock that is `shift` seconds ahead; None stays None."""
    return None if at is None else at + shift


@dataclass(slots=True)
class FloorPace:
    """The pace of one floor."""

    turn_rate: TurnRate
    """The rate of turns for single actions while the floor is in solo turns."""
    mode: PaceMode = "idle"
    is_slow: bool = False
    """Whether the floor is at half speed."""
    turns_at: float | None = None
    """The time when solo turns end; None unless they are about to."""
    limit_at: float | None = None
    """The time when party turns stop waiting; set when the first hero of a turn has decided."""
    nudge_at: float = 0.0
    """The time when party turns nudge those they wait for; it counts while there is a limit."""
    next_auto_action: float = 0.0
    """The time when an auto action may take its next action in turns."""
    status: PaceStatus = IDLE
    """The pace as the HUD shows it. It is replaced only on a change, since each change costs a
    frame."""
    _passed_beat: bool = False
    """Whether the last beat passed without a tick, since the floor is at half speed."""

    def update(self, wanted: PaceMode, now: float, warning: float) -> None:
        """Update the mode for the `wanted_mode`.

        When company comes, a solo floor changes to real time after `warning` seconds.
        """
        if self.mode == "solo" and wanted == "real":
            self._prepare(now, warning)
        elif wanted != self.mode:
            self._become(wanted)
        else:
            self.turns_at = None

    def set_limit(self, now: float, limit: float, nudge: float, *, waits: bool) -> None:
        """Start the time limit of a party turn if it `waits` for somebody; else clear it.

        `limit` and `nudge` are the seconds until the turn waits no longer, and until it nudges.
        """
        if not waits:
            self.limit_at = None
        elif self.limit_at is None:
            self.limit_at, self.nudge_at = now + limit, now + nudge

    def show(self, waiting_for: list[int], now: float) -> None:
        """Update the status for the seats that party turns wait for."""
        waiting = waiting_for if self.mode == "party" else []
        following: PaceMode | None = None if self.turns_at is None else "real"
        limited = self.limit_at is not None
        status = PaceStatus(
            self.mode,
            following,
            _countdown(self.turns_at, now),
            waiting,
            self.is_slow,
            _countdown(self.limit_at, now),
            limited and now >= self.nudge_at,
        )
        if status != self.status:
            self.status = status

    def memory(self, branch: int) -> PaceMemory:
        """Return the state of this pace for the next node."""
        return PaceMemory(
            branch,
            self.mode,
            self.turns_at,
            self.limit_at,
            self.nudge_at,
            self.next_auto_action,
            self.turn_rate.clear_at,
            self._passed_beat,
        )

    def restore(self, memory: PaceMemory, shift: float) -> None:
        """Restore the state of another node; its times count `shift` seconds later here."""
        self.mode = memory.mode
        self.turns_at = shifted(memory.turns_at, shift)
        self.limit_at = shifted(memory.limit_at, shift)
        self.nudge_at = memory.nudge_at + shift
        self.next_auto_action = memory.next_auto_action + shift
        self.turn_rate.clear_at = memory.turns_clear_at + shift
        self._passed_beat = memory.passed_beat

    def takes_beat(self) -> bool:
        """Count a beat; return whether the floor ticks: only every second time at half speed."""
        self._passed_beat = self.is_slow and not self._passed_beat
        return not self._passed_beat

    @property
    def next_count(self) -> float | None:
        """The time when the status next changes by itself; None if it doesn't."""
        times: list[float] = []
        if self.turns_at is not None:
            times.append(_next_second(self.turns_at, self.status.turns_in))
        if self.limit_at is not None:
            times.append(_next_second(self.limit_at, self.status.limit_in))
            if not self.status.nudge:
                times.append(self.nudge_at)
        return min(times, default=None)

    def _prepare(self, now: float, warning: float) -> None:
        """Start the warning before solo turns end; end them when it has run out."""
        if self.turns_at is None:
            self.turns_at = now + warning
        elif now >= self.turns_at:
            self._become("real")

    def _become(self, mode: PaceMode) -> None:
        self.mode = mode
        self.turns_at = None
        self.limit_at = None


def _countdown(until: float | None, now: float) -> int:
    """Return the milliseconds until a time in whole seconds, rounded up; 0 if there is none."""
    if until is None:
        return 0
    # Round to milliseconds first, so that the clock's last digits don't add a second.
    return 1000 * max(0, -(-round((until - now) * 1000) // 1000))


def _next_second(until: float, told: int) -> float:
    """Return the time at which a countdown that told `told` milliseconds changes."""
    return until - max(0, told // 1000 - 1)


def wanted_pace(choice: Pace, rows: Iterable[HeroRow], slow_below: int) -> WantedPace:
    """Return the pace for a session's chosen pace and the heroes of a floor.

    Real time is slow while a waking hero has less than `slow_below` percent of its life, and does
    not rest: danger would end its rest.
    """
    standing = fallen = 0
    is_hurt = False
    for row in rows:
        hero, body = row.hero, row.body
        if hero.presence == "asleep":
            continue
        if hero.dies_in:
            fallen += 1
        else:
            standing += 1
        if 100 * body.life < slow_below * body.max_life and row.auto_action.activity != "rest":
            is_hurt = True
    mode = wanted_mode(choice, standing, fallen)
    return WantedPace(mode, is_hurt and mode == "real")


def wanted_mode(choice: Pace, standing: int, fallen: int = 0) -> PaceMode:
    """Return the mode of a floor for a session's chosen pace and the heroes there.

    `fallen` counts the fallen heroes who don't sleep. Nobody waits for them, but they are company,
    and where nobody stands, time passes for them.
    """
    if standing == 0:
        return "real" if fallen else "idle"
    if choice == "auto":
        return "solo" if standing + fallen == 1 else "real"
    return choice
