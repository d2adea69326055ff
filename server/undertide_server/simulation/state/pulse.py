"""What systems ask of the rules at each tick, worked out once a run: plain values, soon got at."""

from dataclasses import dataclass

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.simulation.rules.hunger import brinks_of
from undertide_server.simulation.rules.statuses import WHOLE


@dataclass(frozen=True, slots=True)
class Pulse:
    """How often things happen, and to whom anything happens at all."""

    beat: int
    """Ticks from one beat of the terrain to the next."""
    toll_every: int
    """Ticks from one toll of hunger to the next."""
    brinks: frozenset[int]
    """The food from which a tick more brings somebody to the next stage of hunger."""
    working: frozenset[str]
    """Keys of the statuses that take or give life."""
    pacing: frozenset[str]
    """Keys of the statuses that make somebody faster or slower."""


def pulse_of(rules: Ruleset) -> Pulse:
    """Return the pulse of a run that plays by these rules."""
    statuses = rules.statuses.items()
    return Pulse(
        beat=rules.living.beat,
        toll_every=rules.hunger.toll_every,
        brinks=brinks_of(rules.hunger),
        working=frozenset(key for key, each in statuses if each.harm or each.mends),
        pacing=frozenset(key for key, each in statuses if each.speed_percent != WHOLE),
    )
