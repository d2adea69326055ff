"""Landmarks of a run, found during play: only facts that the whole party may know."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from undertide_server.simulation.components.floors import Floor
from undertide_server.simulation.mechanics.victory import amulets_held
from undertide_server.simulation.queries.grammar import killer_words
from undertide_server.simulation.state.events import Event, Fell, PartyTold, RunEnded, Who
from undertide_server.simulation.state.run import Run
from undertide_shared.messages import Landmark, LandmarkKind

MARKING = (PartyTold, Fell, RunEnded)
"""Event types of which at least one comes with every landmark: the party is told of each new floor
and each amulet taken. Most other events are hits."""
SEAL_BREAKS = "The seal on the last floor breaks"


class LandmarkWatch:
    """The finder of one run's landmarks, starting from the run's state at construction."""

    def __init__(self, run: Run) -> None:
        self._bosses = frozenset(kind.id for kind in run.game.roster.kinds if kind.boss)
        # The first floor is made before a hero enters it.
        self._entered = len(run.index.floors) if run.progress.step else 0
        self._held = set(amulets_held(run))
        self._sealed = not run.progress.seal_broken

    def landmarks(self, run: Run, events: Sequence[Event]) -> tuple[Landmark, ...]:
        """Return the landmarks of a step with these events, grouped by kind.

        A step without events has no landmarks, so callers need not ask.
        """
        if not any(isinstance(event, MARKING) for event in events):
            return ()
        found = [*self._floors(run), *self._deaths(run, events), *self._amulets(run, events)]
        ends = (event for event in events if isinstance(event, RunEnded))
        found += [("end", "The run is won" if end.won else "The run is lost") for end in ends]
        return tuple(Landmark(run.progress.ticks, kind, text) for kind, text in found)

    def _floors(self, run: Run) -> Iterator[tuple[LandmarkKind, str]]:
        """Yield the newly entered floors. The spatial index keeps floors in order of entry."""
        for floor in islice(run.index.floors.values(), self._entered, None):
            yield "floor", _floor_words(run, floor.state)
        self._entered = len(run.index.floors)

    def _deaths(self, run: Run, events: Iterable[Event]) -> Iterator[tuple[LandmarkKind, str]]:
        """Yield the heroes and bosses that fell, including the fall that wins the run."""
        falls = [event for event in events if isinstance(event, Fell)]
        won = run.rules.victory.boss and RunEnded(won=True) in events
        for fell in falls:
            if fell.victim.is_hero:
                yield "death", _fall_words(fell)
            elif self._is_boss(fell.victim) or (won and fell is falls[-1]):
                yield "boss", _fall_words(fell)

    def _is_boss(self, victim: Who) -> bool:
        """Return whether a monster was a boss; those of older runs have no names."""
        return bool(victim.title) or victim.key in self._bosses

    def _amulets(self, run: Run, events: Iterable[Event]) -> Iterator[tuple[LandmarkKind, str]]:
        """Yield the amulets that the party holds for the first time, and the break of the seal."""
        if not any(isinstance(event, PartyTold) for event in events):
            return
        for key in amulets_held(run):
            if key not in self._held:
                self._held.add(key)
                yield "amulet", f"The party takes the {run.items.kind(key).name}"
        if self._sealed and run.progress.seal_broken:
            self._sealed = False
            if run.rules.victory.boss:
                yield "amulet", SEAL_BREAKS


def _floor_words(run: Run, floor: Floor) -> str:
    kind = run.rules.tree.types[floor.types[-1]].name
    return f"Floor {floor.number}: {floor.name} ({kind})"


def _fall_words(fell: Fell) -> str:
    victim = fell.victim
    if victim.title:
        name = f"{victim.title}, the {victim.name},"
    else:
        name = victim.name if victim.is_hero else f"The {victim.name}"
    return f"{name} falls{_by(fell.killer)}"


def _by(killer: Who | None) -> str:
    return "" if killer is None else f" to {killer_words(killer)}"
