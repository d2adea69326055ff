"""The base class of all records, and field types with their bounds, tables by floor among them.

Chances are percent, weights are whole numbers, durations are ticks, distances are cells. Colours
are "#rrggbb" in TOML and integers 0xRRGGBB here.
"""

import re
import unicodedata
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from undertide_shared.limits import MAX_LINE, MAX_MOTD, MAX_WORD

DamageType = Literal["physical", "cold", "fire", "poison", "arcane", "divine"]
DAMAGE_TYPES: tuple[DamageType, ...] = ("physical", "cold", "fire", "poison", "arcane", "divine")
"""R6: damage types, in the order that breaks ties."""
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


def _read_colour(value: object) -> int:
    """Return "#rrggbb" as 0xRRGGBB, and a number that is already a colour unchanged.

    Raises ValueError for anything else.
    """
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 0xFFFFFF:
        return value
    if isinstance(value, str) and _COLOUR.fullmatch(value):
        return int(value[1:], 16)
    raise ValueError('a colour such as "#7fb2c8"')


def _check_glyph(value: str) -> str:
    """Return a glyph that fills exactly one cell of a terminal. Raises ValueError for others."""
    wide = any(unicodedata.east_asian_width(character) in "WF" for character in value)
    if len(value) != 1 or not value.isprintable() or unicodedata.combining(value) or wide:
        raise ValueError("one printable character that is one cell wide")
    return value


def _check_text(value: str) -> str:
    """Return a text. Raises ValueError for control characters and for space at either end."""
    if not value.isprintable() or value != value.strip():
        raise ValueError("printable text on one line, without space around it")
    return value


Colour = Annotated[
    int,
    BeforeValidator(_read_colour),
    WithJsonSchema({"type": "string", "format": "colour"}),
]
Glyph = Annotated[
    str,
    AfterValidator(_check_glyph),
    WithJsonSchema({"type": "string", "format": "glyph"}),
]
Percent = Annotated[int, Field(ge=0, le=100)]
Weight = Annotated[int, Field(ge=0, le=1_000_000)]
Name = Annotated[str, Field(min_length=1, max_length=MAX_WORD), AfterValidator(_check_text)]
Message = Annotated[str, Field(max_length=MAX_MOTD), AfterValidator(_check_text)]
Prose = Annotated[str, Field(max_length=MAX_LINE), AfterValidator(_check_text)]
Ticks = Annotated[int, Field(ge=0, le=1_000_000)]
SomeTicks = Annotated[int, Field(ge=1, le=1_000_000)]


class Record(BaseModel):
    """A frozen record. An unknown key is a fault, and no value is converted silently."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


class TableRow(Record):
    """A value from one floor on. The last row at or below a floor counts; without one, 0 does."""

    floor: int = Field(ge=1, le=50)
    value: int = Field(ge=0, le=1_000_000)


Table = tuple[TableRow, ...]


def row_at(table: Table, floor: int) -> int:
    """Return the value of the last row at or below `floor`; 0 if there is none."""
    for row in reversed(table):
        if row.floor <= floor:
            return row.value
    return 0
