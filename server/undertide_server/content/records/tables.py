"""Tables by floor (R8)."""

from undertide_server.content.schema.fields import Table


def row_at(table: Table, floor: int) -> int:
    """Return the value of the last row at or below `floor`; 0 if there is none."""
    values = [row.value for row in table if row.floor <= floor]
    return values[-1] if values else 0
