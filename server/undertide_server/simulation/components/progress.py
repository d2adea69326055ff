"""Components of the run as a whole."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Progress:
    """How far the run is. It sits on the run's first entity."""

    step: int = 0
    """Steps taken: the session's beats."""
    ticks: int = 0
    """Ticks that floors lived through, all together."""
    deepest: int = 0
    """Number of the deepest floor that was entered."""
    branches: int = 1
    """Branches of the run tree that are known: the root, and the children of floors entered."""
    seal_broken: bool = False
    """Whether the amulets were once all in the party's hands (R15)."""
    ended: bool = False
    won: bool = False
    met: dict[str, int] = field(default_factory=dict)
    """The species that the party has met, in that order, and how many of each fell."""
