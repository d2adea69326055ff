"""The faults in a server's messages."""

from undertide_shared.errors import UndertideError


class ModelError(UndertideError):
    """The base of these errors: a fault in a server's message."""


class BadMomentError(ModelError, ValueError):
    """A text that is no moment of a run. The error's text says what was expected."""


class BadRunLengthError(ModelError, ValueError):
    """Run-length codes that don't fit the floor."""


class OutOfStepError(ModelError):
    """A frame that can't be applied. Only a keyframe helps; ask for one with `Resync`."""


class BadFrameError(OutOfStepError):
    """A frame whose content can't be true."""
