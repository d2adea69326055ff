"""Open trades between heroes (R17). They are part of the run's progress."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class TradeSide:
    """One hero of a trade, and what it offers."""

    hero: int
    """The hero's entity."""
    items: list[tuple[int, int]] = field(default_factory=list)
    """Ids of stacks in its pack, and how many of each."""
    gold: int = 0
    has_accepted: bool = False
    """Whether it accepts all that both offer now."""


@dataclass(slots=True)
class Trade:
    """The offers of two heroes to each other."""

    one: TradeSide
    other: TradeSide

    def sides_of(self, hero: int) -> tuple[TradeSide, TradeSide]:
        """Return the side of a hero and that of its partner."""
        return (self.one, self.other) if self.one.hero == hero else (self.other, self.one)
