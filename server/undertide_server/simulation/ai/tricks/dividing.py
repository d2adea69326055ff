"""Division: a monster that has lost half its life divides into two, which share the rest."""

from undertide_server.simulation.ai.tricks.chances import Chances
from undertide_server.simulation.ai.tricks.company import room_beside
from undertide_server.simulation.components.actors import Attack
from undertide_server.simulation.components.floors import Risen
from undertide_server.simulation.components.monsters import Mind, Spent
from undertide_server.simulation.mechanics.bestiary import record_trick
from undertide_server.simulation.mechanics.floors import spawn_monster
from undertide_server.simulation.queries.grammar import name_of, who
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell

ATTACK_OF_A_PIECE = 70
"""Percent of the attack that each of the two keeps: together they are worse than the one was."""


def divide(chances: Chances) -> bool:
    """Divide the monster into two, if there is room for another."""
    run, floor, monster = chances.run, chances.floor, chances.monster
    body = monster.body
    is_due = chances.spent.divided < chances.tricks.divides and body.life * 2 <= body.max_life
    cell = room_beside(run, floor, monster) if is_due and body.life > 1 else None
    if cell is None:
        return False
    chances.spent.divided += 1
    _halve(run, monster)
    _put_twin(run, floor, monster, cell, chances.spent.divided)
    text = f"{name_of(monster)} falls into two, and both come on."
    run.emit(Seen(floor.entity, who(monster), "bad", "", text))
    record_trick(run, floor, monster, "divides")
    monster.spend_energy(run.rules.costs.move)
    return True


def _halve(run: Run, monster: MonsterRow) -> None:
    """Halve a monster; its twin gets as much, or a little more."""
    body, attack = monster.body, run.world.get(monster.entity, Attack)
    body.life //= 2
    body.max_life = (body.max_life + 1) // 2
    monster.monster.experience //= 2
    attack.power = _lessened(attack.power)
    attack.extra = tuple((kind, _lessened(power)) for kind, power in attack.extra)


def _put_twin(run: Run, floor: FloorIndex, monster: MonsterRow, cell: Cell, divided: int) -> None:
    """Create the other half: it has the same figures, hunts the same hero and never rises."""
    mind = Mind("hunting", monster.mind.last_seen, monster.mind.patience)
    kind = run.kinds[monster.monster.kind]
    entity = spawn_monster(run, floor, kind, cell, mind, monster.monster.experience)
    run.world.add(entity, Spent(divided=divided))
    run.world.add(entity, Risen())
    twin, body = floor.monsters[entity].body, monster.body
    twin.life, twin.max_life, twin.regen = body.life, body.max_life, body.regen
    attack, own = run.world.get(entity, Attack), run.world.get(monster.entity, Attack)
    attack.power, attack.extra = own.power, own.extra


def _lessened(power: int) -> int:
    return max(1, power * ATTACK_OF_A_PIECE // 100)
