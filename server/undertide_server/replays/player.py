"""The clock of one replay: when its next step is due, and what its viewer is told. Sans-I/O.

Times are seconds of a clock that never jumps.
"""

from collections.abc import Sequence
from typing import Final

from undertide_server.replays.messages import Command, Open, Reach, Sent
from undertide_server.replays.playback import Playback
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
"""Between two pictures at the least: however fast a run goes by, the eye follows no more."""
MOMENT_SECONDS: Final = 0.25
"""Between two moments that are told on the way."""
TIMELINE_SECONDS: Final = 1.0
"""Between two timelines of a run that goes on."""
MOST_LATE: Final = 0.5
"""Seconds that a replay makes up for when its machine is slow; beyond that it goes slower."""
STEPS_AT_ONCE: Final = 64
"""Steps between two looks at what the viewer wants: those of a frame at the highest speed."""


class ReplayPlayer:
    """Plays a run to one viewer at the viewer's pace. All methods raise Unplayable."""

    def __init__(self, playback: Playback, now: float) -> None:
        self.speed = 0
        """Percent of the run's own time."""
        self._playback = playback
        self._resyncs = 0
        self._next = now
        """When the next step is to be taken."""
        self._shown = now
        """When the last picture was."""
        self._moment = Moment(-1, 0)
        """The last one that was told, and when."""
        self._moment_at = now
        self._timeline: Timeline = playback.timeline()
        self._timeline_at = now

    def open(self, now: float) -> list[Sent]:
        """Return what the viewer is told first: the run, how far it reaches, where it stands."""
        greeting = [self._told(self._playback.greeting()), self._told(self._timeline)]
        return [*greeting, *self._show(now), *self._tell_moment(now)]

    def receive(self, command: Command, now: float) -> list[Sent]:
        """Do what was asked for, and return what the viewer is told of it."""
        match command:
            case Play(speed=speed):
                self._set_speed(speed, now)
                return self._tell_moment(now)
            case Seek(tick=tick):
                self._playback.seek(tick)
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
        """Return when `advance` wants to be called, or None until a command comes."""
        if not self.speed:
            return None
        if self._playback.at_end:
            return None if self._playback.extent.live else now
        return max(self._next, self._shown + FRAME_SECONDS)

    def advance(self, now: float) -> list[Sent]:
        """Take the steps that are due, and return what the viewer is told of them."""
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
        """Stop at the end of a run that is over. One that goes on is waited for."""
        if self._playback.extent.live:
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
        """Let more of the run be seen, and tell of it now and then."""
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
        moment = Moment(self._playback.ticks, self.speed)
        if only_if_new and moment == self._moment:
            return []
        self._moment, self._moment_at = moment, now
        return [self._told(moment)]

    def _told(self, message: ServerMessage) -> Sent:
        return Sent(encode(message), False, self._resyncs)


def folded(commands: Sequence[Command]) -> list[Command]:
    """Return what is left to do of commands that wait: of jumps in a row only where they lead.

    Who drags along a run, or holds a key, so never waits for all that lies between.
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
