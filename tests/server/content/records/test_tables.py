"""Tables by floor."""

from undertide_server.content.records.tables import row_at
from undertide_server.content.schema.fields import TableRow

TABLE = (TableRow(floor=3, value=15), TableRow(floor=5, value=30), TableRow(floor=7, value=60))


def test_the_last_row_at_or_below_a_floor_wins() -> None:
    assert [row_at(TABLE, floor) for floor in range(1, 10)] == [0, 0, 15, 15, 30, 30, 60, 60, 60]


def test_an_empty_table_gives_nothing() -> None:
    assert row_at((), 4) == 0
