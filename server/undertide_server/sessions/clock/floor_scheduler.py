"""The times at which floors of a run move on: ticks of real time, turns, and limits. Pure."""

from collections.abc import Set
from math import inf

from msgspec import Struct

from undertide_server.content.settings.settings import PaceSettings
from undertide_server.sessions.clock.pace import (
    FloorPace,
    PaceMemory,
    TurnRate,
    WantedPace,
    shifted,
    wanted_pace,
)
from undertide_server.sessions.clock.run_clock import RunClock
from undertide_server.sessions.model.settings import Tempo
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import Input, Ticked, Turned
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.messages import Pace, PaceStatus

LATE_BEATS = 3
"""Ticks that a late session makes up for. It drops the rest, or it would never catch up."""
PHASES_PER_SECOND = 40
"""The moments in each second at which sessions may tick. Sessions with the same moment run one
after the other and share the processor's caches. With fewer moments, each session, and with it an
action in a turn, would wait behind more of the others."""
ACTION_TICKS = 2
"""Ticks of a normal action: 20 energy at a speed of 10."""
AT_REST = WantedPace("idle", is_slow=False)
"""The pace of floors without heroes."""
UNHURRIED = Tempo()
"""The tempo of sessions that state none."""


class FloorTimes(Struct, frozen=True, array_like=True):
    """The times at which floors move on, for the node that goes on with the run."""

    paces: list[PaceMemory]
    pauses: bool
    next_beat: float | None
    beat_at: float
    seconds: float
    """The seconds of real time that the run has taken."""
    last_step: float | None
    """When the last step was taken; None if none was."""


