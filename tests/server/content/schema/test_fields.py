"""What every record is made of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from undertide_server.content.schema.fields import (
    Colour,
    Glyph,
    Name,
    Prose,
    Record,
    TableRow,
    row_at,
)

COLOUR: TypeAdapter[int] = TypeAdapter(Colour)
GLYPH: TypeAdapter[str] = TypeAdapter(Glyph)
NAME: TypeAdapter[str] = TypeAdapter(Name)
PROSE: TypeAdapter[str] = TypeAdapter(Prose)
TABLE = (TableRow(floor=3, value=15), TableRow(floor=5, value=30), TableRow(floor=7, value=60))


@given(st.integers(0, 0xFFFFFF))
def test_a_colour_is_read_from_six_digits(colour: int) -> None:
    assert COLOUR.validate_python(f"#{colour:06x}") == colour
    assert COLOUR.validate_python(f"#{colour:06X}") == colour
    assert COLOUR.validate_python(colour) == colour


@pytest.mark.parametrize(
    "value", ["red", "#12345", "#1234567", "#12345g", "123456", "", -1, 0x1000000, True, None, 1.5]
)
def test_anything_else_is_no_colour(value: object) -> None:
    with pytest.raises(ValidationError, match="a colour such as"):
        COLOUR.validate_python(value)


@pytest.mark.parametrize("glyph", ["@", "#", " ", "é", "·", "≈", "│"])
def test_a_glyph_is_one_character_one_cell_wide(glyph: str) -> None:
    assert GLYPH.validate_python(glyph) == glyph


@pytest.mark.parametrize("glyph", ["", "ab", "\x1b", "\n", "界", "\u0301", "\u200b", "\u202e"])
def test_anything_else_is_no_glyph(glyph: str) -> None:
    with pytest.raises(ValidationError, match="one cell wide"):
        GLYPH.validate_python(glyph)


@pytest.mark.parametrize("text", ["\x1b[31mred", "two\nlines", "\u202ebackwards", " x", "x ", "\t"])
def test_text_has_nothing_that_steers_a_terminal(text: str) -> None:
    for adapter in (NAME, PROSE):
        with pytest.raises(ValidationError, match="printable text on one line"):
            adapter.validate_python(text)


def test_records_are_frozen_and_take_nothing_for_something_else() -> None:
    row = TableRow(floor=1, value=2)
    with pytest.raises(ValidationError, match="frozen"):
        setattr(row, "value", 3)  # noqa: B010 - the type checker refuses the plain way
    with pytest.raises(ValidationError, match="valid integer"):
        TableRow.model_validate({"floor": "1", "value": 2})
    with pytest.raises(ValidationError, match="Extra inputs"):
        TableRow.model_validate({"floor": 1, "value": 2, "more": 3})


def test_every_record_is_strict() -> None:
    assert Record.model_config["strict"]
    assert Record.model_config["frozen"]


def test_the_last_row_at_or_below_a_floor_wins() -> None:
    assert [row_at(TABLE, floor) for floor in range(1, 10)] == [0, 0, 15, 15, 30, 30, 60, 60, 60]


def test_an_empty_table_gives_nothing() -> None:
    assert row_at((), 4) == 0
