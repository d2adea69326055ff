"""Rising: some monsters get up again after their death, once (R14)."""

from undertide_server.simulation.components.floors import Remains, Risen
from undertide_server.simulation.components.monsters import Mind
from undertide_server.simulation.mechanics.bestiary import witness
from undertide_server.simulation.mechanics.floors import spawn_monster
from undertide_server.simulation.state.events import Seen, Who
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run

RISEN_EXPERIENCE = 0
"""Experience for killing a risen monster: its first death already gave some."""


def raise_the_fallen(run: Run, floor: FloorIndex) -> None:
    """Count a tick for the remains on a floor, and raise those whose time has come."""
    graves = floor.graves
    if not graves.waiting:
        return
    for remains in graves.waiting:
        remains.ticks -= 1
    ready = [remains for remains in graves.waiting if remains.ticks <= 0]
    graves.waiting = [remains for remains in graves.waiting if remains.ticks > 0]
    for remains in ready:
        _get_up(run, floor, remains)


def _get_up(run: Run, floor: FloorIndex, remains: Remains) -> None:
    """Put a monster back where it fell, or in the nearest free cell."""
    cell = floor.nearest_ground(remains.cell)
    if cell is None:
        return
    kind = run.kinds[remains.kind]
    entity = spawn_monster(run, floor, kind, cell, Mind("idle"), RISEN_EXPERIENCE)
    run.world.add(entity, Risen())
    actor = Who(entity, kind.name, is_hero=False, cell=cell, key=kind.id)
    run.tell(Seen(floor.entity, actor, "bad", "", f"The {kind.name} gets up again."))
    witness(run, floor, floor.monsters[entity], "rises")
