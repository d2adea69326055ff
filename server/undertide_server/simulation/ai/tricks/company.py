"""Tricks that bring company: a monster calls its kin, or falls into two that share its life."""

from undertide_server.content.records.tricks import MOST_CALLED, Summons
from undertide_server.simulation.ai.tricks.trick import Chances, TrickKind
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
from undertide_server.worldgen.creatures.people import species_of
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_shared.geometry import Cell, distance

NEAR = 3
"""The greatest distance in cells from a monster at which a newcomer appears."""


def room_beside(run: Run, floor: FloorIndex, monster: MonsterRow) -> Cell | None:
    """Return a free cell near a monster; None without one, or if its floor is full of monsters."""
    if len(floor.monsters) >= run.rules.population.most_alive:
        return None
    cell = floor.nearest_ground(monster.cell)
    return cell if cell is not None and distance(cell, monster.cell) <= NEAR else None


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


SUMMONS = "summons"
CALLED_EXPERIENCE = 0
"""Experience for killing called monsters: it is none, so that nobody farms a summoner."""


def summon(chances: Chances) -> bool:
    """Call kin, as many as the monster may still call in its life and as have room."""
    summons, called = chances.tricks.summons, chances.spent.called
    if summons is None or called >= summons.most or not chances.comes(SUMMONS, summons.percent):
        return False
    run, monster = chances.run, chances.monster
    kind = kin_of(run, run.kinds[monster.monster.kind], summons)
    came = 0 if kind is None else _bring(chances, kind, min(summons.count, summons.most - called))
    if not came:
        return False
    chances.spent.called += came
    chances.rest(SUMMONS, summons.rest)
    text = f"{name_of(monster)} calls, and is answered."
    run.emit(Seen(chances.floor.entity, who(monster), "bad", "", text))
    record_trick(run, chances.floor, monster, SUMMONS)
    monster.spend_energy(run.rules.costs.use)
    return True


def kin_of(run: Run, kind: MonsterKind, summons: Summons) -> MonsterKind | None:
    """Return the kind that answers a call: the strongest of its family that is weak enough.

    If the family has none, return the strongest of any family that is weak enough, or None.
    """

    def may_come(other: MonsterKind) -> bool:
        weak = other.strength * 100 <= kind.strength * summons.strength_percent
        return weak and not other.behaviour.peaceful

    # The kinds of other people need not be made for this.
    near = [run.kinds[name] for name in run.kinds if species_of(name) in {name, kind.family}]
    kin = [other for other in near if other.family == kind.family and may_come(other)]
    # People belong to rooms: they come only for their own kin.
    answering = kin or filter(may_come, run.game.roster.kinds)
    return max(answering, key=lambda other: (other.strength, other.id), default=None)


def _bring(chances: Chances, kind: MonsterKind, count: int) -> int:
    """Place up to `count` called monsters that hunt, as many as have room; return their number."""
    run, floor = chances.run, chances.floor
    for came in range(count):
        cell = room_beside(run, floor, chances.monster)
        if cell is None:
            return came
        mind = Mind("hunting", last_seen=chances.target.cell, patience=kind.behaviour.memory)
        entity = spawn_monster(run, floor, kind, cell, mind, CALLED_EXPERIENCE)
        run.world.add(entity, Spent(called=MOST_CALLED))
    return count


DIVIDE = TrickKind(
    "divides",
    lore=lambda _rules, _tricks: "It falls into two when it has lost half its life.",
    attempt=divide,
)
SUMMON = TrickKind("summons", lore=lambda _rules, _tricks: "It calls its kin.", attempt=summon)
