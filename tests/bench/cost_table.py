"""Tables as the pages have them, and that of measured costs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from fleet_budgets import Cost

COLUMNS: Final = ("Database's CPU", "Node's CPU", "Bytes to it", "Bytes from it", "Its log")
"""What a cost has, in words."""
OPERATIONS: Final[Mapping[str, str]] = {
    "renewal": "a renewal of a lease",
    "renewal_of_node": "more for each node in the database",
    "renewal_of_run": "more for each run that is played",
    "line_written": "more for each lobby line that it writes",
    "line_read": "more for each lobby line that it reads",
    "beat": "a transaction with steps",
    "beat_of_run": "more for each run in it",
    "claim": "a claim",
    "claim_in_runs": "more for each run that is played",
    "claim_of_run": "more for each run that it takes",
    "bring_back": "a run that goes on elsewhere",
    "connect": "a new connection",
}
"""What each cost is of."""


def cells_of(cost: Cost) -> tuple[str, ...]:
    """Return the cells of a cost."""
    bytes_of = (cost.sent, cost.received, cost.log)
    return (_time_of(cost.database), _time_of(cost.node), *(f"{each:,.0f}" for each in bytes_of))


def _time_of(seconds: float) -> str:
    if seconds < 1e-5:
        return f"{seconds * 1e6:.1f} µs"
    return f"{seconds * 1e6:.0f} µs" if seconds < 1e-3 else f"{seconds * 1e3:.1f} ms"


def shown(told: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the table of all costs that were measured, and then the conditions."""
    costs, how = told["costs"], told["conditions"]
    rows = ((words, *cells_of(Cost(**costs[name]))) for name, words in OPERATIONS.items())
    yield from table(("Operation", *COLUMNS), rows)
    yield ""
    yield (
        f"{how['date']}: {how['cores']} cores, at a load of {how['load']} by other programs;"
        f" PostgreSQL {how['postgresql']}, Python {how['python']}."
    )


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table."""
    yield _line(heads)
    yield _line(["---"] * len(heads))
    yield from map(_line, rows)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
