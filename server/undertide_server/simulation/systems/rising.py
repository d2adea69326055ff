"""Rising: some of the fallen get up again, once (R14)."""

from undertide_server.simulation.components.fixtures import Remains, Risen
from undertide_server.simulation.components.monsters import Mind
from undertide_server.simulation.events import Seen, Who
from undertide_server.simulation.floor_place import FloorPlace
from undertide_server.simulation.rows import MonsterRow
from undertide_server.simulation.run import Run
from undertide_server.simulation.systems.allegiance import is_ally
from undertide_server.simulation.systems.footing import nearest_ground
from undertide_server.simulation.systems.loads import drop_load
from undertide_server.simulation.systems.lore import note_fall
from undertide_server.simulation.systems.settling import spawn_monster

RISEN_EXPERIENCE = 0
"""What killing the risen pays: they were paid for when they fell first."""


def lay_to_rest(run: Run, place: FloorPlace, victim: MonsterRow) -> None:
    """Do what is due to a monster that falls.

    It leaves what it took, the party's lore counts it, and if its kind rises and it has not risen
    before, its remains wait for that. Nothing is due to those who fought for the party.
    """
    if is_ally(victim):
        return
    drop_load(run, place, victim)
    note_fall(run, victim)
    ticks = victim.behaviour.rises
    if ticks and not run.world.has(victim.entity, Risen):
        remains = Remains(victim.monster.kind, victim.cell, ticks)
        place.graves.waiting.append(remains)


def rise(run: Run, place: FloorPlace) -> None:
    """Let a tick pass for the remains on a floor; those whose time has come rise."""
    graves = place.graves
    if not graves.waiting:
        return
    for remains in graves.waiting:
        remains.ticks -= 1
    ready = [remains for remains in graves.waiting if remains.ticks <= 0]
    graves.waiting = [remains for remains in graves.waiting if remains.ticks > 0]
    for remains in ready:
        _get_up(run, place, remains)


def _get_up(run: Run, place: FloorPlace, remains: Remains) -> None:
    """Put a monster back where it fell, or as near as there is room."""
    cell = nearest_ground(place, remains.cell)
    if cell is None:
        return
    kind = run.kinds[remains.kind]
    entity = spawn_monster(run, place, kind, cell, Mind("idle"), RISEN_EXPERIENCE)
    run.world.add(entity, Risen())
    actor = Who(entity, kind.name, is_hero=False, cell=cell)
    run.tell(Seen(place.entity, actor, "bad", "", f"The {kind.name} gets up again."))
