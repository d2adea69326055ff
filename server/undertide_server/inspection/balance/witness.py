"""The witness of a run, which notes its events."""

from collections.abc import Callable
from dataclasses import dataclass

from undertide_server.inspection.balance.newcomers import Newcomers
from undertide_server.inspection.balance.records import Arrival, Cause, Fall, Played
from undertide_server.inspection.balance.worth import worth_of_hero
from undertide_server.simulation.components.monsters import Monster
from undertide_server.simulation.state.events import THING, Downed, Event, Fell, Who
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run, new_run
from undertide_server.worldgen.game.game import Game


@dataclass(slots=True)
class HeardRun(Run):
    """A run with a listener, which gets each event while all that the event names still exists."""

    hear: Callable[[Event], None] | None = None

    def tell(self, event: Event) -> None:
        """Note an event, and pass it to the listener."""
        Run.tell(self, event)
        if self.hear is not None:
            self.hear(event)


def heard_run(game: Game) -> HeardRun:
    """Return a run before its first step, without a listener yet."""
    run = new_run(game)
    return HeardRun(run.game, run.world, run.index, run.progress, run.kinds)


class Witness:
    """The author of the notes about one run."""

    def __init__(self, run: HeardRun, played: Played) -> None:
        self.played = played
        self._run = run
        self._newcomers = Newcomers(run)
        self._felled: dict[int, tuple[Cause, str]] = {}
        """The cause of the last fall of each hero that has fallen (R16)."""
        run.hear = self._hear

    def look(self) -> None:
        """Note the state of the run. Call this after each step."""
        self._newcomers.look()
        played, progress = self.played, self._run.progress
        played.ticks = progress.ticks
        if progress.deepest > played.floor:
            played.floor = progress.deepest
            played.arrivals.append(self._arrival())

    def finish(self) -> Played:
        """Return the notes, once the run is over or given up."""
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

    def _hear(self, event: Event) -> None:
        if isinstance(event, Downed):
            self._felled[event.victim.entity] = self._blame(event.killer)
        if not isinstance(event, Fell):
            return
        if event.victim.is_hero:
            self._note_fall(event)
        else:
            self.played.kills += 1
            self.played.tide_kills += event.victim.entity in self._newcomers

    def _note_fall(self, fell: Fell) -> None:
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
