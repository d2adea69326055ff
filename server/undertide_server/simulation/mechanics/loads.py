"""The loot of thieves and the spoils of bosses: they drop where they fall."""

from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.components.monsters import Loaded, Spoils
from undertide_server.simulation.mechanics.inventory import counted_name
from undertide_server.simulation.state.events import Seen, Who
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import MonsterRow
from undertide_server.simulation.state.run import Run


def drop_load(run: Run, floor: FloorIndex, victim: MonsterRow) -> None:
    """Drop the items that a fallen monster had stolen."""
    loaded = run.world.find(victim.entity, Loaded)
    if loaded is not None:
        run.world.remove(victim.entity, Loaded)
        _drop(run, floor, victim, Lying(loaded.item, loaded.count, told=True))


def drop_spoils(run: Run, floor: FloorIndex, victim: MonsterRow) -> None:
    """Drop the gear that a fallen boss leaves (R8)."""
    spoils = run.world.find(victim.entity, Spoils)
    if spoils is not None:
        _drop(run, floor, victim, Lying(spoils.item, 1))


def _drop(run: Run, floor: FloorIndex, victim: MonsterRow, lying: Lying) -> None:
    """Lay down some items where a monster fell, and tell who sees it."""
    run.index.put(run.world.create(lying), floor.entity, victim.cell)
    name, kind = victim.actor.name, victim.monster.kind
    actor = Who(victim.entity, name, is_hero=False, cell=victim.cell, key=kind)
    what = counted_name(run, lying.item, lying.count)
    text = f"The {name} drops {what}."
    run.tell(Seen(floor.entity, actor, "good", "", text))
