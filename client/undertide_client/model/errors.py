"""What can be wrong with what a server sends."""

from undertide_shared.errors import UndertideError


class ModelError(UndertideError):
    """Something wrong with what a server sent."""


class BadMomentError(ModelError, ValueError):
    """What was written is no moment of a run. Its text says what was expected."""


class BadRunLengthError(ModelError, ValueError):
    """Runs that don't fit the floor."""


class OutOfStepError(ModelError):
    """A frame that can't be applied. Nothing but a keyframe helps; ask for one with `Resync`."""


class BadFrameError(OutOfStepError):
    """A frame whose content can't be true."""
