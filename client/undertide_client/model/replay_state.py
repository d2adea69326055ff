"""The position of a replay in its run. Pure: no I/O."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

import msgspec

from undertide_client.model import safe
from undertide_shared.messages import Landmark, LandmarkKind, Moment, Timeline
from undertide_shared.time import milliseconds_of

NORMAL_SPEED: Final = 100
"""Percent: the speed of the run itself."""


@dataclass(slots=True)
class ReplayState:
    """A run that the client watches again. Speeds are percent of the run's own time.

    Moments are milliseconds of the real time that passed in the run: `begins` <= `elapsed` <=
    `ends`, and the landmarks lie between them, in order. `first`, `tick` and `last` are the run's
    ticks at these moments. For a server that doesn't tell real time, ten ticks count as a second.
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
    begins: int = 0
    ends: int = 0
    elapsed: int = 0
    """The real time on the screen."""
    speed: int = 0
    """Speed in percent; 0 stands still."""
    _jumping: bool = False

    @property
    def at_end(self) -> bool:
        """Return whether the replay has reached its end so far."""
        return self.elapsed >= self.ends

    def stretch(self, timeline: Timeline) -> None:
        """Take in the extent of the replay."""
        timeline = safe.message(timeline)
        self.first = timeline.first
        self.last = max(self.first, timeline.last)
        self.begins = _real_time(timeline.first_elapsed, self.first)
        self.ends = max(self.begins, _real_time(timeline.last_elapsed, self.last))
        self.live = timeline.live
        landmarks = map(_timed, timeline.landmarks)
        within = [one for one in landmarks if self.begins <= one.elapsed <= self.ends]
        self.landmarks = sorted(within, key=lambda one: one.elapsed)
        self.elapsed = self.held(self.elapsed)
        self.tick = min(self.last, max(self.first, self.tick))

    def show(self, moment: Moment) -> None:
        """Take in the replay's position. Ignore positions from before a jump's keyframe."""
        moment = safe.message(moment)
        self.speed = moment.speed
        if self._jumping:
            return
        self.tick = max(self.first, moment.tick)
        self.last = max(self.last, self.tick)
        self.elapsed = max(self.begins, _real_time(moment.elapsed, self.tick))
        self.ends = max(self.ends, self.elapsed)

    def jump(self, elapsed: int | None) -> None:
        """Move to a moment at once, before its keyframe comes; None if its time isn't known."""
        if elapsed is not None:
            self.elapsed = self.held(elapsed)
        self._jumping = True

    def land(self) -> None:
        """Note that a keyframe came."""
        self._jumping = False

    def held(self, elapsed: int) -> int:
        """Return the moment nearest to `elapsed` that the replay reaches."""
        return min(self.ends, max(self.begins, elapsed))

    def at(self, share: float) -> int:
        """Return the moment at a fraction of the timeline, from 0 to 1."""
        return self.held(self.begins + round(share * (self.ends - self.begins)))

    def share(self, elapsed: int) -> float:
        """Return the position of a moment on the timeline, from 0 to 1."""
        length = self.ends - self.begins
        return (self.held(elapsed) - self.begins) / length if length else 0.0

    def after(self, elapsed: int, kinds: Collection[LandmarkKind]) -> Landmark | None:
        """Return the first landmark of some kinds after a moment."""
        later = (one for one in self.landmarks if one.elapsed > elapsed)
        return next((one for one in later if one.kind in kinds), None)

    def before(self, elapsed: int, kinds: Collection[LandmarkKind]) -> Landmark | None:
        """Return the last landmark of some kinds before a moment."""
        earlier = (one for one in reversed(self.landmarks) if one.elapsed < elapsed)
        return next((one for one in earlier if one.kind in kinds), None)


def _real_time(elapsed: int, tick: int) -> int:
    """Return the milliseconds that a server told; those that ticks stand for if it told none."""
    return elapsed or milliseconds_of(tick)


def _timed(landmark: Landmark) -> Landmark:
    return msgspec.structs.replace(landmark, elapsed=_real_time(landmark.elapsed, landmark.tick))
