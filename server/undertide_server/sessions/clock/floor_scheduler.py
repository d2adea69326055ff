"""When each floor of a run moves on: beats of real time, turns, and their limits. Pure."""

from collections.abc import Set

from undertide_server.content.settings.settings import PaceSettings
from undertide_server.sessions.clock.pace import FloorPace, wanted_mode
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import Input, Ticked, Turned
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.messages import Pace, PaceStatus
from undertide_shared.time import TICK_SECONDS

LATE_BEATS = 3
"""Beats that a late session makes up for; more are dropped, or it would never catch up."""
PHASES_PER_SECOND = 20
"""Moments of a second in which sessions beat. Those of one moment go one after the other, with what
they share in the processor's caches; and who plays in turns waits behind no more than half of all
sessions."""
ACTION_TICKS = 2
"""Ticks of a normal action: 20 energy at a speed of 10."""


class FloorScheduler:
    """Decides which floors of a run move on now, and when it wants to be asked again.

    `asking` are the seats whose intents wait in the session's inbox, at any time.
    """

    def __init__(self, run: Run, choice: Pace, settings: PaceSettings, asking: Set[int]) -> None:
        self._run = run
        self._choice: Pace = choice
        self._settings = settings
        self._asking = asking
        self._paces: dict[int, FloorPace] = {}
        """By branch, in order."""
        self._moving: list[tuple[FloorIndex, FloorPace]] = []
        """The floors on which time can pass, in order of branches."""
        self.statuses: dict[int, PaceStatus] = {}
        """What the HUD shows of each branch's pace."""
        self._settled: int | None = None
        """The step after which nothing but another one can change a pace: all is in real time."""
        self._next_beat: float | None = None

    def update_paces(self, now: float) -> None:
        """Bring each floor's pace up to date with who is there."""
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
            waking = _waking(floor)
            undecided = self._undecided(waking)
            warning = self._settings.warning_seconds
            pace.update(self._choice, len(waking), undecided, now, warning)
            if pace.mode == "party":
                begun = any(self._decided(row) and _has_player(row) for row in waking)
                self._limit(pace, now, waits=begun and bool(undecided))
        self.statuses = {branch: pace.status for branch, pace in self._paces.items()}
        self._moving = self._those_moving()
        self._settled = step if all(pace.mode == "real" for _, pace in self._moving) else None
        self._keep_beat(now)

    def _all_go_on(self) -> bool:
        """Whether every floor keeps the mode that it has, where each is in real time or idle.

        Then no pace has anything to follow: neither mode counts down, nor waits for anybody.
        """
        for floor in self._run.index.floors.values():
            pace = self._paces.get(floor.state.branch)
            waking = len(_waking(floor)) if floor.heroes else 0
            if pace is None or pace.mode != wanted_mode(self._choice, waking):
                return False
        return True

    def _pace_of(self, floor: FloorIndex) -> FloorPace:
        """Return a floor's pace, which begins with its first hero."""
        pace = self._paces.get(floor.state.branch)
        if pace is None:
            pace = FloorPace()
            self._paces = dict(sorted([*self._paces.items(), (floor.state.branch, pace)]))
        return pace

    def _undecided(self, waking: list[HeroRow]) -> list[int]:
        """Return the seats that party turns wait for; no other pace waits for anybody."""
        if self._choice != "party":
            return []
        return [row.hero.seat for row in waking if not self._decided(row)]

    def is_in_turns(self, branch: int | None) -> bool:
        """Whether no beat will come for a branch; also when it is no branch that heroes are on."""
        pace = None if branch is None else self._paces.get(branch)
        return pace is None or pace.mode != "real"

    def take_due_moves(self, now: float) -> list[Input]:
        """Return how far each floor moves on now, in order of branches, and count it as done."""
        beat = self._next_beat is not None and now >= self._next_beat
        if not beat and self._settled == self._run.progress.step:
            return []
        moves: list[Input] = []
        for floor, pace in self._moving:
            branch = floor.state.branch
            if pace.mode == "real":
                if beat:
                    moves.append(Ticked(branch))
            elif self._turns(floor, pace, now):
                moves.append(Turned(branch))
                pace.limit_at = None
                pace.next_errand = now + self._errand_pause(pace)
        if beat:
            self._count_beat(now)
        return moves

    def due(self, now: float) -> float | None:
        """Return when `take_due_moves` or `update_paces` has something to do.

        None until an input comes.
        """
        if self._settled == self._run.progress.step:
            return self._next_beat
        times = [] if self._next_beat is None else [self._next_beat]
        for floor, pace in self._moving:
            times += [at for at in (pace.next_count, pace.limit_at) if at is not None]
            if pace.mode != "real":
                times += self._turn_times(floor, pace, now)
        return min(times, default=None)

    def _errand_pause(self, pace: FloorPace) -> float:
        """Return the seconds until an errand goes on.

        Real time's own pace where turns are about to end: who just came must not be left behind.
        """
        if pace.turns_at is not None:
            return ACTION_TICKS * TICK_SECONDS
        return 1 / self._settings.errand_steps_per_second

    def _those_moving(self) -> list[tuple[FloorIndex, FloorPace]]:
        """Return the floors on which time can pass, in order of branches."""
        places = self._run.index
        return [
            (places.floors[places.by_branch[branch]], pace)
            for branch, pace in self._paces.items()
            if pace.mode != "idle"
        ]

    def _turns(self, floor: FloorIndex, pace: FloorPace, now: float) -> bool:
        """Whether a floor of turns moves on now."""
        if pace.limit_at is not None and now >= pace.limit_at:
            return True
        return any(at <= now for at in self._turn_times(floor, pace, now))

    def _turn_times(self, floor: FloorIndex, pace: FloorPace, now: float) -> list[float]:
        """Return when the next turn can be taken, if the heroes that it waits for have decided."""
        rows = _waking(floor)
        if pace.mode == "party" and not all(self._decided(row) for row in rows):
            return []
        if any(row.intents.waiting or row.hero.seat in self._asking for row in rows):
            return [now]
        if any(row.auto_action.activity != "none" for row in rows):
            return [pace.next_errand]
        return []

    def _decided(self, row: HeroRow) -> bool:
        """Whether a turn need not wait for a hero: it has something to do, or no player."""
        busy = row.auto_action.activity != "none" or bool(row.intents.waiting)
        return busy or row.hero.seat in self._asking or row.hero.presence == "linkdead"

    def _limit(self, pace: FloorPace, now: float, *, waits: bool) -> None:
        """Let party turns wait no longer than the limit for who has not decided."""
        if not waits:
            pace.limit_at = None
        elif pace.limit_at is None:
            pace.limit_at = now + self._settings.party_limit_seconds

    def _keep_beat(self, now: float) -> None:
        """Beat while any floor is in real time."""
        if not any(pace.mode == "real" for _, pace in self._moving):
            self._next_beat = None
        elif self._next_beat is None:
            self._next_beat = _in_phase(now + TICK_SECONDS)

    def _count_beat(self, now: float) -> None:
        """Set the next beat; one that is too late to make up for is dropped."""
        assert self._next_beat is not None
        earliest = now - LATE_BEATS * TICK_SECONDS
        self._next_beat = _in_phase(max(self._next_beat, earliest) + TICK_SECONDS)


def earlier(one: float | None, other: float | None) -> float | None:
    """Return the earlier of two moments, each of which may never come."""
    if one is None or other is None:
        return one if other is None else other
    return min(one, other)


def _in_phase(at: float) -> float:
    """Return the moment nearest to `at` in which sessions may beat."""
    return round(at * PHASES_PER_SECOND) / PHASES_PER_SECOND


def _waking(floor: FloorIndex) -> list[HeroRow]:
    """Return the heroes on a floor that are awake."""
    return [row for row in floor.heroes.values() if row.hero.presence != "asleep"]


def _has_player(row: HeroRow) -> bool:
    return row.hero.presence == "present"
