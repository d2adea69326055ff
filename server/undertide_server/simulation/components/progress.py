"""Components of the run as a whole."""

from dataclasses import dataclass


@dataclass(slots=True)
class Progress:
    """How far the run is. It sits on the run's first entity."""

    step: int = 0
    """Steps taken: the session's beats."""
    ticks: int = 0
    """Ticks that floors lived through, all together."""
    deepest: int = 0
    """Deepest floor that was entered."""
    ended: bool = False
    won: bool = False
