"""The loot of thieves: it drops where they fall."""

from undertide_server.simulation.components.items import Lying
from undertide_server.simulation.components.monsters import Loaded
from undertide_server.simulation.mechanics.inventory import counted_name
from undertide_server.simulation.state.events import Seen, Who
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import MonsterRow
from undertide_server.simulation.state.run import Run


def drop_load(run: Run, floor: FloorIndex, victim: MonsterRow) -> None:
    """Drop the items that a fallen monster had stolen."""
    loaded = run.world.find(victim.entity, Loaded)
    if loaded is None:
        return
    lying = run.world.create(Lying(loaded.item, loaded.count))
    run.index.put(lying, floor.entity, victim.cell)
    run.world.remove(victim.entity, Loaded)
    name, kind = victim.actor.name, victim.monster.kind
    actor = Who(victim.entity, name, is_hero=False, cell=victim.cell, key=kind)
    what = counted_name(run, loaded.item, loaded.count)
    text = f"The {name} drops {what}."
    run.tell(Seen(floor.entity, actor, "good", "", text))