class FloorScheduler:
    """The part of a session that decides which floors move on now, and when to ask again.

    `asking` is a live set: the seats in the session's inbox with an intent that takes their turn.
    `elapsed` is the milliseconds of real time that the run has taken.
    """

    def __init__(
        self,
        run: Run,
        choice: Pace,
        settings: PaceSettings,
        asking: Set[int],
        tempo: Tempo = UNHURRIED,
        elapsed: int = 0,
    ) -> None:
        self.run_clock = RunClock(elapsed)
        self.pauses = False
        """Whether no floor moves on, because the party pauses."""
        self._run = run
        self._choice: Pace = choice
        self._settings = settings
        self._asking = asking
        self._tick_seconds = 1 / tempo.ticks_per_second
        """Length of one tick of a floor in real time."""
        self._slow_below = tempo.slow_below
        self._paces: dict[int, FloorPace] = {}
        """The pace of each floor, by branch, in order."""
        self._moving: list[tuple[FloorIndex, FloorPace]] = []
        """The floors on which time can pass, in order of branch."""
        self.statuses: dict[int, PaceStatus] = {}
        """The pace of each branch as the HUD shows it."""
        self._settled: int | None = None
        """The step after which only another step can change a pace, since all floors are in real
        time."""
        self._next_beat: float | None = None
        """The time when the floors in real time tick."""
        self._beat_at = 0.0
        """The same without regard to the moments at which sessions may tick."""

    def update_paces(self, now: float) -> None:
        """Update each floor's pace for the heroes that are there."""
        step = self._run.progress.step
        if self._settled == step:
            return
        if self._settled is not None and self._all_go_on():
            self._settled = step
            return
        for floor in self._run.index.floors.values():
            pace = self._pace_of(floor)
            if not floor.heroes and pace.mode == "idle":
                continue
            self._update_pace(floor, pace, now)
        self.statuses = {branch: pace.status for branch, pace in self._paces.items()}
        self._moving = self._those_moving()
        self._settled = step if all(pace.mode == "real" for _, pace in self._moving) else None
        self._keep_beat(now)

    def _update_pace(self, floor: FloorIndex, pace: FloorPace, now: float) -> None:
        """Update the pace of one floor, with its limits and its status."""
        standing = _standing(floor)
        undecided = self._undecided(standing)
        settings, wanted = self._settings, self._wanted_pace(floor)
        pace.update(wanted.mode, now, settings.warning_seconds)
        pace.is_slow = wanted.is_slow and pace.mode == "real"
        if pace.mode == "party":
            begun = any(self._decided(row) and _hurries_others(row) for row in standing)
            limit, nudge = settings.party_limit_seconds, settings.party_nudge_seconds
            pace.set_limit(now, limit, nudge, waits=begun and bool(undecided))
        pace.show(undecided, now)

    def _all_go_on(self) -> bool:
        """Return whether every floor is in real time or idle and keeps its mode and its speed.

        Then no pace needs an update: these modes have no countdown and wait for nobody.
        """
        for floor in self._run.index.floors.values():
            pace = self._paces.get(floor.state.branch)
            if pace is None:
                return False
            if not floor.heroes:
                if pace.mode != "idle":
                    return False
            elif (pace.mode, pace.is_slow) != self._wanted_pace(floor):
                return False
        return True

    def _wanted_pace(self, floor: FloorIndex) -> WantedPace:
        """Return the pace that a floor should have now."""
        if not floor.heroes:
            return AT_REST
        return wanted_pace(self._choice, floor.heroes.values(), self._slow_below)

    def _pace_of(self, floor: FloorIndex) -> FloorPace:
        """Return a floor's pace; make it if the floor has none yet."""
        pace = self._paces.get(floor.state.branch)
        if pace is None:
            rate = self._settings.steps_per_second
            pace = FloorPace(TurnRate(rate, self._settings.step_burst))
            self._paces = dict(sorted([*self._paces.items(), (floor.state.branch, pace)]))
        return pace

    def _undecided(self, standing: list[HeroRow]) -> list[int]:
        """Return the seats that party turns wait for; empty at any other pace."""
        if self._choice != "party":
            return []
        return [row.hero.seat for row in standing if not self._decided(row)]

    def takes_intents(self, branch: int | None, now: float) -> bool:
        """Return whether a step takes a branch's intents at once.

        In real time they wait for a tick, and in solo turns for the rate of single actions.
        """
        pace = None if branch is None else self._paces.get(branch)
        if pace is not None and pace.mode == "solo":
            return pace.turn_rate.ready_at(now) <= now
        return pace is None or pace.mode != "real"

    def is_ticking(self, branch: int | None) -> bool:
        """Return whether a branch is in real time, so that its next tick comes by itself."""
        pace = None if branch is None else self._paces.get(branch)
        return pace is not None and pace.mode == "real"

    def memory(self) -> FloorTimes:
        """Return the state of the floors' times for the next node."""
        return FloorTimes(
            [pace.memory(branch) for branch, pace in self._paces.items()],
            self.pauses,
            self._next_beat,
            self._beat_at,
            *self.run_clock.memory(),
        )

    def restore(self, memory: FloorTimes, shift: float) -> None:
        """Restore the state of another node; its times count `shift` seconds later here."""
        by_branch = {floor.state.branch: floor for floor in self._run.index.floors.values()}
        for each in memory.paces:
            if each.branch in by_branch:
                self._pace_of(by_branch[each.branch]).restore(each, shift)
        self.pauses = memory.pauses
        self._next_beat = shifted(memory.next_beat, shift)
        self._beat_at = memory.beat_at + shift
        self.run_clock.restore(memory.seconds, shifted(memory.last_step, shift))

    def restart(self) -> None:
        """Go on after a pause: time begins anew, and so do all countdowns."""
        self.pauses = False
        self._next_beat = self._settled = None
        for pace in self._paces.values():
            pace.limit_at = pace.turns_at = None

    def waits_for_others(self, branch: int) -> bool:
        """Return whether a branch is in party turns and has several waking heroes."""
        pace = self._paces.get(branch)
        if pace is None or pace.mode != "party":
            return False
        floor = self._run.index.floors[self._run.index.by_branch[branch]]
        return len(_standing(floor)) > 1

    def take_due_moves(self, now: float) -> list[Input]:
        """Return the inputs that move floors on now, in order of branch, and count them as done."""
        if self.pauses:
            return []
        beat = self._next_beat is not None and now >= self._next_beat
        if not beat and self._settled == self._run.progress.step:
            return []
        moves: list[Input] = []
        for floor, pace in self._moving:
            branch = floor.state.branch
            if pace.mode == "real":
                if beat and pace.takes_beat():
                    moves.append(Ticked(branch))
            elif self._turns(floor, pace, now):
                moves.append(Turned(branch))
                if pace.mode == "solo" and self._is_asked(_standing(floor)):
                    pace.turn_rate.count(now)
                pace.limit_at = None
                pace.next_auto_action = now + self._auto_action_pause(pace)
        if beat:
            self._count_beat(now)
        return moves

    @property
    def steady_floor(self) -> FloorIndex | None:
        """The one floor on which time passes, if it ticks at every beat until something happens.

        Otherwise None.
        """
        if self._settled != self._run.progress.step or len(self._moving) != 1:
            return None
        floor, pace = self._moving[0]
        return None if pace.is_slow else floor

    def beat_after(self, ticks: int, latest: float = inf) -> float:
        """Return the time of the tick after so many others, or of the first one from `latest` on.

        Time must pass on a steady floor.
        """
        assert self._next_beat is not None, "a floor is in real time"
        at, beat = self._beat_at, self._next_beat
        for _ in range(ticks):
            if beat >= latest:
                break
            at += self._tick_seconds
            beat = _in_phase(at)
        return beat

    def count_quiet_beat(self, step: int) -> None:
        """Count the next tick as done, by a step that changes no pace."""
        self._settled = step
        self._set_beat(self._beat_at + self._tick_seconds)

    def due(self, now: float) -> float | None:
        """Return when to call `take_due_moves` or `update_paces`, or None until input comes."""
        if self.pauses:
            return None
        if self._settled == self._run.progress.step:
            return self._next_beat
        times = [] if self._next_beat is None else [self._next_beat]
        for floor, pace in self._moving:
            times += [at for at in (pace.next_count, pace.limit_at) if at is not None]
            if pace.mode != "real":
                times += self._turn_times(floor, pace, now)
        return min(times, default=None)

    def _auto_action_pause(self, pace: FloorPace) -> float:
        """Return the seconds until an auto action takes its next action.

        When turns are about to end, that is the pace of real time, so that a newcomer is not left
        behind.
        """
        if pace.turns_at is not None:
            return ACTION_TICKS * self._tick_seconds
        return 1 / self._settings.errand_steps_per_second

    def _those_moving(self) -> list[tuple[FloorIndex, FloorPace]]:
        """Return the floors on which time can pass, in order of branch."""
        places = self._run.index
        return [
            (places.floors[places.by_branch[branch]], pace)
            for branch, pace in self._paces.items()
            if pace.mode != "idle"
        ]

    def _turns(self, floor: FloorIndex, pace: FloorPace, now: float) -> bool:
        """Return whether a floor in turns moves on now."""
        if pace.limit_at is not None and now >= pace.limit_at:
            return True
        return any(at <= now for at in self._turn_times(floor, pace, now))

    def _turn_times(self, floor: FloorIndex, pace: FloorPace, now: float) -> list[float]:
        """Return the times at which a turn can be taken; empty while none can."""
        rows = _standing(floor)
        if pace.mode == "party" and not all(self._decided(row) for row in rows):
            return []
        if self._is_asked(rows):
            return [pace.turn_rate.ready_at(now) if pace.mode == "solo" else now]
        if any(row.auto_action.activity != "none" for row in rows):
            return [pace.next_auto_action]
        return []

    def _is_asked(self, rows: list[HeroRow]) -> bool:
        """Return whether an intent of any of these heroes waits."""
        return any(row.intents.waiting or row.hero.seat in self._asking for row in rows)

    def _decided(self, row: HeroRow) -> bool:
        """Return whether a turn need not wait for a hero: it has an action, or no player."""
        busy = row.auto_action.activity != "none" or bool(row.intents.waiting)
        return busy or row.hero.seat in self._asking or row.hero.presence == "linkdead"

    def _keep_beat(self, now: float) -> None:
        """Schedule ticks while any floor is in real time."""
        if not any(pace.mode == "real" for _, pace in self._moving):
            self._next_beat = None
        elif self._next_beat is None:
            self._set_beat(now + self._tick_seconds)

    def _count_beat(self, now: float) -> None:
        """Schedule the next tick; drop ticks that are too late to make up for."""
        assert self._next_beat is not None
        oldest = now - LATE_BEATS * self._tick_seconds
        self._set_beat(max(self._beat_at, oldest) + self._tick_seconds)

    def _set_beat(self, at: float) -> None:
        """Schedule the next tick for about a time; the rate stays exact in the long run."""
        self._beat_at, self._next_beat = at, _in_phase(at)


def earliest(*times: float | None) -> float | None:
    """Return the earliest of some times; None stands for never."""
    found = None
    for at in times:
        if at is not None and (found is None or at < found):
            found = at
    return found


def _in_phase(at: float) -> float:
    """Return the time nearest to `at` at which sessions may tick."""
    return round(at * PHASES_PER_SECOND) / PHASES_PER_SECOND


def _standing(floor: FloorIndex) -> list[HeroRow]:
    """Return the heroes on a floor that are awake and have not fallen."""
    return [row for row in floor.heroes.values() if row.stands]


def _hurries_others(row: HeroRow) -> bool:
    """Return whether a hero that has decided gives others the time limit of a party turn.

    One that follows a companion waits for it, however long that thinks (R17).
    """
    follows = row.auto_action.activity == "accompany" and not row.intents.waiting
    return row.hero.presence == "present" and not follows
