"""Rage: some monsters strike harder once they have lost half their life."""

from undertide_server.simulation.ai.tricks.chances import Chances
from undertide_server.simulation.mechanics.bestiary import record_trick
from undertide_server.simulation.queries.grammar import name_of, who
from undertide_server.simulation.state.events import Seen


def rage(chances: Chances) -> bool:
    """Become enraged, once and for good. It takes no time, so another trick can follow."""
    monster, percent = chances.monster, chances.tricks.enrages
    if not percent or chances.spent.enraged or monster.body.life * 2 >= monster.body.max_life:
        return False
    chances.spent.enraged = True
    attack = monster.attack
    attack.power = attack.power * (100 + percent) // 100
    record_trick(chances.run, chances.floor, monster, "enrages")
    text = f"{name_of(monster)} flies into a rage!"
    chances.run.emit(Seen(chances.floor.entity, who(monster), "bad", "", text))
    return False
