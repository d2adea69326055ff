"""Cover: terrain that stops missiles (R11)."""

from undertide_server.simulation.mechanics.ground import terrain_at
from undertide_server.simulation.queries.grammar import mention_of, who
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow
from undertide_server.simulation.state.run import Run
from undertide_server.util.rng import Rng


def stopped_by_cover(run: Run, floor: FloorIndex, target: ActorRow, rng: Rng) -> bool:
    """Return whether the terrain under an actor stops a missile, and report it."""
    ground = terrain_at(run, floor, target.cell)
    if not ground.cover or not rng.percent(ground.cover):
        return False
    own = f"The {ground.name} stops what was meant for you."
    others = f"The {ground.name} stops what was meant for {mention_of(target)}."
    run.tell(Seen(floor.entity, who(target), "combat", own, others))
    return True
