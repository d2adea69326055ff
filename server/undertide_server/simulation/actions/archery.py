"""Heroes shoot with the weapon in their hands (R6)."""

from undertide_server.simulation.mechanics.combat import shoot, target_of_shot
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.messages import Shoot


def shoot_at(run: Run, floor: FloorIndex, row: HeroRow, intent: Shoot) -> None:
    """Shoot a missile at the enemy in a cell; cover may stop it.

    Raises ActionRefusedError when the hero holds no weapon that shoots, or sees no enemy within its
    range.
    """
    target = target_of_shot(run, floor, row, (intent.x, intent.y))
    row.spend_energy(run.rules.costs.shoot)
    shoot(run, floor, row, target)
