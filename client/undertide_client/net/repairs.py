"""Getting back into step: when to ask for a keyframe, and when that is hopeless. Pure."""

from typing import Final

from undertide_shared.messages import Delta, Keyframe, ServerMessage

MAX_REPAIRS: Final = 5
"""Keyframes asked for with fewer than `GOOD_FRAMES` deltas applied after each, before the server
counts as no use."""
GOOD_FRAMES: Final = 20
"""Deltas after a keyframe that make it a repair: two seconds of play."""
PATIENCE: Final = 50
"""Deltas left out before a keyframe is asked for again: five seconds of play."""


class Repairs:
    """Whether a connection's frames are in step."""

    def __init__(self) -> None:
        self._waiting = False
        self._skipped = 0
        self._good = 0
        self._asked = 0

    @property
    def hopeless(self) -> bool:
        """Whether keyframes were asked for again and again and never helped."""
        return self._asked > MAX_REPAIRS

    def ask(self) -> bool:
        """Note that a frame could not be applied; whether to ask for a keyframe now."""
        if self._waiting:
            return False
        self._waiting = True
        self._skipped = 0
        self._asked += 1
        return not self.hopeless

    def overdue(self) -> bool:
        """Whether a keyframe that was asked for is so late that it should be asked for again."""
        if self._skipped < PATIENCE:
            return False
        self._waiting = False
        return self.ask()

    def lets_through(self, message: ServerMessage) -> bool:
        """Whether `message` can be applied: deltas can't while a keyframe is awaited."""
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
