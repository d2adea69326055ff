"""Records of variety: what makes a run unlike the last (R14)."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import AfterValidator, Field, model_validator

from undertide_server.content.records.themes import Count
from undertide_server.content.schema.fields import Name, Prose, Record
from undertide_server.content.schema.keys import KeyPath

MOST_DRAWN = 4
"""Variations of one run at the most: more than players can keep in mind."""
MAX_TITLE = 28
"""Characters of a variation's name: four of them fit a subtitle of 120."""

Bound = Annotated[int, Field(ge=0, le=1_000_000)]


class Variable(Record):
    """A number of the content that each run draws anew, from `low` to `high`."""

    key: KeyPath
    low: Bound
    high: Bound
    percent: bool = False
    """Whether the number drawn multiplies what is there, as percent, or replaces it."""

    @model_validator(mode="after")
    def _check_order(self) -> "Variable":
        if self.low >= self.high:
            raise ValueError("`low` less than `high`")
        return self


class Change(Record):
    """What a variation does to one value of the content: exactly one of the three."""

    key: KeyPath
    percent: int | None = Field(default=None, ge=0, le=10_000)
    """Multiplies a number, or each value of a table of floors; rounded."""
    add: int | None = Field(default=None, ge=-10_000, le=10_000)
    """Is added to a number."""
    value: int | bool | str | None = None
    """Replaces whatever is there."""

    @model_validator(mode="after")
    def _check_one(self) -> "Change":
        given = [self.percent is not None, self.add is not None, self.value is not None]
        if sum(given) != 1:
            raise ValueError("exactly one of `percent`, `add` and `value`")
        return self


class Variation(Record):
    """Something that is otherwise in this run (variety.toml), named in its subtitle."""

    name: Annotated[Name, Field(max_length=MAX_TITLE)]
    description: Prose
    changes: tuple[Change, ...] = Field(min_length=1, max_length=20)


class ThemeTweaks(Record):
    """How the list of themes differs from run to run."""

    removed: Count
    """Themes that don't occur."""
    doubled: Count
    """Others that are twice as common."""
    kept: tuple[str, ...] = Field(default=(), max_length=50)
    """Keys of themes that are left alone."""


def _check_few(value: Count) -> Count:
    if value.high > MOST_DRAWN:
        raise ValueError(f"`high` of at most {MOST_DRAWN}")
    return value


class VarietyRules(Record):
    """R14 (variety.toml)."""

    variables: tuple[Variable, ...] = Field(default=(), max_length=100)
    themes: ThemeTweaks
    drawn: Annotated[Count, AfterValidator(_check_few)]
    """Variations of one run; fewer where no more go together."""
    variations: Mapping[str, Variation] = Field(default_factory=dict, max_length=200)
