"""How a hero that follows a companion fights beside it (R17)."""

from undertide_server.simulation.mechanics.combat import strike
from undertide_server.simulation.mechanics.walking import step_to
from undertide_server.simulation.queries.awareness import is_aware
from undertide_server.simulation.queries.relations import is_peaceful, is_sealed
from undertide_server.simulation.queries.visibility import monsters_in_view
from undertide_server.simulation.state.floor_index import DIRECTIONS, FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import distance


def foe_to_strike(run: Run, floor: FloorIndex, row: HeroRow, friend: HeroRow) -> MonsterRow | None:
    """Return the hunter in view to strike: the weakest beside the hero, else beside the companion.

    Heroes who hold a weapon that shoots don't walk up to one.
    """

    def rank(foe: MonsterRow) -> tuple[bool, int, int]:
        return distance(foe.cell, row.cell) > 1, foe.body.life, foe.entity

    cells = [row.cell] if row.attack.range else [row.cell, friend.cell]
    foes = [
        foe
        for foe in monsters_in_view(floor, row)
        if is_aware(foe) and any(distance(foe.cell, cell) <= 1 for cell in cells)
    ]
    return min(
        (foe for foe in foes if not is_peaceful(run, foe) and not is_sealed(foe)),
        key=rank,
        default=None,
    )


def fight(run: Run, floor: FloorIndex, row: HeroRow, foe: MonsterRow) -> None:
    """Strike a foe, or step nearer to it over harmless ground; wait if nothing there is free."""
    away = distance(foe.cell, row.cell)
    if away <= 1:
        strike(run, floor, row, foe)
        row.spend_energy(run.rules.costs.attack)
        return
    x, y = row.cell
    for cell in ((x + dx, y + dy) for dx, dy in DIRECTIONS):
        if distance(foe.cell, cell) < away and floor.is_inviting(cell):
            step_to(run, floor, row, cell)
            return
    row.spend_energy(run.rules.costs.wait)
