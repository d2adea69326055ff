"""Records of variety: the differences between runs (R14)."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import AfterValidator, Field, model_validator

from undertide_server.content.records.themes import Count
from undertide_server.content.schema.fields import Name, Prose, Record
from undertide_server.content.schema.keys import KeyPath
from undertide_shared.limits import MAX_VARIATIONS

MAX_TITLE = 28
"""Characters of a variation's name: four of them fit a subtitle of 120."""

Bound = Annotated[int, Field(ge=0, le=1_000_000)]


class Variable(Record):
    """A number of the content that each run draws anew, from `low` to `high`."""

    key: KeyPath
    low: Bound
    high: Bound
    percent: bool = False
    """Whether the drawn number multiplies the value, as percent, instead of replacing it."""

    @model_validator(mode="after")
    def _check_order(self) -> "Variable":
        if self.low >= self.high:
            raise ValueError("`low` less than `high`")
        return self


class Change(Record):
    """The change that a variation makes to one value: exactly one of the three fields."""

    key: KeyPath
    percent: int | None = Field(default=None, ge=0, le=10_000)
    """Multiplies a number, or each value of a table by floors; rounded."""
    add: int | None = Field(default=None, ge=-10_000, le=10_000)
    """Is added to a number."""
    value: int | bool | str | None = None
    """Replaces the value."""

    @model_validator(mode="after")
    def _check_one(self) -> "Change":
        given = [self.percent is not None, self.add is not None, self.value is not None]
        if sum(given) != 1:
            raise ValueError("exactly one of `percent`, `add` and `value`")
        return self


class Variation(Record):
    """One difference of a run from others (variety.toml), named in its subtitle."""

    name: Annotated[Name, Field(max_length=MAX_TITLE)]
    description: Prose
    changes: tuple[Change, ...] = Field(min_length=1, max_length=20)
    harmful: bool = False
    """Whether it makes a run harder for heroes: gentle runs never draw it."""


class ThemeTweaks(Record):
    """The differences between runs in the list of themes."""

    removed: Count
    """Number of themes that don't occur."""
    doubled: Count
    """Number of other themes that are twice as common."""
    kept: tuple[str, ...] = Field(default=(), max_length=50)
    """Keys of themes that never change."""


def _check_few(value: Count) -> Count:
    if value.high > MAX_VARIATIONS:
        raise ValueError(f"`high` of at most {MAX_VARIATIONS}")
    return value


class VarietyRules(Record):
    """R14: the rules of variety (variety.toml)."""

    variables: tuple[Variable, ...] = Field(default=(), max_length=100)
    themes: ThemeTweaks
    drawn: Annotated[Count, AfterValidator(_check_few)]
    """Number of variations in one run; fewer if no others go together."""
    variations: Mapping[str, Variation] = Field(default_factory=dict, max_length=200)
