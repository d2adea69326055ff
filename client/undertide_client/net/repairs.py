"""The return into step: when to ask for a keyframe, and when to give up. Pure."""

from typing import Final

from undertide_shared.messages import Delta, Keyframe, ServerMessage

MAX_REPAIRS: Final = 5
"""Most keyframes to ask for in a row without `GOOD_FRAMES` deltas after any of them. After that,
the server counts as useless."""
GOOD_FRAMES: Final = 20
"""Deltas after a keyframe that make it a success: two seconds of play."""
PATIENCE: Final = 50
"""Dropped deltas before the client asks for a keyframe again: five seconds of play."""


class Repairs:
    """The record of whether a connection's frames are in step."""

    def __init__(self) -> None:
        self._waiting = False
        self._skipped = 0
        self._good = 0
        self._asked = 0

    @property
    def hopeless(self) -> bool:
        """Return whether the client asked for keyframes again and again without success."""
        return self._asked > MAX_REPAIRS

    def count_request(self) -> bool:
        """Note that a frame could not be applied. Return whether to ask for a keyframe now."""
        if self._waiting:
            return False
        self._waiting = True
        self._skipped = 0
        self._asked += 1
        return not self.hopeless

    def overdue(self) -> bool:
        """Return whether the keyframe is so late that the client should ask again."""
        if self._skipped < PATIENCE:
            return False
        self._waiting = False
        return self.count_request()

    def lets_through(self, message: ServerMessage) -> bool:
        """Return whether `message` can be applied. Deltas can't while a keyframe is on its way."""
        match message:
            case Keyframe():
                self._waiting, self._skipped, self._good = False, 0, 0
            case Delta() if self._waiting:
                self._skipped += 1
                return False
            case Delta():
                self._count_good()
            case _:
                pass
        return True

    def _count_good(self) -> None:
        self._good += 1
        if self._good >= GOOD_FRAMES:
            self._asked = 0
