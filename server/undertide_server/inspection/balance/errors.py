"""Errors of kept measurements."""

from pathlib import Path

from undertide_shared.errors import UndertideError


class MeasurementError(UndertideError):
    """A line of a kept measurement that the present call can't continue."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        super().__init__(f"{path}, line {line}: {reason}")
