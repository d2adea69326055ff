"""What the viewers of a view know after a keyframe and the deltas that follow it."""

from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from undertide_server.views.run_length import sight_runs, whole_runs
from undertide_server.views.view import KEPT_LINES
from undertide_shared.messages import Delta, Keyframe, Kind, Sighting, Threat

REPLACED: Final = tuple(part.name for part in msgspec.structs.fields(Delta) if part.default is None)
"""The parts of a delta that replace those of the frame before, unless they are None."""

_frames = msgspec.msgpack.Decoder(Keyframe | Delta)


def folded_frame(frames: list[bytes]) -> Keyframe | None:
    """Return the keyframe that tells as much as all these frames together.

    None if there is no keyframe among them. Raises ValueError, IndexError, KeyError or
    msgspec.MsgspecError if they are not frames of one chain.
    """
    folded: FoldedView | None = None
    for data in frames:
        frame = _frames.decode(data)
        if isinstance(frame, Keyframe):
            folded = FoldedView(frame)
        elif folded is not None:
            folded.apply(frame)
    return None if folded is None else folded.keyframe()


class FoldedView:
    """A view as its viewers know it."""

    def __init__(self, frame: Keyframe) -> None:
        self._frame = frame
        pairs = np.array(frame.tiles, dtype=np.int64).reshape(-1, 2)
        self._tiles: NDArray[np.uint8] = np.repeat(pairs[:, 0], pairs[:, 1]).astype(np.uint8)
        self._sight: NDArray[np.bool_] = np.zeros(self._tiles.size, dtype=np.bool_)
        self._toggle_sight(frame.sight)
        self._kinds: dict[int, Kind] = {kind.id: kind for kind in frame.kinds}
        self._sightings: dict[int, Sighting] = {each.id: each for each in frame.sightings}
        self._threats: dict[int, Threat] = {each.id: each for each in frame.threats}
        self._lines = list(frame.lines)

    def apply(self, frame: Delta) -> None:
        """Apply the next delta of the chain."""
        if frame.number != self._frame.number + 1:
            raise ValueError(f"frame {frame.number} after frame {self._frame.number}")
        self._toggle_sight(frame.sight)
        self._set_tiles(frame.tiles)
        self._kinds |= {kind.id: kind for kind in frame.kinds}
        self._apply_sightings(frame)
        self._lines = [*self._lines, *frame.lines][-KEPT_LINES:]
        told = {name: getattr(frame, name) for name in REPLACED}
        told = {name: part for name, part in told.items() if part is not None}
        self._frame = msgspec.structs.replace(self._frame, number=frame.number, **told)

    def keyframe(self) -> Keyframe:
        """Return all of it as a keyframe, with the number of the last frame."""
        return msgspec.structs.replace(
            self._frame,
            tiles=whole_runs(self._tiles),
            sight=sight_runs(self._sight),
            kinds=list(self._kinds.values()),
            sightings=list(self._sightings.values()),
            lines=self._lines,
            threats=list(self._threats.values()),
        )

    def _toggle_sight(self, runs: list[int]) -> None:
        position = 0
        for index in range(1, len(runs), 2):
            start = position + runs[index - 1]
            position = start + runs[index]
            self._sight[start:position] ^= True

    def _set_tiles(self, runs: list[int]) -> None:
        position = 0
        for index in range(0, len(runs), 3):
            start = position + runs[index]
            position = start + runs[index + 1]
            self._tiles[start:position] = runs[index + 2]

    def _apply_sightings(self, frame: Delta) -> None:
        for gone in frame.gone:
            del self._sightings[gone]
            self._threats.pop(gone, None)
        self._sightings |= {each.id: each for each in frame.appeared}
        for shift in frame.shifted:
            self._change(shift.id, x=shift.x, y=shift.y)
        for now in frame.changed:
            self._change(
                now.id,
                health=now.health,
                mood=now.mood,
                statuses=now.statuses,
                status_effects=now.status_effects,
            )

        self._threats |= {each.id: each for each in frame.threats}

    def _change(self, sighting: int, **parts: object) -> None:
        self._sightings[sighting] = msgspec.structs.replace(self._sightings[sighting], **parts)
