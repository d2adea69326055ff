"""Records of the strength curve: how strength rises with depth (R1)."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from undertide_server.content.schema.fields import Record


class TypeCount(Record):
    """R1: types(L) = clamp(round(base + trend·L + swing·cos(pace·L + phase)) + interference)."""

    base: float = Field(ge=0, le=50)
    trend: float = Field(ge=-1, le=1)
    """Types added with each floor."""
    swing: float = Field(ge=0, le=10)
    """Greatest number of types that the wave adds or takes away."""
    pace: float = Field(ge=-10, le=10)
    """Radians of the wave per floor."""
    phase: float = Field(ge=-10, le=10)
    """Radians at which the wave begins."""
    fewest: int = Field(ge=1, le=10)
    most: int = Field(ge=1, le=10)


class CurveRules(Record):
    """R1: how strength rises with depth (curve.toml)."""

    floors: int = Field(ge=1, le=50)
    base: int = Field(ge=0, le=1000)
    """Added to every strength, besides the floor's number. The rules give 4."""
    step_rise: int = Field(ge=0, le=1000)
    """step(L) = round(step_rise · L / step_run). The rules give 6."""
    step_run: int = Field(ge=1, le=1000)
    """See `step_rise`. The rules give 11."""
    regular: int = Field(ge=1, le=10)
    """Types of a floor that are not bosses. The rules give 5."""
    types: TypeCount
    interference: Mapping[str, Annotated[int, Field(ge=-1, le=1)]] | None = None
    """Fixed interference by floor number; floors left out have 0. Drawn by the seed when absent."""
