"""Checks of encounters (R4)."""

from collections.abc import Iterator

from undertide_server.content.checks.findings import (
    Finding,
    expected,
    not_rising,
    unordered_table,
)
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.tables import row_at
from undertide_server.content.schema.faults import Path

DIFFICULTIES: Path = ("encounters", "difficulties")
MULTIPLIERS: Path = ("encounters", "multipliers")


def difficulty_tables_rise(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each row whose floor isn't above that of the row before."""
    for difficulty, table in ruleset.encounters.difficulties.items():
        yield from unordered_table((*DIFFICULTIES, difficulty), table)


def rooms_can_be_of_some_difficulty(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield the first floor on which no difficulty has a weight."""
    tables = ruleset.encounters.difficulties.values()
    for floor in range(1, ruleset.curve.floors + 1):
        if not any(row_at(table, floor) for table in tables):
            yield DIFFICULTIES, f"expected a difficulty whose weight on floor {floor} is above 0"
            return


def multipliers_rise_from_one(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield a fault unless the multipliers begin at one monster and rise with their number."""
    multipliers = ruleset.encounters.multipliers
    first = multipliers[0].monsters
    if first != 1:
        yield expected((*MULTIPLIERS, 0, "monsters"), "1 at the first multiplier", first)
    for key in ("monsters", "percent"):
        numbers = [getattr(multiplier, key) for multiplier in multipliers]
        yield from not_rising(MULTIPLIERS, key, numbers)
