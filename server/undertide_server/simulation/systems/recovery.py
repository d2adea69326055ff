"""Recovery: actors regain energy and life, heroes mana, and abilities become ready again (R17).

Energy is the turn order. An actor is ready at energy 0, and each action costs energy.
"""

from undertide_server.simulation.components.actors import POINT
from undertide_server.simulation.components.heroes import Magic
from undertide_server.simulation.queries.heroes import is_fallen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run


def recover(_run: Run, floor: FloorIndex) -> None:
    """Restore a tick's energy, life and mana; then leave monsters at rest that need nothing more.

    A fallen hero regains no life.
    """
    for row in floor.restless():
        actor, body = row.actor, row.body
        if actor.energy < 0:
            actor.energy = min(0, actor.energy + actor.speed)
        if body.life < body.max_life and body.regen and not is_fallen(row):
            points, body.healed = divmod(body.healed + body.regen, POINT)
            body.life = min(body.max_life, body.life + points)
    for hero in floor.heroes.values():
        if hero.magic.mana < hero.magic.max_mana:
            _gather(hero.magic)
    if floor.stirring:
        floor.skip_resting()


def _gather(magic: Magic) -> None:
    """Restore the mana of one tick."""
    points, magic.gathered = divmod(magic.gathered + magic.regen, POINT)
    magic.mana = min(magic.max_mana, magic.mana + points)


def ready_abilities(_run: Run, floor: FloorIndex) -> None:
    """Count a tick for the abilities that rest, of the heroes who have any."""
    for row in list(floor.recovering.values()):
        resting = row.hero.resting
        for key in list(resting):
            resting[key] -= 1
            if resting[key] <= 0:
                del resting[key]
        if not resting:
            del floor.recovering[row.entity]
