"""The component of the run as a whole, with the open trades between heroes (R17)."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class TradeSide:
    """One hero of a trade, and its offer."""

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


@dataclass(slots=True)
class Progress:
    """The progress of a run. It sits on the run's first entity."""

    step: int = 0
    """Steps that the session has taken."""
    ticks: int = 0
    """Ticks that have passed on all floors together."""
    deepest: int = 0
    """Number of the deepest floor that was entered."""
    branches: int = 1
    """Number of known branches of the run tree: the root, and the children of entered floors."""
    seal_broken: bool = False
    """Whether the party has once held all amulets at the same time (R15)."""
    ended: bool = False
    won: bool = False
    met: dict[str, int] = field(default_factory=dict)
    """The species that the party has met, in order of meeting, and how many of each fell."""
    tricks: dict[str, list[str]] = field(default_factory=dict)
    """The tricks that the party saw each species use, in order of sight; see `record_trick`."""
    bosses: int = 0
    """Number of bosses that have got their names."""
    waiting: list[tuple[int, str, str]] = field(default_factory=list)
    """The new heroes that wait for a new floor (R16), in order: seat, name and calling."""
    tide_met: bool = False
    """Whether the tide has brought a newcomer in this run (R5)."""
    trades: list[Trade] = field(default_factory=list)
    """The open trades, oldest first (R17). A hero is in one at most."""
