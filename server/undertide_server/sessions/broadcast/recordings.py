"""What is recorded of views for delayed spectators, and what of it they may see. Pure."""

from typing import Final, Literal, NamedTuple

from msgspec import Struct

RecordingKind = Literal["frame", "whole", "end", "said", "lasting"]


class RecordedMessage(NamedTuple):
    """One recorded frame of a view, or message to all spectators, with its time and step."""

    at: float
    step: int
    data: bytes
    entity: int | None
    """The entity of the view; None for a message."""
    kind: RecordingKind
    """A `frame` continues the chain, a `whole` is a keyframe that starts it, an `end` has no data.
    Newcomers get the last few messages `said`, and all `lasting` ones."""


class ReleasedKeyframe(NamedTuple):
    """A keyframe, and a step at which all that it shows is done."""

    step: int
    data: bytes


class DelayedView:
    """The part of one view that spectators may see: its last keyframe, and the frames after it."""

    def __init__(self) -> None:
        self.step = 0
        """The step that the last of the frames shows."""
        self.frames: list[bytes] = []
        self.size = 0
        """Bytes of all these frames."""

    def begin(self, step: int, whole: bytes) -> None:
        """Start over with a keyframe."""
        self.step, self.frames, self.size = step, [whole], len(whole)

    def follow(self, step: int, frame: bytes) -> None:
        """Add a frame, if there is a keyframe for it to follow."""
        if self.frames:
            self.step = step
            self.frames.append(frame)
            self.size += len(frame)

    def clear(self) -> None:
        """Discard all frames."""
        self.frames.clear()
        self.size = 0


class DelayedFrames(Struct, frozen=True, array_like=True):
    """What spectators have seen of a view: a keyframe, and the frames after it."""

    entity: int
    step: int
    frames: list[bytes]


class Recordings(Struct, frozen=True, array_like=True):
    """All that is recorded of a run, for the node that goes on with it."""

    waiting: list[RecordedMessage]
    views: list[DelayedFrames]
    seats: dict[int, int]
    """The seat of each hero whose view was ever recorded, by entity."""
    said: list[tuple[int, bytes]]
    lasting: list[tuple[int, bytes]]


NOTHING: Final = DelayedView()
"""The visible part of a view of which nothing may be seen."""
