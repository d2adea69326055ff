"""Where the party is on a floor, and what its heroes are about to explore (R17)."""

from collections.abc import Sequence

from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.geometry import Cell, distance


def present_heroes(floor: FloorIndex) -> list[HeroRow]:
    """Return the heroes of a floor that stand and whose players are there, in entity order."""
    rows = floor.heroes.values()
    return [row for row in rows if row.is_played]


def middle_of(party: Sequence[HeroRow], reach: int) -> HeroRow:
    """Return the one of `party` around whom most of them stand, within `reach` cells.

    Of several it is the first that doesn't explore, or else the first. So heroes who explore don't
    run to and fro after each other.
    """

    def rank(one: HeroRow) -> tuple[int, bool, int]:
        return -company_of(one, party, reach), one.auto_action.activity == "explore", one.entity

    return min(party, key=rank)


def company_of(one: HeroRow, party: Sequence[HeroRow], reach: int) -> int:
    """Return how many of `party` stand within `reach` cells of a hero."""
    here = one.cell
    return len([other for other in party if distance(here, other.cell) <= reach])


def claimed_cells(party: Sequence[HeroRow], row: HeroRow) -> list[Cell]:
    """Return the cells that the others of `party` who explore are going to."""
    others = [other.auto_action for other in party if other is not row]
    return [one.goal for one in others if one.activity == "explore" and one.goal is not None]
