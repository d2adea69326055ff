"""Figures that systems read at each tick, worked out from the rules once for each run."""

from dataclasses import dataclass

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.statuses import Catching
from undertide_server.simulation.rules.hunger import brinks_of
from undertide_server.simulation.rules.statuses import WHOLE
from undertide_server.simulation.rules.tide import TideTimes, tide_times


@dataclass(frozen=True, slots=True)
class TickFigures:
    """The intervals of regular changes, and the statuses that systems process."""

    beat: int
    """Ticks between two beats of the terrain."""
    full_food: int
    """Ticks that full food lasts."""
    toll_every: int
    """Ticks between two tolls of hunger."""
    brinks: frozenset[int]
    """The amounts of food from which one more tick leads to the next stage of hunger."""
    working: frozenset[str]
    """Keys of the statuses that take or give life."""
    pacing: frozenset[str]
    """Keys of the statuses that change an actor's speed."""
    caught_on_hit: tuple[tuple[str, Catching], ...]
    """Keys of the statuses that hits may cause, and how."""
    tide: TideTimes


def tick_figures_of(rules: Ruleset) -> TickFigures:
    """Return the figures of a run with these rules."""
    statuses = rules.statuses.items()
    return TickFigures(
        beat=rules.living.beat,
        full_food=rules.hunger.full,
        toll_every=rules.hunger.toll_every,
        brinks=brinks_of(rules.hunger),
        working=frozenset(key for key, each in statuses if each.harm or each.mends),
        pacing=frozenset(key for key, each in statuses if each.speed_percent != WHOLE),
        caught_on_hit=tuple((key, each.caught) for key, each in statuses if each.caught),
        tide=tide_times(rules.tide),
    )
