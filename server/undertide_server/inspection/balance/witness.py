"""The witness of a run: it records falls, arrivals and the newcomers of the tide."""

from collections.abc import Mapping, Sequence
from math import isqrt
from types import MappingProxyType
from typing import Final

from undertide_server.content.records.monsters import MonsterRules
from undertide_server.inspection.balance.records import Activity, Arrival, Cause, Fall, Played
from undertide_server.simulation.components.floors import Risen
from undertide_server.simulation.components.monsters import Monster
from undertide_server.simulation.queries.awareness import is_hunted
from undertide_server.simulation.rules.tide import ticks_to_beat
from undertide_server.simulation.state.events import THING, Downed, Event, Fell, Who
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.messages import (
    Accompany,
    Climb,
    Explore,
    Fight,
    Intent,
    Move,
    Regroup,
    Rest,
    Shoot,
    Travel,
    Wait,
)

PERCENT = 100
ACTIVITIES_AFTER: Final[Mapping[type[Intent], Activity]] = MappingProxyType(
    {
        Explore: "explore",
        Fight: "fight",
        Shoot: "fight",
        Accompany: "travel",
        Climb: "travel",
        Move: "travel",
        Regroup: "travel",
        Travel: "travel",
        Rest: "rest",
        Wait: "wait",
    }
)
"""What the time after an intent goes into; after others it is "other"."""


def worth_of(life: int, attack: int, rules: MonsterRules) -> int:
    """Return the strength of a plain monster with the same life times attack.

    Such a monster has life and attack in proportion to its strength (R1).
    """
    return isqrt(
        life * attack * PERCENT * PERCENT // max(1, rules.life_percent * rules.attack_percent)
    )


def worth_of_hero(row: HeroRow, rules: MonsterRules) -> int:
    """Return the present worth of a hero with full life, including its extra damage."""
    attack = row.attack.power + sum(power for _, power in row.attack.extra)
    return worth_of(row.body.max_life, attack, rules)


def activity_of(floor: FloorIndex, row: HeroRow, intent: Intent | None) -> Activity:
    """Return what the time of a hero goes into that was given an intent last."""
    if row.is_fallen:
        return "fallen"
    if is_hunted(floor, row):
        return "fight"
    return "wait" if intent is None else ACTIVITIES_AFTER.get(type(intent), "other")


class Newcomers:
    """The monsters that the tide brought to floors with heroes.

    Call `record_arrivals` once per step: the times at which the tide brings monsters are known.
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self._known: dict[int, set[int]] = {}
        """The monsters of each floor at the last look."""
        self._beats: dict[int, tuple[int, bool]] = {}
        self._of_tide: set[int] = set()

    def __contains__(self, monster: int) -> bool:
        return monster in self._of_tide

    def record_arrivals(self) -> None:
        """Record the monsters that the tide brought since the last call; the first records none."""
        for entity, floor in self._run.index.floors.items():
            if floor.heroes:
                self._look_at(entity, floor)

    def _look_at(self, entity: int, floor: FloorIndex) -> None:
        beats = self._beats_of(floor)
        known = self._known.get(entity)
        if known is not None and beats != self._beats[entity]:
            world = self._run.world
            self._of_tide |= {
                each for each in floor.monsters.keys() - known if not world.has(each, Risen)
            }
        self._beats[entity] = beats
        if known is None or len(floor.monsters) != len(known) or floor.monsters.keys() != known:
            self._known[entity] = set(floor.monsters)

    def _beats_of(self, floor: FloorIndex) -> tuple[int, bool]:
        """Return a value that changes whenever the tide of a floor brings monsters.

        That is when it may do so next, and whether the first newcomer of the run, which may come
        earlier, has come.
        """
        times, clock = self._run.tick_figures.tide, floor.tide.clock
        return clock + ticks_to_beat(times, clock), self._run.progress.tide_met


class Witness:
    """The author of the record of one run, whose listener it is."""

    def __init__(self, run: Run, played: Played) -> None:
        self.played = played
        self._run = run
        self._newcomers = Newcomers(run)
        self._clocks: dict[int, int] = {}
        """The clock of each floor at the last call of `record_time`."""
        self._felled: dict[int, tuple[Cause, str]] = {}
        """The cause of the last fall of each hero that has fallen (R16)."""
        run.listener = self._record_event

    def record_state(self) -> None:
        """Record the state of the run. Call this after each step."""
        self._newcomers.record_arrivals()
        played, progress = self.played, self._run.progress
        played.ticks = progress.ticks
        if progress.deepest > played.floor:
            played.floor = progress.deepest
            played.arrivals.append(self._arrival())

    def record_time(self, intents: Sequence[Intent | None]) -> None:
        """Record what the time since the last call went into. Call this after each step.

        `intents` holds for each seat the intent that its hero was given last, None before any.
        """
        for entity, floor in self._run.index.floors.items():
            clock = floor.state.clock
            passed = clock - self._clocks.get(entity, 0)
            self._clocks[entity] = clock
            if not passed:
                continue
            times = self.played.times.setdefault(floor.state.number, {})
            for row in floor.heroes.values():
                activity = activity_of(floor, row, intents[row.hero.seat])
                times[activity] = times.get(activity, 0) + passed

    def finish(self) -> Played:
        """Return the record, once the run is over or given up."""
        played, progress = self.played, self._run.progress
        played.won, played.ended = progress.won, progress.ended
        for floor in self._run.index.floors.values():
            number = floor.state.number
            played.floor_ticks[number] = played.floor_ticks.get(number, 0) + floor.tide.clock
        return played

    def _arrival(self) -> Arrival:
        run, rows = self._run, self._heroes()
        number = run.progress.deepest
        return Arrival(
            floor=number,
            tick=run.progress.ticks,
            average=run.game.curve.floors[number - 1].average,
            worths=tuple(worth_of_hero(row, run.rules.monsters) for row in rows),
            levels=tuple(row.hero.level for row in rows),
        )

    def _heroes(self) -> list[HeroRow]:
        places = self._run.index.floors.values()
        return [row for floor in places for row in floor.heroes.values()]

    def _record_event(self, event: Event) -> None:
        if isinstance(event, Downed):
            self._felled[event.victim.entity] = self._blame(event.killer)
        if not isinstance(event, Fell):
            return
        if event.victim.is_hero:
            self._record_fall(event)
        else:
            self.played.kills += 1
            self.played.tide_kills += event.victim.entity in self._newcomers

    def _record_fall(self, fell: Fell) -> None:
        run = self._run
        floor = run.index.floors[fell.floor]
        row = floor.heroes[fell.victim.entity]
        had_fallen = bool(row.hero.felled_by)
        cause, by = self._felled[row.entity] if had_fallen else self._blame(fell.killer)
        self.played.falls.append(
            Fall(
                floor=floor.state.number,
                tick=run.progress.ticks,
                cause=cause,
                by=by,
                level=row.hero.level,
                worth=worth_of_hero(row, run.rules.monsters),
            )
        )

    def _blame(self, killer: Who | None) -> tuple[Cause, str]:
        """Return the cause of a hero's death, and the killer's family or name."""
        if killer is None or killer.entity == THING:
            return "harm", killer.name if killer else "nothing"
        if killer.is_hero:
            return "companion", "hero"
        monster = self._run.world.find(killer.entity, Monster)
        if monster is None:
            return "monster", killer.name
        kind = self._run.kinds[monster.kind]
        if killer.entity in self._newcomers:
            return "tide", kind.family
        return ("boss" if kind.boss else "monster"), kind.family
