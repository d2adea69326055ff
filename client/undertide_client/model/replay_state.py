"""The position of a replay in its run. Pure: no I/O."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from undertide_client.model import safe
from undertide_shared.limits import MAX_LANDMARKS, MAX_SPEED
from undertide_shared.messages import Landmark, LandmarkKind, Moment, Timeline

NORMAL_SPEED: Final = 100
"""Percent: the speed of the run itself."""


@dataclass(slots=True)
class ReplayState:
    """A run that the client watches again. Times are ticks, speeds are percent of the run's time.

    `first` <= `tick` <= `last`, and the landmarks lie between them, in order.
    """

    run: str
    """The run's name, safe to show."""
    first: int = 0
    last: int = 0
    live: bool = False
    """Whether the run still goes on, so that the replay grows."""
    landmarks: list[Landmark] = field(default_factory=list)
    tick: int = 0
    """The tick on the screen."""
    speed: int = 0
    """Speed in percent; 0 stands still."""
    _jumping: bool = False

    @property
    def at_end(self) -> bool:
        """Return whether the replay has reached its end so far."""
        return self.tick >= self.last

    def stretch(self, timeline: Timeline) -> None:
        """Take in the extent of the replay."""
        self.first = safe.tick(timeline.first)
        self.last = max(self.first, safe.tick(timeline.last))
        self.live = timeline.live
        landmarks = (safe.landmark(one) for one in timeline.landmarks[-MAX_LANDMARKS:])
        within = [one for one in landmarks if self.first <= one.tick <= self.last]
        self.landmarks = sorted(within, key=lambda one: one.tick)
        self.tick = self.held(self.tick)

    def show(self, moment: Moment) -> None:
        """Take in the replay's position. Ignore positions from before a jump's keyframe."""
        self.speed = min(MAX_SPEED, max(0, moment.speed))
        if self._jumping:
            return
        self.tick = max(self.first, safe.tick(moment.tick))
        self.last = max(self.last, self.tick)

    def jump(self, tick: int) -> None:
        """Move to a tick at once, while its keyframe is on its way."""
        self.tick = self.held(tick)
        self._jumping = True

    def land(self) -> None:
        """Note that a keyframe came."""
        self._jumping = False

    def held(self, tick: int) -> int:
        """Return the tick nearest to `tick` that the replay reaches."""
        return min(self.last, max(self.first, tick))

    def at(self, share: float) -> int:
        """Return the tick at a fraction of the timeline, from 0 to 1."""
        return self.held(self.first + round(share * (self.last - self.first)))

    def share(self, tick: int) -> float:
        """Return the position of a tick on the timeline, from 0 to 1."""
        length = self.last - self.first
        return (self.held(tick) - self.first) / length if length else 0.0

    def after(self, tick: int, kinds: Collection[LandmarkKind]) -> Landmark | None:
        """Return the first landmark of some kinds after a tick."""
        return next((one for one in self.landmarks if one.tick > tick and one.kind in kinds), None)

    def before(self, tick: int, kinds: Collection[LandmarkKind]) -> Landmark | None:
        """Return the last landmark of some kinds before a tick."""
        earlier = reversed(self.landmarks)
        return next((one for one in earlier if one.tick < tick and one.kind in kinds), None)
