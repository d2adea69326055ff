"""Records of the strength curve: how strength rises with depth (R1)."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from undertide_server.content.schema.fields import Record


class TypeCount(Record):
    """R1: types(L) = clamp(round(base + trend·L + swing·cos(pace·L + phase)) + interference)."""

    base: float = Field(ge=0, le=50)
    trend: float = Field(ge=-1, le=1)
    """Types more on each floor."""
    swing: float = Field(ge=0, le=10)
    """Types that the wave adds and takes away."""
    pace: float = Field(ge=-10, le=10)
    """Radians of the wave a floor."""
    phase: float = Field(ge=-10, le=10)
    """Radians at which the wave begins."""
    fewest: int = Field(ge=1, le=10)
    most: int = Field(ge=1, le=10)


class CurveRules(Record):
    """R1: how strength rises with depth (curve.toml)."""

    floors: int = Field(ge=1, le=50)
    base: int = Field(ge=0, le=1000)
    """Added to every strength, besides the floor's number: 4."""
    step_rise: int = Field(ge=0, le=1000)
    """step(L) = round(step_rise · L / step_run): 6."""
    step_run: int = Field(ge=1, le=1000)
    """See `step_rise`: 11."""
    regular: int = Field(ge=1, le=10)
    """Types of a floor that are no bosses: the first 5."""
    types: TypeCount
    interference: Mapping[str, Annotated[int, Field(ge=-1, le=1)]] | None = None
    """Fixed interference by floor number; floors left out have 0. From the seed when absent."""
