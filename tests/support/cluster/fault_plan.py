"""The faults of one simulated cluster: what breaks, and when, drawn from a seed."""

from dataclasses import dataclass
from random import Random

LAST_FAULT_SECONDS = 10.0
"""The moment by which the last fault is over."""
FIRST_FAULT_SECONDS = 1.0
MOST_FAULTS = 4


@dataclass(frozen=True, slots=True)
class Killed:
    """A node is killed, and another one starts in its place after some time."""

    at: float
    slot: int
    restart: float


@dataclass(frozen=True, slots=True)
class Paused:
    """A node is stopped for a while, perhaps in the middle of a transaction."""

    at: float
    slot: int
    seconds: float
    inside: bool


@dataclass(frozen=True, slots=True)
class StoreDown:
    """The store answers nobody."""

    at: float
    seconds: float


@dataclass(frozen=True, slots=True)
class StoreSlow:
    """The store takes long for everything."""

    at: float
    seconds: float
    delay: float


@dataclass(frozen=True, slots=True)
class AnswersLost:
    """Some answers of the store don't reach a node: it can't know what was carried out."""

    at: float
    slot: int
    seconds: float


@dataclass(frozen=True, slots=True)
class StoreCut:
    """A node can't reach the store."""

    at: float
    slot: int
    seconds: float


@dataclass(frozen=True, slots=True)
class LinkCut:
    """Two nodes can't reach each other."""

    at: float
    slot: int
    other: int
    seconds: float


@dataclass(frozen=True, slots=True)
class WentBack:
    """The store stops, and comes back without its last commits."""

    at: float
    lost: float
    """Seconds of commits that it lacks."""
    seconds: float
    """How long it answers nobody."""


@dataclass(frozen=True, slots=True)
class Move:
    """Not a fault: an operator moves the runs of a node elsewhere."""

    at: float
    slot: int


Fault = Killed | Paused | StoreDown | StoreSlow | AnswersLost | StoreCut | LinkCut | WentBack | Move


def end_of(fault: Fault) -> float:
    """Return when a fault is over."""
    match fault:
        case Killed(at=at, restart=restart):
            return at + restart
        case Move(at=at):
            return at
        case _:
            return fault.at + fault.seconds


def draw_faults(chance: Random, nodes: int) -> list[Fault]:
    """Return the faults of one cluster, in order of their beginnings.

    The store goes back once at most.
    """
    faults = [_draw(chance, nodes) for _ in range(chance.randint(1, MOST_FAULTS))]
    back = [fault for fault in faults if isinstance(fault, WentBack)]
    faults = [fault for fault in faults if fault not in back[1:]]
    return sorted(faults, key=lambda fault: fault.at)


def _draw(chance: Random, nodes: int) -> Fault:
    slot, other = chance.sample(range(nodes), 2)
    seconds = chance.choice((0.3, 1.0, 2.0, 3.0, 5.0)) * chance.uniform(0.7, 1.3)
    at = chance.uniform(FIRST_FAULT_SECONDS, LAST_FAULT_SECONDS - seconds)
    kinds: tuple[Fault, ...] = (
        Killed(at, slot, seconds),
        Killed(at, slot, seconds),
        Paused(at, slot, seconds, inside=False),
        Paused(at, slot, seconds, inside=False),
        Paused(at, slot, min(seconds, 3.0), inside=True),
        StoreDown(at, seconds),
        StoreDown(at, seconds),
        StoreSlow(at, seconds, chance.uniform(0.05, 0.4)),
        AnswersLost(at, slot, seconds),
        StoreCut(at, slot, seconds),
        LinkCut(at, slot, other, seconds),
        WentBack(at, chance.uniform(0.05, 1.5), min(seconds, 2.0)),
        Move(at, slot),
        Move(at, slot),
    )
    return chance.choice(kinds)
