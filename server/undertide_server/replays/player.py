"""The clock of one replay: when its next step is due, and its messages to the viewer. Sans-I/O.

Times are seconds of a monotonic clock.
"""

from collections.abc import Sequence
from typing import Final

from undertide_server.replays.messages import Command, Open, Reach, Sent
from undertide_server.replays.parted_playback import PartedPlayback
from undertide_server.replays.playback import Playback
from undertide_server.replays.run_reader import Goal
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_shared.codec import encode
from undertide_shared.limits import MAX_SPEED
from undertide_shared.messages import (
    Error,
    Follow,
    Moment,
    Play,
    Resync,
    Seek,
    ServerMessage,
    Step,
    Timeline,
)

FRAME_SECONDS: Final = 1 / 15
"""The least seconds between two pictures: the eye can't follow more."""
MOMENT_SECONDS: Final = 0.25
"""The seconds between two `Moment` messages while the replay runs."""
TIMELINE_SECONDS: Final = 1.0
"""The seconds between two timelines of a run that still goes on."""
MOST_LATE: Final = 0.5
"""The seconds that a replay makes up for on a slow machine; beyond that it slows down."""
STEPS_AT_ONCE: Final = 64
"""The most steps between two checks for commands: one frame's at the highest speed."""


class ReplayPlayer:
    """The player of a run for one viewer, at the viewer's speed.

    All methods raise UnplayableRunError.
    """

    def __init__(self, playback: Playback | PartedPlayback, now: float) -> None:
        self.speed = 0
        """Percent of the run's own time, which is real time with shortened pauses."""
        self._playback = playback
        self._resyncs = 0
        self._next = now
        """The time when the next step is due."""
        self._shown = now
        """The time of the last picture."""
        self._moment = Moment(-1, 0)
        """The last moment that was sent; `_moment_at` is when."""
        self._moment_at = now
        self._timeline: Timeline = playback.timeline()
        self._timeline_at = now

    def open(self, now: float) -> list[Sent]:
        """Return the first messages: the run, its timeline, its first frames and the moment."""
        greeting = [self._told(self._playback.greeting()), self._told(self._timeline)]
        return [*greeting, *self._show(now), *self._tell_moment(now)]

    def receive(self, command: Command, now: float) -> list[Sent]:
        """Carry out a command, and return the messages to the viewer."""
        match command:
            case Play(speed=speed):
                self._set_speed(speed, now)
                return self._tell_moment(now)
            case Seek(tick=tick, elapsed=elapsed):
                self._playback.seek(Goal(tick, elapsed))
            case Step(steps=steps):
                self.speed = 0
                self._playback.go(steps)
            case Follow(seat=seat):
                return self._follow(seat, now)
            case Resync():
                self._resyncs += 1
                self._playback.resync()
                return self._show(now)
            case Reach(step=step):
                return self._reach(step, now)
            case Open():
                raise ValueError("a worker plays one run")
        self._next = now
        return [*self._show(now), *self._tell_moment(now)]

    def due(self, now: float) -> float | None:
        """Return when to call `advance`, or None until a command comes."""
        if not self.speed:
            return None
        if self._playback.at_end:
            return None if self._playback.live else now
        return max(self._next, self._shown + FRAME_SECONDS)

    def advance(self, now: float) -> list[Sent]:
        """Take the steps that are due, and return the messages to the viewer."""
        if not self.speed:
            return []
        if self._playback.at_end:
            return self._stand_still(now)
        self._next = max(self._next, now - MOST_LATE)
        for _ in range(STEPS_AT_ONCE):
            if self._next > now or self._playback.at_end:
                break
            self._next += self._playback.advance() * 100 / self.speed
        told = self._show(now)
        if now - self._moment_at >= MOMENT_SECONDS or self._playback.at_end:
            told += self._tell_moment(now, only_if_new=True)
        return told

    def _stand_still(self, now: float) -> list[Sent]:
        """Stop at the end of a run that is over; wait for one that goes on."""
        if self._playback.live:
            return []
        self.speed = 0
        return self._tell_moment(now)

    def _set_speed(self, speed: int, now: float) -> None:
        if not self.speed:
            self._next = now
        self.speed = min(max(speed, 0), MAX_SPEED)

    def _follow(self, seat: int | None, now: float) -> list[Sent]:
        try:
            self._playback.follow(seat)
        except RequestRefusedError as refusal:
            return [self._told(Error(refusal.code, refusal.reason))]
        return self._show(now)

    def _reach(self, step: int | None, now: float) -> list[Sent]:
        """Extend the visible part of the run, and send its timeline now and then."""
        waited = self._playback.at_end
        self._playback.reach(step)
        if waited:
            self._next = max(self._next, now)
        timeline = self._playback.timeline()
        if timeline == self._timeline or now - self._timeline_at < TIMELINE_SECONDS:
            return []
        self._timeline, self._timeline_at = timeline, now
        return [self._told(timeline)]

    def _show(self, now: float) -> list[Sent]:
        self._shown = now
        return [Sent(frame, True, self._resyncs) for frame in self._playback.frames()]

    def _tell_moment(self, now: float, *, only_if_new: bool = False) -> list[Sent]:
        moment = Moment(self._playback.ticks, self.speed, self._playback.elapsed)
        if only_if_new and moment == self._moment:
            return []
        self._moment, self._moment_at = moment, now
        return [self._told(moment)]

    def _told(self, message: ServerMessage) -> Sent:
        return Sent(encode(message), False, self._resyncs)


def folded(commands: Sequence[Command]) -> list[Command]:
    """Return the commands that are left to carry out: of jumps in a row only the final target.

    So a viewer who drags along a run, or holds a key, never waits for all steps in between.
    """
    left: list[Command] = []
    for command in commands:
        before = left[-1] if left else None
        if isinstance(command, Seek) and isinstance(before, Seek):
            left[-1] = command
        elif isinstance(command, Step) and isinstance(before, Step):
            left[-1] = Step(before.steps + command.steps)
        else:
            left.append(command)
    return left
