"""Where a replay is on the time of its run. Pure: no I/O."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from undertide_client.model import safe
from undertide_shared.limits import MAX_LANDMARKS, MAX_SPEED
from undertide_shared.messages import Landmark, LandmarkKind, Moment, Timeline

NORMAL_SPEED: Final = 100
"""Percent: as time passed in the run."""


@dataclass(slots=True)
class ReplayState:
    """A run that is watched again. Times are ticks of the run, speeds percent of its own time.

    `first` <= `tick` <= `last`, and landmarks lie between them, in order.
    """

    run: str
    """Its name, fit to be shown."""
    first: int = 0
    last: int = 0
    live: bool = False
    """Whether the run goes on, so that it still grows."""
    landmarks: list[Landmark] = field(default_factory=list)
    tick: int = 0
    """The present."""
    speed: int = 0
    """0: it stands still."""
    _jumping: bool = False

    @property
    def at_end(self) -> bool:
        """Whether there is nothing after the present, so far."""
        return self.tick >= self.last

    def stretch(self, timeline: Timeline) -> None:
        """Take in how far the replay reaches."""
        self.first = safe.tick(timeline.first)
        self.last = max(self.first, safe.tick(timeline.last))
        self.live = timeline.live
        landmarks = (safe.landmark(one) for one in timeline.landmarks[-MAX_LANDMARKS:])
        within = [one for one in landmarks if self.first <= one.tick <= self.last]
        self.landmarks = sorted(within, key=lambda one: one.tick)
        self.tick = self.held(self.tick)

    def show(self, moment: Moment) -> None:
        """Take in where the replay is. What was told before a jump's keyframe is out of date."""
        self.speed = min(MAX_SPEED, max(0, moment.speed))
        if self._jumping:
            return
        self.tick = max(self.first, safe.tick(moment.tick))
        self.last = max(self.last, self.tick)

    def jump(self, tick: int) -> None:
        """Be at a tick already, while its keyframe is on the way."""
        self.tick = self.held(tick)
        self._jumping = True

    def land(self) -> None:
        """Note that a keyframe came."""
        self._jumping = False

    def held(self, tick: int) -> int:
        """Return the tick nearest to `tick` that the replay reaches."""
        return min(self.last, max(self.first, tick))

    def at(self, share: float) -> int:
        """Return the tick at a share of the timeline, from 0 to 1."""
        return self.held(self.first + round(share * (self.last - self.first)))

    def share(self, tick: int) -> float:
        """Return where a tick lies on the timeline, from 0 to 1."""
        length = self.last - self.first
        return (self.held(tick) - self.first) / length if length else 0.0

    def after(self, tick: int, kinds: Collection[LandmarkKind]) -> Landmark | None:
        """Return the first landmark of some kinds after a tick."""
        return next((one for one in self.landmarks if one.tick > tick and one.kind in kinds), None)

    def before(self, tick: int, kinds: Collection[LandmarkKind]) -> Landmark | None:
        """Return the last landmark of some kinds before a tick."""
        earlier = reversed(self.landmarks)
        return next((one for one in earlier if one.tick < tick and one.kind in kinds), None)
