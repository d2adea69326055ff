"""The chronicles of heroes: the lives of those who died, and of all once the run is over."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, get_args

from undertide_server.sessions.clock.run_clock import RunClock
from undertide_server.sessions.model.info import SessionConfig
from undertide_server.simulation.components.actors import Actor
from undertide_server.simulation.components.heroes import Hero, Inventory
from undertide_server.simulation.mechanics.floor_visits import stay_until_now
from undertide_server.simulation.state.events import Event, Fell, RunEnded
from undertide_server.simulation.state.run import Run
from undertide_server.store.records import ChronicleRecord
from undertide_server.views.hindsight import hindsight_of
from undertide_server.views.last_sight import last_sight_of
from undertide_shared.codec import encode
from undertide_shared.messages import (
    Chronicle,
    CompanionLife,
    FloorVisit,
    GearWorn,
    Line,
    Slain,
    Slot,
)

LAST_LINES: Final = 20
"""Lines of the log that a chronicle repeats: the last fight."""
MOST_KINDS: Final = 100
"""Kinds of monsters that a chronicle names: more than a run has."""
MOST_FLOORS: Final = 100
"""Floors that a chronicle names, the last ones: more than a run has."""
SLOTS: Final[tuple[str, ...]] = get_args(Slot)


class Chronicler:
    """The writer of one run's chronicles.

    `lines_of` returns the last lines of the log of a hero's view.
    """

    def __init__(
        self,
        config: SessionConfig,
        run: Run,
        run_clock: RunClock,
        lines_of: Callable[[int], Sequence[Line]],
    ) -> None:
        self._config = config
        self._run = run
        self._run_clock = run_clock
        self._lines_of = lines_of
        self._of_seat: dict[int, Chronicle] = {}
        self._untold: list[tuple[int, Chronicle]] = []

    def write(self, events: Sequence[Event]) -> tuple[ChronicleRecord, ...]:
        """Return the chronicles of the heroes whose lives or whose run ended in a step."""
        ended = any(isinstance(event, RunEnded) for event in events)
        fallen = {event.victim.entity: event for event in events if isinstance(event, Fell)}
        if not ended and not fallen:
            return ()
        found = [
            (hero.seat, self._chronicle(number, entity, hero, fallen.get(entity)))
            for number, (entity, hero) in enumerate(self._run.world.each(Hero), 1)
            if entity in fallen or (ended and not hero.fate)
        ]
        self._of_seat |= dict(found)
        self._untold += found
        return tuple(
            ChronicleRecord(life.number, life.calling, life.floor, encode(life))
            for _, life in found
        )

    def take_untold(self) -> list[tuple[int, Chronicle]]:
        """Return the chronicles written since the last call, each with its hero's seat."""
        untold, self._untold = self._untold, []
        return untold

    def of_seat(self, seat: int) -> Chronicle | None:
        """Return the last chronicle of a seat, if one was written since the session began."""
        return self._of_seat.get(seat)

    def _chronicle(self, number: int, entity: int, hero: Hero, fell: Fell | None) -> Chronicle:
        run = self._run
        slain = sorted(hero.slain.items(), key=lambda each: -each[1])[:MOST_KINDS]
        return Chronicle(
            run=self._config.run,
            number=number,
            name=run.world.get(entity, Actor).name,
            calling=self._calling(hero),
            preset=self._config.preset,
            subtitle=run.game.variety.subtitle,
            level=hero.level,
            floor=hero.deepest,
            cause=hero.cause or hero.fate,
            kills=hero.kills,
            elapsed=self._run_clock.elapsed,
            floors=list(self._floors(entity, hero))[-MOST_FLOORS:],
            slain=[Slain(run.kinds[kind].name, count) for kind, count in slain],
            gear=self._gear(entity, hero),
            companions=self._companions(entity),
            lines=list(self._lines_of(entity))[-LAST_LINES:],
            hindsight=hindsight_of(run, fell) if fell else [],
            sight=last_sight_of(run, entity, fell),
        )

    def _calling(self, hero: Hero) -> str:
        found = self._run.rules.callings.get(hero.calling)
        return found.name if found else ""

    def _floors(self, entity: int, hero: Hero) -> Iterator[FloorVisit]:
        here = self._run.index.of_hero(entity)
        floors = {floor.state.branch: floor for floor in self._run.index.floors.values()}
        for branch, noted in hero.stays.items():
            floor = floors[branch]
            is_there = here is not None and here[0] is floor
            stay = stay_until_now(self._run, floor, noted) if is_there else noted
            state = floor.state
            kind = self._run.rules.tree.types[state.types[-1]].name
            yield FloorVisit(state.number, state.name, kind, stay.ticks, stay.tide)

    def _gear(self, entity: int, hero: Hero) -> list[GearWorn]:
        """Return what a hero wears, or wore when it died, by slot."""
        stacks = self._run.world.get(entity, Inventory).stacks
        worn = hero.wore or {stack.slot: stack.item for stack in stacks if stack.slot}
        return [
            GearWorn(slot, self._run.items.kind(worn[slot]).name) for slot in SLOTS if slot in worn
        ]

    def _companions(self, entity: int) -> list[CompanionLife]:
        """Return the other heroes of the run: all players know as much from the party panel."""
        world = self._run.world
        return [
            CompanionLife(
                world.get(other, Actor).name, self._calling(hero), hero.level, not hero.fate
            )
            for other, hero in world.each(Hero)
            if other != entity
        ]
